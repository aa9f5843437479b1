/**
 * Where displays and centre go in an area: a ring where there is room, else a close grid. Numbers only, no DOM; and nothing
 * of what lies there is asked for, so that a table stays as it is for a whole game.
 */

import { centreGrid } from './heap.js';
import { at } from './view.js';

/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {{shape: 'ring' | 'grid', tile: number, columns: number, plates: Box[], centre: Box}} Layout */

/** Tiles need not grow beyond this many pixels. */
const MOST = 132;
/** The ring is the table as people know it: tiles of this size are no reason to give it up. */
const ENOUGH = 44;
/** In the centre: five colours and the marker. */
const PLACES = 6;
/** Around the tiles of a plate, in pixels. */
const PAD = 1;
/** The plate's width, in tiles: two by two tiles fit into its round. */
const PLATE = 3.04;
/** The tiles of a display lie this far apart, in tiles. */
const PITCH = 1.07;

/** Likewise in a grid, in pixels: small tiles lie close, for room is short there. @param {number} tile */
const gridPitch = (tile) => tile + Math.max(1, 0.08 * tile - 3);

/**
 * Between the plates of a grid, in pixels: so much that each is seen to be one, but for fingers never at the cost of tiles as
 * large as their tips.
 * @param {number} tile
 * @param {boolean} byFinger
 */
const gridGap = (tile, byFinger) => Math.max(2, Math.min(0.11 * tile, byFinger ? tile - ENOUGH : Infinity));

/** @param {{x: number, y: number}} one @param {{x: number, y: number}} other */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * Points on a rounded rectangle (a superellipse), evenly spaced, the first at the top, then clockwise;
 * stretched so that they fill the width and the height.
 * @param {number} n
 * @param {number} a half the width
 * @param {number} b half the height
 */
function ringPoints(n, a, b) {
  const steps = 360;
  const outline = Array.from({ length: steps + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / steps - Math.PI / 2;
    const bend = (/** @type {number} */ v) => Math.sign(v) * Math.abs(v) ** (2 / 2.5);
    return { x: a * bend(Math.cos(angle)), y: b * bend(Math.sin(angle)) };
  });
  const along = [0];
  for (let i = 1; i <= steps; i++) {
    along.push(at(along, i - 1) + distance(at(outline, i), at(outline, i - 1)));
  }
  const points = Array.from({ length: n }, (_, k) => {
    const length = (at(along, steps) * k) / n;
    const i = Math.max(1, along.findIndex((other) => other >= length));
    const part = (length - at(along, i - 1)) / (at(along, i) - at(along, i - 1));
    const [from, to] = [at(outline, i - 1), at(outline, i)];
    return { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) };
  });
  for (const [axis, reach] of /** @type {const} */ ([['x', a], ['y', b]])) {
    const low = Math.min(...points.map((point) => point[axis]));
    const high = Math.max(...points.map((point) => point[axis]));
    if (high > low) for (const point of points) point[axis] = -reach + (2 * reach * (point[axis] - low)) / (high - low);
  }
  return points;
}

/**
 * The roomiest rectangle around a middle that touches no plate.
 * @param {{x: number, y: number}[]} points
 * @param {number} radius of a plate, with the space around it
 * @param {number} middle its y
 * @param {number} reach the farthest it may go sideways
 */
function hollow(points, radius, middle, reach) {
  let best = { w: 0, h: 0 };
  for (let half = 4; half <= reach; half += 4) {
    let high = Infinity;
    for (const { x, y } of points) {
      const aside = Math.max(Math.abs(x) - half, 0);
      if (aside < radius) high = Math.min(high, Math.abs(y - middle) - Math.sqrt(radius ** 2 - aside ** 2));
    }
    // Rather square than long: the shorter side counts more.
    const worth = (/** @type {{w: number, h: number}} */ box) => box.w * box.h * Math.min(box.w, box.h);
    const box = { w: 2 * half, h: 2 * high };
    if (high > 0 && high < Infinity && worth(box) > worth(best)) best = box;
  }
  return best;
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} n
 * @param {number} d the plates' width
 * @returns {Layout | null} null where plates of that width don't fit
 */
function ringOf(width, height, n, d) {
  const a = (width - d) / 2;
  const b = (height - d) / 2;
  if (a <= 0 || b <= 0) return null;
  const tile = d / PLATE;
  const near = d + 0.12 * tile;
  if (n * near > 4 * (a + b)) return null; // Longer than the way round.
  const points = ringPoints(n, a, b);
  if (points.some((one, i) => points.some((other, j) => j < i && distance(one, other) < near))) return null;
  const radius = d / 2 + 0.2 * tile;
  const boxes = [-0.2, -0.1, 0, 0.1, 0.2].map((shift) => {
    const middle = shift * b;
    return { ...hollow(points, radius, middle, a), middle };
  });
  const { w, h, middle } = boxes.reduce((best, box) => (box.w * box.h > best.w * best.h * 1.02 ? box : best), at(boxes, 2));
  if (!centreGrid({ w, h: h / 1.04 }, 1.06 * tile)) return null;
  return {
    shape: 'ring',
    tile,
    columns: 2,
    plates: points.map(({ x, y }) => ({ x: width / 2 + x - d / 2, y: height / 2 + y - d / 2, w: d, h: d })),
    centre: { x: (width - w) / 2, y: height / 2 + middle - h / 2, w, h },
  };
}

/**
 * How wide the centre must be where it has this height; Infinity: none is enough.
 * @param {number} height
 * @param {number} tile
 */
function columnFor(height, tile) {
  const rows = Math.floor(height / tile);
  return rows ? Math.ceil(PLACES / rows) * tile * 1.3 : Infinity;
}

