/** Where displays and centre go in an area: a ring where there is room, else a close grid. No DOM. */

import { PITCH, bestRing } from './ring.js';

/** @typedef {import('./ring.js').Box} Box */
/** @typedef {import('./ring.js').Layout} Layout */

/** Tiles need not grow beyond this many pixels. */
const MOST = 68;
/** The ring is the table as people know it: tiles of this size are no reason to give it up. */
const ENOUGH = 40;
/** In the centre: five colours, jokers and the marker. */
const GROUPS = 7;
/** Between plates, and around the tiles of one, in pixels. */
const GAP = 4;
const PAD = 3;

/**
 * A grid whose plates hold `across` tiles a row, with the centre as a strip below or, where the last
 * row leaves room, beside it.
 * @param {number} width
 * @param {number} height
 * @param {number} n
 * @param {{across: number, columns: number, beside: boolean, tile: number}} form
 * @returns {Layout | null}
 */
function gridOf(width, height, n, { across, columns, beside, tile }) {
  const pitch = Math.max(tile + 1, tile * 1.04);
  const w = pitch * across + 2 * PAD;
  const h = pitch * (4 / across) + 2 * PAD;
  const rows = Math.ceil(n / columns);
  const lastRow = n - (rows - 1) * columns;
  if (columns * w + (columns - 1) * GAP > width) return null;
  const step = Math.min((width - w) / Math.max(1, columns - 1), w + 0.6 * tile);
  const left = beside ? 0 : (width - step * (columns - 1) - w) / 2;
  const besideX = lastRow * (w + GAP) + GAP;
  const room = { w: beside ? width - besideX : width, pitch: tile * 1.08 };
  const perRow = Math.floor((room.w - 2 * PAD) / room.pitch);
  if (perRow < 1) return null;
  const heap = Math.ceil(GROUPS / perRow) * room.pitch + 2 * PAD;
  const used = rows * h + (rows - 1) * GAP + (beside ? 0 : heap + GAP);
  if (used > height || (beside && heap > h)) return null;
  // What is left goes between the rows and to the centre.
  const spare = height - used;
  const gap = GAP + Math.min(0.35 * tile, spare / (rows + 1));
  const strip = beside ? 0 : Math.min(heap + 1.2 * tile, height - rows * (h + gap));
  const top = Math.max(0, (height - rows * h - (rows - 1) * gap - (beside ? 0 : strip + gap)) / 2);
  const plates = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / columns);
    const short = row === rows - 1 ? columns - lastRow : 0;
    const shift = beside ? 0 : (short * step) / 2;
    const stride = beside && short ? w + GAP : step;
    return { x: left + shift + (i % columns) * stride, y: top + row * (h + gap), w, h };
  });
  const lastY = top + (rows - 1) * (h + gap);
  const centre = beside
    ? { x: besideX, y: lastY, w: room.w, h }
    : { x: 0, y: lastY + h + gap, w: width, h: strip };
  return { shape: 'grid', tile, columns: across, plates, centre };
}

/**
 * The grid with the largest tiles. Plates of two by two are preferred to rows of four.
 * @param {number} width
 * @param {number} height
 * @param {number} n
 * @returns {Layout}
 */
function bestGrid(width, height, n) {
  /** @type {Layout | null} */
  let best = null;
  let worth = 0;
  for (const across of [2, 4]) {
    for (let columns = 1; columns <= n; columns++) {
      for (const beside of n % columns ? [false, true] : [false]) {
        let low = 8;
        let high = MOST;
        for (let i = 0; i < 10; i++) {
          const tile = (low + high) / 2;
          const grid = gridOf(width, height, n, { across, columns, beside, tile });
          if (!grid) high = tile;
          else {
            low = tile;
            const value = tile * (across === 2 ? 1.12 : 1) * (beside ? 0.97 : 1);
            if (value > worth) [best, worth] = [grid, value];
          }
        }
      }
    }
  }
  return best ?? { shape: 'grid', tile: 8, columns: 2, plates: Array(n).fill({ x: 0, y: 0, w: 20, h: 20 }),
    centre: { x: 0, y: 0, w: width, h: height } };
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} n how many displays
 * @returns {Layout}
 */
export function offerLayout(width, height, n) {
  const ring = bestRing(width, height, n, MOST);
  if (ring && ring.tile >= ENOUGH) return ring;
  const grid = bestGrid(width, height, n);
  return ring && ring.tile >= 0.84 * grid.tile ? ring : grid;
}

/**
 * Where the tiles of a display lie on its plate, in order.
 * @param {Layout} layout
 * @param {Box} plate
 */
export function plateSlots({ shape, tile, columns }, plate) {
  const pitch = shape === 'ring' ? tile * PITCH : Math.max(tile + 1, tile * 1.04);
  const rows = 4 / columns;
  const left = (plate.w - (columns - 1) * pitch - tile) / 2;
  const top = (plate.h - (rows - 1) * pitch - tile) / 2;
  return [0, 1, 2, 3].map((i) => ({ x: left + (i % columns) * pitch, y: top + Math.floor(i / columns) * pitch }));
}
