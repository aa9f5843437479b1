/**
 * A field for the short code of an invitation, forgiving about how it is typed.
 */

import { h } from '../dom.js';
import { go } from '../routes.js';
import { t } from '../text/catalogue.js';

/** Eight signs in two halves. */
const LENGTH = 8;

/**
 * As it stands on the invitation: `k7qm 2xpd` is `K7QM-2XPD`. A whole link may be pasted too.
 *
 * @param {string} typed
 */
export function invitationIn(typed) {
  const pasted = /\/join\/([\w-]+)/.exec(typed)?.[1];
  const signs = typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
  return pasted ?? (signs.length === LENGTH ? `${signs.slice(0, 4)}-${signs.slice(4)}` : signs);
}

/** A form that leads to the invitation. @param {{ autofocus?: boolean, typed?: string }} [options] */
export function codeForm({ autofocus = false, typed = '' } = {}) {
  const input = h('input', {
    type: 'text', id: 'code', class: 'code-field', autocomplete: 'off', autocapitalize: 'characters',
    spellcheck: 'false', placeholder: 'K7QM-2XPD', size: 11, maxlength: 200, autofocus, value: typed,
  });
  return h('form', {
    class: 'code-form',
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      const found = invitationIn(input.value);
      if (found) go(`/join/${found}`);
      else input.focus();
    },
  },
  h('label', { for: input.id }, t('meeting.have_code')),
  h('span', { class: 'code-row' }, input, h('button', { type: 'submit', class: 'button', id: 'code-go' }, t('meeting.code.go'))));
}