/**
 * A grid whose plates hold `across` tiles a row. The centre lies below, in the last row if that leaves room, or in a
 * column of its own.
 * @param {number} width
 * @param {number} height
 * @param {number} n
 * @param {{across: number, columns: number, centre: 'below' | 'row' | 'column', tile: number, byFinger: boolean}} form
 * @returns {Layout | null}
 */
function gridOf(width, height, n, { across, columns, centre, tile, byFinger }) {
  const pitch = gridPitch(tile);
  const gap = gridGap(tile, byFinger);
  const w = pitch * across + 2 * PAD;
  const h = pitch * (4 / across) + 2 * PAD;
  const rows = Math.ceil(n / columns);
  const lastRow = n - (rows - 1) * columns;
  const beside = centre === 'column' ? columnFor(height, tile) + gap : 0;
  const below = centre === 'below' ? Math.ceil(PLACES / Math.floor(width / (1.3 * tile))) * tile * 1.08 : 0;
  const used = { w: columns * w + (columns - 1) * gap + beside, h: rows * h + (rows - 1) * gap + (below && below + gap) };
  if (used.w > width || used.h > height) return null;
  // What is left goes between the plates and to the centre.
  const loose = 0.35 * tile;
  const gapX = gap + Math.min(loose, (width - used.w) / (columns + 1));
  const gapY = gap + Math.min(loose, (height - used.h) / (rows + 1));
  const all = { w: columns * (w + gapX) - gapX, h: rows * (h + gapY) - gapY };
  const strip = Math.min(below && below + 1.2 * tile, height - all.h - gapY);
  const column = beside && Math.min(beside + 2 * tile, width - all.w - gapX);
  const left = (width - all.w - (column && column + gapX)) / 2;
  const top = (height - all.h - (below && strip + gapY)) / 2;
  const plates = Array.from({ length: n }, (_, i) => {
    const row = Math.floor(i / columns);
    const short = centre === 'below' && row === rows - 1 ? columns - lastRow : 0;
    return { x: left + (short * (w + gapX)) / 2 + (i % columns) * (w + gapX), y: top + row * (h + gapY), w, h };
  });
  const right = left + all.w;
  const rowX = left + lastRow * (w + gapX);
  const boxes = {
    below: { x: 0, y: top + all.h + gapY, w: width, h: strip },
    row: { x: rowX, y: top + (rows - 1) * (h + gapY), w: width - rowX, h },
    column: { x: right + gapX, y: top, w: column, h: all.h },
  };
  const box = boxes[centre];
  return centreGrid(box, tile) ? { shape: 'grid', tile, columns: across, plates, centre: box } : null;
}

/**
 * The largest that fits, by halving.
 * @param {number} least
 * @param {number} most
 * @param {number} times
 * @param {(size: number) => Layout | null} make
 */
function largest(least, most, times, make) {
  let [low, high] = [least, most];
  /** @type {Layout | null} */
  let best = null;
  for (let i = 0; i < times; i++) {
    const size = (low + high) / 2;
    const made = make(size);
    if (made) [best, low] = [made, size];
    else high = size;
  }
  return best;
}

/**
 * The grid with the largest tiles. Plates of two by two are preferred to rows of four.
 * @param {number} width
 * @param {number} height
 * @param {number} n
 * @param {boolean} byFinger
 * @returns {Layout}
 */
function bestGrid(width, height, n, byFinger) {
  /** @type {Layout} */
  let best = { shape: 'grid', tile: 8, columns: 2, plates: Array(n).fill({ x: 0, y: 0, w: 20, h: 20 }), centre: { x: 0, y: 0, w: width, h: height } };
  let worth = 0;
  for (const across of [2, 4]) {
    for (let columns = 1; columns <= n; columns++) {
      for (const centre of /** @type {const} */ (['below', 'column', 'row'])) {
        if (centre === 'row' && n % columns === 0) continue;
        const grid = largest(8, MOST, 10, (tile) => gridOf(width, height, n, { across, columns, centre, tile, byFinger }));
        const value = (grid?.tile ?? 0) * (across === 2 ? 1.12 : 1) * (centre === 'row' ? 0.97 : 1);
        if (grid && value > worth) [best, worth] = [grid, value];
      }
    }
  }
  return best;
}

/**
 * @param {number} width
 * @param {number} height
 * @param {number} n how many displays
 * @param {boolean} byFinger are tiles picked by fingers?
 * @returns {Layout}
 */
export function offerLayout(width, height, n, byFinger) {
  const most = Math.min(width, height, MOST * PLATE);
  const ringWith = (/** @type {number} */ d) => ringOf(width, height, n, d);
  /** Only where tiles of a size fit is it worth while to look for the largest. @param {number} tile */
  const ringFrom = (tile) => {
    const least = ringWith(tile * PLATE);
    return least && (largest(tile * PLATE, most, 12, ringWith) ?? least);
  };
  const ring = ringFrom(ENOUGH);
  if (ring) return ring;
  const grid = bestGrid(width, height, n, byFinger);
  return ringFrom(0.84 * grid.tile) ?? grid;
}

/**
 * Where the tiles of a display lie on its plate, in order.
 * @param {Layout} layout
 * @param {Box} plate
 */
export function plateSlots({ shape, tile, columns }, plate) {
  const pitch = shape === 'ring' ? tile * PITCH : gridPitch(tile);
  const rows = 4 / columns;
  const left = (plate.w - (columns - 1) * pitch - tile) / 2;
  const top = (plate.h - (rows - 1) * pitch - tile) / 2;
  return [0, 1, 2, 3].map((i) => ({ x: left + (i % columns) * pitch, y: top + Math.floor(i / columns) * pitch }));
}
