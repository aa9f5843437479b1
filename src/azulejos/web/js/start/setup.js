/**
 * The table to set up: how many play, who sits where, which wall, jokers, who starts; and behind
 * “More” what few need.
 */

/** @import { TableOptions, NewTable, Tile } from '../messages.js' */
/** @import { StartPage } from './start.js' */

import { face } from '../art/face.js';
import { slotSvg, tileSvg } from '../art/tile.js';
import { openDialog } from '../dialogs.js';
import { fill, h, keepingFocus } from '../dom.js';
import { segments, select, toggle } from '../forms.js';
import { LONGEST_NAME } from '../me/profile.js';
import { server } from '../net/api.js';
import { isOpponent, opponentName } from '../opponents/opponents.js';
import { settings } from '../settings.js';
import { has, levelAbout, levelName, t } from '../text/catalogue.js';
import { levelChoices, levelRating } from './level-rating.js';
import { OPEN, PERSON, PLAYERS, USUAL, personsBefore, ruleOptions, seatAt, seatName, withName, withPlayers, withRules, withWho } from './new-table.js';

const PORTUGAL = 'portugal';
const NOBODY = 'nobody';
/** A tile a seat, to tell them apart at a glance. @type {Tile[]} */
const SIGNS = ['B', 'Y', 'R', 'K'];

/** @typedef {Pick<StartPage, 'about' | 'draft' | 'change' | 'keep' | 'more'>} Page `keep`, unlike `change`, draws nothing: somebody is typing. */

/**
 * Draws the choices; focus stays on the one that was changed.
 *
 * @param {HTMLElement} root
 * @param {Page} page
 */
