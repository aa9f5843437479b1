/**
 * A review in sentences: how the result came about, why a move is better, which level somebody's play looks like. The twin
 * of `azulejos/cli/review/words.py` and `azulejos/terminal/reasons.py`; a test lets both tell the same reviews. Numbers are rounded so that they add up.
 *
 * @import { AccountDocument, PartName, PlacementDocument, ReviewDocument, WhyDocument } from '../messages.js'
 */

import { levelName, listing, t } from '../text/catalogue.js';
import { plainPoints, rounded, signedPoints, tenths } from './numbers.js';

/** `you`: the reader's own seat, if they go by no name; else 0. @typedef {{ nameOf(player: number): string, you: number }} Names */

/** @type {readonly PartName[]} */
const PARTS = ['tiles', 'floor', 'bonus', 'rival', 'start', 'wall'];

/**
 * Seat, luck, the errors of each player, remainder and result; what rounding changed goes to the remainder.
 *
 * @param {AccountDocument} account
 * @param {number} digits
 */
export function roundedAccount(account, digits) {
  const [seat, luck, result] = [account.seat, account.luck, account.result].map((value) => rounded(value, digits));
  const errors = account.errors.map((error) => rounded(error, digits));
  const sum = errors.reduce((total, error) => total + error, (seat ?? 0) + (luck ?? 0));
  return { seat: seat ?? 0, luck: luck ?? 0, errors, remainder: rounded((result ?? 0) - sum, digits), result: result ?? 0 };
}

/** How a player's result came about, in points. @param {ReviewDocument} review @param {number} player @param {Names} names */
export function ledgerSentence(review, player, names) {
  const ledger = review.ledgers[player - 1];
  if (!ledger) return '';
  const { seat, luck, errors, remainder } = roundedAccount(ledger.points, 1);
  /** @param {string} key @param {number} points @param {Record<string, unknown>} [values] */
  const told = (key, points, values) => t(`review.${key}.${points > 0 ? 'gain' : 'loss'}`, { points: tenths(points), ...values });
  const others = errors.flatMap((error, index) => (
    index + 1 === player ? [] : [told('other', error, { name: names.nameOf(index + 1) })]
  ));
  const parts = [
    t('review.seat', { points: signedPoints(seat) }), told('deals', luck), told('own', errors[player - 1] ?? 0), ...others,
    t('review.rest', { points: signedPoints(remainder) }),
  ];
  return t('review.sentence', { head: head(review, player, names), parts: listing(parts) });
}

/** @param {ReviewDocument} review @param {number} player @param {Names} names */
function head(review, player, names) {
  const ledger = review.ledgers[player - 1];
  const name = names.nameOf(player);
  const whose = player === names.you ? 'review.you' : 'review';
  if (!review.finished || !ledger) return t(`${whose}.so_far`, { name });
  const lead = Math.round(ledger.points.result);
  const share = ledger.chance.result;
  if (share > 0 && share < 1) return t(`${whose}.shared`, { name });
  const key = `${whose}.${share ? 'won' : 'lost'}`;
  return lead ? t.count(key, Math.abs(lead), { name }) : t(`${key}_level`, { name });
}

/** The parts of a gap in points, rounded so that they add up; those that are nothing are left out. @param {WhyDocument} why */
export function partsOf({ gap, parts }) {
  const shown = PARTS.filter((kind) => parts[kind]).map((kind) => ({ kind, points: rounded(parts[kind] ?? 0, 1) }));
  const wall = shown.find(({ kind }) => kind === 'wall');
  const sum = shown.reduce((total, { points }) => total + points, 0);
  if (wall) wall.points = rounded(rounded(gap, 1) - sum + wall.points, 1);
  return shown.filter(({ points }) => points);
}

/** @param {{ kind: PartName, points: number }} part */
export function partText({ kind, points }) {
  return t(`review.part.${kind}.${points > 0 ? 'gain' : 'loss'}`, { points: plainPoints(points) });
}

/** @param {WhyDocument} why */
export function partsText(why) {
  const parts = partsOf(why).map(partText);
  return parts.length ? listing(parts) : '0';
}

/** Why the better move is better. @param {WhyDocument} why */
export function reasonsText(why) {
  const gap = rounded(why.gap, 1);
  const key = gap > 0 ? (why.clear ? 'review.why' : 'review.unclear') : 'review.chance_only';
  return t(key, { points: signedPoints(gap), parts: partsText(why) });
}

/** How far one must look to see it, and whether the game ends. @param {WhyDocument} why */
export function sightText({ sight, ends }) {
  const sentences = [t(`review.sight.${sight}`)];
  if (ends[0] !== ends[1]) sentences.push(t(ends[0] ? 'review.ends' : 'review.goes_on'));
  return sentences.join(' ');
}

/** Which level it looks like. @param {PlacementDocument} level @param {number} player @param {Names} names */
export function levelText(level, player, names) {
  const { below, above, weakest, strongest } = level;
  const whose = player === names.you ? 'review.you.level' : 'review.level';
  const name = names.nameOf(player);
  const sentences = [
    !below ? t(`${whose}.weaker`, { name, level: levelName(above) })
      : !above ? t(`${whose}.stronger`, { name, level: levelName(below) })
          : t(`${whose}.between`, { name, below: levelName(below), above: levelName(above) }),
  ];
  if (weakest !== strongest) {
    sentences.push(t('review.level.range', { weakest: levelName(weakest), strongest: levelName(strongest) }));
  }
  return sentences.join(' ');
}
