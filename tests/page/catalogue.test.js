/** Texts: values, plurals, lists and errors in every language; late languages; the language that is wanted. */

import './browser.js';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { afterEach, describe, mock, test } from 'node:test';

const catalogue = await import('../../src/azulejos/web/js/text/catalogue.js');
const { settings } = await import('../../src/azulejos/web/js/settings.js');
const { wantedLanguage } = await import('../../src/azulejos/web/js/text/language.js');
const { LANGUAGES, errorText, listing, loadTexts, onLanguage, t, tilesInWords, useTexts } = catalogue;

const LOCALES = new URL('../../src/azulejos/locales/', import.meta.url);
const plain = (language) => JSON.parse(readFileSync(new URL(`${language}.json`, LOCALES), 'utf8'));

afterEach(() => mock.restoreAll());

describe('in every language', () => {
  for (const language of LANGUAGES) {
    test(`${language}: tiles are counted and listed`, () => {
      useTexts(language, plain(language));
      const complaint = mock.method(console, 'error', () => {});
      const told = ['', 'B', 'BB', 'BBJ', 'FBYRKWJ'].map(tilesInWords);
      assert.equal(new Set(told).size, told.length);
      assert.ok(told.every((text) => !/[{}]/.test(text)), told.join('; '));
      assert.equal(complaint.mock.callCount(), 0);
    });
  }
});

test('English, word by word', () => {
  useTexts('en', plain('en'));
  assert.equal(tilesInWords('BBJ'), '2 blue tiles and 1 joker');
  assert.deepEqual([[], ['a'], ['a', 'b'], ['a', 'b', 'c']].map(listing), ['', 'a', 'a and b', 'a, b and c']);
});

test('what counts as one is the language\'s business', () => {
  const texts = { moves_one: '{count} one', moves_other: '{count} other' };
  const forms = (language) => {
    useTexts(language, texts);
    return [0, 1, 2].map((count) => t.count('moves', count).split(' ')[1]);
  };
  assert.deepEqual(forms('en'), ['other', 'one', 'other']);
  assert.deepEqual(forms('fr'), ['one', 'one', 'other']);
});

test('what is missing is shown as it is, and complained about', () => {
  const complaint = mock.method(console, 'error', () => {});
  useTexts('en', { greeting: 'Hello {name}' });
  assert.deepEqual([t('nothing'), t('greeting'), t('greeting', { name: '{name}<b>' })], ['nothing', 'Hello {name}', 'Hello {name}<b>']);
  assert.equal(complaint.mock.callCount(), 2);
});

test('errors in the reader\'s words: by colour, by code, else as the server says it', () => {
  useTexts('en', { 'error.held': 'It holds {held}.', 'error.held.B': 'It holds blue.' });
  const say = (code, data) => errorText({ code, data, rule: '', sentence: 'as it came' });
  assert.deepEqual([say('held', { held: 'B' }), say('held', { held: 'W' }), say('new', {})], ['It holds blue.', 'It holds W.', 'as it came']);
});

test('a language that comes late does not replace a later one', async () => {
  const waiting = new Map();
  mock.method(globalThis, 'fetch', (url) => new Promise((resolve) => { waiting.set(String(url).slice(-7), resolve); }));
  const arrive = (file, text) => waiting.get(file)(new Response(JSON.stringify({ word: text })));
  const drawn = [];
  const stop = onLanguage(() => drawn.push(t('word')));
  const loading = [loadTexts('sv'), loadTexts('nl')];
  arrive('nl.json', 'woord');
  arrive('sv.json', 'ord');
  await Promise.all(loading);
  stop();
  assert.deepEqual([drawn, catalogue.language()], [['woord'], 'nl']);
});

describe('the language that is wanted', () => {
  const cases = [
    ['as the browser asks', '', null, ['pt', 'de-AT', 'en'], 'de'],
    ['none that we have', '', null, ['pt', 'ja'], 'en'],
    ['chosen before the browser\'s', '', 'fi', ['de'], 'fi'],
    ['in the address before all', '?lang=sv', 'fi', ['de'], 'sv'],
    ['an unknown one in the address is no wish', '?lang=xx', 'fi', ['de'], 'fi'],
    ['the longer one for tests', '?lang=pseudo', null, ['de'], 'pseudo'],
  ];
  for (const [name, search, chosen, languages, expected] of cases) {
    test(name, () => {
      globalThis.location = new URL(`http://page.test/${search}`);
      globalThis.navigator = { languages };
      settings.set('language', chosen);
      assert.equal(wantedLanguage(), expected);
    });
  }
});
