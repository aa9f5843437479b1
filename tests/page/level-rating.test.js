/** Levels to choose from, with what was measured of them in this kind of game. */

import './browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { useTexts } = await import('../../src/azulejos/web/js/text/catalogue.js');
const { levelChoices } = await import('../../src/azulejos/web/js/start/level-rating.js');

const ABOUT = { levels: ['novice', 'mine'], ratings: { 'std-2': { novice: 700 } } };

test('a rating stands beside the name, where there is one', () => {
  useTexts('en', { 'level.novice': 'Novice' });
  assert.deepEqual(levelChoices(ABOUT, 'std', 2), [['novice', 'Novice · 700'], ['mine', 'mine']]);
  assert.deepEqual(levelChoices(ABOUT, 'grey', 2), [['novice', 'Novice'], ['mine', 'mine']]);
});
