/**
 * The table to set up: how many play, who sits where, which wall, jokers, who starts; and behind
 * “More” what few need.
 */

/** @import { About, NewTable, Tile } from '../messages.js' */

import { slotSvg, tileSvg } from '../art/tile.js';
import { openDialog } from '../dialogs.js';
import { fill, h, keepingFocus } from '../dom.js';
import { LONGEST_NAME } from '../me/profile.js';
import { t } from '../text/catalogue.js';
import { FEWEST, MOST, OPEN, PERSON, freeBotName, parts, people, withName, withPlayers, withRules, withWho } from './new-table.js';
import { seatName } from './table-text.js';

const PORTUGAL = 'portugal';
const NOBODY = 'nobody';
/** A tile a seat, to tell them apart at a glance. @type {Tile[]} */
const SIGNS = ['B', 'Y', 'R', 'K'];

/** @typedef {NewTable['seats'][number]} WishedSeat */

/**
 * @typedef {object} Setting
 * @property {About} about
 * @property {() => NewTable} wish
 * @property {(wish: NewTable) => void} change  Draws the choices anew.
 * @property {(wish: NewTable) => void} keep  Leaves them as they are: somebody is typing.
 * @property {() => string[]} names  Of people here, the reader first.
 * @property {HTMLElement} more  What is behind “More”: drawn by itself, because somebody may be typing there.
 */

/**
 * Draws the choices; focus stays on the one that was changed.
 *
 * @param {HTMLElement} root
 * @param {Setting} setting
 */
export function renderSetup(root, setting) {
  keepingFocus(root, () => {
    fill(root, players(setting), seats(setting), wall(setting), jokers(setting), starter(setting), setting.more);
  });
}

/**
 * Where else the names stand, after one has changed.
 *
 * @param {HTMLElement} root
 * @param {NewTable} wish
 */
export function renameSeats(root, wish) {
  namesAt(wish).forEach((name, index) => {
    const option = root.querySelector(`#setup-starter option[value='${index + 1}']`);
    if (option) fill(option, name);
  });
}

/** @param {NewTable} wish */
function namesAt(wish) {
  return wish.seats.map((_, index) => seatName(wish.seats, index));
}

/** @param {Setting} setting */
function players({ wish, change, about }) {
  const numbers = Array.from({ length: MOST - FEWEST + 1 }, (_, index) => FEWEST + index);
  return h('fieldset', { class: 'setup-row' },
    h('legend', null, t('shell.players')),
    segments('setup-players', wish().seats.length, numbers.map((number) => ({
      value: number, label: [number], choose: () => change(withPlayers(wish(), number, about)),
    }))));
}

/** @param {Setting} setting */
function seats(setting) {
  return h('ol', { class: 'seats', 'aria-label': t('shell.seats') },
    setting.wish().seats.map((_, index) => seat(setting, index)));
}

/**
 * A level that several bots share is described once.
 *
 * @param {Setting} setting
 * @param {number} index
 */
function seat(setting, index) {
  const { kind, level } = /** @type {WishedSeat} */ (setting.wish().seats[index]);
  const first = setting.wish().seats.findIndex((other) => other.kind === 'bot' && other.level === level) === index;
  return h('li', { class: 'seat' },
    h('span', { class: 'seat-sign' }, tileSvg(/** @type {Tile} */ (SIGNS[index]))),
    kind === OPEN ? h('span', { class: 'seat-open' }, t('meeting.gets_invitation')) : nameField(setting, index),
    whoSelect(setting, index),
    kind === 'bot' && first && h('p', { class: 'seat-about', id: aboutId(level) }, t(`level.${level}.about`)));
}

/** @param {string | null} level */
function aboutId(level) {
  return `about-${level}`;
}

/**
 * @param {Setting} setting
 * @param {number} index
 */
function nameField({ wish, keep }, index) {
  const seated = /** @type {WishedSeat} */ (wish().seats[index]);
  const input = h('input', {
    type: 'text', id: `seat-${index}-name`, class: 'seat-name', maxlength: LONGEST_NAME, value: seated.name,
    autocomplete: 'off', spellcheck: 'false', 'aria-label': t('shell.seat.name', { number: index + 1 }),
    placeholder: seatName(withName(wish(), index, '').seats, index),
  });
  input.addEventListener('input', () => keep(withName(wish(), index, input.value.trim())));
  input.addEventListener('change', () => {
    input.value = input.value.trim();
    if (!input.value && seated.kind === 'bot') {
      input.value = freeBotName(wish().seats.map(({ name }) => name));
      keep(withName(wish(), index, input.value));
    }
  });
  return input;
}

/**
 * @param {Setting} setting
 * @param {number} index
 */
