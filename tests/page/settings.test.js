/** Settings: kept, told to whoever watches, and of use whatever lies in the store. */

import './browser.js';
import assert from 'node:assert/strict';
import { setMaxListeners } from 'node:events';
import { beforeEach, mock, test } from 'node:test';

/** As after a reload: nothing is remembered but what is stored. */
let count = 0;
const load = async () => (await import(`../../src/azulejos/web/js/settings.js?${count += 1}`)).settings;

setMaxListeners(0, window); // each module that is loaded listens to other tabs
beforeEach(() => localStorage.kept.clear());

test('what is set is there after a reload', async () => {
  (await load()).set('speed', 4);
  assert.equal((await load()).get('speed'), 4);
});

const NONSENSE = [
  ['speed', '3'], ['speed', '"1"'], ['theme', '"pink"'], ['talk', '1'], ['haptics', 'null'], ['beaten', '[1]'], ['sound', '1'], ['names', '[1]'], ['names', '{}'], ['seen', '{"t": 1}'],
  ['muted', '"t/1"'], ['joined', '{"abc": 1}'], ['lesson', 'null'], ['language', '{'],
  ['profile', '{"name": "Ana", "colour": 9}'], ['profile', '{"name": 1, "colour": null}'],
  ['bests', 'null'], ['bests', '{"kinds": {"std-2": {}}, "tables": []}'], ['bests', '{"kinds": {}}'],
  ['lastTable', '{"rules": "std", "seats": [{"name": "Ana"}]}'], ['lastTable', '{"rules": "std", "seats": [null, null]}'],
];
for (const [name, text] of NONSENSE) {
  test(`${name} ${text} counts as nothing`, async () => {
    const usual = (await load()).get(name);
    localStorage.setItem(`azulejos.${name}`, text);
    assert.deepEqual((await load()).get(name), usual);
  });
}

test('where nothing can be stored a choice lives as long as the page', async () => {
  const full = mock.method(localStorage, 'setItem', () => { throw new Error('full'); });
  const settings = await load();
  settings.set('theme', 'dark');
  assert.equal(settings.get('theme'), 'dark');
  full.mock.restore();
  assert.equal((await load()).get('theme'), 'auto');
});

test('who watches is told, also of what another tab has set, until they stop', async () => {
  const settings = await load();
  const told = [];
  const stop = settings.watch('speed', (speed) => told.push(speed));
  settings.set('speed', 2);
  localStorage.setItem('azulejos.speed', '0');
  dispatchEvent(Object.assign(new Event('storage'), { key: 'azulejos.speed' }));
  stop();
  settings.set('speed', 4);
  assert.deepEqual(told, [2, 0]);
});
