/**
 * The table that Play will start, as a value: every change gives a new one. The first person at it
 * is the reader.
 */

/** @import { About, NewTable, Rules } from '../messages.js' */

import { COLOURS, profile } from '../me/profile.js';
import { settings } from '../settings.js';

/** @typedef {NewTable['seats'][number]} WishedSeat */

export const FEWEST = 2;
export const MOST = 4;
/** What a seat holds beside the name of a level: somebody at this device, somebody elsewhere. */
export const PERSON = 'person';
export const OPEN = 'open';
/** What bots are called: Portuguese first names that read well in every language of ours. */
const BOT_NAMES = ['Inês', 'Tomás', 'Beatriz', 'Duarte', 'Leonor', 'Vasco', 'Matilde', 'Rui'];

/**
 * The reader against one bot of the friendly level.
 *
 * @param {About} about
 * @param {string[]} names  Of people here, the reader first.
 * @returns {NewTable}
 */
export function firstWish(about, names) {
  const me = { kind: /** @type {const} */ ('person'), name: names[0] ?? '', level: null };
  return withSeat({ rules: 'std', seats: [me], starter: null }, 1, bot([me], about.friendly));
}

/**
 * A remembered choice, fit for this server: levels and rules may have changed since.
 *
 * @param {NewTable} wish
 * @param {About} about
 * @returns {NewTable}
 */
export function fitting(wish, about) {
  const known = wish.seats.map((seat) => (
    seat.kind === 'bot' && !about.levels.includes(seat.level ?? '') ? { ...seat, level: about.friendly } : seat
  ));
  if (!known.some(({ kind }) => kind === 'person')) known[0] = { kind: 'person', name: '', level: null };
  const rules = about.rules.includes(wish.rules) ? wish.rules : 'std';
  const starter = wish.starter && wish.starter <= known.length ? wish.starter : null;
  return withMe({ ...wish, rules, seats: known, starter });
}

/**
 * The reader may have another name by now.
 *
 * @param {NewTable} wish
 * @returns {NewTable}
 */
function withMe(wish) {
  const me = wish.seats.findIndex(({ kind }) => kind === 'person');
  return settings.get('profile') ? withName(wish, me, profile().name) : wish;
}

/**
 * As the server is asked for it: persons in colours of their own, the reader's first. Who plays with
 * bots only needs none.
 *
 * @param {NewTable} wish
 * @returns {NewTable}
 */
export function ordered(wish) {
  const { colour } = profile();
  const others = COLOURS.filter((free) => free !== (colour ?? COLOURS[0]));
  const colours = [colour ?? COLOURS[0], ...others];
  if (!colour && wish.seats.filter(({ kind }) => kind !== 'bot').length < 2) return wish;
  const seats = wish.seats.map((seat, index) => (
    seat.kind === 'person' ? { ...seat, colour: colours[people(wish, index)] ?? null } : seat
  ));
  return { ...wish, seats };
}

/**
 * The reader and so many friends who will come from elsewhere.
 *
 * @param {NewTable} wish  Of which the rules and manners hold.
 * @param {number} players
 * @returns {NewTable}
 */
export function withFriends({ rules, manners }, players) {
  const me = { kind: /** @type {const} */ ('person'), name: profile().name, level: null };
  const seats = Array.from({ length: players }, (_, index) => (index ? openSeat() : me));
  return { rules, seats, starter: null, ...(manners ? { manners } : {}) };
}

/**
 * @param {NewTable} wish
 * @param {number} players
 * @param {About} about
 * @returns {NewTable}
 */
export function withPlayers(wish, players, about) {
  const seats = wish.seats.slice(0, players);
  while (seats.length < players) seats.push(bot(seats, about.friendly));
  return { ...wish, seats, starter: wish.starter && wish.starter <= players ? wish.starter : null };
}

