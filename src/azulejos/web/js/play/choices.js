/**
 * From the choices that the server sends to what a board shows of them: lit lines, short badges,
 * tiles as they would lie. Looks up and arranges; judges nothing.
 *
 * @import { Choices, Group, Preview, Take, Target, Tiles } from '../messages.js'
 */

import { errorText, locale, t, tilesInWords } from '../text/catalogue.js';
import { previewText } from '../text/teller.js';

/** @typedef {{ line: number, column: number }} Spot */
/** @typedef {{ line: number, tiles: Tiles, falling: Tiles }} Ghost */

/**
 * The takes that a tile offers: its colour alone, with the jokers, the jokers alone.
 *
 * @param {Choices} choices
 * @param {number} source
 * @param {string} tile
 * @returns {Take[]}
 */
export function takesOf(choices, source, tile) {
  const there = choices.takes.filter((take) => take.source === source);
  const own = there.filter((take) => take.take.includes(tile));
  if (tile === 'J') return own.filter((take) => take.take === 'J');
  return own.length > 1 ? [...own, ...there.filter((take) => take.take === 'J')] : own;
}

/**
 * @param {Choices} choices
 * @param {number} source
 * @param {string} take
 */
export function takeNamed(choices, source, take) {
  return choices.takes.find((other) => other.source === source && other.take === take) ?? null;
}

/** Where a take may go, and where not: the floor, then the lines. @param {Choices} choices @param {Take} take @returns {Target[]} */
export function targetsOf({ outlooks }, { source, take, outlook }) {
  return (outlooks[outlook] ?? []).map((look, line) => ({ line, column: 0, move: look.refusal ? null : `${source}${take}${line}`, ...look }));
}

/**
 * @param {Target[]} targets
 * @param {Spot} spot
 */
export function targetAt(targets, spot) {
  return targets.find((target) => target.line === spot.line && target.column === spot.column) ?? null;
}

/** The target and its take that a move names. @param {Choices} choices @param {string} move */
export function findMove(choices, move) {
  for (const take of choices.takes) {
    const target = targetsOf(choices, take).find((one) => one.move === move);
    if (target) return { take, target };
  }
  const cell = choices.cells.find((one) => one.move === move);
  return cell ? { take: null, target: cell } : null;
}

/** `+4`, `−2`, `+4 −2`: what a glance needs. @param {Preview} preview */
export function badge({ points, penalty }) {
  return [points && signed(points), penalty && signed(-penalty)].filter(Boolean).join('\u2009');
}

/** With a true minus sign. @param {number} points */
export function signed(points) {
  return points < 0 ? `\u2212${-points}` : `+${points}`;
}

/**
 * The tiles as they would lie: those laid first, in the order the server names them.
 *
 * @param {Take} take
 * @param {Target} target
 * @returns {Ghost | null}
 */
export function ghostOf(take, target) {
  const { preview } = target;
  if (!preview) return null;
  const falling = (preview.marker ? 'F' : '') + take.tiles.slice(preview.laid);
  return { line: target.line, tiles: take.tiles.slice(0, preview.laid), falling };
}

/** Where a target lies, in words. @param {Target} target */
export function spotText(target) {
  if (target.column) return t('table.spot.cell', { row: target.line, column: target.column });
  return target.line ? t('table.spot.line', { line: target.line }) : t('table.spot.floor');
}

/** As at the beginning of a sentence. @param {string} text */
const capital = (text) => text.charAt(0).toLocaleUpperCase(locale()) + text.slice(1);

/** What choosing a target would do, or why it can't be chosen. @param {Target} target */
export function targetText(target) {
  if (!target.preview) return target.refusal ? errorText(target.refusal) : '';
  return t('table.target', { where: capital(spotText(target)), what: previewText(target.preview, target.column > 0) });
}

/** @param {number} source */
export function sourceText(source) {
  return source ? t('table.source.display', { number: source }) : t('table.source.centre');
}

/** `2 blue tiles from display 3`. @param {Group} take */
export function takeText(take) {
  const key = take.source ? 'table.take.display' : 'table.take.centre';
  return t(key, { tiles: tilesInWords(take.tiles), number: take.source });
}
