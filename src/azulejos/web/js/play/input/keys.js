/**
 * The keyboard: what every key does, and the dialog that tells it. Keys of a single letter can be
 * switched off, for those whose software types on its own.
 */

import { openDialog } from '../../dialogs.js';
import { h } from '../../dom.js';
import { settings } from '../../settings.js';
import { has, t } from '../../text/catalogue.js';

/**
 * @typedef {object} Deeds
 * @property {() => void} displays
 * @property {() => void} lines
 * @property {(digit: number) => void} digit
 * @property {() => void} jokers
 * @property {() => void} hint
 * @property {() => void} undo
 * @property {() => void} typed
 * @property {() => void} [answer] To what the others ask.
 * @property {() => void} [talk]
 * @property {() => void} readDisplays
 * @property {() => void} readBoard
 * @property {() => void} readOthers
 * @property {() => void} readScores
 * @property {() => boolean} skip
 * @property {() => boolean} cancel
 * @property {(name: 'first' | 'back' | 'next' | 'last' | 'round_back' | 'round_next') => boolean} step
 */

/** @type {Record<string, Exclude<keyof Deeds, 'digit' | 'step' | 'skip' | 'cancel'>>} */
const LETTERS = {
  d: 'displays', l: 'lines', j: 'jokers', h: 'hint', u: 'undo', m: 'typed', a: 'answer', t: 'talk',
  o: 'readDisplays', b: 'readBoard', v: 'readOthers', s: 'readScores',
};
/** @type {Record<string, Parameters<Deeds['step']>[0]>} */
const STEPS = { ArrowLeft: 'back', ArrowRight: 'next', Home: 'first', End: 'last', PageUp: 'round_back', PageDown: 'round_next' };

/** What the help tells: the keys as they are printed, or their name's text, and what they do. @type {[string, string][]} */
const HELP = [
  ['table.key.tab', 'tab'], ['← ↑ → ↓', 'arrows'], ['table.key.enter', 'enter'], ['table.key.escape', 'escape'],
  ['table.key.ctrl_z', 'undo'], ['table.key.space', 'skip'],
  ['D', 'displays'], ['L', 'lines'], ['0 … 9', 'digit'], ['J', 'jokers'], ['H', 'hint'], ['U', 'undo'], ['M', 'typed'], ['A', 'answer'], ['T', 'talk'],
  ['O', 'read_displays'], ['B', 'read_board'], ['V', 'read_others'], ['S', 'read_scores'], ['← →', 'replay'], ['?', 'help'],
];

/** @param {string} keys */
const printed = (keys) => (has(keys) ? t(keys) : keys).split(' ');

/** Buttons keep their space bar; tiles and lines lend it while something is played. @param {EventTarget | null} target */
function isButton(target) {
  return target instanceof HTMLButtonElement && !target.closest('az-offer, az-board');
}

/** Is this a place where letters are typed or arrows mean something? @param {EventTarget | null} target */
function isField(target) {
  return target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
}

export function keyHelp() {
  const input = h('input', { type: 'checkbox', id: 'key-letters', role: 'switch', checked: settings.get('keys') });
  input.addEventListener('change', () => settings.set('keys', input.checked));
  return openDialog({
    title: t('table.keys'),
    kind: 'dialog-keys',
    body: [
      h('dl', { class: 'keys', tabindex: '-1', autofocus: true }, HELP.map(([keys, name]) => (
        h('div', null, h('dt', null, printed(keys).map((key) => h('kbd', null, key))), h('dd', null, t(`table.keys.${name}`)))))),
      h('label', { class: 'keys-switch', for: input.id }, input, h('span', null, t('table.keys.letters'))),
      h('h3', null, t('table.typed')),
      h('p', null, t('table.typed.help')),
      h('p', null, t('table.letters')),
    ],
  });
}

/**
 * Listens to the keyboard until the returned function is called.
 *
 * @param {Deeds} deeds
 * @returns {() => void}
 */
export function listenToKeys(deeds) {
  /** @param {KeyboardEvent} event */
  const onKey = (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open], [popover]:popover-open')) return;
    if (handle(event, deeds)) event.preventDefault();
  };
  document.addEventListener('keydown', onKey);
  return () => document.removeEventListener('keydown', onKey);
}

/** @param {KeyboardEvent} event @param {Deeds} deeds @returns {boolean} Was it ours? */
function handle(event, deeds) {
  const { key, target } = event;
  if (key === 'Escape') return deeds.cancel();
  if (isField(target)) return false;
  const command = event.ctrlKey || event.metaKey;
  if (command && !event.altKey && !event.shiftKey && key.toLowerCase() === 'z') {
    deeds.undo();
    return true;
  }
  if (command || event.altKey) return false;
  if (key === ' ' && !isButton(target)) return deeds.skip();
  if (STEPS[key] && !event.shiftKey) return deeds.step(STEPS[key]);
  return settings.get('keys') ? letter(key, deeds) : false;
}

/** @param {string} key @param {Deeds} deeds */
function letter(key, deeds) {
  if (key === '?') {
    keyHelp();
    return true;
  }
  if (/^[0-9]$/.test(key)) {
    deeds.digit(Number(key));
    return true;
  }
  const deed = LETTERS[key.toLowerCase()];
  if (deed) deeds[deed]?.();
  return Boolean(deed);
}
