/** How tiles lie on displays and in the centre: equal ones together. Numbers and letters, no DOM. */

import { at, sorted, without } from './view.js';

/** @typedef {{tile: string, spots: {x: number, y: number}[], crowded: boolean}} Group */

/** The places in the centre, one a colour. The marker has the innermost, and jokers lie at that one's far end. */
const PLACES = 'FBYRKW';
/** In the centre so many of a kind lie side by side; what comes later lies on the last of them. */
const SPREAD = 3;
/** In which order they come, left of the middle, in it, and right of it: each shows an edge of the one below. */
const ORDERS = [[3, 2, 1, 0], [1, 2, 3, 3], [0, 1, 2, 3]];
/** At the marker's place, in the middle too: jokers need its far end. */
const APART_FROM_JOKERS = [0, 1, 2, 3];
/** How far apart those lie at most, and how large the space of a kind is without them: in tiles. */
const APART = 0.34;
const GAP = 0.1;
const PITCH = 1.14;

/**
 * Which tile lies on which of a display's four spots. The larger groups come first, so that equal tiles
 * lie side by side; what remains of a display stays where it was.
 * @param {string[]} before
 * @param {string} tiles
 * @returns {string[]}
 */
export function onDisplay(before, tiles) {
  if (tiles && without(tiles, before.join('')) === '') {
    let rest = tiles;
    return before.map((tile) => {
      if (!tile || !rest.includes(tile)) return '';
      rest = without(rest, tile);
      return tile;
    });
  }
  const count = (/** @type {string} */ tile) => [...tiles].filter((other) => other === tile).length;
  const order = [...sorted(tiles)].sort((a, b) => count(b) - count(a));
  return [0, 1, 2, 3].map((i) => order[i] ?? '');
}

/**
 * How the places of the centre are best laid out in a box; null where they don't fit. Asked often, while a layout is looked for.
 * @param {{w: number, h: number}} box
 * @param {number} size of a tile
 */
export function centreGrid(box, size) {
  let best = null;
  let worth = 0;
  for (const columns of [1, 2, 3, 6]) {
    const rows = PLACES.length / columns;
    const w = Math.min(box.w / columns, size * (1 + SPREAD * APART + GAP));
    const h = Math.min(box.h / rows, size * PITCH);
    const apart = (w / size - 1 - GAP) / SPREAD;
    // As far apart as can be, and rather a heap than a row.
    const value = Math.min(apart, APART) + 0.12 * Math.min(columns, rows);
    if (h >= size && apart > 0 && value > worth) [best, worth] = [{ columns, rows, w, h, apart: apart * size }, value];
  }
  return best;
}

/**
 * A place in the centre for each colour, whether it is there or not: so nothing moves when others come or go.
 * @param {{w: number, h: number}} box
 * @param {number} size of a tile
 * @returns {{y: number, xs: number[]}[] | null} from the box's corner, in the order of PLACES, each with the spots of its
 *   tiles: few lie around the middle. Null where they don't fit
 */
function centreSlots(box, size) {
  const grid = centreGrid(box, size);
  if (!grid) return null;
  const { columns, rows, w, h, apart } = grid;
  const slots = Array.from(PLACES, (_, i) => {
    const column = i % columns;
    return {
      x: (box.w - columns * w) / 2 + column * w + (GAP * size) / 2,
      y: (box.h - rows * h) / 2 + Math.floor(i / columns) * h + (h - size) / 2,
      side: Math.sign(2 * column - columns + 1),
    };
  });
  const off = slots.map(({ x, y }) => Math.hypot(x + (w - GAP * size) / 2 - box.w / 2, y + size / 2 - box.h / 2));
  const innermost = off.indexOf(Math.min(...off));
  return [at(slots, innermost), ...slots.filter((_, i) => i !== innermost)].map((slot, i) => {
    const order = i === 0 && slot.side === 0 ? APART_FROM_JOKERS : at(ORDERS, 1 + slot.side);
    return { y: slot.y, xs: order.map((place) => slot.x + place * apart) };
  });
}

/**
 * The centre's tiles, each kind in its place.
 * @param {string} tiles
 * @param {{w: number, h: number}} box
 * @param {number} size of a tile
 * @returns {{groups: Group[], size: number}} spots from the box's corner; smaller tiles if all else fails
 */
export function inCentre(tiles, box, size) {
  const slots = centreSlots(box, size);
  if (!slots) return size < 6 ? { groups: [], size } : inCentre(tiles, box, size * 0.94);
  const groups = [...new Set(sorted(tiles))].map((tile) => {
    const { xs, y } = at(slots, Math.max(0, PLACES.indexOf(tile)));
    const first = tile === 'J' ? SPREAD : 0;
    const spots = [...tiles].filter((other) => other === tile).map((_, i) => ({ x: at(xs, Math.min(first + i, SPREAD)), y }));
    return { tile, spots, crowded: spots.length > 1 };
  });
  return { groups, size };
}
