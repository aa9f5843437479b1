/** A group of equal tiles in the offer: one button, however many tiles. */

import { tileSvg } from '../art/tile.js';
import { h } from '../dom.js';
import { at } from './view.js';

/** @typedef {import('../messages.js').Tile} Tile */
/** @typedef {import('./heap.js').Group} Group */

/**
 * @param {HTMLElement} element
 * @param {Record<string, number>} lengths custom properties, in pixels
 */
export function place(element, lengths) {
  for (const [name, value] of Object.entries(lengths)) {
    const length = `${Math.round(value * 100) / 100}px`;
    if (element.style.getPropertyValue(`--${name}`) !== length) element.style.setProperty(`--${name}`, length);
  }
}

/**
 * @param {number} source
 * @param {string} tile the marker is no button: it can't be taken by itself
 */
export function makeGroup(source, tile) {
  const attributes = { class: `ao-group ao-group-${tile}`, 'data-source': source, 'data-tile': tile };
  return tile === 'F' ? h('span', attributes) : h('button', { ...attributes, tabindex: '-1' });
}

/**
 * Lays the tiles of a group on their spots.
 * @param {HTMLElement} group
 * @param {Group} content
 * @param {number} size of a tile
 */
export function layGroup(group, { tile, spots, crowded }, size) {
  // The button is the first row; tiles below hang out of it and still belong to it. So its middle is its
  // own also where three lie around a corner, and a tap on the middle (screen readers do that) picks it.
  const y = Math.min(...spots.map((spot) => spot.y));
  const row = spots.filter((spot) => spot.y === y).map((spot) => spot.x);
  const x = Math.min(...row);
  place(group, { x, y, w: Math.max(...row) + size - x, h: size });
  const tiles = /** @type {HTMLElement[]} */ ([...group.querySelectorAll('.ao-tile')]);
  // Tiles that arrive have flown here already: their group must not glide once more.
  group.classList.toggle('is-still', tiles.length < spots.length);
  while (tiles.length > spots.length) tiles.pop()?.remove();
  while (tiles.length < spots.length) {
    const span = h('span', { class: 'ao-tile' }, tileSvg(/** @type {Tile} */ (tile)));
    tiles.push(span);
    group.append(span);
  }
  spots.forEach((spot, i) => place(at(tiles, i), { x: spot.x - x, y: spot.y - y }));
  group.classList.toggle('is-crowded', crowded);
  const badge = group.querySelector('.ao-count');
  if (crowded && badge?.textContent === String(spots.length)) return;
  badge?.remove();
  if (crowded) group.append(h('span', { class: 'ao-count', 'aria-hidden': 'true' }, spots.length));
}
