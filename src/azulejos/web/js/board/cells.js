/** Spaces that hold a tile, a ghost, or nothing: the smallest part of a board. */

import { slotSvg, tileSvg } from '../art/tile.js';
import { h } from '../dom.js';
import { at } from './view.js';

/** @typedef {import('../messages.js').Tile} Tile */

/** What a space shows. @typedef {{tile: string, ghost?: boolean, hint?: string}} Content */

/** Where it lies its place among its neighbours tells (`board.css`). @param {string} className */
export function makeCell(className) {
  return h('span', { class: `az-cell ${className}` });
}

/**
 * Shows the content; touches nothing when it is there already.
 * @param {HTMLElement} cell
 * @param {Content} content
 */
export function fillCell(cell, { tile, ghost = false, hint = '' }) {
  const key = `${tile}${ghost ? '?' : ''}/${hint}`;
  if (cell.dataset.key === key) return;
  cell.dataset.key = key;
  cell.dataset.tile = ghost ? '' : tile;
  const parts = [];
  if (!tile || ghost) parts.push(slotSvg(/** @type {Tile | null} */ (hint || null)));
  if (tile) parts.push(tileSvg(/** @type {Tile} */ (tile), { ghost }));
  // A joker stands for the colour of its cell, and bars it (R46, R48): a small sign tells which.
  if (tile === 'J' && hint) parts.push(slotSvg(/** @type {Tile} */ (hint), 'az-under'));
  for (const old of cell.querySelectorAll('svg')) old.remove();
  cell.prepend(...parts);
}

/**
 * Where, among spaces in order, the tile of a kind lies that `index` counts (the last without it), or
 * else the space that the next ones come to. With `tiles`: once these lie there.
 * @param {HTMLElement[]} cells
 * @param {string} [tile]
 * @param {number} [index]
 * @param {string} [tiles]
 */
export function findCell(cells, tile, index, tiles) {
  const held = cells.filter((cell, k) => (tiles === undefined ? cell.dataset.tile : tiles[k]));
  const same = tile ? held.filter((cell) => (tiles?.[cells.indexOf(cell)] ?? cell.dataset.tile) === tile) : held;
  const wanted = index ?? Math.max(0, same.length - 1);
  return same[wanted] ?? at(cells, Math.min(held.length + wanted - same.length, cells.length - 1));
}
