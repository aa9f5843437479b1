/**
 * The sign of a player, the same wherever they appear: the badge that a person chose, else a letter in the seat's own
 * shape and colour.
 */

import { badge } from '../art/badge.js';
import { h } from '../dom.js';

/** @typedef {import('./models.js').Sign} Sign */

const SHAPES = ['round', 'square', 'diamond', 'hexagon'];

/**
 * A letter for each name: its first. Where that is somebody else's too, another letter of the name comes with it, one that
 * tells them apart; names that are equal have their seat's number.
 * @param {string[]} names
 */
export function lettersOf(names) {
  const initials = names.map((name) => [...name.trim()][0]?.toUpperCase() ?? '');
  const pairs = names.map((name, i) => pairsOf(name, initials[i] ?? ''));
  /** @type {string[]} */
  const letters = [];
  for (const [i, initial] of initials.entries()) {
    const others = names.map((_, other) => other).filter((other) => other !== i && initials[other] === initial);
    const same = others.some((other) => names[other] === names[i]);
    const free = same ? [] : pairs[i]?.map((pair, k) => ({ pair, k })).filter(({ pair }) => !letters.includes(pair));
    const best = free?.find(({ pair, k }) => others.every((other) => pairs[other]?.[k] !== pair)) ?? free?.[0];
    letters[i] = others.length ? best?.pair ?? String(i + 1) : initial;
  }
  return letters;
}

/** A name's first letter with each of the others, and at last alone. @param {string} name @param {string} initial */
const pairsOf = (name, initial) => [...[...name.replace(/\s/gu, '')].slice(1).map((letter) => initial + letter), initial];

/** @param {Sign} sign */
export function signElement({ seat, letter, colour, mine }) {
  return h('span', { class: ['sign', `seat-${seat}`, mine && 'is-mine'], 'aria-hidden': 'true' },
    colour ? badge(colour) : h('span', { class: `sign-shape sign-${SHAPES[(seat - 1) % SHAPES.length]}` },
      h('span', { class: letter.length > 1 && 'sign-pair' }, letter)));
}
