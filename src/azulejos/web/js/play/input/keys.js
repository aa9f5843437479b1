/**
 * The keyboard: what every key does. Keys of a single letter can be
 * switched off, for those whose software types on its own.
 */

import { settings } from '../../settings.js';

/**
 * What keys do; where there is nothing to do, the key does nothing.
 *
 * @typedef {object} KeyActions
 * @property {() => void} displays
 * @property {() => void} lines
 * @property {(digit: number) => void} digit
 * @property {() => void} jokers
 * @property {() => void} [hint]
 * @property {() => void} [undo]
 * @property {() => void} [typed]
 * @property {() => void} [answer] To what the others ask.
 * @property {() => void} [talk]
 * @property {() => void} readDisplays
 * @property {() => void} readBoard
 * @property {() => void} readOthers
 * @property {() => void} readScores
 * @property {() => boolean} skip
 * @property {() => boolean} cancel
 * @property {(name: 'first' | 'back' | 'next' | 'last' | 'round_back' | 'round_next') => boolean} [step]
 */

/** @type {Record<string, Exclude<keyof KeyActions, 'digit' | 'step' | 'skip' | 'cancel'>>} */
const LETTERS = {
  d: 'displays', l: 'lines', j: 'jokers', h: 'hint', u: 'undo', m: 'typed', a: 'answer', t: 'talk',
  o: 'readDisplays', b: 'readBoard', v: 'readOthers', s: 'readScores',
};
/** @type {Record<string, Parameters<NonNullable<KeyActions['step']>>[0]>} */
const STEPS = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last', PageUp: 'round_back', PageDown: 'round_next' };

/** Is this a place where letters are typed or arrows mean something? @param {EventTarget | null} target */
function isField(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

/** The dialog that tells all keys; without a connection there is none. */
export async function showKeyHelp() {
  const found = await import('./key-help.js').catch(() => null);
  await found?.keyHelp();
}

/** @param {KeyActions} actions @param {AbortSignal} signal Ends it. */
export function listenToKeys(actions, signal) {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open], [popover]:popover-open')) return;
    if (handle(event, actions)) event.preventDefault();
  }, { signal });
}

/** @param {KeyboardEvent} event @param {KeyActions} actions @returns {boolean} Was it ours? */
function handle(event, actions) {
  const { key, target } = event;
  if (key === 'Escape') return actions.cancel();
  if (isField(target)) return false;
  const command = event.ctrlKey || event.metaKey;
  if (command && !event.altKey && !event.shiftKey && key.toLowerCase() === 'z') return done(actions.undo);
  if (command || event.altKey) return false;
  // Buttons keep their space bar; tiles and lines lend it while something is played.
  const keeps = target instanceof HTMLButtonElement && !target.closest('az-offer, az-board');
  if (key === ' ' && !keeps) return actions.skip();
  const step = STEPS[key];
  if (step && !event.shiftKey) return actions.step?.(step) ?? false;
  return settings.get('keys') ? letter(key, actions) : false;
}

/** @param {string} key @param {KeyActions} actions */
function letter(key, actions) {
  if (key === '?') return done(showKeyHelp);
  if (/^[0-9]$/.test(key)) return done(() => actions.digit(Number(key)));
  const name = LETTERS[key.toLowerCase()];
  return name ? done(actions[name]) : false;
}

/** The key is ours, also where there is nothing to do just now. @param {(() => void) | undefined} act */
function done(act) {
  act?.();
  return true;
}
