/** A hint in three presses: the last says why, beside another move in a review's words. */

import './browser.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { welcome } from './games.js';

const JS = '../../src/azulejos/web/js';
const { useTexts } = await import(`${JS}/text/catalogue.js`);
const { Hint } = await import(`${JS}/table/hint.js`);
const { Store } = await import(`${JS}/play/store.js`);
const { boardModel, offerModel } = await import(`${JS}/play/models.js`);
const { Picking } = await import(`${JS}/play/picking.js`);
const words = await import(`${JS}/review/hint-words.js`);

const texts = (language) => Object.assign({}, ...['', 'table/', 'shell/', 'review/'].map((room) => (
  JSON.parse(readFileSync(new URL(`../../src/azulejos/locales/${room}${language}.json`, import.meta.url), 'utf8'))
)));
const WHY = {
  gap: 2.46, parts: { tiles: 3, floor: -1, wall: 0.46 }, clear: true, ends: [false, false], starters: [1, 1], sight: 'round', better: [], worse: [],
};
const HINT = {
  move: '1B2', source: 1, take: 'B', line: 2, column: null, reasons: [{ code: 'no_falling', data: {} }],
  comparison: { other: 'tempting', move: '2Y1', why: WHY },
};

let store;
let picking;

beforeEach(() => {
  useTexts('en', texts('en'));
  store = new Store();
  store.dispatch(welcome());
  const nothing = () => {};
  picking = new Picking(store, { changed: nothing, move: nothing, refused: nothing, idle: nothing });
});

async function pressed(told, times, known = words) {
  const hint = new Hint(store, async () => told, () => {});
  hint.words = known;
  for (let time = 0; time < times; time += 1) await hint.press(picking);
  return hint;
}

test('the last press compares it with another move, and marks that', async () => {
  const hint = await pressed(HINT, 3);
  assert.equal(hint.text, 'No tile falls to the floor line. Compared with 1 yellow tile from display 2 → line 1, which brings more '
  + 'at the next tiling, it is 2.5 points better in the long run: 3 more from tiles on the wall, 1 more lost on the floor line and '
  + '0.5 for a better wall to come, as judged.');
  assert.deepEqual(hint.instead, { source: 2, take: 'Y', line: 1, column: 0 });
  const parts = { store, picking, advice: hint };
  assert.deepEqual(offerModel(parts).instead, hint.instead);
  const marked = boardModel(parts, 1, true).targets.filter(({ instead }) => instead);
  assert.deepEqual(marked.map(({ line }) => line), [1]);
});

test('tiles that both moves take are not crossed out', async () => {
  const same = { ...HINT, comparison: { ...HINT.comparison, move: '1B1' } };
  assert.deepEqual((await pressed(same, 3)).instead, { source: null, take: 'B', line: 1, column: 0 });
});

test('before the last press nothing is compared', async () => {
  const hint = await pressed(HINT, 2);
  assert.equal(hint.instead, null);
  assert.doesNotMatch(hint.text, /Compared/);
});

test('a line that both moves go to is not crossed out', async () => {
  const same = { ...HINT, comparison: { ...HINT.comparison, move: '1R2' } };
  const parts = { store, picking, advice: await pressed(same, 3) };
  assert.equal(boardModel(parts, 1, true).targets.some(({ instead }) => instead), false);
});

test('without a comparison, or without words for it, there are facts alone', async () => {
  for (const told of [{ ...HINT, comparison: null }, HINT]) {
    const hint = await pressed(told, 3, null); // Nothing can be fetched here.
    assert.deepEqual([hint.text, hint.instead], ['No tile falls to the floor line.', null]);
  }
});