function whoSelect({ wish, change, about, names }, index) {
  const { kind, level } = /** @type {WishedSeat} */ (wish().seats[index]);
  const me = people(wish(), index) === 0;
  const select = h('select', {
    id: `seat-${index}-who`, class: 'seat-who', 'aria-label': t('shell.seat.who', { number: index + 1 }),
    'aria-describedby': kind === 'bot' ? aboutId(level) : null,
  },
  h('optgroup', { label: t('shell.seat.people') },
    h('option', { value: PERSON }, t(me ? 'shell.seat.me' : 'shell.seat.person'))),
  h('optgroup', { label: t('meeting.elsewhere') }, h('option', { value: OPEN }, t('meeting.seat.friend'))),
  h('optgroup', { label: t('shell.seat.bots') },
    about.levels.map((name) => h('option', { value: name }, t(`level.${name}`)))));
  select.value = kind === 'bot' ? level ?? '' : kind;
  select.addEventListener('change', () => change(withWho(wish(), index, select.value, names())));
  return select;
}

/** @param {Setting} setting */
function wall({ wish, change }) {
  const { grey } = parts(wish().rules);
  /** @param {(Tile | null)[]} tiles */
  const picture = (tiles) => h('span', { class: 'mini-wall' }, tiles.map((tile) => slotSvg(tile)));
  return h('fieldset', { class: 'setup-row' },
    h('legend', null, t('shell.wall')),
    segments('setup-wall', grey, [
      {
        value: false,
        label: [picture(['B', 'Y', 'R']), t('shell.wall.coloured')],
        choose: () => change(withRules(wish(), { grey: false })),
      },
      {
        value: true,
        label: [picture([null, null, null]), t('shell.wall.grey')],
        choose: () => change(withRules(wish(), { grey: true })),
      },
    ]),
    h('p', { class: 'setup-about' }, t(grey ? 'shell.wall.grey.about' : 'shell.wall.coloured.about')));
}

/** @param {Setting} setting */
function jokers({ wish, change }) {
  const input = h('input', {
    type: 'checkbox', role: 'switch', id: 'setup-jokers', checked: parts(wish().rules).jokers,
    'aria-describedby': 'setup-jokers-about',
  });
  input.addEventListener('change', () => change(withRules(wish(), { jokers: input.checked })));
  return h('div', { class: 'setup-row' },
    h('label', { for: input.id }, t('shell.jokers')),
    h('span', { class: 'setup-switch' }, input, h('span', { class: 'mini-wall' }, tileSvg('J')),
      h('span', { class: 'setup-about', id: 'setup-jokers-about' }, t('shell.jokers.about'))));
}

/** @param {Setting} setting */
function starter({ wish, change }) {
  const select = h('select', { id: 'setup-starter' },
    h('option', { value: '' }, t('shell.starter.chance')),
    namesAt(wish()).map((name, index) => h('option', { value: index + 1 }, name)),
    h('option', { value: PORTUGAL }, t('shell.starter.portugal')));
  select.value = String(wish().starter ?? '');
  select.addEventListener('change', async () => {
    const asked = select.value === PORTUGAL;
    const chosen = asked ? await askPortugal(namesAt(wish())) : Number(select.value) || null;
    change({ ...wish(), starter: chosen === undefined ? wish().starter : chosen });
  });
  return h('div', { class: 'setup-row' }, h('label', { for: select.id }, t('shell.starter')), select);
}

/**
 * A choice among few, side by side.
 *
 * @template V
 * @param {string} name
 * @param {V} current
 * @param {{ value: V, label: import('../dom.js').Child[], choose(): void }[]} options
 */
export function segments(name, current, options) {
  return h('div', { class: 'segments' }, options.flatMap(({ value, label, choose }) => {
    const id = `${name}-${value}`;
    return [
      h('input', { type: 'radio', name, id, checked: value === current, onchange: choose }),
      h('label', { for: id }, label),
    ];
  }));
}

/**
 * Who starts, as custom has it: whoever was in Portugal last. Nobody but the players knows.
 *
 * @param {string[]} names  Of all seats, in order.
 * @returns {Promise<number | null | undefined>} The seat; null: chance decides; undefined: no answer.
 */
async function askPortugal(names) {
  const answer = await openDialog({
    title: t('shell.portugal.title'),
    body: t('shell.portugal.body'),
    kind: 'dialog-list',
    actions: [
      ...names.map((label, index) => ({ id: String(index + 1), label })),
      { id: NOBODY, label: t('shell.portugal.nobody') },
    ],
  });
  if (!answer) return undefined;
  return answer === NOBODY ? null : Number(answer);
}
