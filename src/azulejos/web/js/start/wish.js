/**
 * The table that Play will start, as a value: every change gives a new one. The first person at it
 * is the reader.
 */

/** @import { About, NewTable, Rules } from '../messages.js' */

import { listing, t } from '../text/catalogue.js';
import { freeBotName } from './names.js';

/** @typedef {NewTable['seats'][number]} WishedSeat */

export const FEWEST = 2;
export const MOST = 4;
/** What a seat holds beside the name of a level. */
export const PERSON = 'person';

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
  if (known.every(({ kind }) => kind === 'bot')) known[0] = { kind: 'person', name: '', level: null };
  const rules = about.rules.includes(wish.rules) ? wish.rules : 'std';
  const starter = wish.starter && wish.starter <= known.length ? wish.starter : null;
  return { rules, seats: known, starter };
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
 * Lets a person or a bot of a level take a seat. Somebody must play: where a bot takes the only
 * person's seat, that person takes the bot's.
 *
 * @param {NewTable} wish
 * @param {number} index
 * @param {string} who  `person` or a level.
 * @param {string[]} names
 * @returns {NewTable}
 */
export function withWho(wish, index, who, names) {
  const seat = /** @type {WishedSeat} */ (wish.seats[index]);
  if (who !== PERSON) {
    if (isOnlyPerson(wish, index)) return changedPlaces(wish, index, who);
    return withSeat(wish, index, seat.kind === 'bot' ? { ...seat, level: who } : bot(wish.seats, who));
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
 * @param {NewTable} wish
 */
export function matchText(wish) {
  const told = wish.seats.map((seat, index) => {
    const name = seatName(wish.seats, index);
    return seat.kind === 'bot' ? t('shell.bot', { name, level: t(`level.${seat.level}`) }) : name;
  });
  const me = Math.max(0, wish.seats.findIndex(({ kind }) => kind === 'person'));
  const first = told[me];
  return t('shell.match', { first, others: listing(told.filter((_, index) => index !== me)) });
}

/**
 * `grey wall`, `jokers`: what is not as in most games.
 *
 * @param {Rules} rules
 */
export function rulesText(rules) {
  const { grey, jokers } = parts(rules);
  return [t(grey ? 'shell.kind.grey' : 'shell.kind.coloured'), ...(jokers ? [t('shell.kind.joker')] : [])];
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
 * @param {string} level
 * @returns {NewTable}
 */
function changedPlaces(wish, index, level) {
  const other = (index + 1) % wish.seats.length;
  const [person, moved] = [wish.seats[index], wish.seats[other]].map((seat) => /** @type {WishedSeat} */ (seat));
  return withSeat(withSeat(wish, index, { ...moved, level }), other, person);
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
