/**
 * Tables in words: who plays against whom, and what is not as in most games.
 */

/** @import { NewTable, Rules } from '../messages.js' */

import { listing, t } from '../text/catalogue.js';
import { OPEN, parts } from './new-table.js';

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
  const here = told.filter((_, index) => index !== me && wish.seats[index]?.kind !== OPEN);
  const friends = wish.seats.filter(({ kind }) => kind === OPEN).length;
  return t('shell.match', { first, others: listing([...here, ...(friends ? [t.count('meeting.friends', friends)] : [])]) });
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
