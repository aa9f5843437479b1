/**
 * What happens among people at a table, in words.
 *
 * @import { TableEvent, Table } from '../messages.js'
 * @import { Store } from '../play/store.js'
 */

import { nameIn } from '../play/names.js';
import { t } from '../text/catalogue.js';
import { shortSpan } from '../text/time.js';

/** Seconds after which an absence is shown: who only reloads the page is not missed. */
export const MISSED_AFTER = 3;

/** For how many seconds somebody has been away; null: they are here. @param {Store} store @param {number} player */
export function awayFor({ state: { presence } }, player) {
  const found = presence?.away.find(({ seat }) => seat === player);
  if (!found || !presence) return null;
  const seconds = found.seconds + (Date.now() - presence.at) / 1000;
  return seconds >= MISSED_AFTER || presence.may_stand_in.includes(player) ? seconds : null;
}

/** At a rematch, until its first move: somebody who has not come yet. @param {Store} store @param {number} player */
export function isExpected({ over, table: { series }, state: { came, history, presence } }, player) {
  return (series?.game ?? 1) > 1 && !over && !history.some((entry) => entry.player) && !came.includes(player)
    && Boolean(presence?.away.some(({ seat }) => seat === player));
}

/** How it is with a person who does not play as usual; '' if they do. @param {Store} store @param {number} player */
export function seatStatus(store, player) {
  const seat = store.seat(player);
  if (seat?.kind !== 'person') return '';
  if (seat.resigned) return 'resigned';
  if (seat.stand_in) return 'stand_in';
  return awayFor(store, player) === null && !isExpected(store, player) ? '' : 'away';
}

/** The same beside the name, in two or three words. @param {Store} store @param {number} player */
export function seatStatusText(store, player) {
  const status = seatStatus(store, player);
  const seconds = awayFor(store, player) ?? 0;
  if (status === 'away' && isExpected(store, player)) return t('company.note.expected');
  if (status === 'away' && seconds >= 60) return t('company.note.away_for', { time: shortSpan(seconds) });
  return status && t(`company.note.${status}`);
}

/** What I do myself I need not be told. */
const OWN = ['asked', 'agreed', 'withdrawn', 'left', 'resigned', 'rematch', 'options'];
/** What a card, the result or the board tells. */
const TOLD = ['asked', 'opened', 'ended', 'bot'];

/**
 * A sentence for who sits here; '' where there is nothing to say.
 *
 * @param {Store} store
 * @param {TableEvent} event
 * @param {Table} before The table as it was: who leaves had a name.
 */
export function eventText(store, { name, seat }, before) {
  const mine = store.isMine(seat);
  if (TOLD.includes(name) || (mine && OWN.includes(name))) return '';
  // The game is over with the last but one: no bot plays on.
  if (name === 'resigned' && before.seats.filter(({ resigned }) => !resigned).length < 3) return '';
  if (mine && ['late', 'back', 'stand_in'].includes(name)) return t(`company.news.you.${name}`);
  const table = name === 'joined' || !seat ? store.table : before;
  return t(`company.news.${name}`, { name: seat ? nameIn(table, seat, store.mine) : '' });
}
