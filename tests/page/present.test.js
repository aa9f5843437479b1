/** What the presenter's address asks for: only what is known, whatever stands there. */

import './browser.js';
import assert from 'node:assert/strict';
import { test } from 'node:test';

const { wishesIn } = await import('../../src/azulejos/web/js/present/wishes.js');

const USUAL = { board: 0, background: '', theme: '' };

for (const [search, wishes] of [
  ['', {}],
  ['?board=3', { board: 3 }],
  ['?board=turn&theme=dark', { board: 'turn', theme: 'dark' }],
  ['?board=5', {}],
  ['?board=1e0', {}],
  ['?background=clear', { background: 'clear' }],
  ['?background=00ff00', { background: '00ff00' }],
  ['?background=0F0', { background: '0F0' }],
  ['?background=red;position:fixed', {}],
  ['?background=url(x)&theme=blue', {}],
]) {
  test(`${search || 'nothing'} is understood`, () => assert.deepEqual(wishesIn(search), { ...USUAL, ...wishes }));
}
