/**
 * What a reader has chosen, kept in this browser.
 *
 * Where nothing may be kept (private windows, full storage) the choices live as long as the page.
 * Other tabs of the same browser hear of a change at once.
 */

/** @import { NewTable } from './messages.js' */

/**
 * @typedef {object} Settings
 * @property {string | null} language  Null: as the browser asks for.
 * @property {Theme} theme
 * @property {0 | 1 | 2 | 4} speed  0: nothing waits.
 * @property {boolean} sound
 * @property {boolean} soundOffered  Sounds were offered once.
 * @property {boolean} haptics  Taps in the hand, where the device can.
 * @property {boolean} keys  Single letters do things at the table.
 * @property {NewTable | null} lastTable  The choice that Play repeats.
 * @property {boolean} call  Notify me when it is my turn.
 * @property {boolean} mute  Hear nobody.
 * @property {string[]} muted  Whom not to hear, as `table/seat`.
 * @property {Record<string, [number, number]>} seen  The last ply that was seen at a table, and when.
 * @property {string[]} names  Of the people at this screen, me first.
 * @property {{ name: string, colour: number | null } | null} profile  The reader; null: nothing chosen yet.
 * @property {string} lesson  How far the reader has come in it: the name of a stage.
 * @property {Record<string, string>} joined  Tables that were joined here, by the beginning of the invitation.
 * @property {boolean} talk  Opponents say something now and then.
 * @property {string[]} beaten  Levels that the reader has beaten.
 * @property {{ kinds: Record<string, Best>, tables: string[] }} bests  Personal bests by kind of game, and the tables that counted.
 * @property {'' | 'device' | 'server'} reviews  Where reviews are worked out; '': nothing chosen yet.
 */

/** A number of points, what it was before, and the table where it was reached. @typedef {{ points: number, before: number, table: string }} Peak */
/** @typedef {{ score: Peak, margin: Peak | null }} Best `margin`: of the clearest win. */
/** @typedef {keyof Settings} Name */

/** `auto`: as the system asks for. */
export const THEMES = /** @type {const} */ (['auto', 'light', 'dark', 'oak', 'walnut', 'contrast']);
/** @typedef {typeof THEMES[number]} Theme */

const PREFIX = 'azulejos.';

/** @type {Settings} */
const DEFAULTS = {
  language: null, theme: 'auto', speed: 1, sound: false, keys: true, lastTable: null, names: [],
  call: false, mute: false, muted: [], seen: {},
  profile: null, lesson: '', joined: {}, bests: { kinds: {}, tables: [] }, talk: true, beaten: [],
  soundOffered: false, haptics: true, reviews: '',
};

/** @type {{ [N in Name]: (value: unknown) => boolean }} */
const VALID = {
  language: (value) => value === null || typeof value === 'string',
  theme: (value) => THEMES.some((theme) => theme === value),
  speed: (value) => value === 0 || value === 1 || value === 2 || value === 4,
  sound: (value) => typeof value === 'boolean',
  keys: (value) => typeof value === 'boolean',
  lastTable: (value) => value === null || isNewTable(value),
  call: (value) => typeof value === 'boolean',
  mute: (value) => typeof value === 'boolean',
  muted: (value) => Array.isArray(value) && value.every((seat) => typeof seat === 'string'),
  seen: (value) => typeof value === 'object' && value !== null && Object.values(value).every(Array.isArray),
  names: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  profile: (value) => value === null || isProfile(value),
  lesson: (value) => typeof value === 'string',
  joined: (value) => typeof value === 'object' && value !== null
    && Object.values(value).every((table) => typeof table === 'string'),
  bests: isBests,
  talk: (value) => typeof value === 'boolean',
  soundOffered: (value) => typeof value === 'boolean',
  haptics: (value) => typeof value === 'boolean',
  reviews: (value) => value === '' || value === 'device' || value === 'server',
  beaten: (value) => Array.isArray(value) && value.every((level) => typeof level === 'string'),
};

/** What this page knows, also where nothing can be stored. @type {Map<Name, unknown>} */
const known = new Map();
/** @type {Map<Name, Set<() => void>>} */
const watchers = new Map();

export const settings = {
  /**
   * @template {Name} N
   * @param {N} name
   * @returns {Settings[N]}
   */
  get(name) {
    if (!known.has(name)) known.set(name, read(name));
    return /** @type {Settings[N]} */ (known.get(name));
  },

  /**
   * @template {Name} N
   * @param {N} name
   * @param {Settings[N]} value
   */
  set(name, value) {
    known.set(name, value);
    try {
      localStorage.setItem(PREFIX + name, JSON.stringify(value));
    } catch {
      // Nothing can be kept here: the choice holds until the page is closed.
    }
    tell(name);
  },

  /**
   * Calls `fn` with each new value, also when another tab has set it.
   *
   * @template {Name} N
   * @param {N} name
   * @param {(value: Settings[N]) => void} fn
   * @returns {() => void} Call it to stop watching.
   */
  watch(name, fn) {
    const group = watchers.get(name) ?? new Set();
    const tell = () => fn(this.get(name));
    watchers.set(name, group.add(tell));
    return () => group.delete(tell);
  },
};

/** Does the reader want less motion? Animations then end at once. */
export function reducedMotion() {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * @template {Name} N
 * @param {N} name
 * @returns {Settings[N]}
 */
function read(name) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    const value = text === null ? undefined : JSON.parse(text);
    if (value !== undefined && VALID[name](value)) return value;
  } catch {
    // Not readable, or not ours: as if nothing had been chosen.
  }
  return DEFAULTS[name];
}

/** @param {Name} name */
function tell(name) {
  for (const watcher of [...(watchers.get(name) ?? [])]) watcher();
}

/** @param {unknown} value */
function isNewTable(value) {
  const table = /** @type {Partial<NewTable> | null} */ (value);
  return typeof table?.rules === 'string' && Array.isArray(table.seats)
    && table.seats.length >= 2 && table.seats.length <= 4
    && table.seats.every((seat) => typeof seat?.name === 'string');
}

/** @param {unknown} value */
function isBests(value) {
  const { kinds, tables } = /** @type {Partial<Settings['bests']>} */ (value ?? {});
  return Array.isArray(tables) && typeof kinds === 'object' && kinds !== null && Object.values(kinds).every(({ score }) => Number.isInteger(score?.points));
}

/** @param {unknown} value */
function isProfile(value) {
  const found = /** @type {Partial<NonNullable<Settings['profile']>>} */ (value);
  const { name, colour } = found;
  return typeof name === 'string' && (colour === null || (Number.isInteger(colour) && Number(colour) >= 1 && Number(colour) <= 8));
}

addEventListener('storage', (event) => {
  for (const name of /** @type {Name[]} */ (Object.keys(DEFAULTS))) {
    if (event.key !== null && event.key !== PREFIX + name) continue;
    known.delete(name);
    tell(name);
  }
});
