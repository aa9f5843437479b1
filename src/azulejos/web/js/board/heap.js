/** How tiles lie on displays and in the centre: equal ones together. Numbers and letters, no DOM. */

import { sorted, without } from './view.js';

/** @typedef {import('./ring.js').Box} Box */
/** @typedef {{tile: string, spots: {x: number, y: number}[], crowded: boolean}} Group */

/** Tiles of a group in the centre overlap more and more: the first that fits is taken. */
const OVERLAPS = [1.07, 0.6, 0.42, 0.3, 0.2, 0.13, 0.08];

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
 * Rows of groups, each as wide as its tiles lie.
 * @param {{tile: string, count: number, width: number}[]} groups
 * @param {number} widest
 * @param {number} gap
 */
function inRows(groups, widest, gap) {
  /** @type {{groups: typeof groups, width: number}[]} */
  const rows = [];
  for (const group of groups) {
    const row = rows.at(-1);
    if (row && row.width + gap + group.width <= widest) {
      row.groups.push(group);
      row.width += gap + group.width;
    } else rows.push({ groups: [group], width: group.width });
  }
  return rows;
}

/**
 * The centre's tiles, grouped in rows in the middle of a box.
 * @param {string} tiles
 * @param {{w: number, h: number}} box
 * @param {number} size of a tile
 * @returns {{groups: Group[], size: number}} spots from the box's corner; smaller tiles if all else fails
 */
export function inCentre(tiles, box, size) {
  const kinds = [...new Set(sorted(tiles))];
  const counts = kinds.map((tile) => ({ tile, count: [...tiles].filter((other) => other === tile).length }));
  for (let scale = 1; ; scale *= 0.94) {
    const s = size * scale;
    const overlaps = scale === 1 ? OVERLAPS : OVERLAPS.slice(-1);
    for (const overlap of overlaps) {
      const gap = (overlap > 1 ? 0.07 : 0.16) * s;
      const groups = counts.map((kind) => ({ ...kind, width: s * (1 + (kind.count - 1) * overlap) }));
      const total = groups.reduce((sum, { width }) => sum + width + gap, 0);
      const single = Math.max(0, ...groups.map(({ width }) => width));
      const pitch = s * 1.08;
      // A heap of the box's own proportions; a long row only where the box is a strip.
      for (const widest of [Math.sqrt((total * pitch * box.w) / box.h) + 0.5 * s, box.w]) {
        const rows = inRows(groups, Math.min(box.w, Math.max(single, widest)), gap);
        const high = (rows.length - 1) * pitch + s;
        if (single <= box.w && high <= box.h) return { groups: spread(rows, box, s, overlap, gap), size: s };
      }
    }
    if (s < 6) return { groups: [], size: s };
  }
}

/**
 * @param {ReturnType<typeof inRows>} rows
 * @param {{w: number, h: number}} box
 * @param {number} s
 * @param {number} overlap
 * @param {number} gap
 * @returns {Group[]}
 */
function spread(rows, box, s, overlap, gap) {
  const top = (box.h - (rows.length - 1) * s * 1.08 - s) / 2;
  return rows.flatMap((row, r) => {
    let x = (box.w - row.width) / 2;
    return row.groups.map(({ tile, count, width }) => {
      const spots = Array.from({ length: count }, (_, i) => ({ x: x + i * s * overlap, y: top + r * s * 1.08 }));
      x += width + gap;
      return { tile, spots, crowded: count > 1 && overlap < 1 };
    });
  });
}
