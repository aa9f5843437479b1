/** Games from a file: which there are, and that each is brought once whatever the host says of others. */

import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import './browser.js';

const { gamesOf, takeAll } = await import('../../src/azulejos/web/js/me/imports.js');
const { transport } = await import('../../src/azulejos/web/js/net/transport.js');

const RECORD = '[Rules "std"]\n[Players "2"]\n\n1. =BYKW\n';
const GAME = { table: 'abcdefghijkm', name: 'Club', created: 1, changed: 2, yours: [1], stage: 'over', record: RECORD, seats: [{ name: 'Ana', colour: 3, kind: 'person' }] };
const file = (...games) => JSON.stringify({ version: '9', games, ratings: [] });

describe('the games of a file', () => {
  test('an export, without what a host would not understand, those that are over first', () => {
    const [first, second, ...others] = gamesOf(file({ ...GAME, stage: 'playing', table: 'other' }, { ...GAME, added_later: 1 }));
    assert.deepEqual(first, { record: RECORD, table: 'abcdefghijkm', name: 'Club', created: 1, changed: 2, yours: [1], seats: [{ name: 'Ana', colour: 3 }] });
    assert.equal(second.table, 'other');
    assert.deepEqual(others, []);
  });

  test('a table that waits for people is no game yet', () => {
    assert.deepEqual(gamesOf(file({ ...GAME, stage: 'open' })), []);
  });

  test('records, one or several', () => {
    assert.deepEqual(gamesOf(RECORD), [{ record: RECORD }]);
    assert.equal(gamesOf(`${RECORD}\n${RECORD}`).length, 2);
  });

  test('a record whose file names its table is known by that', () => {
    for (const name of ['azulejos-2026-01-02-abcdefghijkm.azul', 'azulejos-2026-01-02-abcdefghijkm (1).azul']) {
      assert.deepEqual(gamesOf(RECORD, name), [{ record: RECORD, table: 'abcdefghijkm' }]);
    }
    assert.deepEqual(gamesOf(`${RECORD}\n${RECORD}`, 'azulejos-2026-01-02-abcdefghijkm.azul')[0], { record: `${RECORD}` });
  });

  for (const text of ['', 'a letter', '{}', '{"games": 7}', '[1, 2]', file(GAME).slice(0, -20), 'null', '\u0000\u0001']) {
    test(`none in ${JSON.stringify(text.slice(0, 12))}`, () => assert.deepEqual(gamesOf(text), []));
  }

  test('one that is damaged spoils no others', () => {
    assert.equal(gamesOf(file(null, GAME, { record: 7, seats: 'x' }, { seats: [null] })).length, 3);
  });
});

describe('bringing them', () => {
  let asked;
  let host;

  beforeEach(() => {
    asked = [];
    host = ({ games }) => ({ status: 200, body: { added: games.length, known: 0, flawed: 0 } });
    transport.request = async (path, { body }) => {
      if (path === '/api/me') return new Response(null, { status: 204 });
      asked.push(JSON.parse(body));
      const { status, body: answer } = host(asked.at(-1));
      return new Response(JSON.stringify(answer), { status });
    };
  });

  const refused = (code, status) => ({ status, body: { error: { code, data: {}, rule: '', sentence: code } } });

  test('no request has more than a host takes', async () => {
    const games = Array.from({ length: 45 }, () => ({ record: 'é'.repeat(2500) }));
    assert.deepEqual(await takeAll(games, mock.fn(), mock.fn()), { added: 45, known: 0, flawed: 0 });
    for (const body of asked) assert.ok(body.games.length <= 20 && new Blob([JSON.stringify(body)]).size < 65536);
  });

  test('one that is no game is counted, the others are taken', async () => {
    host = ({ games }) => (games.some(({ record }) => !record) ? refused('bad_request', 422)
      : { status: 200, body: { added: games.length, known: 0, flawed: 0 } });
    assert.deepEqual(await takeAll([{ record: 'a' }, {}, { record: 'b' }], mock.fn(), mock.fn()), { added: 2, known: 0, flawed: 1 });
  });

  test('where the host takes no more, what it took is told', async () => {
    host = () => (asked.length > 1 ? refused('too_fast', 429) : { status: 200, body: { added: 19, known: 1, flawed: 0 } });
    const games = Array.from({ length: 45 }, () => ({ record: 'r' }));
    const told = mock.fn();
    assert.deepEqual(await takeAll(games, mock.fn(), told), { added: 19, known: 1, flawed: 0 });
    assert.equal(told.mock.calls[0].arguments[0].code, 'too_fast');
    assert.equal(asked.length, 2);
  });
});
