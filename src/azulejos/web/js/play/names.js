/**
 * What the players are called where they gave no name: who has one seat here is “you”, other people
 * go by their seat, bots are the opponents of their level.
 *
 * @import { Seat } from '../messages.js'
 */

import { opponentName } from '../opponents/opponents.js';
import { t } from '../text/catalogue.js';

/** @typedef {{ seats: Seat[] }} Seated */

/** My seat, if I have one only and it has no name. @param {Seated} table @param {number[]} mine */
export function nameless(table, mine) {
  const [seat = 0] = mine;
  return mine.length === 1 && !table.seats[seat - 1]?.name ? seat : 0;
}

/** @param {Seat} seat */
function plainName(seat) {
  if (seat.name) return seat.name;
  if (seat.kind === 'bot') return opponentName(seat.level) || t('name.bot', { number: seat.seat });
  return t('name.player', { number: seat.seat });
}

/**
 * Two of one name are told apart by a number.
 *
 * @param {Seated} table
 * @param {number} player
 * @param {number[]} mine My seats.
 */
export function nameIn(table, player, mine) {
  const seat = table.seats[player - 1];
  if (!seat) return t('name.player', { number: player });
  if (player === nameless(table, mine)) return t('shell.you');
  const name = plainName(seat);
  const same = table.seats.filter((other) => plainName(other) === name);
  if (same.length < 2) return name;
  return t('table.name.numbered', { name, number: same.indexOf(seat) + 1 });
}
