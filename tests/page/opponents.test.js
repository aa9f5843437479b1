/** The opponents: who speaks, when a move is great, and who comes next. */

import './browser.js';
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { entry } from './games.js';

const { freeName, nextOf, opponentName, strengthOf } = await import('../../src/azulejos/web/js/opponents/opponents.js');
const { GREAT, isGreat, speakerOf } = await import('../../src/azulejos/web/js/opponents/talk.js');
const { against } = await import('../../src/azulejos/web/js/opponents/next.js');

const seat = (number, level, name = '') => ({ seat: number, kind: level ? 'bot' : 'person', level, name, colour: null });
const at = (seats, { single = true, shared = false } = {}) => ({ table: { seats, rules: 'std', options: {} }, single, shared });

test('each stronger one comes after the one before, and nobody after the strongest', () => {
  const names = new Set();
  let level = 'novice';
  while (level) {
    names.add(opponentName(level));
    const next = nextOf(level);
    assert.ok(!next || strengthOf(next) === strengthOf(level) + 1);
    level = next;
  }
  assert.equal(names.size, 8);
});

test('a third of a level has a number too', () => {
  assert.deepEqual([freeName('casual', []), freeName('casual', ['Inês']), freeName('casual', ['Inês', 'Inês 2'])], ['Inês', 'Inês 2', 'Inês 3']);
});

describe('who speaks', () => {
  test('is the strongest', () => assert.equal(speakerOf(at([seat(1), seat(2, 'casual'), seat(3, 'master'), seat(4, 'novice')])), 3));
  test('is nobody among bots of other kinds', () => assert.equal(speakerOf(at([seat(1), seat(2, 'mybot')])), 0));
  test('is nobody where people play with each other', () => {
    assert.equal(speakerOf(at([seat(1), seat(2, 'casual')], { shared: true })), 0);
    assert.equal(speakerOf(at([seat(1), seat(2), seat(3, 'casual')], { single: false })), 0);
  });
});

describe('a great move', () => {
  const tiled = (player, horizontal, vertical) => entry(9, { steps: [{ event: 'tiled', player, horizontal, vertical, flights: [] }] });

  test('brings many points with one tile', () => {
    assert.equal(isGreat(tiled(1, GREAT - 2, 2), 1), true);
    assert.equal(isGreat(tiled(1, GREAT - 3, 2), 1), false);
  });
  test('of somebody else is not praised', () => assert.equal(isGreat(tiled(2, 5, 5), 1), false));
});

test('the next one takes the seat of who was beaten, at the same table', () => {
  const next = against(at([seat(1, null, 'Ana'), seat(2, 'casual', 'Inês'), seat(3, 'medium', 'Duarte')]), 2, 'medium');
  assert.deepEqual(next.seats.map(({ name, level }) => [name, level]), [['Ana', null], ['Duarte 2', 'medium'], ['Duarte', 'medium']]);
});
