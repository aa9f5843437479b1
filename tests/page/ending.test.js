/** How a game's end feels, and personal bests. */

import './browser.js';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

const { verdictOf } = await import('../../src/azulejos/web/js/ending/verdict.js');
const { kindOf, withGame } = await import('../../src/azulejos/web/js/ending/bests.js');

describe('a verdict', () => {
  const result = (scores, won_by = 'points') => ({ scores, winners: [scores.indexOf(Math.max(...scores)) + 1], won_by });
  const told = (...given) => Object.values(verdictOf(...given) ?? {}).join(' ');

  for (const [seat, scores, words] of [
    [1, [50, 48], 'won close 2'], [1, [50, 40], 'won clear 10'], [1, [50, 25], 'won far 25'],
    [2, [50, 48], 'lost close 2'], [2, [50, 40, 49], 'lost clear 10'], [0, [50, 40, 49], 'seen close 1'],
  ]) test(`${scores} for seat ${seat} is ${words}`, () => assert.equal(told(result(scores), seat), words));

  test('who has no points is behind by all of the winner\'s', () => assert.equal(told(result([0, 30]), 1), 'lost far 30'));

  for (const won_by of ['shared', 'rows', 'resigned']) {
    test(`there is no margin where it was ${won_by}`, () => assert.equal(verdictOf(result([50, 48], won_by), 1), null));
  }
});

describe('personal bests', () => {
  const NONE = { kinds: {}, tables: [] };
  const game = (table, score, margin = 0, kind = 'std-2') => ({ table, kind, score, margin });
  const all = (...games) => games.reduce((kept, one) => withGame(kept, one).kept, NONE);
  const news = (kept, one) => withGame(kept, one).note.news;

  test('are kept by rules and number of players', () => {
    assert.equal(kindOf({ rules: 'grey+joker', seats: [1, 2, 3] }), 'grey+joker-3');
    assert.equal(news(all(game('a', 50)), game('b', 30, 0, 'grey-2')), 'first');
  });

  test('a higher score is one, a lower one is not', () => {
    const kept = all(game('a', 50));
    assert.deepEqual(withGame(kept, game('b', 61)).note, { news: 'score', best: 61, before: 50 });
    assert.deepEqual(withGame(kept, game('b', 41)).note, { news: 'none', best: 50, before: 50 });
    assert.equal(news(kept, game('b', 50)), 'none');
  });

  test('so is a clearer win, but not the first win of all', () => {
    assert.equal(news(all(game('a', 50)), game('b', 40, 5)), 'none');
    assert.equal(news(all(game('a', 50, 3)), game('b', 40, 5)), 'margin');
    assert.equal(news(all(game('a', 50, 3)), game('b', 40, 2)), 'none');
  });

  test('a table counts once, and says the same again', () => {
    const kept = all(game('a', 50), game('b', 61), game('c', 55));
    assert.equal(withGame(kept, game('b', 61)).kept, kept);
    assert.deepEqual(withGame(kept, game('b', 61)).note, { news: 'score', best: 61, before: 50 });
    assert.equal(news(kept, game('c', 55)), 'none');
    assert.equal(news(all(game('a', 50)), game('a', 50)), 'first');
  });

  test('no more tables are remembered than it takes', () => {
    assert.equal(all(...Array.from({ length: 99 }, (_, index) => game(`t${index}`, index))).tables.length, 60);
  });
});
