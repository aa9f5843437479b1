/**
 * The table to set up: how many play, who sits where, which wall, jokers, who starts; and behind
 * “More” what few need.
 */

/** @import { About, TableOptions, NewTable, Tile } from '../messages.js' */

import { slotSvg, tileSvg } from '../art/tile.js';
import { openDialog } from '../dialogs.js';
import { fill, h, keepingFocus } from '../dom.js';
import { segments, select, toggle } from '../forms.js';
import { LONGEST_NAME } from '../me/profile.js';
import { levelAbout, levelName, t } from '../text/catalogue.js';
import { FEWEST, MOST, OPEN, PERSON, freeBotName, personsBefore, ruleOptions, seatAt, seatName, withName, withPlayers, withRules, withWho } from './new-table.js';

const PORTUGAL = 'portugal';
const NOBODY = 'nobody';
/** A tile a seat, to tell them apart at a glance. @type {Tile[]} */
const SIGNS = ['B', 'Y', 'R', 'K'];

/**
 * @typedef {object} Setting
 * @property {About} about
 * @property {() => NewTable} draft
 * @property {(draft: NewTable) => void} change  Draws the choices anew.
 * @property {(draft: NewTable) => void} keep  Leaves them as they are: somebody is typing.
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
 * @param {NewTable} draft
 */
export function renameSeats(root, draft) {
  namesAt(draft).forEach((name, index) => {
    const option = root.querySelector(`#setup-starter option[value='${index + 1}']`);
    if (option) fill(option, name);
  });
}

/** @param {NewTable} draft */
function namesAt(draft) {
  return draft.seats.map((_, index) => seatName(draft.seats, index));
}

/** @param {Setting} setting */
function players({ draft, change, about }) {
  const numbers = Array.from({ length: MOST - FEWEST + 1 }, (_, index) => FEWEST + index);
  return h('fieldset', { class: 'setup-row' },
    h('legend', null, t('shell.players')),
    segments('setup-players', draft().seats.length, numbers.map((number) => ({
      value: number, label: [number], choose: () => change(withPlayers(draft(), number, about)),
    }))));
}

/** @param {Setting} setting */
function seats(setting) {
  return h('ol', { class: 'seats', 'aria-label': t('shell.seats') },
    setting.draft().seats.map((_, index) => seat(setting, index)));
}

/**
 * A level that several bots share is described once.
 *
 * @param {Setting} setting
 * @param {number} index
 */
function seat(setting, index) {
  const { kind, level } = seatAt(setting.draft(), index);
  const first = setting.draft().seats.findIndex((other) => other.kind === 'bot' && other.level === level) === index;
  return h('li', { class: 'seat' },
    h('span', { class: 'seat-sign' }, tileSvg(/** @type {Tile} */ (SIGNS[index]))),
    kind === OPEN ? h('span', { class: 'seat-open' }, t('meeting.gets_invitation')) : nameField(setting, index),
    whoSelect(setting, index),
    kind === 'bot' && first && h('p', { class: 'seat-about', id: aboutId(level) }, levelAbout(level)));
}

/** @param {string | null} level */
function aboutId(level) {
  return `about-${level}`;
}

/**
 * @param {Setting} setting
 * @param {number} index
 */
function nameField({ draft, keep }, index) {
  const seated = seatAt(draft(), index);
  const input = h('input', {
    type: 'text', id: `seat-${index}-name`, class: 'seat-name', maxlength: LONGEST_NAME, value: seated.name,
    autocomplete: 'off', spellcheck: 'false', 'aria-label': t('shell.seat.name', { number: index + 1 }),
    placeholder: seatName(withName(draft(), index, '').seats, index),
  });
  input.addEventListener('input', () => keep(withName(draft(), index, input.value.trim())));
  input.addEventListener('change', () => {
    input.value = input.value.trim();
    if (!input.value && seated.kind === 'bot') {
      input.value = freeBotName(draft().seats.map(({ name }) => name));
      keep(withName(draft(), index, input.value));
    }
  });
  return input;
}

/**
 * @param {Setting} setting
 * @param {number} index
 */
