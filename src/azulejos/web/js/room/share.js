/**
 * Handing a text to somebody: by the clipboard, or by what the device has for sharing. On plain http
 * browsers hide both, so there is always a field that can be copied by hand.
 */

import { toast } from '../dialogs.js';
import { h } from '../dom.js';
import { t } from '../text/catalogue.js';

/**
 * A field with a text, and a button that copies it.
 *
 * @param {{ id: string, text: string, label: string, share?: string }} what  `share`: a title, where sharing is offered too.
 */
export function copyField({ id, text, label, share }) {
  const field = h('input', {
    type: 'text', id, class: 'copy-text', value: text, readonly: true, 'aria-label': label, spellcheck: 'false',
    onfocus: () => field.select(),
  });
  return h('div', { class: 'copy' }, field,
    h('button', {
      type: 'button', class: 'button', id: `${id}-copy`, onclick: () => copy(field), 'aria-label': t('meeting.copy.label', { what: label }),
    }, t('meeting.copy')),
    share && typeof navigator.share === 'function' && h('button', {
      type: 'button', class: 'button', id: `${id}-share`, onclick: () => pass(share, text), 'aria-label': t('meeting.share.label', { what: label }),
    }, t('meeting.share')));
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  if (await copyText(field.value)) {
    toast(t('meeting.copied'), { tone: 'good' });
    return;
  }
  field.focus();
  field.select();
  toast(t(/mac|iphone|ipad/i.test(navigator.userAgent) ? 'meeting.copy_by_hand.mac' : 'meeting.copy_by_hand'));
}

/**
 * Puts a text on the clipboard, in the new way or, on plain http, in the old one.
 *
 * @param {string} text
 * @returns {Promise<boolean>} Was it done?
 */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return bySelection(text); // Not allowed, or not there at all.
  }
}

/** @param {string} text */
function bySelection(text) {
  const before = document.activeElement;
  const host = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const field = h('textarea', { class: 'hush', readonly: true, 'aria-hidden': 'true' });
  field.value = text;
  host.append(field);
  field.select();
  let done = false;
  try {
    done = document.execCommand('copy');
  } catch {
    // As if it had said no.
  }
  field.remove();
  if (before instanceof HTMLElement) before.focus();
  return done;
}

/**
 * @param {string} title
 * @param {string} url
 */
async function pass(title, url) {
  try {
    await navigator.share({ title, url });
  } catch {
    // Closed without sharing: the link is still there.
  }
}
