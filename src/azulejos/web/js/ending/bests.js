/**
 * Personal bests: the highest score and the clearest win, by kind of game. Kept in this browser, and each table counts once.
 *
 * @import { Best, Settings } from '../settings.js'
 */

/** So many tables are remembered as counted. */
const MOST = 60;

/** @typedef {{ table: string, kind: string, score: number, margin: number }} Finished `margin`: points ahead; 0 or less for who did not win. */
/** What it meant: the first of its kind, a higher score, a clearer win, or none of these. @typedef {{ news: 'first' | 'score' | 'margin' | 'none', best: number, before: number }} Note */

/** What a kind of game is called here: its rules and how many play. @param {{ rules: string, seats: readonly unknown[] }} table */
export function kindOf({ rules, seats }) {
  return `${rules}-${seats.length}`;
}

/**
 * A finished game among the others.
 *
 * @param {Settings['bests']} kept
 * @param {Finished} game
 * @returns {{ kept: Settings['bests'], note: Note }}
 */
export function withGame(kept, { table, kind, score, margin }) {
  const known = kept.kinds[kind];
  if (kept.tables.includes(table)) return { kept, note: again(known, table, score) };
  const score_ = better(known?.score, score, table);
  const margin_ = margin > 0 ? better(known?.margin, margin, table) : known?.margin ?? null;
  const tables = [...kept.tables, table].slice(-MOST);
  return {
    kept: { kinds: { ...kept.kinds, [kind]: { score: score_, margin: margin_ } }, tables },
    note: { news: newsOf(known, score, margin), best: score_.points, before: known?.score.points ?? 0 },
  };
}

/** @param {Best['score'] | null | undefined} known @param {number} points @param {string} table */
function better(known, points, table) {
  return known && known.points >= points ? known : { points, before: known?.points ?? 0, table };
}

/** @param {Best | undefined} known @param {number} score @param {number} margin @returns {Note['news']} */
function newsOf(known, score, margin) {
  if (!known) return 'first';
  if (score > known.score.points) return 'score';
  return known.margin && margin > known.margin.points ? 'margin' : 'none';
}

/** A table that was counted before still holds what it held. @param {Best | undefined} known @param {string} table @param {number} score @returns {Note} */
function again(known, table, score) {
  const best = known?.score ?? { points: score, before: 0, table };
  if (best.table === table) return { news: best.before ? 'score' : 'first', best: best.points, before: best.before };
  return { news: known?.margin?.table === table ? 'margin' : 'none', best: best.points, before: best.before };
}
