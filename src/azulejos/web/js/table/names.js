/**
 * What the players are called where they gave no name: the only person is “you”, other people go by
 * their seat, bots by their level.
 *
 * @import { Seat } from '../messages.js'
 */

import { has, t } from '../text/catalogue.js';

/** @typedef {{ seats: Seat[] }} Seated */

/** The seat of the only person, if there is one only and it has no name. @param {Seated} table */
export function nameless(table) {
  const people = table.seats.filter((seat) => seat.kind === 'person');
  return people.length === 1 && !people[0]?.name ? people[0]?.seat ?? 0 : 0;
}

/** @param {Seat} seat */
function plainName(seat) {
  if (seat.name) return seat.name;
  const level = `level.${seat.level}`;
  if (seat.kind === 'bot') return has(level) ? t(level) : t('name.bot', { number: seat.seat });
  return t('name.player', { number: seat.seat });
}

/**
 * Two of one name are told apart by a number.
 *
 * @param {Seated} table
 * @param {number} player
 */
export function nameIn(table, player) {
  const seat = table.seats[player - 1];
  if (!seat) return t('name.player', { number: player });
  if (player === nameless(table)) return t('shell.you');
  const name = plainName(seat);
  const same = table.seats.filter((other) => plainName(other) === name);
  if (same.length < 2) return name;
  return t('table.name.numbered', { name, number: same.indexOf(seat) + 1 });
}
