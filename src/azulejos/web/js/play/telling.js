/**
 * What happened, in sentences that say “you” to the only person who has no name: “you take”, not
 * “You takes”. All else is told as everywhere.
 *
 * @import { Entry, Result, Step } from '../messages.js'
 * @import { Store } from './store.js'
 */

import { listing, t, tilesInWords } from '../text/catalogue.js';
import { stepText } from '../text/teller.js';

const WON = { points: 'result.won', rows: 'result.won_by_rows', shared: 'result.shared', resigned: 'company.won.resigned' };

/** Who won, and by what. @param {Store} store @param {Pick<Result, 'winners' | 'won_by'>} result */
export function wonText(store, { winners, won_by }) {
  const you = store.nameless;
  const others = listing(winners.filter((player) => player !== you).map((player) => store.nameOf(player)));
  if (winners.includes(you) && won_by === 'resigned') return t('company.won.resigned.you');
  if (winners.includes(you)) return t(`table.you.${won_by}`, { name: others });
  return t(WON[won_by], { name: others });
}

/** @param {Store} store @param {number} player */
export function undoneText(store, player) {
  if (player === store.nameless) return t('table.you.undone');
  return t('undo.done', { name: store.nameOf(player) });
}

/** @type {Partial<Record<Step['event'], (step: Step) => string>>} */
const TO_YOU = {
  taken: ({ source, tiles = '' }) => t(source ? 'table.you.taken_display' : 'table.you.taken_centre', { source, tiles: tilesInWords(tiles) }),
  floor_charged: ({ penalty = 0, lost = 0 }) => (
    lost < penalty ? t('table.you.floor_to_zero', { penalty }) : t.count('table.you.floor_charged', lost)
  ),
  starter: () => t('table.you.starter'),
};

/** @param {Step} step @param {Store} store */
export function stepWords(step, store) {
  if (step.event === 'won') return wonText(store, { winners: step.winners ?? [], won_by: step.won_by ?? 'points' });
  const nameOf = (/** @type {number} */ player) => store.nameOf(player);
  if (!step.player || step.player !== store.nameless) return stepText(step, nameOf);
  if (step.event === 'marker') {
    const beside = (step.space ?? 0) > store.table.penalties.length;
    return t(beside ? 'table.you.marker_beside' : 'table.you.marker', { space: step.space });
  }
  return TO_YOU[step.event]?.(step) ?? stepText(step, nameOf);
}

/** @param {Entry} entry @param {Store} store */
export function entryWords(entry, store) {
  if (!entry.player) return t('table.log.deal', { round: entry.round });
  return entry.steps.map((step) => stepWords(step, store)).filter(Boolean).join(' ');
}