export function renderSetup(root, page) {
  keepingFocus(root, () => {
    fill(root, players(page), seats(page), wall(page), jokers(page), starter(page), page.more.element);
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

/** @param {Page} page */
function players(page) {
  return h('fieldset', { class: 'setup-row' },
    h('legend', null, t('shell.players')),
    segments('setup-players', page.draft.seats.length, PLAYERS.map((number) => [number, number]),
      (number) => page.change(withPlayers(page.draft, number, page.about))));
}

/** @param {Page} page */
function seats(page) {
  return h('ol', { class: 'seats', 'aria-label': t('shell.seats') }, page.draft.seats.map((_, index) => seat(page, index)));
}

/**
 * A level that several bots share is described once.
 *
 * @param {Page} page
 * @param {number} index
 */
function seat(page, index) {
  const { kind, level } = seatAt(page.draft, index);
  const shown = kind === 'bot' && isOpponent(level) ? level : '';
  const first = page.draft.seats.findIndex((other) => other.kind === 'bot' && other.level === level) === index;
  return h('li', { class: ['seat', `seat-of-${kind}`] },
    h('span', { class: 'seat-sign' }, shown ? face(shown) : tileSvg(/** @type {Tile} */ (SIGNS[index]))),
    kind === OPEN && h('span', { class: 'seat-open' }, t('meeting.gets_invitation')),
    kind === PERSON && nameField(page, index),
    whoSelect(page, index),
    kind === 'bot' && first && h('p', { class: 'seat-about', id: `about-${level}` },
      shown && has(temperOf(shown)) ? t(temperOf(shown)) : levelAbout(level), ' ', ratingNote(page, level)));
}

/** @param {Page} page @param {string | null} level */
function ratingNote({ about, draft: { rules, seats: { length } } }, level) {
  const elo = levelRating(about, level, rules, length);
  return elo && h('span', { class: 'seat-rating' }, t('shell.level.rating', { elo }));
}

/**
 * @param {Page} page
 * @param {number} index
 */
function nameField(page, index) {
  const seated = seatAt(page.draft, index);
  const input = h('input', {
    type: 'text', id: `seat-${index}-name`, class: 'seat-name', maxlength: LONGEST_NAME, value: seated.name,
    autocomplete: 'off', spellcheck: 'false', 'aria-label': t('shell.seat.name', { number: index + 1 }),
    placeholder: seatName(withName(page.draft, index, '').seats, index),
    oninput: () => page.keep(withName(page.draft, index, input.value.trim())),
    onchange: () => {
      input.value = input.value.trim();
      page.keep(withName(page.draft, index, input.value));
    },
  });
  return input;
}

/**
 * @param {Page} page
 * @param {number} index
 */
function whoSelect(page, index) {
  const { kind, level } = seatAt(page.draft, index);
  const me = personsBefore(page.draft, index) === 0;
  /** @type {import('../forms.js').Choice[]} */
  const elsewhere = server.invites ? [[OPEN, t('meeting.seat.friend')]] : [];
  return select(
    {
      id: `seat-${index}-who`, class: 'seat-who', 'aria-label': t('shell.seat.who', { number: index + 1 }),
      'aria-describedby': kind === 'bot' ? `about-${level}` : null,
    },
    kind === 'bot' ? level ?? '' : kind,
    [
      { group: t('shell.seat.people'), options: [[PERSON, t(me ? 'shell.seat.me' : 'shell.seat.person')]] },
      ...elsewhere.length ? [{ group: t('meeting.elsewhere'), options: elsewhere }] : [],
      { group: t('shell.seat.bots'), options: levelChoices(page.about, page.draft.rules, page.draft.seats.length, botChoice) },
    ],
    (who) => page.change(withWho(page.draft, index, who)),
  );
}

/** What an opponent is like, in a line. @param {string} level */
const temperOf = (level) => `opponents.${level}.temper`;

/** Name and level; those who were beaten have a star. @param {string} level */
function botChoice(level) {
  if (!isOpponent(level)) return levelName(level);
  return `${t('shell.bot', { name: opponentName(level), level: levelName(level) })}${settings.get('beaten').includes(level) ? ' ★' : ''}`;
}

/** @param {Page} page */
function wall(page) {
  const { grey } = ruleOptions(page.draft.rules);
  /** @param {(Tile | null)[]} tiles */
  const picture = (tiles) => h('span', { class: 'mini-wall' }, tiles.map((tile) => slotSvg(tile)));
  return h('fieldset', { class: 'setup-row' },
    h('legend', null, t('shell.wall')),
    segments('setup-wall', grey, [
      [false, [picture(['B', 'Y', 'R']), t('shell.wall.coloured')]],
      [true, [picture([null, null, null]), t('shell.wall.grey')]],
    ], (chosen) => page.change(withRules(page.draft, { grey: chosen }))),
    h('p', { class: 'setup-about' }, t(grey ? 'shell.wall.grey.about' : 'shell.wall.coloured.about')));
}

/** @param {Page} page */
function jokers(page) {
  const input = toggle(ruleOptions(page.draft.rules).jokers, (on) => page.change(withRules(page.draft, { jokers: on })), {
    id: 'setup-jokers', 'aria-describedby': 'setup-jokers-about',
  });
  return h('div', { class: 'setup-row' },
    h('label', { for: input.id }, t('shell.jokers')),
    h('span', { class: 'setup-switch' }, input, h('span', { class: 'mini-wall' }, tileSvg('J')),
      h('span', { class: 'setup-about', id: 'setup-jokers-about' }, t('shell.jokers.about'))));
}

/** @param {Page} page */
function starter(page) {
  const list = select({ id: 'setup-starter' }, page.draft.starter ?? '', [
    ['', t('shell.starter.chance')],
    ...namesAt(page.draft).map((name, index) => /** @type {[number, string]} */ ([index + 1, name])),
    [PORTUGAL, t('shell.starter.portugal')],
  ], async (value) => {
    const chosen = value === PORTUGAL ? await askPortugal(namesAt(page.draft)) : Number(value) || null;
    page.change({ ...page.draft, starter: chosen === undefined ? page.draft.starter : chosen });
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
 * @param {Pick<Page, 'draft' | 'keep'>} page
 */
export function moreChoices(page) {
  const told = h('span', { class: 'more-told' });
  const words = h('span');
  const fields = h('div');
  const element = h('details', { class: 'setup-more', ontoggle: () => element.open && !fields.hasChildNodes() && draw() },
    h('summary', { id: 'setup-more' }, words, ' ', told), fields);
  /** @param {TableOptions} options */
  const change = (options) => {
    const { options: _, ...plain } = page.draft;
    page.keep(options.name || isUnusual(options) ? { ...plain, options } : plain);
    tell();
  };
  const tell = async () => {
    const { options } = page.draft;
    if (!options) return fill(told);
    const { optionsText } = await import('../room/table-options.js');
    return fill(told, [options.name, ...optionsText({ ...USUAL, ...options })].filter(Boolean).join(' · '));
  };
  const draw = async () => {
    const { optionsFields } = await import('../room/table-options.js');
    fill(fields, optionsFields({ ...USUAL, ...page.draft.options }, change));
  };
  const render = () => {
    fill(words, t('meeting.options'));
    fill(fields);
    tell();
    if (element.open) draw();
  };
  return { element, render };
}

/** @param {TableOptions} options */
function isUnusual({ public: isPublic, watching, delay, clock, joining }) {
  return isPublic || !watching || !joining || delay > 0 || clock !== null;
}
