/** The socket of a table: messages in order over any number of connections, and no request left open. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import { rest } from './browser.js';
import { played, welcome } from './games.js';

/** A line that the test holds both ends of. */
class FakeWebSocket {
  static OPEN = 1;
  static all = [];
  readyState = 0;
  sent = [];

  constructor(address) {
    this.address = address;
    FakeWebSocket.all.push(this);
  }

  send(text) {
    this.sent.push(JSON.parse(text));
  }

  open() {
    this.readyState = 1;
    this.onopen();
    return this;
  }

  say(...messages) {
    for (const message of messages) this.onmessage({ data: JSON.stringify(message) });
  }

  close() {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose();
  }
}
globalThis.WebSocket = FakeWebSocket;
const { TableSocket } = await import('../../src/azulejos/web/js/net/socket.js');

const PONG = { type: 'pong' };
const MOVE = { type: 'move', number: 1, move: '1B2' };
const problem = (code) => ({ code, data: {}, rule: '', sentence: code });
const refusal = (code, request = null) => ({ type: 'error', request, error: problem(code) });
const latest = () => FakeWebSocket.all.at(-1);
const requests = (line) => line.sent.filter(({ request }) => request);

let socket;
let heard;

beforeEach(() => {
  mock.timers.enable({ apis: ['setTimeout', 'setInterval', 'Date'] });
  mock.method(Math, 'random', () => 0.5);
  FakeWebSocket.all = [];
  heard = [];
  socket = new TableSocket('t 1', {
    message: ({ type, number }) => heard.push(`${type} ${number}`),
    notice: ({ type }) => heard.push(type),
    lost: (lost) => heard.push(lost ? 'lost' : 'found'),
    refused: ({ code }) => heard.push(`refused ${code}`),
    forbidden: ({ code }) => heard.push(`forbidden ${code}`),
    deleted: () => heard.push('deleted'),
  });
});

afterEach(() => {
  socket.close();
  mock.timers.reset();
  mock.restoreAll();
});

/** A connection on which the table has been told. */
function welcomed() {
  const line = latest().open();
  line.say(welcome(), PONG);
  return line;
}

/** What becomes of a request: its answer's type, or the code of its error; '' until then. */
function fate(promise) {
  const found = { is: '' };
  promise.then(({ type }) => type, ({ code }) => code).then((what) => { found.is = what; });
  return found;
}

describe('connecting', () => {
  test('says hello at the table\'s address, and asks whether that was all', () => {
    const line = latest().open();
    assert.equal(line.address, 'ws://page.test/api/tables/t%201/socket');
    assert.deepEqual(line.sent, [{ type: 'hello', after: null }, { type: 'ping' }]);
  });

  test('tries again ever more slowly, and says after a while that it is lost', () => {
    const delays = [];
    for (let tries = 0; tries < 28; tries += 1) {
      const before = Date.now();
      const count = FakeWebSocket.all.length;
      latest().close();
      while (FakeWebSocket.all.length === count) mock.timers.tick(100);
      delays.push(Date.now() - before);
    }
    assert.deepEqual(delays, [200, 400, 800, ...Array(20).fill(1200), 4000, 8000, 15000, 30000, 30000]);
    assert.deepEqual(heard, ['lost'], 'once');
    welcomed().close();
    assert.deepEqual(heard.slice(1), ['welcome 1', 'found']);
    mock.timers.tick(200);
    assert.equal(FakeWebSocket.all.length, 30, 'quick again after success');
  });

  test('a short drop is nobody\'s business', () => {
    welcomed().close();
    mock.timers.tick(2400);
    latest().open().say(played(2), PONG);
    mock.timers.tick(5000);
    assert.deepEqual(heard, ['welcome 1', 'played 2'], 'what happened meanwhile is there');
  });

  test('a tab or a network that is back does not wait', () => {
    latest().close();
    window.dispatchEvent(new Event('online'));
    assert.equal(FakeWebSocket.all.length, 2);
  });

  test('a line that answers no ping is dropped', () => {
    const line = welcomed();
    mock.timers.tick(15000);
    mock.timers.tick(7900);
    line.say(PONG);
    mock.timers.tick(100);
    assert.equal(line.readyState, 1, 'it has answered in time');
    mock.timers.tick(7000);
    mock.timers.tick(8000);
    assert.equal(line.readyState, 3);
  });

  test('a hello that is refused for now is said again, on another line', () => {
    welcomed().close();
    mock.timers.tick(200);
    latest().open().say(refusal('store_lost'), PONG);
    assert.equal(latest().readyState, 3);
    mock.timers.tick(400);
    assert.deepEqual(latest().open().sent[0], { type: 'hello', after: 1 });
    latest().say(PONG);
    assert.deepEqual(heard, ['welcome 1']);
  });
});