function whoSelect({ draft, change, about, names }, index) {
  const { kind, level } = seatAt(draft(), index);
  const me = personsBefore(draft(), index) === 0;
  return select(
    {
      id: `seat-${index}-who`, class: 'seat-who', 'aria-label': t('shell.seat.who', { number: index + 1 }),
      'aria-describedby': kind === 'bot' ? aboutId(level) : null,
    },
    kind === 'bot' ? level ?? '' : kind,
    [
      { group: t('shell.seat.people'), options: [[PERSON, t(me ? 'shell.seat.me' : 'shell.seat.person')]] },
      { group: t('meeting.elsewhere'), options: [[OPEN, t('meeting.seat.friend')]] },
      { group: t('shell.seat.bots'), options: about.levels.map((name) => [name, levelName(name)]) },
    ],
    (who) => change(withWho(draft(), index, who, names())),
  );
}

/** @param {Setting} setting */
function wall({ draft, change }) {
  const { grey } = ruleOptions(draft().rules);
  /** @param {(Tile | null)[]} tiles */
  const picture = (tiles) => h('span', { class: 'mini-wall' }, tiles.map((tile) => slotSvg(tile)));
  return h('fieldset', { class: 'setup-row' },
    h('legend', null, t('shell.wall')),
    segments('setup-wall', grey, [
      {
        value: false,
        label: [picture(['B', 'Y', 'R']), t('shell.wall.coloured')],
        choose: () => change(withRules(draft(), { grey: false })),
      },
      {
        value: true,
        label: [picture([null, null, null]), t('shell.wall.grey')],
        choose: () => change(withRules(draft(), { grey: true })),
      },
    ]),
    h('p', { class: 'setup-about' }, t(grey ? 'shell.wall.grey.about' : 'shell.wall.coloured.about')));
}

/** @param {Setting} setting */
function jokers({ draft, change }) {
  const input = toggle(ruleOptions(draft().rules).jokers, (on) => change(withRules(draft(), { jokers: on })), {
    id: 'setup-jokers', 'aria-describedby': 'setup-jokers-about',
  });
  return h('div', { class: 'setup-row' },
    h('label', { for: input.id }, t('shell.jokers')),
    h('span', { class: 'setup-switch' }, input, h('span', { class: 'mini-wall' }, tileSvg('J')),
      h('span', { class: 'setup-about', id: 'setup-jokers-about' }, t('shell.jokers.about'))));
}

/** @param {Setting} setting */
function starter({ draft, change }) {
  const list = select({ id: 'setup-starter' }, draft().starter ?? '', [
    ['', t('shell.starter.chance')],
    ...namesAt(draft()).map((name, index) => /** @type {[number, string]} */ ([index + 1, name])),
    [PORTUGAL, t('shell.starter.portugal')],
  ], async (value) => {
    const chosen = value === PORTUGAL ? await askPortugal(namesAt(draft())) : Number(value) || null;
    change({ ...draft(), starter: chosen === undefined ? draft().starter : chosen });
  });
  return h('div', { class: 'setup-row' }, h('label', { for: list.id }, t('shell.starter')), list);
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

// What few need

/**
 * Its name, a time for moves, who may watch. The fields are fetched when somebody wants to see them.
 *
 * @param {() => NewTable} draft
 * @param {(draft: NewTable) => void} keep
 */
export function moreChoices(draft, keep) {
  const told = h('span', { class: 'more-told' });
  const words = h('span');
  const fields = h('div');
  const element = h('details', { class: 'setup-more' },
    h('summary', { id: 'setup-more' }, words, ' ', told), fields);
  /** @param {TableOptions} options */
  const change = (options) => {
    const { options: _, ...plain } = draft();
    keep(options.name || isUnusual(options) ? { ...plain, options } : plain);
    tell();
  };
  const tell = async () => {
    const { options } = draft();
    if (!options) return fill(told);
    const { optionsText } = await import('../room/table-options.js');
    return fill(told, [options.name, ...optionsText(options)].filter(Boolean).join(' · '));
  };
  const draw = async () => {
    const { USUAL, optionsFields } = await import('../room/table-options.js');
    fill(fields, optionsFields(draft().options ?? USUAL, change));
  };
  element.addEventListener('toggle', () => element.open && !fields.hasChildNodes() && draw());
  const render = () => {
    fill(words, t('meeting.options'));
    fill(fields);
    tell();
    if (element.open) draw();
  };
  return { element, render };
}

/** @param {TableOptions} options */
function isUnusual({ public: isPublic, watching, delay, clock }) {
  return isPublic || !watching || delay > 0 || clock !== null;
}
