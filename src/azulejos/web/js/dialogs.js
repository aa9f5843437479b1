/**
 * Dialogs, short notices and what a screen reader is told.
 *
 * A modal dialog makes the rest of the page silent, so each dialog brings live regions of its own,
 * and `announce` writes into those of the topmost one.
 */

import { h } from './dom.js';
import { problemOf } from './net/api.js';
import { errorText, t } from './text/catalogue.js';

/**
 * @typedef {object} Action
 * @property {string} id  What the promise gives.
 * @property {string} label
 * @property {'main' | 'danger'} [tone]
 */

/**
 * @typedef {object} DialogOptions
 * @property {string} title
 * @property {import('./dom.js').Child | import('./dom.js').Child[]} [body]
 * @property {Action[]} [actions]  Left out: one button that closes.
 * @property {string} [kind]  A class for the dialog, where one looks different.
 * @property {(dialog: HTMLDialogElement) => void} [opened]
 */

const TOAST_TIME = 5000;
const SPOKEN_TIME = 10000;

let count = 0;

// Regions must be there before something is said in them.
document.body.append(liveRegion('polite'), liveRegion('assertive'));

/** Open dialogs, the topmost last: no other can be under it. @returns {HTMLDialogElement[]} */
const openDialogs = () => [...document.querySelectorAll('dialog')].filter(({ open }) => open);

/** What is above all else: where notices and live regions must be. */
const topmost = () => openDialogs().at(-1) ?? document.body;

/**
 * Opens a modal dialog. Focus goes to its first `[autofocus]`, else to the main action (to the first
 * action where the other one is dangerous), and returns where it was.
 *
 * @param {DialogOptions} options
 * @returns {Promise<string>} The id of the chosen action; '' after Escape or a click outside.
 */
export function openDialog({ title, body = null, actions, kind = '', opened }) {
  const before = document.activeElement;
  const heading = h('h2', { id: `dialog-${count += 1}` }, title);
  const chosen = actions ?? [{ id: '', label: t('shell.close'), tone: undefined }];
  const buttons = chosen.map(({ id, label, tone }) => h('button', { class: ['button', tone && `button-${tone}`], value: id }, label));
  const dialog = h(
    'dialog', { class: ['dialog', kind], 'aria-labelledby': heading.id },
    h('div', { class: 'dialog-sheet' },
      heading, h('div', { class: 'dialog-body' }, body), h('div', { class: 'dialog-actions' }, buttons)),
    liveRegion('polite'), liveRegion('assertive'),
  );
  buttons.forEach((element) => {
    element.addEventListener('click', () => {
      const lacking = element.classList.contains('button-main') && dialog.querySelector('input:invalid');
      if (lacking instanceof HTMLInputElement) lacking.reportValidity();
      else dialog.close(element.value);
    });
  });
  closeOutside(dialog);
  document.body.append(dialog);
  dialog.showModal();
  const main = buttons.find((element) => element.classList.contains('button-main'));
  if (!dialog.querySelector('[autofocus]')) (main ?? buttons[0])?.focus();
  opened?.(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(dialog.returnValue);
    }, { once: true });
  });
}

/**
 * Closes all dialogs, as if the reader had pressed Escape: the page under them goes away.
 */
export function closeDialogs() {
  for (const dialog of openDialogs().reverse()) dialog.close('');
}

/**
 * Asks before something that can't be undone.
 *
 * @param {{ title: string, body: string, yes: string }} question
 */
export async function confirmDanger({ title, body, yes }) {
  const actions = /** @type {Action[]} */ ([
    { id: 'no', label: t('shell.cancel') }, { id: 'yes', label: yes, tone: 'danger' },
  ]);
  return await openDialog({ title, body, actions }) === 'yes';
}

/**
 * A notice that goes away by itself; screen readers hear it too.
 *
 * @param {string} text
 * @param {{ tone?: 'plain' | 'good' | 'bad' }} [options]
 */
export function toast(text, { tone = 'plain' } = {}) {
  const host = topmost();
  const shelf = host.querySelector(':scope > .toasts') ?? host.appendChild(h('div', { class: 'toasts' }));
  const note = h('div', { class: ['toast', `toast-${tone}`], 'aria-hidden': 'true' }, text);
  shelf.append(note);
  setTimeout(() => note.remove(), TOAST_TIME);
  announce(text, tone === 'bad');
}

/** Why something was refused. @param {import('./messages.js').Problem} problem */
export function toastProblem(problem) {
  toast(errorText(problem), { tone: 'bad' });
}

/** Likewise, from whatever was thrown. @param {unknown} error */
export function toastError(error) {
  toastProblem(problemOf(error));
}

/**
 * What was asked for; where it failed, undefined, and the reader is told why.
 *
 * @template T
 * @param {Promise<T>} asked
 * @returns {Promise<T | undefined>}
 */
export async function orToast(asked) {
  try {
    return await asked;
  } catch (error) {
    return void toastError(error);
  }
}

/**
 * Lets screen readers say something: after what they are saying, or (assertive) at once. What is
 * announced in quick succession is said one after the other; nothing is lost.
 *
 * @param {string} text
 * @param {boolean} [assertive]
 */
export function announce(text, assertive = false) {
  if (!text) return;
  const line = h('p', null, text);
  topmost().querySelector(`:scope > .live-${assertive ? 'assertive' : 'polite'}`)?.append(line);
  setTimeout(() => line.remove(), SPOKEN_TIME);
}

/**
 * A click beside the dialog closes it; one that began inside, such as to select text, does not. The
 * sheet fills the dialog, so what hits the dialog itself is beside it.
 *
 * @param {HTMLDialogElement} dialog
 */
function closeOutside(dialog) {
  let outside = false;
  dialog.addEventListener('pointerdown', ({ target }) => { outside = target === dialog; });
  dialog.addEventListener('click', ({ target }) => outside && target === dialog && dialog.close(''));
}

/** @param {'polite' | 'assertive'} manner */
function liveRegion(manner) {
  return h('div', {
    class: `live live-${manner}`, 'aria-live': manner, 'aria-atomic': 'false', 'aria-relevant': 'additions',
  });
}
