/** The queue: message after message, each ends in the server's state; a move shown ahead is confirmed or goes back. */

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { rest } from './browser.js';
import { entry, now, played, state, welcome } from './games.js';

const { Queue } = await import('../../src/azulejos/web/js/play/queue.js');
const { Store } = await import('../../src/azulejos/web/js/play/store.js');

/** A stage without pictures: nothing flies, and a pause lasts until it is let go or skipped. */
class FakeStage {
  pace = {
    instant: false, still: true, stopped: false, squeeze: 1, skipped: 0,
    wait: () => this.pause(), skip: () => this.skip(), rest() {},
  };

  overlay = { clear() {} };
  seesAll = false;
  pauses = [];
  ending = [];
  holds = false;

  constructor(store) {
    this.store = store;
  }

  pause() {
    if (!this.holds || this.pace.instant) return Promise.resolve();
    return new Promise((resolve) => { this.pauses.push(resolve); });
  }

  skip() {
    this.pace.instant = true;
    this.pace.skipped += 1;
    this.pauses.splice(0).forEach((go) => go());
  }

  scene() {
    return { pace: this.pace, overlay: this.overlay, show: (frame) => this.show(frame), rectOf: () => null };
  }

  show(frame) {
    this.store.dispatch({ type: 'frame', state: frame });
  }

  async spotlight() {}
  async gather() {
    this.ending.push('walls');
  }

  light(step) {
    this.ending.push(step.points);
  }

  cut() {}
  paint() {}
}

const TAKEN = { event: 'taken', player: 1, source: 1, tiles: 'BB', flights: [{ tiles: 'RR', from: 'display/1', to: 'centre' }] };
const LAID = { event: 'laid', player: 1, line: 2, tiles: 'BB', flights: [{ tiles: 'BB', from: 'display/1', to: 'player/1/line/2' }] };
const FLIGHTS = [...TAKEN.flights, ...LAID.flights];

let store;
let stage;
let queue;
let told;

beforeEach(() => {
  store = new Store();
  stage = new FakeStage(store);
  queue = new Queue(store, stage);
  told = [];
  store.dispatch(welcome());
  store.subscribe((action) => told.push(action.type === 'entry_ends' ? `${action.type} ${action.entry.ply}` : action.type));
});

/** As the table's view does it. */
function hear(message) {
  store.dispatch(message);
  queue.add(message);
}

const lines = () => store.shown.boards[0].lines;

test('messages are played one after the other', async () => {
  stage.holds = true;
  hear(played(2, { steps: [TAKEN, LAID] }));
  hear(played(3));
  await rest();
  assert.deepEqual([store.state.playing, store.state.behind, lines()[1]], [true, 1, 'BB']);
  stage.holds = false;
  stage.skip();
  await queue.done;
  assert.deepEqual(told.filter((what) => what.startsWith('entry_ends')), ['entry_ends 2', 'entry_ends 3']);
  assert.deepEqual([store.state.playing, store.shown.position], [false, 'after 3']);
});

test('behind every message the server\'s state is shown, whatever its steps were', async () => {
  hear(played(2, { steps: [LAID] }, { displays: ['', 'YKJJ'] }));
  await queue.done;
  assert.deepEqual([store.shown.displays, lines()[1]], [['', 'YKJJ'], '']);
});

test('a step that fails holds up nothing', async (context) => {
  const complaint = context.mock.method(console, 'error', () => {});
  hear(played(2, { steps: [{ ...LAID, flights: [{ tiles: 'B', from: 'nowhere', to: 'centre' }] }] }));
  await queue.done;
  assert.equal(store.shown.position, 'after 2');
  assert.equal(complaint.mock.callCount(), 1);
});

