/**
 * What the host decides about a table besides the game: its name, a time for moves, who may watch.
 *
 * @import { Table, TableOptions } from '../messages.js'
 */

import { openDialog, orToast } from '../dialogs.js';
import { h } from '../dom.js';
import { select, toggle } from '../forms.js';
import { ask, server } from '../net/api.js';
import { t } from '../text/catalogue.js';
import { duration } from '../text/time.js';

const LONGEST_NAME = 60;
/** Seconds. */
const CLOCKS = [30, 60, 180, 86400, 259200];
const DELAYS = [10, 60, 300];

/**
 * The fields; `change` is called with the options as they are then.
 *
 * @param {TableOptions} options
 * @param {(options: TableOptions) => void} change
 */
export function optionsFields(options, change) {
  let now = options;
  /** @param {Partial<TableOptions>} part */
  const alter = (part) => {
    now = { ...now, name: name.value.trim(), ...part };
    delay.hidden = !now.watching;
    isPublic.hidden = !now.watching;
    change(now);
  };
  const name = h('input', {
    type: 'text', id: 'options-name', maxlength: LONGEST_NAME, value: options.name, autocomplete: 'off', spellcheck: 'false',
    placeholder: t('meeting.table_name.example'), onchange: () => alter({}),
  });
  const delay = row('options-delay', 'meeting.delay',
    timeSelect('options-delay', options.delay, t('meeting.delay.none'), DELAYS, (seconds) => alter({ delay: seconds })));
  const isPublic = row('options-public', 'meeting.public',
    toggle(options.public, (on) => alter({ public: on }), { id: 'options-public' }), 'meeting.public.about');
  const fields = h('div', { class: 'options' },
    row('options-name', 'meeting.table_name', name),
    row('options-clock', 'meeting.clock',
      timeSelect('options-clock', options.clock ?? 0, t('meeting.clock.none'), CLOCKS, (seconds) => alter({ clock: seconds || null }))),
    server.invites && row('options-watching', 'meeting.watching',
      toggle(options.watching, (on) => alter({ watching: on, ...(on ? {} : { public: false }) }), { id: 'options-watching' }), 'meeting.watching.about'),
    server.invites && row('options-joining', 'meeting.joining',
      toggle(options.joining, (on) => alter({ joining: on }), { id: 'options-joining' }), 'meeting.joining.about'),
    server.invites && isPublic, server.invites && delay);
  delay.hidden = !options.watching;
  isPublic.hidden = !options.watching;
  return fields;
}

/**
 * What is not as usual, in a few words: `Sunday club`, `3 minutes a move`.
 *
 * @param {TableOptions} options
 */
export function optionsText(options) {
  const { clock } = options;
  return [
    clock && t('meeting.clock.short', { time: duration(clock) }),
    options.public && t('meeting.public.short'),
    !options.watching && t('meeting.watching.short'),
    !options.joining && t('meeting.joining.short'),
    options.watching && options.delay > 0 && t('meeting.delay.short', { time: duration(options.delay) }),
  ].filter((part) => typeof part === 'string');
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
 * Times to choose from; one that is set already is among them.
 *
 * @param {string} id
 * @param {number} current 0: none.
 * @param {string} none What that is called.
 * @param {number[]} times
 * @param {(seconds: number) => void} change
 */
function timeSelect(id, current, none, times, change) {
  const all = new Set([0, ...times, current]);
  const choices = [...all].map((seconds) => /** @type {[number, string]} */ ([seconds, seconds ? duration(seconds) : none]));
  return select({ id }, current, choices, (value) => change(Number(value)));
}

/** While a game is played. @param {Table} table */
export async function openOptionsDialog({ id, options }) {
  let wanted = options;
  const answer = await openDialog({
    title: t('meeting.options'),
    kind: 'dialog-wide',
    body: h('div', { tabindex: '-1', autofocus: true }, optionsFields(options, (changed) => { wanted = changed; })),
    actions: [{ id: '', label: t('shell.cancel') }, { id: 'save', label: t('meeting.options.save'), tone: 'main' }],
  });
  if (answer === 'save') await orToast(ask('POST /api/tables/{id}/acts', id, { do: 'options', options: wanted }));
}