describe('messages', () => {
  test('come in order, each once', () => {
    welcomed().say(played(2), played(2), played(3), { type: 'said', seat: 1, phrase: 'hello' }, played(1));
    assert.deepEqual(heard, ['welcome 1', 'played 2', 'played 3', 'said']);
  });

  test('after a gap all is asked for anew', () => {
    const line = welcomed();
    line.say(played(3), played(4));
    assert.deepEqual(line.sent.slice(2), [{ type: 'hello', after: 1 }, { type: 'ping' }], 'once');
    line.say(played(2), played(3), PONG);
    assert.deepEqual(heard, ['welcome 1', 'played 2', 'played 3']);
  });

  const ends = [
    ['no_such_table', false, 'refused no_such_table'], ['no_such_table', true, 'deleted'],
    ['not_invited', true, 'forbidden not_invited'],
  ];
  for (const [code, before, told] of ends) {
    test(`${code} ${before ? 'later' : 'at first'} is the end: ${told}`, () => {
      const line = before ? welcomed() : latest().open();
      line.say(refusal(code));
      assert.equal(heard.at(-1), told);
      mock.timers.tick(60000);
      assert.equal(FakeWebSocket.all.length, 1);
    });
  }

  test('what the server says of its own accord is told, and changes nothing', () => {
    const line = welcomed();
    line.say(refusal('store_full'), played(2));
    assert.deepEqual(heard, ['welcome 1', 'refused store_full', 'played 2']);
  });
});

describe('requests', () => {
  test('are settled by their answers', async () => {
    const line = welcomed();
    const [done, refused] = [fate(socket.ask(MOVE)), fate(socket.ask(MOVE))];
    const [one, other] = requests(line).map(({ request }) => request);
    assert.notEqual(one, other);
    line.say({ type: 'accepted', request: one, number: 2 }, refusal('stale', other));
    await rest();
    assert.deepEqual([done.is, refused.is, heard], ['accepted', 'stale', ['welcome 1']]);
  });

  test('wait for a line that is gone for a moment, and are sent once', async () => {
    welcomed().close();
    const asked = fate(socket.ask(MOVE));
    assert.equal(FakeWebSocket.all.length, 2, 'somebody waits: no reason to wait any longer');
    const line = latest().open();
    assert.deepEqual(requests(line), []);
    line.say(PONG);
    assert.deepEqual(requests(line).map(({ move }) => move), ['1B2']);
    line.say({ type: 'accepted', request: requests(line)[0].request, number: 2 }, PONG);
    await rest();
    assert.deepEqual([asked.is, requests(line).length], ['accepted', 1]);
  });

  for (const [arrived, becomes] of [[true, 'accepted'], [false, 'connection_lost']]) {
    test(`whose answer was lost are known by what happened: ${becomes}`, async () => {
      const line = welcomed();
      const asked = fate(socket.ask(MOVE));
      line.close();
      mock.timers.tick(200);
      latest().open().say(...(arrived ? [played(2)] : []), PONG);
      await rest();
      assert.equal(asked.is, becomes);
      assert.deepEqual(requests(latest()), [], 'never sent again');
    });
  }
});

describe('requests that fail', () => {
  test('when the line stays broken', async () => {
    welcomed();
    const sent = fate(socket.ask(MOVE));
    latest().close();
    const unsent = fate(socket.ask(MOVE));
    mock.timers.tick(2500);
    const late = fate(socket.ask(MOVE));
    await rest();
    assert.deepEqual([sent.is, unsent.is, late.is], ['connection_lost', 'no_connection', 'no_connection']);
  });

  test('when the server could not read one of them, and all is asked for anew', async () => {
    const line = welcomed();
    const asked = fate(socket.ask(MOVE));
    line.say(refusal('bad_message'));
    await rest();
    assert.equal(asked.is, 'connection_lost');
    assert.deepEqual(line.sent.at(-2), { type: 'hello', after: null });
  });

  test('when the table is left: none stays open', async () => {
    welcomed();
    const before = fate(socket.ask(MOVE));
    socket.close();
    const after = fate(socket.ask(MOVE));
    await rest();
    assert.deepEqual([before.is, after.is], ['table_left', 'table_left']);
    mock.timers.tick(60000);
    window.dispatchEvent(new Event('online'));
    assert.equal(FakeWebSocket.all.length, 1, 'and nobody connects again');
  });
});
