/**
 * The texts of the page in the reader's language: the twin of `azulejos/locales/__init__.py`.
 *
 * `texts/<language>.json` holds most; rooms that are seldom entered have files of their own
 * (`texts/learn/<language>.json`) and are fetched by `loadRoom`. They lie beside the modules, and so
 * are of the same version.
 */

/** @import { Problem, Tiles } from '../messages.js' */

/** @typedef {Record<string, unknown>} Values */

export const LANGUAGES = ['en', 'de', 'fr', 'nl', 'sv', 'fi'];
export const FALLBACK = 'en';
/** English, accented and longer: `?lang=pseudo` shows it. */
export const PSEUDO = 'pseudo';
const KINDS = [...'BYRKWJ'];
const FOLDER = new URL('../../texts/', import.meta.url);

let current = FALLBACK;
/** @type {Record<string, string>} */
let texts = {};
let plurals = new Intl.PluralRules(FALLBACK);
/** Counts the languages asked for: one that comes late must not replace a later one. */
let wanted = 0;
/** Rooms besides the main one that a page has asked for. @type {Set<string>} */
const rooms = new Set();
/** @type {Map<string, Promise<Record<string, string>>>} */
const fetched = new Map();
/** @type {Set<() => void>} */
const listeners = new Set();

/**
 * Fetches a language, makes it the current one and lets every view render again.
 *
 * @param {string} language
 */
export async function loadTexts(language) {
  const chosen = language === PSEUDO || LANGUAGES.includes(language) ? language : FALLBACK;
  const number = wanted += 1;
  const parts = await Promise.all(['', ...rooms].map((room) => fetchTexts(chosen, room)));
  if (number === wanted) useTexts(chosen, Object.assign({}, ...parts));
}

/**
 * Adds the texts of a room, now and at every change of language.
 *
 * @param {string} room
 */
export async function loadRoom(room) {
  rooms.add(room);
  const language = current;
  const more = await fetchTexts(language, room);
  if (language === current) Object.assign(texts, more);
}

/**
 * Makes texts that are at hand the current ones; tests without a server start here.
 *
 * @param {string} language
 * @param {Record<string, string>} found
 */
export function useTexts(language, found) {
  current = language;
  texts = { ...found };
  plurals = new Intl.PluralRules(locale());
  for (const listener of [...listeners]) listener();
}

/** The current language: one of `LANGUAGES`, or `pseudo`. */
export function language() {
  return current;
}

/** The same as browsers and `Intl` know it. */
export function locale() {
  return current === PSEUDO ? FALLBACK : current;
}

/**
 * Calls `fn` after each change of language.
 *
 * @param {() => void} fn
 * @returns {() => void} Call it to stop.
 */
export function onLanguage(fn) {
  listeners.add(fn);
  return () => listeners.delete(fn);
}

/** @param {string} key */
export function has(key) {
  return Object.hasOwn(texts, key);
}

/**
 * The text of a key. A key that is missing is shown itself, and the console says so: tests fail.
 *
 * @param {string} key
 * @param {Values} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  if (!has(key)) {
    console.error(`no text ${key} in ${current}`);
    return key;
  }
  return /** @type {string} */ (texts[key]).replace(/\{(\w+)\}/g, (placeholder, name) => {
    if (values[name] === undefined) console.error(`no value ${name} for ${key}`);
    return String(values[name] ?? placeholder);
  });
}

/**
 * What a level is called; a bot that the server's host has brought along has its own name.
 *
 * @param {string | null} level
 */
export function levelName(level) {
  return has(`level.${level}`) ? t(`level.${level}`) : level ?? '';
}

/**
 * What to expect of a level, or of such a bot.
 *
 * @param {string | null} level
 */
export function levelAbout(level) {
  return has(`level.${level}.about`) ? t(`level.${level}.about`) : t('shell.own_bot');
}

/**
 * The text of a key that counts, in the right plural form.
 *
 * @param {string} key
 * @param {number} count
 * @param {Values} [values]
 */
t.count = (key, count, values = {}) => (
  t(`${key}_${plurals.select(count) === 'one' ? 'one' : 'other'}`, { count, ...values })
);

/**
 * Tiles in words: `2 blue tiles and 1 joker`; the marker is named if it is there.
 *
 * @param {Tiles} tiles
 */
export function tilesInWords(tiles) {
  const phrases = KINDS
    .map((kind) => ({ kind, count: tiles.split(kind).length - 1 }))
    .filter(({ count }) => count > 0)
    .map(({ kind, count }) => t.count(`tiles.${kind}`, count));
  if (tiles.includes('F')) phrases.push(t('marker'));
  return phrases.length ? listing(phrases) : t('tiles.none');
}

/**
 * `a`, `a and b`, `a, b and c`.
 *
 * @param {string[]} parts
 */
export function listing(parts) {
  const last = parts.at(-1) ?? '';
  const most = parts.slice(0, -1);
  return most.length ? t('list.and', { most: most.join(t('list.comma')), last }) : last;
}

/**
 * What was wrong, in the reader's language; a phrase a colour where it names one.
 *
 * @param {Problem} problem
 */
export function errorText(problem) {
  const key = `error.${problem.code}`;
  const coloured = `${key}.${problem.data.tile || problem.data.held}`;
  if (has(coloured)) return t(coloured, problem.data);
  return has(key) ? t(key, problem.data) : problem.sentence;
}

/**
 * The texts of a room, fetched once.
 *
 * @param {string} name  Of a language, or `pseudo`.
 * @param {string} [room]
 */
export async function fetchTexts(name, room = '') {
  const path = `${room ? `${room}/` : ''}${name === PSEUDO ? FALLBACK : name}.json`;
  const found = fetched.get(path) ?? fetchJson(path);
  fetched.set(path, found);
  found.catch(() => fetched.delete(path));
  return name === PSEUDO ? (await import('./pseudo.js')).pseudoTexts(await found) : found;
}

/**
 * @param {string} path
 * @returns {Promise<Record<string, string>>}
 */
async function fetchJson(path) {
  const response = await fetch(new URL(path, FOLDER));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}
