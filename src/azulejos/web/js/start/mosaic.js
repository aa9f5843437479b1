/**
 * The panel of tiles on the start page: a wall that is not quite finished.
 */

/** @import { Tile } from '../messages.js' */

import { slotSvg, tileSvg } from '../art/tile.js';
import { h } from '../dom.js';

/** Row by row; a small letter is a cell that still waits for its tile. */
const PATTERN = [
  'WBWYWBWYWBW',
  'BYBWRWRWBYB',
  'WBKBWJWBKBW',
  'BYBWRWRWByb',
  'WBWYWBWYwbw',
];

/** Decoration only: nothing in it has to be known. */
export function mosaic() {
  const cells = PATTERN.flatMap((row, y) => [...row].map((letter, x) => cell(letter, x, y)));
  return h('div', { class: 'mosaic', 'aria-hidden': 'true' }, cells);
}

/**
 * @param {string} letter
 * @param {number} x
 * @param {number} y
 */
function cell(letter, x, y) {
  const tile = /** @type {Tile} */ (letter.toUpperCase());
  const waiting = letter !== tile;
  const element = h('span', { class: ['mosaic-cell', y > 2 && 'mosaic-low'] }, waiting ? slotSvg(tile) : tileSvg(tile));
  element.style.setProperty('--turn', String(x + y));
  return element;
}
