/** A page without a server: its places behind the #, and the worker that stands for a server. */

import assert from 'node:assert/strict';
import { beforeEach, describe, mock, test } from 'node:test';
import { rest } from './browser.js';

const BASE = 'https://example.test/games/';
const FILE = { path: 'engine/1/x', bytes: 10, integrity: 'sha256-x' };
const SETTINGS = {
  about: { version: '1', keeps: true }, runtime: 'engine/1/', runtimeFiles: [FILE], library: FILE, host: FILE, engine: FILE, lesson: FILE,
  networks: {}, emptyTables: {},
};

/** A worker that the test holds the other end of. */
class FakeWorker {
  static all = [];
  sent = [];

  constructor() {
    FakeWorker.all.push(this);
  }

  postMessage(message) {
    this.sent.push(message);
  }

  say(...messages) {
    for (const data of messages) this.onmessage({ data });
  }

  terminate() {
    this.ended = true;
  }
}
globalThis.Worker = FakeWorker;
globalThis.indexedDB = { open: () => { throw new Error('nothing is kept here'); } };
Object.assign(document, { baseURI: `${BASE}?lang=de#/rules` });
Object.defineProperty(globalThis, 'location', { value: new URL(`${BASE}?lang=de#/rules`), configurable: true });

const { HostClient } = await import('../../src/azulejos/web/js/site/client.js');
const { emptyTable } = await import('../../src/azulejos/web/js/site/empty-table.js');
const { useHash } = await import('../../src/azulejos/web/js/site/places.js');
const { Thinker } = await import('../../src/azulejos/web/js/site/thinker.js');
const { serverAddress } = await import('../../src/azulejos/web/js/site/friends.js');
const { address } = await import('../../src/azulejos/web/js/address.js');

describe('places behind the #', () => {
  const link = (href) => new URL(href, location);

  test('are told from the address and written into links', () => {
    useHash();
    assert.equal(address.current(), '/rules');
    assert.equal(address.of('/table/abc'), '#/table/abc');
    assert.equal(address.whole('/me?lang=fi').href, `${BASE}?lang=de#/me`);
  });

  test('are read from links of this document only', () => {
    assert.equal(address.linked(link('#/learn')), '/learn');
    assert.equal(address.linked(link('#top')), null);
    assert.equal(address.linked(link('/games/other#/learn')), null);
    assert.equal(address.linked(link('https://elsewhere.test/games/#/learn')), null);
  });
});

describe('a table before its first deal', () => {
  const state = { phase: 'preparation', boards: [{}, {}] };
  const kinds = { 'std-2': { state, pattern: null, penalties: [1] } };
  const order = {
    rules: 'std', starter: null,
    seats: [{ kind: 'bot', name: 'Rui', level: 'novice' }, { kind: 'person', name: 'Ana', level: null, colour: 3 }],
  };

  test('has who will sit there, and nothing to do', () => {
    const { table, you, choices, state: shown, history } = emptyTable(order, kinds);
    assert.deepEqual(table.seats.map(({ seat, name, colour }) => [seat, name, colour]), [[1, 'Rui', null], [2, 'Ana', 3]]);
    assert.deepEqual([you.seats, choices, shown, history], [[2], null, state, []]);
  });

  test('is there for known kinds of game only', () => {
    assert.equal(emptyTable({ ...order, rules: 'other' }, kinds), null);
  });
});

test('a server is known by its address, however it is typed', () => {
  assert.equal(serverAddress(' club.example '), 'https://club.example/');
  assert.equal(serverAddress('http://192.168.0.7:8017'), 'http://192.168.0.7:8017/');
  assert.equal(serverAddress('localhost:8017'), 'https://localhost:8017/');
  for (const typed of ['', 'club', 'javascript:alert(1)', 'https://']) assert.equal(serverAddress(typed), null, typed);
});

test('bots whose worker could not start are asked again in another one', async () => {
  FakeWorker.all = [];
  const thinker = new Thinker({});
  const asked = thinker.ask('first');
  const [first] = FakeWorker.all;
  first.say({ failed: true });
  await assert.rejects(asked);
  assert.ok(first.ended);
  const again = thinker.ask('second');
  const [, second] = FakeWorker.all;
  assert.deepEqual(second.sent.map(({ question }) => question), [undefined, 'second']);
  second.say({ number: second.sent[1].number, answer: 'found' });
  assert.equal(await again, 'found');
});

describe('the worker that hosts tables', () => {
  let client;
  const listener = { came: mock.fn(), ready: mock.fn(), failed: mock.fn() };
  const worker = () => FakeWorker.all.at(-1);

  beforeEach(() => {
    FakeWorker.all = [];
    client = new HostClient(SETTINGS, listener);
  });

  test('is not asked for what every page knows', async () => {
    const about = await (await client.request('/api/about', {})).json();
    assert.equal(about.keeps, false);
    assert.equal(about.base, location.origin);
    assert.equal((await client.request('/api/me', { method: 'POST' })).status, 204);
    assert.deepEqual(await (await client.request('/api/tables/public', {})).json(), { tables: [] });
    assert.equal(FakeWorker.all.length, 0);
  });

  test('answers requests by their numbers', async () => {
    const one = client.request('/api/tables/a', {});
    const other = client.request('/api/me/export', {});
    await rest();
    const [begin, first, second] = worker().sent;
    assert.equal(begin.settings.base, BASE);
    assert.equal(begin.settings.verified, false);
    worker().say(
      { type: 'answer', request: second.request, status: 200, text: '{"games":[]}', file: 'games.json' },
      { type: 'answer', request: first.request, status: 404, text: '{"error":{}}', file: '' },
    );
    assert.equal((await one).status, 404);
    assert.match((await other).headers.get('content-disposition'), /games\.json/);
  });

  test('is connected to as a server, when it is there', async () => {
    const line = client.connect('abc');
    const told = [];
    line.onopen = () => told.push('open');
    line.onmessage = ({ data }) => told.push(data);
    line.onclose = () => told.push('closed');
    await rest();
    assert.deepEqual(told, []);
    worker().say({ type: 'ready' }, { type: 'tell', line: line.number, text: 'hello' }, { type: 'end', line: line.number });
    assert.deepEqual(told, ['open', 'hello', 'closed']);
    assert.equal(line.readyState, 3);
    line.close();
    assert.deepEqual(worker().sent.filter(({ type }) => type === 'close'), []);
  });

  test('that fails is told to all who wait, and another is started for the next', async () => {
    const line = client.connect('abc');
    line.onclose = mock.fn();
    const asked = client.request('/api/me', {});
    await rest();
    const first = worker();
    first.say({ type: 'failed', why: 'no wasm' });
    assert.equal((await (await asked).json()).error.code, 'no_engine');
    assert.equal(line.onclose.mock.callCount(), 1);
    assert.ok(first.ended);
    void client.request('/api/me', {}).catch(() => {});
    await rest();
    assert.notEqual(worker(), first);
    assert.equal(worker().sent[0].type, 'begin');
  });
});
