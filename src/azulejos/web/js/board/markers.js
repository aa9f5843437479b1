/** Where markers stand that want to stand above points of a line, each beside the others. Numbers only. */

import { at } from './view.js';

/** Markers that are moved together: which they are, and where the first stands. @typedef {{ which: number[], first: number }} Cluster */

/** @typedef {{ x: number, level: number }} Stand `level`: how many share its room. */

/**
 * Each as near to its point as the others let it, in the order of their points.
 * @param {number[]} points
 * @param {number} apart between two of them, at least
 * @param {{ low: number, high: number }} bounds
 * @returns {Stand[]}
 */
export function standsOf(points, apart, bounds) {
  /** @type {Cluster[]} */
  const clusters = [];
  for (const i of points.map((_, index) => index).sort((a, b) => at(points, a) - at(points, b) || a - b)) {
    let cluster = placed(points, [i], apart, bounds);
    for (let before = clusters.at(-1); before && endOf(before, apart) > cluster.first; before = clusters.at(-1)) {
      clusters.pop();
      cluster = placed(points, [...before.which, ...cluster.which], apart, bounds);
    }
    clusters.push(cluster);
  }
  /** @type {Stand[]} */
  const stands = [];
  for (const { which, first } of clusters) which.forEach((i, k) => { stands[i] = { x: first + k * apart, level: which.length - 1 }; });
  return stands;
}

/** Where the next may stand. @param {Cluster} cluster @param {number} apart */
const endOf = ({ which, first }, apart) => first + which.length * apart;

/**
 * Side by side, around the middle of their points.
 * @param {number[]} points
 * @param {number[]} which
 * @param {number} apart
 * @param {{ low: number, high: number }} bounds
 * @returns {Cluster}
 */
function placed(points, which, apart, { low, high }) {
  const width = (which.length - 1) * apart;
  const middle = which.reduce((sum, i) => sum + at(points, i), 0) / which.length;
  return { which, first: Math.max(low, Math.min(middle - width / 2, high - width)) };
}