describe('what a round brings', () => {
  const fallen = (player) => ({
    event: 'line_dropped', player, line: 1, flights: [{ tiles: 'R', from: `player/${player}/line/1`, to: `player/${player}/floor` }],
  });
  const floors = () => store.shown.boards.map(({ floor }) => floor);

  test('is told of all players at once where all boards are in sight', async () => {
    stage.holds = true;
    stage.seesAll = true;
    hear(played(2, { steps: [fallen(2), fallen(1)] }));
    await rest();
    assert.deepEqual(floors(), ['R', 'R']);
    assert.equal(told.filter((what) => what === 'step_begins').length, 1, 'in words only of mine');
    stage.skip();
    await queue.done;
  });

  test('is told of mine first where there is one board at a time', async () => {
    stage.holds = true;
    hear(played(2, { steps: [fallen(2), fallen(1)] }));
    await rest();
    assert.deepEqual(floors(), ['R', '']);
    stage.pauses.splice(0).forEach((go) => go());
    await rest();
    assert.deepEqual(floors(), ['R', 'R']);
    stage.skip();
    await queue.done;
  });

  test('loses no bonus that follows it', async () => {
    const bonus = { event: 'bonus', player: 1, points: 2, score: 2, flights: [] };
    hear(played(2, { steps: [fallen(1), bonus] }));
    await queue.done;
    assert.equal(told.filter((what) => what === 'step_begins').length, 2);
  });
});

test('who is far behind jumps', async () => {
  stage.holds = true;
  for (let number = 2; number < 16; number += 1) hear(played(number));
  assert.equal(stage.pace.skipped, 1);
  await queue.done;
  assert.equal(store.shown.position, 'after 15');
});

test('after a reset nothing of what was being played is shown any more', async () => {
  stage.holds = true;
  hear(played(2, { steps: [TAKEN, LAID] }));
  hear(played(3));
  await rest();
  store.dispatch({ type: 'undone', keep: 1, player: 1, ...now(4) });
  queue.reset();
  stage.skip();
  await rest();
  assert.deepEqual(told.filter((what) => what.startsWith('entry_ends')), []);
  assert.deepEqual([store.state.playing, store.shown.position], [false, 'after 4']);
});

describe('a move shown ahead', () => {
  const show = () => queue.showAhead({ move: '1B2', flights: FLIGHTS });

  test('lies there at once, and its message shows it no second time', async () => {
    show();
    assert.deepEqual([lines()[1], store.shown.centre], ['BB', 'FRR']);
    const frames = [];
    store.subscribe((action) => action.type === 'frame' && frames.push(action.state));
    hear(played(2, { steps: [TAKEN, LAID] }, state({ boards: store.shown.boards })));
    await queue.done;
    assert.ok(frames.every((frame) => frame.boards[0].lines[1] === 'BB'), 'it never goes back');
    assert.equal(queue.ahead, null);
  });

  test('goes back when it is refused', () => {
    queue.retract(show());
    assert.deepEqual([store.shown.position, lines()[1]], ['after 1', '']);
  });

  test('a later one is not taken back by an earlier refusal', () => {
    const first = show();
    queue.retract(first);
    show();
    queue.retract(first);
    assert.equal(lines()[1], 'BB');
  });

  test('goes back where somebody else was first', async () => {
    show();
    const before = [];
    store.subscribe(({ type }) => type === 'entry_begins' && before.push([lines()[1], store.shown.displays[0]]));
    hear(played(2, { move: '2Y1', player: 2 }));
    await queue.done;
    assert.deepEqual(before, [['', 'BBRR']], 'before what happened instead begins');
  });
});

test('what was missed is played again from where it was left', async () => {
  store.dispatch(welcome({ history: [entry(1), entry(2)], ...now(2) }));
  stage.holds = true;
  queue.rerun(state(), [played(2, { steps: [TAKEN, LAID] })]);
  await rest();
  assert.equal(lines()[1], 'BB');
  stage.skip();
  await queue.done;
  assert.equal(store.shown.position, 'after 2');
});

test('at the end the walls come together, and every bonus stays lit once it is counted', async () => {
  const bonus = { event: 'bonus', player: 1, kind: 'row', points: 2, cells: [], score: 2, flights: [] };
  const steps = [{ event: 'ended', reason: 'row', flights: [] }, bonus, { ...bonus, kind: 'column', points: 7, score: 9 }];
  hear(played(2, { steps }, { phase: 'over' }));
  await queue.done;
  assert.deepEqual(stage.ending, ['walls', 2, 7]);
});
