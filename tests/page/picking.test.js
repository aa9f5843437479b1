/** Picking: a take, with or without jokers, then a target; refusals are told and cost nothing. */

import './browser.js';
import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { now, played, welcome } from './games.js';

const { Picking } = await import('../../src/azulejos/web/js/play/picking.js');
const { Store } = await import('../../src/azulejos/web/js/play/store.js');

let store;
let picking;
let told;

beforeEach(() => {
  store = new Store();
  store.dispatch(welcome());
  told = [];
  picking = new Picking(store, {
    changed: () => told.push('changed'),
    move: (move) => told.push(`move ${move}`),
    refused: ({ code }) => told.push(`refused ${code}`),
    idle: (why) => told.push(`idle ${why}`),
  });
});

const BLUE = { source: 1, tile: 'B' };
const YELLOW = { source: 2, tile: 'Y' };

test('a tile, then a line, is a move', () => {
  picking.pick(BLUE);
  assert.deepEqual([picking.take.tiles, picking.targets.map(({ line }) => line)], ['BB', [0, 1, 2, 3]]);
  picking.choose({ line: 2, column: 0 });
  assert.deepEqual(told, ['changed', 'move 1B2']);
});

test('picked once more it is let go, but not by a drag', () => {
  picking.pick(BLUE);
  picking.pick(BLUE, { keep: true });
  assert.equal(picking.picked.tile, 'B');
  picking.pick(BLUE);
  assert.equal(picking.picked, null);
  assert.equal(picking.cancel(), false, 'there is nothing to let go');
});

test('another tile is picked instead', () => {
  picking.pick(BLUE);
  picking.point({ line: 2, column: 0 });
  picking.pick({ source: 1, tile: 'R' });
  assert.deepEqual([picking.picked.take, picking.aim], ['R', null]);
});

test('where jokers lie there are ways to take', () => {
  picking.pick(YELLOW);
  assert.deepEqual(picking.variants.map(({ take }) => take), ['Y', 'YJ', 'J']);
  const ways = Array.from({ length: 4 }, () => {
    picking.cycle();
    return picking.take.take;
  });
  assert.deepEqual(ways, ['YJ', 'J', 'Y', 'YJ']);
  picking.vary('B');
  assert.equal(picking.take.take, 'YJ', 'blue is none of them');
  picking.pick({ source: 2, tile: 'J' });
  assert.deepEqual(picking.variants.map(({ take }) => take), ['J'], 'who wants jokers gets jokers');
});

test('a line that can\'t be chosen says why', () => {
  picking.pick(BLUE);
  picking.choose({ line: 3, column: 0 });
  picking.choose({ line: 5, column: 0 });
  assert.deepEqual(told, ['changed', 'changed', 'refused line_full']);
});

const IDLE = [
  ['not_now', () => store.dispatch(welcome(now(1, { turn: 2 }))), BLUE],
  ['playing', () => store.dispatch(played(2)), BLUE],
  ['not_now', () => store.dispatch({ type: 'sent', move: '1B2' }), BLUE],
  ['marker', () => {}, { source: 0, tile: 'F' }],
  ['tiling', () => store.dispatch(welcome({ choices: { player: 1, takes: [], cells: [{ line: 2, column: 4, move: '2@4' }] } })), BLUE],
];
for (const [why, happen, wish] of IDLE) {
  test(`nothing is picked: ${why}`, () => {
    happen();
    picking.pick(wish);
    assert.deepEqual([told, picking.picked], [[`idle ${why}`], null]);
  });
}

test('a cell of the wall is chosen without picking anything', () => {
  store.dispatch(welcome({ choices: { player: 1, takes: [], cells: [{ line: 2, column: 4, move: '2@4' }] } }));
  picking.choose({ line: 2, column: 4 });
  assert.deepEqual(told, ['move 2@4']);
});

test('a hint picks exactly its take, if it is still there', () => {
  picking.pickTake(2, 'YJ');
  assert.equal(picking.take.tiles, 'YJJ');
  picking.pickTake(2, 'W');
  assert.equal(picking.take.tiles, 'YJJ');
});
