/** Displays in a ring around the centre, as large as the area lets them be. Numbers only, no DOM. */

import { at } from './view.js';

/** @typedef {{x: number, y: number, w: number, h: number}} Box */
/** @typedef {{shape: 'ring' | 'grid', tile: number, columns: number, plates: Box[], centre: Box}} Layout */

/** The plate's width, in tiles: two by two tiles fit into its round. */
export const PLATE = 3.04;
/** The tiles of a display lie this far apart, in tiles. */
export const PITCH = 1.07;

/** @param {{x: number, y: number}} one @param {{x: number, y: number}} other */
const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);

/**
 * Points on a rounded rectangle (a superellipse), evenly spaced, the first at the top, then clockwise;
 * stretched so that they fill the width and the height.
 * @param {number} n
 * @param {number} a half the width
 * @param {number} b half the height
 */
export function ringPoints(n, a, b) {
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
  const points = ringPoints(n, a, b);
  const tile = d / PLATE;
  const near = d + 0.12 * tile;
  if (points.some((one, i) => points.some((other, j) => j < i && distance(one, other) < near))) return null;
  const radius = d / 2 + 0.2 * tile;
  const boxes = [-0.2, -0.1, 0, 0.1, 0.2].map((shift) => {
    const middle = shift * b;
    return { ...hollow(points, radius, middle, a), middle };
  });
  const { w, h, middle } = boxes.reduce((best, box) => (box.w * box.h > best.w * best.h * 1.02 ? box : best), at(boxes, 2));
  if (Math.min(w, h) < 2.3 * tile || w * h < (n + 4) * tile ** 2) return null;
  return {
    shape: 'ring',
    tile,
    columns: 2,
    plates: points.map(({ x, y }) => ({ x: width / 2 + x - d / 2, y: height / 2 + y - d / 2, w: d, h: d })),
    centre: { x: (width - w) / 2, y: height / 2 + middle - h / 2, w, h },
  };
}

/**
 * The ring with the largest tiles, up to `most` pixels; null where no ring fits.
 * @param {number} width
 * @param {number} height
 * @param {number} n how many displays
 * @param {number} most
 * @returns {Layout | null}
 */
export function bestRing(width, height, n, most) {
  let best = null;
  let low = 30;
  let high = Math.min(width, height, most * PLATE);
  for (let i = 0; i < 12; i++) {
    const d = (low + high) / 2;
    const ring = ringOf(width, height, n, d);
    if (ring) [best, low] = [ring, d];
    else high = d;
  }
  return best;
}
