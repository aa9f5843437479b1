/** The table that Play will start: every change gives a sensible one, and leaves the one before as it was. */

import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { frozen } from './games.js';

const table = await import('../../src/azulejos/web/js/start/new-table.js');
const { settings } = await import('../../src/azulejos/web/js/settings.js');

const ABOUT = { friendly: 'casual', levels: ['novice', 'casual', 'expert'], rules: ['std', 'grey', 'joker', 'grey+joker'] };
const who = ({ seats }) => seats.map(({ kind, level }) => level ?? kind);

let draft;

beforeEach(() => {
  settings.set('profile', null);
  settings.set('names', ['Ana', 'Ben']);
  draft = frozen(table.defaultTable(ABOUT));
});

test('at first the reader plays a friendly bot', () => {
  assert.deepEqual([who(draft), draft.seats[0].name, draft.rules], [['person', 'casual'], 'Ana', 'std']);
});

test('seats come and go; who would start may not', () => {
  const four = table.withPlayers({ ...draft, starter: 2 }, 4, ABOUT);
  assert.deepEqual([who(four), four.starter], [['person', 'casual', 'novice', 'expert'], 2], 'near the first one');
  assert.equal(new Set(four.seats.map(({ name }) => name)).size, 4, 'all bots have names of their own');
  assert.equal(table.withPlayers({ ...four, starter: 4 }, 3, ABOUT).starter, null);
});

describe('who sits where', () => {
  test('a second person has the name that was used there last', () => {
    const two = table.withWho(draft, 1, table.PERSON);
    assert.deepEqual(two.seats.map(({ name }) => name), ['Ana', 'Ben']);
  });

  test('a name that somebody bears is not given twice', () => {
    settings.set('names', ['Ana', 'Ana']);
    assert.equal(table.withWho(draft, 1, table.PERSON).seats[1].name, '');
  });

  test('somebody must play here: the only person takes the next seat', () => {
    assert.deepEqual(who(table.withWho(draft, 0, 'expert')), ['expert', 'person']);
    assert.deepEqual(who(table.withWho(draft, 0, table.OPEN)), ['open', 'person']);
  });

  test('no name has two levels, and nobody two names', () => {
    const stronger = table.withWho(draft, 1, 'expert');
    assert.deepEqual([draft.seats[1].name, stronger.seats[1].name, stronger.seats[1].level], ['Inês', 'Rui', 'expert']);
    assert.equal(table.withWho(stronger, 1, 'casual').seats[1].name, 'Inês');
  });

  test('the second of a level is told apart by a number', () => {
    const three = table.withWho(table.withPlayers(draft, 3, ABOUT), 2, 'casual');
    assert.deepEqual(three.seats.map(({ name }) => name), ['Ana', 'Inês', 'Inês 2']);
    assert.equal(table.withWho(three, 1, 'novice').seats[1].name, 'Tomás');
  });

  test('a bot of the host bears the name that the host gave it', () => {
    assert.equal(table.withWho(draft, 1, 'mybot').seats[1].name, 'mybot');
  });

  test('bots that were remembered by other names have their own', () => {
    const old = { rules: 'std', starter: null, seats: [draft.seats[0], { kind: 'bot', name: 'Leonor', level: 'novice' }] };
    assert.equal(table.supportedBy(frozen(old), ABOUT).seats[1].name, 'Tomás');
  });
});

test('rules are put together', () => {
  const grey = table.withRules(draft, { grey: true });
  const both = table.withRules(grey, { jokers: true });
  assert.deepEqual([grey.rules, both.rules, table.withRules(both, { grey: false }).rules], ['grey', 'grey+joker', 'joker']);
});

test('what was remembered is made fit for this server', () => {
  const bot = { kind: 'bot', name: 'Rui', level: 'gone' };
  const fit = table.supportedBy(frozen({ rules: 'lost', seats: [bot, bot], starter: 3 }), ABOUT);
  assert.deepEqual([who(fit), fit.rules, fit.starter], [['person', 'casual'], 'std', null]);
});

test('the reader\'s new name is used', () => {
  settings.set('profile', { name: 'Anna', colour: null });
  assert.equal(table.supportedBy(draft, ABOUT).seats[0].name, 'Anna');
});

describe('colours', () => {
  const colours = (one) => table.withColours(one).seats.map(({ colour }) => colour ?? null);

  test('who plays with bots needs none', () => assert.deepEqual(colours(draft), [null, null]));

  test('persons have colours of their own, the reader\'s first', () => {
    settings.set('profile', { name: 'Ana', colour: 2 });
    assert.deepEqual(colours(table.withWho(draft, 1, table.PERSON)), [2, 1]);
  });

  test('friends who come later choose theirs', () => assert.deepEqual(colours(table.withFriends(draft, 3)), [1, null, null]));
});
