/** A group of equal tiles in the offer: one button, however many tiles. */

import { tileSvg } from '../art/tile.js';
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
  const group = document.createElement(tile === 'F' ? 'span' : 'button');
  if (group instanceof HTMLButtonElement) group.type = 'button';
  group.className = `ao-group ao-group-${tile}`;
  group.dataset.source = String(source);
  group.dataset.tile = tile;
  group.tabIndex = -1;
  if (tile === 'F') group.removeAttribute('tabindex');
  return group;
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
  const w = Math.max(...row) + size - x;
  const h = size;
  place(group, { x, y, w, h });
  const tiles = /** @type {HTMLElement[]} */ ([...group.querySelectorAll('.ao-tile')]);
  // Tiles that arrive have flown here already: their group must not glide once more.
  group.classList.toggle('is-still', tiles.length < spots.length);
  while (tiles.length > spots.length) tiles.pop()?.remove();
  while (tiles.length < spots.length) {
    const span = document.createElement('span');
    span.className = 'ao-tile';
    span.append(tileSvg(/** @type {Tile} */ (tile)));
    tiles.push(span);
    group.append(span);
  }
  spots.forEach((spot, i) => place(at(tiles, i), { x: spot.x - x, y: spot.y - y }));
  group.classList.toggle('is-crowded', crowded);
  const badge = group.querySelector('.ao-count');
  if (!crowded) badge?.remove();
  else if (badge?.textContent !== String(spots.length)) group.append(counted(spots.length, badge));
}

/** @param {number} count @param {Element | null} badge */
function counted(count, badge) {
  const element = badge ?? document.createElement('span');
  element.className = 'ao-count';
  element.setAttribute('aria-hidden', 'true');
  element.textContent = String(count);
  return element;
}
