/**
 * What happened, in words: in sentences that say “you” to the only person who has no name (“you take”, not “You takes”), and
 * in few words for the log and the recap, one line a move, one a player at a round's end.
 *
 * @import { Entry, Result, Step } from '../messages.js'
 * @import { Store } from './store.js'
 */

import { listing, t, tilesInWords } from '../text/catalogue.js';
import { stepText } from '../text/teller.js';
import { signed, sourceText } from './choices.js';

const WON = { points: 'result.won', rows: 'result.won_by_rows', shared: 'result.shared' };

/** Who won, and by what. @param {Store} store @param {Pick<Result, 'winners' | 'won_by'>} result */
export function wonText(store, { winners, won_by }) {
  if (won_by === 'resigned') return resignedText(store, winners[0] ?? 0);
  const you = store.nameless;
  const others = listing(winners.filter((player) => player !== you).map(store.nameOf));
  if (winners.includes(you)) return t(`table.you.${won_by}`, { name: others });
  return t(WON[won_by], { name: others });
}

/** All but one have given up: says “you” to the only one who sits here, named or not. @param {Store} store @param {number} winner */
function resignedText(store, winner) {
  const { seats } = store.table;
  const mine = seats.filter(({ seat }) => store.isMine(seat)).map(({ seat }) => seat);
  const won = mine.length === 1 && mine[0] === winner;
  const name = store.nameOf(winner);
  if (seats.length > 2) return t(won ? 'company.won.resigned.you' : 'company.won.resigned', { name });
  if (mine.length === 1 && !won) return t('company.won.resigned.by_you', { name });
  const other = store.nameOf(winner === 1 ? 2 : 1);
  return t(won ? 'company.won.resigned.you.one' : 'company.won.resigned.one', { name, other });
}

/** Who has won how many games of the series. @param {Store} store */
export function winsText(store) {
  return listing((store.table.series?.wins ?? []).map((count, index) => `${store.nameOf(index + 1)} ${count}`));
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
  if (!step.player || step.player !== store.nameless) return stepText(step, store.nameOf);
  if (step.event === 'marker') {
    const beside = (step.space ?? 0) > store.table.penalties.length;
    return t(beside ? 'table.you.marker_beside' : 'table.you.marker', { space: step.space });
  }
  return TO_YOU[step.event]?.(step) ?? stepText(step, store.nameOf);
}

/** @param {Entry} entry @param {Store} store */
export function entryWords(entry, store) {
  if (!entry.player) return t('table.log.deal', { round: entry.round });
  return entry.steps.map((step) => stepWords(step, store)).filter(Boolean).join(' ');
}

// In few words

/** @typedef {{ text: string, kind: 'deal' | 'move' | 'score' | 'news' }} Line */

/** @param {Entry} entry @param {Step['event']} event */
const find = (entry, event) => entry.steps.find((step) => step.event === event);

/** What was taken, from where, to where. @param {Entry} entry @param {Step} taken @param {Store} store */
function takeLine(entry, taken, store) {
  const laid = find(entry, 'laid');
  const to = laid ? t('table.spot.line', { line: laid.line }) : t('table.spot.floor');
  const move = t('table.log.take', {
    name: store.nameOf(entry.player), tiles: tilesInWords(taken.tiles ?? ''), from: sourceText(taken.source ?? 0), to,
  });
  const extras = extrasOf(entry, laid);
  return extras.length ? t('table.log.extras', { move, extras: extras.join(t('list.semicolon')) }) : move;
}

/** @param {Entry} entry @param {Step | undefined} laid */
function extrasOf(entry, laid) {
  const fallen = entry.steps.slice(0, endOfOffer(entry)).filter((step) => step.event === 'fallen' || step.event === 'discarded');
  const count = fallen.reduce((sum, step) => sum + (step.tiles ?? '').length, 0);
  return [
    laid?.completed && t('table.log.complete'),
    find(entry, 'marker') && t('table.log.marker'),
    laid && count > 0 && t.count('table.log.fallen', count),
  ].filter(Boolean);
}

/** @param {Entry} entry */
function endOfOffer(entry) {
  const at = entry.steps.findIndex((step) => step.event === 'offer_ended');
  return at < 0 ? entry.steps.length : at;
}

/** What the tiling brought to each player. @param {Entry[]} entries */
export function scoresOf(entries) {
  /** @type {Map<number, { wall: number, floor: number, score: number, tiled: boolean }>} */
  const sums = new Map();
  for (const step of entries.flatMap((entry) => entry.steps)) {
    if (step.event !== 'tiled' && step.event !== 'floor_charged') continue;
    const player = step.player ?? 0;
    const sum = sums.get(player) ?? { wall: 0, floor: 0, score: 0, tiled: false };
    sum.wall += step.event === 'tiled' ? (step.horizontal ?? 0) + (step.vertical ?? 0) : 0;
    sum.tiled ||= step.event === 'tiled';
    sum.floor += step.lost ?? 0;
    sum.score = step.score ?? sum.score;
    sums.set(player, sum);
  }
  return sums;
}

/** In one line a player. @param {Entry} entry @param {Store} store @returns {Line[]} */
function scoreLines(entry, store) {
  return [...scoresOf([entry])].map(([player, { wall, floor, score, tiled }]) => {
    const values = { name: store.nameOf(player), wall: signed(wall), floor: signed(-floor), score };
    const key = !floor ? 'table.log.scored' : tiled ? 'table.log.scored_floor' : 'table.log.floor';
    return { kind: 'score', text: t(key, values) };
  });
}

/** @param {Entry} entry @param {Store} store @returns {Line[]} */
export function entryLines(entry, store) {
  if (!entry.player) return [{ kind: 'deal', text: t('table.log.deal', { round: entry.round }) }];
  /** @type {Line[]} */
  const lines = [];
  const taken = find(entry, 'taken');
  if (taken) lines.push({ kind: 'move', text: takeLine(entry, taken, store) });
  const dropped = entry.steps.filter((step) => step.event === 'line_dropped');
  lines.push(...scoreLines(entry, store));
  const news = entry.steps.filter((step) => ['ended', 'bonus', 'won'].includes(step.event));
  for (const step of [...dropped, ...news]) lines.push({ kind: 'news', text: stepWords(step, store) });
  return lines;
}
