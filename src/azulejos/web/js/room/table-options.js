/**
 * What the host decides about a table besides the game: its name, a time for moves, who may watch.
 *
 * @import { Manners } from '../messages.js'
 */

import { h } from '../dom.js';
import { locale, t } from '../text/catalogue.js';

/** @type {Manners} */
export const USUAL = { name: '', public: false, watching: true, delay: 0, clock: null };

const LONGEST_NAME = 60;
/** Seconds. */
const CLOCKS = [30, 60, 180, 86400, 259200];
const DELAYS = [0, 10, 60, 300];

/**
 * The fields; `change` is called with the manners as they are then.
 *
 * @param {Manners} manners
 * @param {(manners: Manners) => void} change
 */
export function mannersFields(manners, change) {
  let now = manners;
  /** @param {Partial<Manners>} part */
  const alter = (part) => {
    now = { ...now, name: name.value.trim(), ...part };
    delay.hidden = !now.watching;
    isPublic.hidden = !now.watching;
    change(now);
  };
  const name = nameField(manners.name, () => alter({}));
  const delay = row('manners-delay', 'meeting.delay', choice('manners-delay', manners.delay, DELAYS.map((seconds) => (
    { value: seconds, label: seconds ? duration(seconds) : t('meeting.delay.none') }
  )), (value) => alter({ delay: Number(value) })));
  const isPublic = row('manners-public', 'meeting.public',
    toggle('manners-public', manners.public, (on) => alter({ public: on })), 'meeting.public.about');
  const fields = h('div', { class: 'manners' },
    row('manners-name', 'meeting.table_name', name),
    row('manners-clock', 'meeting.clock', choice('manners-clock', manners.clock ?? '', [
      { value: '', label: t('meeting.clock.none') },
      ...CLOCKS.map((seconds) => ({ value: seconds, label: duration(seconds) })),
    ], (value) => alter({ clock: Number(value) || null }))),
    row('manners-watching', 'meeting.watching', toggle('manners-watching', manners.watching, (on) => (
      alter({ watching: on, ...(on ? {} : { public: false }) })
    )), 'meeting.watching.about'),
    isPublic, delay);
  delay.hidden = !manners.watching;
  isPublic.hidden = !manners.watching;
  return fields;
}

/**
 * What is not as usual, in a few words: `Sunday club`, `3 minutes a move`.
 *
 * @param {Manners} manners
 */
export function mannersText(manners) {
  const { clock } = manners;
  return [
    clock && t('meeting.clock.short', { time: duration(clock) }),
    manners.public && t('meeting.public.short'),
    !manners.watching && t('meeting.watching.short'),
    manners.watching && manners.delay > 0 && t('meeting.delay.short', { time: duration(manners.delay) }),
  ].filter((part) => typeof part === 'string');
}

/**
 * `30 seconds`, `3 days`, as the reader's language has it.
 *
 * @param {number} seconds
 */
export function duration(seconds) {
  const [unit, size] = /** @type {[string, number]} */ (
    [['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1]].find(([, length]) => seconds >= Number(length)));
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 })
    .format(seconds / size);
}

/**
 * @param {string} id
 * @param {string} key
 * @param {HTMLElement} field
 * @param {string} [about]
 */
function row(id, key, field, about) {
  if (about) field.setAttribute('aria-describedby', `${id}-about`);
  return h('div', { class: 'setup-row' },
    h('label', { for: id }, t(key)),
    about
      ? h('span', { class: 'setup-switch' }, field, h('span', { class: 'setup-about', id: `${id}-about` }, t(about)))
      : field);
}

/**
 * @param {string} value
 * @param {() => void} change
 */
function nameField(value, change) {
  const input = h('input', {
    type: 'text', id: 'manners-name', maxlength: LONGEST_NAME, value, autocomplete: 'off', spellcheck: 'false',
    placeholder: t('meeting.table_name.example'),
  });
  input.addEventListener('change', change);
  return input;
}

/**
 * @param {string} id
 * @param {string | number} current
 * @param {{ value: string | number, label: string }[]} options
 * @param {(value: string) => void} change
 */
function choice(id, current, options, change) {
  const known = options.some(({ value }) => value === current);
  const all = known ? options : [...options, { value: current, label: duration(Number(current)) }];
  const select = h('select', { id }, all.map(({ value, label }) => h('option', { value }, label)));
  select.value = String(current);
  select.addEventListener('change', () => change(select.value));
  return select;
}

/**
 * @param {string} id
 * @param {boolean} on
 * @param {(on: boolean) => void} change
 */
function toggle(id, on, change) {
  const input = h('input', { type: 'checkbox', role: 'switch', id, checked: on });
  input.addEventListener('change', () => change(input.checked));
  return input;
}
