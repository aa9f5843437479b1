/** The letters that tell players apart, and where markers stand on the score track. */

import './browser.js';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

const { lettersOf } = await import('../../src/azulejos/web/js/board/sign.js');
const { standsOf } = await import('../../src/azulejos/web/js/board/markers.js');

describe('the letters of names', () => {
  for (const [names, letters] of [
    [['Ana', 'Bo'], ['A', 'B']],
    [['ana', 'Bo'], ['A', 'B']],
    [['Anton', 'Albert', 'Bo'], ['An', 'Al', 'B']],
    [['Anna', 'Anne'], ['Aa', 'Ae']],
    [['Ana Maria', 'Ana Luísa'], ['AM', 'AL']],
    [['Anton', 'Alan'], ['An', 'Al']],
    [['Inês', 'Inês 2', 'Inês 3'], ['I', 'I2', 'I3']],
    [['A', 'Ana'], ['A', 'An']],
    [['Émile', 'Édith'], ['Ém', 'Éd']],
  ]) test(`${names} are ${letters}`, () => assert.deepEqual(lettersOf(names).map((letter) => letter.normalize('NFC')), letters));

  test('are numbers only for equal names', () => assert.deepEqual(lettersOf(['Bo', 'Bo', 'Bea', 'Cem']), ['1', '2', 'Be', 'C']));

  test('are never the same', () => {
    for (const names of [['Anna', 'Anne', 'Alna', 'Ana'], ['Al', 'La', 'All', 'A l'], ['', '', 'A', 'a'], ['Inês', 'Inês', 'In', 'I']]) {
      assert.equal(new Set(lettersOf(names)).size, names.length, names.join());
    }
  });
});

describe('markers', () => {
  const bounds = { low: 0, high: 300 };
  const at = (...points) => standsOf(points, 20, bounds).map(({ x }) => x);

  test('stand above their points', () => assert.deepEqual(at(10, 200, 100), [10, 200, 100]));
  test('that are near share the room around their middle', () => assert.deepEqual(at(100, 100), [90, 110]));
  test('push a third aside', () => assert.deepEqual(at(100, 112, 100), [84, 124, 104]));
  test('stay within the bounds', () => {
    assert.deepEqual(at(0, 0, 0, 0), [0, 20, 40, 60]);
    assert.deepEqual(at(300, 290, 300), [280, 260, 300]);
  });
  test('stand higher the more they are', () => {
    assert.deepEqual(standsOf([100, 105, 200], 20, bounds).map(({ level }) => level), [1, 1, 0]);
  });
});
