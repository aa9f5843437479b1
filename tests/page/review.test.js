/** The review's words and numbers, and how it is waited for: no browser needed. */

import './browser.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { beforeEach, test } from 'node:test';
import { CHOICES } from './games.js';

const JS = '../../src/azulejos/web/js';
const { useTexts } = await import(`${JS}/text/catalogue.js`);
const { percent, plainPoints, signedPercent, signedPoints } = await import(`${JS}/review/numbers.js`);
const { levelText, partsOf, reasonsText, roundedAccount } = await import(`${JS}/review/words.js`);
const { follow } = await import(`${JS}/review/host.js`);
const { moveText, placesOf } = await import(`${JS}/review/mistakes.js`);
const { spread } = await import(`${JS}/review/curve.js`);

const texts = (language) => Object.assign({}, ...['', 'table/', 'shell/', 'review/'].map((room) => (
  JSON.parse(readFileSync(new URL(`../../src/azulejos/locales/${room}${language}.json`, import.meta.url), 'utf8'))
)));

beforeEach(() => useTexts('en', texts('en')));

test('numbers have true minus signs and no minus zero', () => {
  assert.deepEqual([percent(0.1234), percent(0.5, 0), signedPercent(-0.05), signedPercent(-0.0001)], ['12.3%', '50%', '−5.0%', '+0.0%']);
  assert.deepEqual([signedPoints(2.04), signedPoints(-3), plainPoints(-3), plainPoints(1.25)], ['+2.0', '−3.0', '3', '1.3']);
  useTexts('de', texts('de'));
  assert.match(percent(0.1234), /^12,3\s%$/);
});

test('rounded accounts add up: the remainder takes what rounding changed', () => {
  const found = roundedAccount({ seat: 0.14, luck: 0.14, errors: [0.14, 0.14], remainder: 0.44, result: 1 }, 1);
  assert.deepEqual(found, { seat: 0.1, luck: 0.1, errors: [0.1, 0.1], remainder: 0.6, result: 1 });
});

const why = (changes) => ({ gap: 0, parts: {}, clear: true, ends: [false, false], starters: [1, 1], sight: 'round', better: [], worse: [], ...changes });

test('the parts that are shown add up to the gap that is shown', () => {
  const parts = partsOf(why({ gap: 2.46, parts: { tiles: 3, floor: -1, wall: 0.46 } }));
  assert.deepEqual(parts, [{ kind: 'tiles', points: 3 }, { kind: 'floor', points: -1 }, { kind: 'wall', points: 0.5 }]);
});

test('a judgement is called one, and what helps only the chance says so', () => {
  assert.equal(reasonsText(why({ gap: 2, parts: { floor: 2 } })), '+2.0 in points: 2 less lost on the floor line.');
  assert.match(reasonsText(why({ gap: 2, clear: false, parts: { wall: 2 } })), /mainly a judgement/);
  assert.match(reasonsText(why({ gap: -1, parts: { tiles: -1 } })), /won more often/);
});

test('levels: between two, below all, above all, and what else is possible', () => {
  const names = { nameOf: () => 'Ana', you: 2 };
  const level = { nearest: 'casual', below: 'casual', above: 'medium', weakest: 'casual', strongest: 'casual' };
  assert.equal(levelText(level, 1, names), 'Ana played between Casual and Medium.');
  assert.equal(levelText({ ...level, below: null, above: 'novice' }, 1, names), 'Ana played below Novice.');
  assert.equal(levelText({ ...level, below: 'master', above: null }, 2, names), 'You played like Master or better.');
  assert.match(levelText({ ...level, weakest: 'novice' }, 1, names), /anything from Novice to Casual is possible/);
});

test('a move in words, and the places that it is about', () => {
  assert.equal(moveText(CHOICES, '1B2'), '2 blue tiles from display 1 → line 2');
  assert.deepEqual(placesOf(CHOICES, '2YJ3'), [{ source: 2, take: 'YJ' }, 'player/1/line/3']);
  assert.deepEqual([moveText(null, '1B2'), placesOf(null, '1B2')], ['1B2', []]);
});

test('names at the end of the curve keep their distance and stay on the drawing', () => {
  const placed = spread([12, 170, 172, 174]);
  assert.equal(placed[0], 12);
  placed.sort((one, other) => one - other).forEach((height, index) => {
    assert.ok(height >= 12 && height <= 176);
    assert.ok(!index || height - placed[index - 1] >= 16);
  });
});

const status = (stage, done) => ({ stage, done, plies: 2, curve: [], review: null, error: null });

test('a review is looked at until it is there, whatever fails in between', async () => {
  const answers = [status('working', 1), new Error('starting again'), status('done', 2)];
  const host = {
    begin: async () => status('waiting', 0),
    look: async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const told = [];
  await follow(host, ({ stage }) => told.push(stage), new AbortController().signal);
  assert.deepEqual(told, ['waiting', 'working', 'working', 'done']);
});

test('who has gone is told nothing any more', async () => {
  const ended = new AbortController();
  const told = [];
  await follow({ begin: async () => status('working', 0), look: async () => status('working', 1) }, ({ done }) => {
    told.push(done);
    ended.abort();
  }, ended.signal);
  assert.deepEqual(told, [0]);
});
