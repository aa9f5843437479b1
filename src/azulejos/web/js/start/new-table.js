/**
 * The table that Play will start, as a value: every change gives a new one. The first person at it
 * is the reader. And tables in words: who plays against whom, and what is not as in most games.
 */

/** @import { About, NewTable, Rules, TableOptions } from '../messages.js' */

import { COLOURS, profile } from '../me/profile.js';
import { freeName, isOpponent } from '../opponents/opponents.js';
import { settings } from '../settings.js';
import { levelName, listing, t } from '../text/catalogue.js';

/** @typedef {NewTable['seats'][number]} DraftSeat */

/** How many may play. */
export const PLAYERS = [2, 3, 4];
/** What a seat holds beside the name of a level: somebody at this device, somebody elsewhere. */
export const PERSON = 'person';
export const OPEN = 'open';
/** What a host decides, unless they wish otherwise. @type {TableOptions} */
export const USUAL = { name: '', public: false, watching: true, delay: 0, clock: null, joining: true };
/** @type {DraftSeat} */
const OPEN_SEAT = { kind: OPEN, name: '', level: null };

/**
 * The reader against one bot of the friendly level.
 *
 * @param {About} about
 * @returns {NewTable}
 */
export function defaultTable(about) {
  const me = { kind: /** @type {const} */ ('person'), name: settings.get('names')[0] ?? '', level: null };
  return named({ rules: 'std', seats: [me, bot(about.friendly)], starter: null });
}

/**
 * A remembered choice, fit for this server: levels and rules may have changed since.
 *
 * @param {NewTable} draft
 * @param {About} about
 * @returns {NewTable}
 */
export function supportedBy(draft, about) {
  const known = draft.seats.map((seat) => (
    seat.kind === 'bot' && !about.levels.includes(seat.level ?? '') ? { ...seat, level: about.friendly } : seat
  ));
  if (!known.some(({ kind }) => kind === 'person')) known[0] = { kind: 'person', name: '', level: null };
  const rules = about.rules.includes(draft.rules) ? draft.rules : 'std';
  const starter = draft.starter && draft.starter <= known.length ? draft.starter : null;
  const options = draft.options && { ...USUAL, ...draft.options };
  const fit = named({ ...draft, rules, seats: known, starter, ...(options && { options }) });
  // The reader may have another name by now.
  return settings.get('profile') ? withName(fit, known.findIndex(({ kind }) => kind === 'person'), profile().name) : fit;
}

/**
 * As the server is asked for it: with what others need who come from elsewhere.
 *
 * @param {NewTable} draft
 * @returns {NewTable}
 */
export function orderOf(draft) {
  const order = withColours(draft);
  return draft.seats.some(({ kind }) => kind === OPEN) ? { options: USUAL, ...order } : order;
}

/**
 * Persons in colours of their own, the reader's first. Who plays with bots only needs none.
 *
 * @param {NewTable} draft
 * @returns {NewTable}
 */
export function withColours(draft) {
  const { colour } = profile();
  const others = COLOURS.filter((free) => free !== (colour ?? COLOURS[0]));
  const colours = [colour ?? COLOURS[0], ...others];
  if (!colour && draft.seats.filter(({ kind }) => kind !== 'bot').length < 2) return draft;
  const seats = draft.seats.map((seat, index) => (
    seat.kind === 'person' ? { ...seat, colour: colours[personsBefore(draft, index)] ?? null } : seat
  ));
  return { ...draft, seats };
}

/**
 * The reader and so many friends who will come from elsewhere.
 *
 * @param {NewTable} draft  Of which the rules and options hold.
 * @param {number} players
 * @returns {NewTable}
 */
export function withFriends({ rules, options }, players) {
  const me = { kind: /** @type {const} */ ('person'), name: profile().name, level: null };
  const seats = Array.from({ length: players }, (_, index) => (index ? OPEN_SEAT : me));
  return { rules, seats, starter: null, ...(options ? { options } : {}) };
}

/**
 * @param {NewTable} draft
 * @param {number} players
 * @param {About} about
 * @returns {NewTable}
 */
export function withPlayers(draft, players, about) {
  const seats = draft.seats.slice(0, players);
  while (seats.length < players) seats.push(bot(newcomer(seats, about)));
  return named({ ...draft, seats, starter: draft.starter && draft.starter <= players ? draft.starter : null });
}

/**
 * Somebody whom nobody here resembles, of nearly the strength of the first bot.
 *
 * @param {DraftSeat[]} seats
 * @param {About} about
 */
function newcomer(seats, { levels, friendly }) {
  const middle = levels.indexOf(seats.find(({ kind }) => kind === 'bot')?.level ?? friendly);
  const distance = (/** @type {string} */ level) => Math.abs(levels.indexOf(level) - middle);
  const free = levels.filter((level) => isOpponent(level) && !seats.some((seat) => seat.level === level));
  return free.sort((one, other) => distance(one) - distance(other))[0] ?? friendly;
}

/**
 * Lets a person or a bot of a level take a seat, or keeps it for somebody elsewhere. Somebody must
 * play here: who would lose the only person's seat takes the next one.
 *
 * @param {NewTable} draft
 * @param {number} index
 * @param {string} who  `person`, `open` or a level.
 * @returns {NewTable}
 */
