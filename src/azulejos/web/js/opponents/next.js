/**
 * Beat one, and the next is introduced. Nothing is locked: all of them can be chosen at any time.
 *
 * @import { NewTable, Result } from '../messages.js'
 * @import { Store } from '../play/store.js'
 */

import { face } from '../art/face.js';
import { h } from '../dom.js';
import { openTable } from '../routes.js';
import { settings } from '../settings.js';
import { levelName, t } from '../text/catalogue.js';
import { freeName, nextOf, opponentName } from './opponents.js';
import { speakerOf } from './talk.js';

/** The strongest whom the reader has beaten alone; nothing where nobody was. @param {Store} store @param {Result} result */
function beaten(store, { winners, won_by }) {
  const won = winners.length === 1 && store.isMine(winners[0] ?? 0) && won_by !== 'resigned';
  return won ? store.seat(speakerOf(store)) ?? null : null;
}

/** @param {Store} store @param {Result} result */
export function nextView(store, result) {
  const last = beaten(store, result);
  if (!last?.level) return null;
  const known = settings.get('beaten');
  if (!known.includes(last.level)) settings.set('beaten', [...known, last.level]);
  const next = nextOf(last.level);
  const level = next ?? last.level;
  return h('section', { class: 'next-opponent card', 'data-next': next ?? '' },
    face(level),
    h('div', { class: 'next-words' },
      h('h3', null, next ? t('opponents.next', { name: opponentName(next) }) : t('opponents.top', { name: opponentName(level) })),
      next && h('p', { class: 'next-level' }, levelName(next)),
      next && h('p', null, t(`opponents.${next}.temper`)),
      next && h('button', { class: 'button', 'data-action': 'next-opponent', onclick: () => void openTable(() => against(store, last.seat, next)) },
        t('opponents.next.play', { name: opponentName(next) }))));
}

/** The same table, with somebody else on one seat. @param {Store} store @param {number} seat @param {string} level @returns {NewTable} */
export function against({ table }, seat, level) {
  const others = table.seats.filter((one) => one.seat !== seat).map(({ name }) => name);
  const seats = table.seats.map(({ kind, name, level: before, colour, seat: number }) => (
    number === seat ? { kind, name: freeName(level, others), level, colour } : { kind, name, level: before, colour }));
  return { rules: table.rules, starter: null, seats, options: table.options };
}