/**
 * Lets a person or a bot of a level take a seat, or keeps it for somebody elsewhere. Somebody must
 * play here: who would lose the only person's seat takes the next one.
 *
 * @param {NewTable} wish
 * @param {number} index
 * @param {string} who  `person`, `open` or a level.
 * @param {string[]} names
 * @returns {NewTable}
 */
export function withWho(wish, index, who, names) {
  const seat = /** @type {WishedSeat} */ (wish.seats[index]);
  if (who !== PERSON) {
    if (isOnlyPerson(wish, index)) return changedPlaces(wish, index, who);
    return withSeat(wish, index, seatOf(seat, who, wish.seats));
  }
  if (seat.kind === 'person') return wish;
  const others = wish.seats.map(({ name }) => name);
  const name = names[people(wish, index)] ?? '';
  return withSeat(wish, index, { kind: 'person', name: others.includes(name) ? '' : name, level: null });
}

/**
 * @param {NewTable} wish
 * @param {number} index
 * @param {string} name
 * @returns {NewTable}
 */
export function withName(wish, index, name) {
  return withSeat(wish, index, { .../** @type {WishedSeat} */ (wish.seats[index]), name });
}

/**
 * @param {NewTable} wish
 * @param {{ grey?: boolean, jokers?: boolean }} change
 * @returns {NewTable}
 */
export function withRules(wish, change) {
  const { grey, jokers } = { ...parts(wish.rules), ...change };
  const rules = [grey && 'grey', jokers && 'joker'].filter(Boolean).join('+') || 'std';
  return { ...wish, rules: /** @type {Rules} */ (rules) };
}

/** @param {Rules} rules */
export function parts(rules) {
  return { grey: rules.includes('grey'), jokers: rules.includes('joker') };
}

/**
 * How many people sit before a seat.
 *
 * @param {NewTable} wish
 * @param {number} index
 */
export function people(wish, index) {
  return wish.seats.slice(0, index).filter((seat) => seat.kind === 'person').length;
}

/**
 * @param {NewTable} wish
 * @param {number} index
 */
function isOnlyPerson(wish, index) {
  return wish.seats.every((seat, place) => (seat.kind === 'person') === (place === index));
}

/**
 * @param {NewTable} wish
 * @param {number} index
 * @param {string} who
 * @returns {NewTable}
 */
function changedPlaces(wish, index, who) {
  const other = (index + 1) % wish.seats.length;
  const [person, moved] = [wish.seats[index], wish.seats[other]].map((seat) => /** @type {WishedSeat} */ (seat));
  return withSeat(withSeat(wish, index, seatOf(moved, who, wish.seats)), other, person);
}

/**
 * A seat that had somebody else, for a bot of a level or for a friend.
 *
 * @param {WishedSeat} seat
 * @param {string} who
 * @param {WishedSeat[]} seats
 * @returns {WishedSeat}
 */
function seatOf(seat, who, seats) {
  if (who === OPEN) return openSeat();
  return seat.kind === 'bot' ? { ...seat, level: who } : bot(seats, who);
}

/** @returns {WishedSeat} */
function openSeat() {
  return { kind: OPEN, name: '', level: null };
}

/**
 * @param {WishedSeat[]} seats
 * @param {string} level
 * @returns {WishedSeat}
 */
function bot(seats, level) {
  return { kind: 'bot', name: freeBotName(seats.map(({ name }) => name)), level };
}

/**
 * @param {NewTable} wish
 * @param {number} index
 * @param {WishedSeat} seat
 * @returns {NewTable}
 */
function withSeat(wish, index, seat) {
  const seats = [...wish.seats];
  seats[index] = seat;
  return { ...wish, seats };
}

/**
 * The first of them that nobody at the table bears.
 *
 * @param {string[]} taken
 */
export function freeBotName(taken) {
  return /** @type {string} */ (BOT_NAMES.find((name) => !taken.includes(name)) ?? BOT_NAMES[0]);
}
