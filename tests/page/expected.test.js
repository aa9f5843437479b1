/** At a rematch: who has not come yet is missed by the others, until the first move. */

import './browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedCard } from '../../src/azulejos/web/js/people/cards.js';
import { Store } from '../../src/azulejos/web/js/play/store.js';
import { ME, TABLE, entry, played, welcome } from './games.js';

const SEATS = [{ seat: 1, kind: 'person', name: 'Ana' }, { seat: 2, kind: 'person', name: 'Ben' }];
const REMATCH = { ...TABLE, seats: SEATS, series: { game: 2 }, options: { delay: 0 } };
const DEALT = [entry(1, { player: 0 })];
const present = (...away) => (
  { type: 'presence', away: away.map((seat) => ({ seat, seconds: 9 })), may_stand_in: [], watchers: 0 }
);
const resigned = { ...REMATCH, seats: [SEATS[0], { ...SEATS[1], resigned: true }] };

const STORIES = [
  ['the other has not come', {}, [present(2)], true],
  ['a first game has nobody to expect', { table: { ...REMATCH, series: { game: 1 } } }, [present(2)], false],
  ['both are here', {}, [present()], false],
  ['who came and left again is away', {}, [present(), present(2)], false],
  ['the game has begun', {}, [present(2), played(2)], false],
  ['the game is over', { table: { ...REMATCH, stage: 'over' } }, [present(2)], false],
  ['they have resigned', { table: resigned }, [present(2)], false],
  ['who watches expects nobody', { you: { ...ME, seats: [] } }, [present(2)], false],
];

for (const [story, changes, actions, expected] of STORIES) {
  test(story, () => {
    const store = new Store();
    for (const action of [welcome({ table: REMATCH, history: DEALT, ...changes }), ...actions]) store.dispatch(action);
    assert.equal(expectedCard(store) !== null, expected);
  });
}
