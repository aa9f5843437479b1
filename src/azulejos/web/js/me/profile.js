/**
 * Who the reader is, kept in this browser: a name, and one of eight colours. What is changed holds
 * for the next table too. The fields for it are shown when joining, when friends are invited, and on
 * the reader's own page.
 */

import { badge } from '../art/badge.js';
import { h } from '../dom.js';
import { settings } from '../settings.js';
import { t } from '../text/catalogue.js';

/** @typedef {{ name: string, colour: number | null }} Profile */

export const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8];
/** The server refuses longer names. */
export const LONGEST_NAME = 30;

/** @returns {Profile} */
export function profile() {
  return settings.get('profile') ?? { name: settings.get('names')[0] ?? '', colour: null };
}

/** @param {Partial<Profile>} change */
export function setProfile(change) {
  const now = { ...profile(), ...change };
  settings.set('profile', now);
  settings.set('names', [now.name, ...settings.get('names').slice(1)]);
}

/**
 * @param {{ taken?: (number | null)[], autofocus?: boolean, required?: boolean }} [options]  `taken`: colours of others at the table.
 */
export function profileFields({ taken = [], autofocus = false, required = false } = {}) {
  return h('div', { class: 'who' }, nameField({ autofocus, required }), colourField(taken));
}

/** @param {{ autofocus: boolean, required: boolean }} options */
function nameField(options) {
  const input = h('input', {
    type: 'text', id: 'my-name', class: 'who-name', maxlength: LONGEST_NAME, value: profile().name,
    autocomplete: 'nickname', spellcheck: 'false', pattern: '.*\\S.*', ...options,
    oninput: () => setProfile({ name: input.value.trim() }),
  });
  return h('p', { class: 'who-row' }, h('label', { for: input.id }, t('meeting.my_name')), input);
}

/** @param {(number | null)[]} taken */
function colourField(taken) {
  const mine = profile().colour;
  const chosen = mine && !taken.includes(mine) ? mine : COLOURS.find((colour) => !taken.includes(colour)) ?? 1;
  const name = h('span', { class: 'who-colour' }, t(`meeting.colour.${chosen}`));
  return h('fieldset', { class: 'who-row' },
    h('legend', null, t('meeting.my_colour'), ' ', name),
    h('div', { class: 'swatches' }, COLOURS.flatMap((colour) => {
      const input = h('input', {
        type: 'radio', name: 'my-colour', id: `my-colour-${colour}`, value: colour, checked: colour === chosen,
        'aria-label': t(`meeting.colour.${colour}`),
        onchange: () => {
          setProfile({ colour });
          name.textContent = t(`meeting.colour.${colour}`);
        },
      });
      return [input, h('label', { for: input.id, title: t(`meeting.colour.${colour}`) }, badge(colour))];
    })));
}

/**
 * What the fields say now.
 *
 * @param {HTMLElement} root
 */
export function profileIn(root) {
  const chosen = root.querySelector('input[name=my-colour]:checked');
  const colour = chosen instanceof HTMLInputElement ? Number(chosen.value) : profile().colour;
  return { name: profile().name, colour };
}