export function withWho(draft, index, who) {
  const seat = seatAt(draft, index);
  if (who !== PERSON) {
    if (isOnlyPerson(draft, index)) return changedPlaces(draft, index, who);
    return withSeat(draft, index, seatOf(who));
  }
  if (seat.kind === 'person') return draft;
  const others = draft.seats.map(({ name }) => name);
  const name = settings.get('names')[personsBefore(draft, index)] ?? '';
  return withSeat(draft, index, { kind: 'person', name: others.includes(name) ? '' : name, level: null });
}

/**
 * @param {NewTable} draft
 * @param {number} index
 * @param {string} name
 * @returns {NewTable}
 */
export function withName(draft, index, name) {
  return withSeat(draft, index, { ...seatAt(draft, index), name });
}

/**
 * @param {NewTable} draft
 * @param {{ grey?: boolean, jokers?: boolean }} change
 * @returns {NewTable}
 */
export function withRules(draft, change) {
  const { grey, jokers } = { ...ruleOptions(draft.rules), ...change };
  const rules = [grey && 'grey', jokers && 'joker'].filter(Boolean).join('+') || 'std';
  return { ...draft, rules: /** @type {Rules} */ (rules) };
}

/** @param {Rules} rules */
export function ruleOptions(rules) {
  return { grey: rules.includes('grey'), jokers: rules.includes('joker') };
}

/** @param {NewTable} draft @param {number} index @returns {DraftSeat} */
export function seatAt(draft, index) {
  const seat = draft.seats[index];
  if (!seat) throw new RangeError(`no seat ${index}`);
  return seat;
}

/**
 * How many people sit before a seat.
 *
 * @param {NewTable} draft
 * @param {number} index
 */
export function personsBefore(draft, index) {
  return draft.seats.slice(0, index).filter((seat) => seat.kind === 'person').length;
}

/**
 * @param {NewTable} draft
 * @param {number} index
 */
function isOnlyPerson(draft, index) {
  return draft.seats.every((seat, place) => (seat.kind === 'person') === (place === index));
}

/**
 * @param {NewTable} draft
 * @param {number} index
 * @param {string} who
 * @returns {NewTable}
 */
function changedPlaces(draft, index, who) {
  const other = (index + 1) % draft.seats.length;
  return withSeat(withSeat(draft, index, seatOf(who)), other, seatAt(draft, index));
}

/**
 * A seat for a bot of a level or for a friend.
 *
 * @param {string} who
 * @returns {DraftSeat}
 */
function seatOf(who) {
  return who === OPEN ? OPEN_SEAT : bot(who);
}

/**
 * `named` gives it a name.
 *
 * @param {string} level
 * @returns {DraftSeat}
 */
function bot(level) {
  return { kind: 'bot', name: '', level };
}

/**
 * @param {NewTable} draft
 * @param {number} index
 * @param {DraftSeat} seat
 * @returns {NewTable}
 */
function withSeat(draft, index, seat) {
  return named({ ...draft, seats: draft.seats.with(index, seat) });
}

/**
 * All bots have the names of their levels, whatever they were called before.
 *
 * @param {NewTable} draft
 * @returns {NewTable}
 */
function named(draft) {
  const taken = draft.seats.filter(({ kind }) => kind !== 'bot').map(({ name }) => name);
  const seats = draft.seats.map((seat) => {
    if (seat.kind !== 'bot') return seat;
    const name = freeName(seat.level ?? '', taken);
    taken.push(name);
    return { ...seat, name };
  });
  return { ...draft, seats };
}

// In words

/**
 * What a seat without a name is called here: the only person is the reader.
 *
 * @param {{ kind: string, name: string }[]} seats
 * @param {number} index
 */
export function seatName(seats, index) {
  const seat = seats[index];
  if (seat?.name) return seat.name;
  const first = seats.findIndex(({ kind }) => kind === 'person');
  if (seat?.kind === 'person' && index === first) return t('shell.you');
  return t(seat?.kind === 'bot' ? 'name.bot' : 'name.player', { number: index + 1 });
}

/**
 * `You against Inês (Casual) and Tomás (Expert)`: the reader first, then in the order of seats.
 *
 * @param {NewTable} draft
 */
export function matchText(draft) {
  const told = draft.seats.map((seat, index) => {
    const name = seatName(draft.seats, index);
    return seat.kind === 'bot' ? t('shell.bot', { name, level: levelName(seat.level) }) : name;
  });
  const me = Math.max(0, draft.seats.findIndex(({ kind }) => kind === 'person'));
  const first = told[me];
  const here = told.filter((_, index) => index !== me && draft.seats[index]?.kind !== OPEN);
  const friends = draft.seats.filter(({ kind }) => kind === OPEN).length;
  return t('shell.match', { first, others: listing([...here, ...(friends ? [t.count('meeting.friends', friends)] : [])]) });
}

/**
 * `grey wall`, `jokers`: what is not as in most games.
 *
 * @param {Rules} rules
 */
export function rulesText(rules) {
  const { grey, jokers } = ruleOptions(rules);
  return [t(grey ? 'shell.kind.grey' : 'shell.kind.coloured'), ...(jokers ? [t('shell.kind.joker')] : [])];
}
