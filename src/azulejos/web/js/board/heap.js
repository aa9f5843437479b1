/** How tiles lie on displays and in the centre: equal ones together. Numbers and letters, no DOM. */

import { sorted, without } from './view.js';

/** @typedef {{tile: string, spots: {x: number, y: number}[], crowded: boolean}} Group */

/**
 * Tiles of a group in the centre overlap more and more: the first way that fits is taken. In tiles: how
 * far apart they lie, how far the last may lie from the first, and the space between groups.
 */
const WAYS = [
  { apart: 1.07, most: Infinity, gap: 0.07 },
  { apart: 0.6, most: Infinity, gap: 0.16 },
  { apart: 0.42, most: Infinity, gap: 0.16 },
  { apart: 0.3, most: Infinity, gap: 0.14 },
  { apart: 0.2, most: 1, gap: 0.12 },
  { apart: 0.13, most: 0.4, gap: 0.1 },
  { apart: 0.08, most: 0.16, gap: 0.06 },
  { apart: 0.05, most: 0.06, gap: 0.05 },
];

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
 * @param {{tile: string, count: number, apart: number, width: number}[]} groups
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
    for (const way of scale === 1 ? WAYS : WAYS.slice(-1)) {
      const gap = way.gap * s;
      const groups = counts.map(({ tile, count }) => {
        const apart = count > 1 ? s * Math.min(way.apart, way.most / (count - 1)) : 0;
        return { tile, count, apart, width: s + apart * (count - 1) };
      });
      const total = groups.reduce((sum, { width }) => sum + width + gap, 0);
      const single = Math.max(0, ...groups.map(({ width }) => width));
      const pitch = s * 1.08;
      // A heap of the box's own proportions; a long row only where the box is a strip.
      for (const widest of [Math.sqrt((total * pitch * box.w) / box.h) + 0.5 * s, box.w]) {
        const rows = inRows(groups, Math.min(box.w, Math.max(single, widest)), gap);
        const high = (rows.length - 1) * pitch + s;
        if (single <= box.w && high <= box.h) return { groups: spread(rows, box, s, gap), size: s };
      }
    }
    if (s < 6) return { groups: [], size: s };
  }
}

/**
 * @param {ReturnType<typeof inRows>} rows
 * @param {{w: number, h: number}} box
 * @param {number} s
 * @param {number} gap
 * @returns {Group[]}
 */
function spread(rows, box, s, gap) {
  const top = (box.h - (rows.length - 1) * s * 1.08 - s) / 2;
  return rows.flatMap((row, r) => {
    let x = (box.w - row.width) / 2;
    return row.groups.map(({ tile, count, apart, width }) => {
      const spots = Array.from({ length: count }, (_, i) => ({ x: x + i * apart, y: top + r * s * 1.08 }));
      x += width + gap;
      return { tile, spots, crowded: count > 1 && apart < s };
    });
  });
}
