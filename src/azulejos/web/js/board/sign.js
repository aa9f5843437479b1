/**
 * The sign of a player, the same wherever they appear: the badge that a person chose, else a letter in the seat's own
 * shape and colour.
 */

import { badge } from '../art/badge.js';
import { h } from '../dom.js';

/** @typedef {import('./models.js').Sign} Sign */

const SHAPES = ['round', 'square', 'diamond', 'hexagon'];

/**
 * A letter for each name: its first, or the seat's number where letters are equal.
 * @param {string[]} names
 */
export function lettersOf(names) {
  const letters = names.map((name) => [...name.trim()][0]?.toUpperCase() ?? '');
  return letters.map((letter, i) => (letters.indexOf(letter) === letters.lastIndexOf(letter) ? letter : String(i + 1)));
}

/** @param {Sign} sign */
export function signElement({ seat, letter, colour, mine }) {
  return h('span', { class: ['sign', `seat-${seat}`, mine && 'is-mine'], 'aria-hidden': 'true' },
    colour ? badge(colour) : h('span', { class: `sign-shape sign-${SHAPES[(seat - 1) % SHAPES.length]}` }, letter));
}
