/** The store: one writer, nothing changed in place, no move while something is played. */

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { SETTLED, Store } from '../../src/azulejos/web/js/play/store.js';
import { ME, TABLE, entry, frozen, now, played, state, welcome } from './games.js';

/** A store that has heard these; every action and every state is frozen. */
function storeAfter(...actions) {
  const store = new Store();
  for (const action of actions) {
    store.dispatch(frozen(action));
    frozen(store.state);
  }
  return store;
}

/** May somebody move, and could they once all has landed? */
const able = (store) => [store.choices !== null, store.due !== null];

describe('what was played is shown before anybody moves', () => {
  const message = played(2);
  const story = [
    [{ type: 'sent', move: '1B2' }, { able: [false, false], shown: 'after 1', plies: 1, sent: '1B2' }],
    [message, { able: [false, true], shown: 'after 1', plies: 2, sent: null }],
    [{ type: 'queued', behind: 1 }, { able: [false, false], shown: 'after 1', plies: 2, sent: null }],
    [{ type: 'queued', behind: 0 }, { able: [false, true], shown: 'after 1', plies: 2, sent: null }],
    [{ type: 'entry_ends', entry: entry(2), state: message.state }, { able: [false, true], shown: 'after 2', plies: 2, sent: null }],
    [{ type: 'settled' }, { able: [true, true], shown: 'after 2', plies: 2, sent: null }],
  ];
  story.forEach(([action, expected], index) => {
    test(`${index + 1}: ${action.type}`, () => {
      const store = storeAfter(welcome(), ...story.slice(0, index + 1).map(([one]) => one));
      const { history, sent } = store.state;
      assert.deepEqual({ able: able(store), shown: store.shown.position, plies: history.length, sent }, expected);
    });
  });
});

test('subscribers are told the action and the state before, until they unsubscribe', () => {
  const store = new Store();
  const told = [];
  const unsubscribe = store.subscribe((action, before) => told.push([action.type, before.lost]));
  store.dispatch({ type: 'connection', lost: true });
  store.dispatch({ type: 'connection', lost: false });
  unsubscribe();
  store.dispatch(welcome());
  assert.deepEqual(told, [['connection', false], ['connection', true]]);
});

test('an undo takes back what came after', () => {
  const store = storeAfter(welcome(), played(2), { type: 'settled' }, { type: 'undone', keep: 1, player: 1, ...now(3) });
  assert.deepEqual(store.state.history.map(({ ply }) => ply), [1]);
  assert.equal(store.shown.position, 'after 3');
});

test('a store that begins as another stood shares nothing with it', () => {
  const live = storeAfter(welcome(), played(2));
  const past = new Store({ ...live.state, ...SETTLED });
  past.dispatch({ type: 'position', entry: entry(1), state: state() });
  assert.deepEqual([past.shown.position, live.shown.position], ['start', 'after 1']);
  live.dispatch(played(3, {}, { phase: 'over' }));
  assert.deepEqual([past.lastPly, past.over, live.lastPly, live.over], [2, false, 3, true]);
  past.dispatch({ type: 'position', entry: null, state: state() });
  assert.equal(past.lastEntry, null, 'before any move nothing was done last');
});

test('the first deal begins a game and its last move ends it', () => {
  const open = storeAfter(welcome({ table: { ...TABLE, stage: 'open' }, history: [] }));
  assert.equal(open.table.stage, 'open');
  open.dispatch(played(1, { player: 0 }));
  assert.equal(open.table.stage, 'playing');
  open.dispatch(played(2, {}, { phase: 'over' }));
  assert.deepEqual([open.table.stage, open.table.ended], ['over', 'played']);
});

test('a win counts in the series', () => {
  const store = storeAfter(welcome({ table: { ...TABLE, series: { game: 2, wins: [1, 0] } } }));
  store.dispatch({ ...played(2, {}, { phase: 'over' }), result: { winners: [2] } });
  assert.deepEqual(store.table.series.wins, [1, 1]);
});

describe('whose board is large', () => {
  const cases = [
    ['my own, whoever moves', { seats: [2] }, { turn: 1 }, 2],
    ['that of the one of mine who is to move', { seats: [1, 2] }, { turn: 2 }, 2],
    ['for watchers that of the player to move', { seats: [] }, { turn: 2 }, 2],
  ];
  for (const [name, you, position, large] of cases) {
    test(name, () => {
      const store = storeAfter(welcome({ you: { ...ME, ...you }, ...now(1, position) }));
      assert.equal(store.large, large);
      assert.deepEqual(store.others, [large === 1 ? 2 : 1]);
    });
  }

  test('the one that a watcher chose, until they choose none', () => {
    const store = storeAfter(welcome({ you: { ...ME, seats: [] }, ...now(1, { turn: 2 }) }), { type: 'watch', seat: 1 });
    assert.equal(store.large, 1);
    store.dispatch({ type: 'watch', seat: 0 });
    assert.equal(store.large, 2);
  });

  test('a spotlight is brighter, and goes out when all has been played', () => {
    const store = storeAfter(welcome(), { type: 'spotlight', player: 2 });
    assert.equal(store.large, 2);
    store.dispatch({ type: 'settled' });
    assert.equal(store.large, 1);
  });
});
