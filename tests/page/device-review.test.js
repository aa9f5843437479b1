/** Where reviews are worked out: on the reader's device, or by the server, and what follows from either: no browser needed. */

import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';

const JS = '../../src/azulejos/web/js';
const { server, fetchAbout } = await import(`${JS}/net/api.js`);
const { transport } = await import(`${JS}/net/transport.js`);
const { settings } = await import(`${JS}/settings.js`);
const { DeviceWork, findEngine } = await import(`${JS}/review/device.js`);
const { Workplace } = await import(`${JS}/review/workplace.js`);

const ENGINE = { reviews: 2, modules: 'web/1/js/site/', megabytes: 6, networks: {} };
const WORKING = { stage: 'working', done: 1, plies: 2, curve: [], review: null, error: null };
const DONE = { ...WORKING, stage: 'done', done: 2 };
const UNASKED = { ...WORKING, stage: 'unasked', done: 0, plies: 0 };
const soon = () => new Promise((resolve) => { setTimeout(resolve, 5); });

/** An engine whose answers come one by one; an Error is thrown. */
function engineOf(answers, kept = new Map()) {
  const asked = [];
  const loaded = [];
  class Thinker {
    worker = { terminate: () => asked.push('terminated') };
    async ask(question) {
      asked.push(JSON.parse(question));
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return JSON.stringify(answer);
    }
  }
  const IndexedStorage = {
    open: async () => ({ review: async (id) => kept.get(id) ?? null, keep_review: async (id, text) => void kept.set(id, text) }),
  };
  const load = async (path) => {
    loaded.push(new URL(path).pathname);
    return { Thinker, IndexedStorage };
  };
  return { asked, loaded, kept, work: () => new DeviceWork('table1', 'std-2', ENGINE, load) };
}

beforeEach(() => {
  globalThis.location = { href: 'https://games.example.org/review/table1' };
  globalThis.fetch = async (path) => new Response(`the record at ${path}`);
  settings.set('reviews', '');
});

test('the device works step by step, and keeps what it has found', async () => {
  const { asked, loaded, kept, work } = engineOf([WORKING, WORKING, DONE]);
  const device = work();
  assert.deepEqual(await device.begin(), WORKING);
  await soon();
  assert.deepEqual(await device.look(), DONE);
  assert.deepEqual(loaded, ['/engine/web/1/js/site/storage.js', '/engine/web/1/js/site/thinker.js']);
  assert.deepEqual(asked[0], { find: 'review', name: 'table1', record: 'the record at /api/tables/table1/record', network: 'std-2' });
  assert.deepEqual([asked.length, asked.at(-1)], [4, 'terminated']);
  assert.deepEqual(JSON.parse(kept.get('table1')).status, DONE);
});

test('what it has found before needs no engine, but one of another version is made anew', async () => {
  const kept = new Map([['table1', JSON.stringify({ version: 2, status: DONE })]]);
  const known = engineOf([], kept);
  assert.deepEqual(await known.work().begin(), DONE);
  assert.deepEqual(known.asked, []);
  kept.set('table1', JSON.stringify({ version: 1, status: DONE }));
  const anew = engineOf([WORKING, DONE], kept);
  assert.deepEqual(await anew.work().begin(), WORKING);
});

test('who leaves ends the work', async () => {
  const { asked, work } = engineOf(Array.from({ length: 1000 }, () => WORKING));
  const device = work();
  await device.begin();
  device.end();
  await soon();
  assert.ok(asked.includes('terminated'));
  assert.ok(asked.length < 10);
});

test('an engine that ends in the midst has failed; one that can not be had never begins', async () => {
  const { work } = engineOf([WORKING, new Error('it has ended')]);
  const device = work();
  await device.begin();
  await soon();
  assert.equal((await device.look()).stage, 'failed');
  const gone = new DeviceWork('table1', 'std-2', ENGINE, async () => { throw new TypeError('404'); });
  await assert.rejects(gone.begin());
});

test('an engine is offered where the server has one', async () => {
  const about = async (engine) => {
    fetchAbout.forget();
    transport.request = async () => Response.json({ keeps: true, engine });
    return findEngine();
  };
  globalThis.fetch = async () => Response.json(ENGINE);
  assert.equal(await about(false), null);
  assert.deepEqual(await about(true), ENGINE);
  globalThis.fetch = async () => new Response('', { status: 404 });
  assert.equal(await about(true), null);
  globalThis.fetch = async () => { throw new TypeError('no network'); };
  assert.equal(await about(true), null);
  assert.equal(server.keeps, true);
});

/** A workplace with what it told and asked the server for. */
function workplaceWith(engine, makeDevice) {
  const told = [];
  const asked = [];
  const listener = { tell: (status) => told.push(status), deviceFailed: () => asked.push('sorry'), serverFailed: assert.fail };
  const begin = async () => {
    asked.push('begin');
    return DONE;
  };
  const host = { begin, look: async () => DONE };
  return { told, asked, place: new Workplace(host, listener, engine, makeDevice) };
}

test('without an engine the server has begun; with one the reader is asked, once', async () => {
  const plain = workplaceWith(null, null);
  plain.place.begin(DONE);
  await soon();
  assert.deepEqual([plain.asked, plain.told, plain.place.others], [[], [DONE], []]);

  const asking = workplaceWith(ENGINE, engineOf([DONE]).work);
  asking.place.begin(UNASKED);
  await soon();
  assert.deepEqual([asking.asked, asking.place.place, asking.place.others], [[], '', ['device', 'server']]);
  asking.place.choose('device');
  await soon();
  assert.deepEqual([asking.asked, asking.told.at(-1), asking.place.others], [[], DONE, ['server']]);

  const again = workplaceWith(ENGINE, engineOf([DONE]).work);
  again.place.begin(UNASKED);
  await soon();
  assert.deepEqual([again.asked, again.place.place, again.told.at(-1)], [[], 'device', DONE]);
});

test('what the server has already is shown, whatever was chosen', async () => {
  settings.set('reviews', 'device');
  const { place, asked, told } = workplaceWith(ENGINE, () => assert.fail('the device is not needed'));
  place.begin(DONE);
  await soon();
  assert.deepEqual([asked, told, place.place], [[], [DONE], 'server']);
});

test('what the device can not do, the server does', async () => {
  for (const answers of [[new Error('no engine')], [{ ...WORKING, stage: 'failed' }]]) {
    const { place, asked, told } = workplaceWith(ENGINE, engineOf(answers).work);
    place.choose('device');
    await soon();
    assert.deepEqual([asked, told.at(-1), place.place], [['sorry', 'begin'], DONE, 'server']);
    assert.equal(told.some(({ stage }) => stage === 'failed'), false);
  }
});
