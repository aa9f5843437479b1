/**
 * The eight reactions, drawn like the tiles: flat glazes and a line around them, on a field of 48 × 48. Drawings of our own,
 * for not every system has a font of such signs.
 *
 * @import { Phrase } from '../messages.js'
 * @typedef {[path: string, fill: string, line?: string]} Part
 */

import { svg } from '../dom.js';

const INK = '#1d2730';
const COBALT = '#1b4fa2';
const OCHRE = '#f3c552';
const EARTH = '#a86f14';
const CLAY = '#c8512f';

/** @type {Part} */
const HEAD = ['M24 4a20 20 0 1 0 .1 0Z', OCHRE, EARTH];
/** @type {Part} */
const EYES = ['M17 18v4M31 18v4', 'none', INK];

/** @type {Partial<Record<Phrase, Part[]>>} */
const REACTIONS = {
  thumbs_up: [['M15 22h5l6-13q5-2 4 10h9q4 1 2 6l-3 11q-1 3-4 3H15Z', OCHRE, EARTH], ['M6 21h9v19H6Z', COBALT], ['M31 25h8M31 31h7', 'none', EARTH]],
  smile: [HEAD, EYES, ['M15 29q9 8 18 0', 'none', INK]],
  laugh: [HEAD, ['M13 21q4-5 7 0M28 21q4-5 7 0', 'none', INK], ['M14 27h20q-2 11-10 11T14 27Z', CLAY, INK], ['M8 22q-6 9 0 9t3-6ZM40 22q6 9 0 9t-3-6Z', COBALT]],
  wow: [HEAD, EYES, ['M13 13q4-3 7-1M28 12q4-2 7 1', 'none', INK], ['M24 27a5 6 0 1 0 .1 0Z', CLAY, INK]],
  sad: [HEAD, EYES, ['M16 35q8-8 16 0M12 14l6-2M36 14l-6-2', 'none', INK], ['M34 25q7 11 1 11t-1-11Z', COBALT]],
  clap: [['M10 23l9 18h8l-4-26q-2-4-4 0l-1 5-5-6q-4-1-3 3Z', '#fdf3d8', EARTH], ['M38 23l-9 18h-8l4-26q2-4 4 0l1 5 5-6q4-1 3 3Z', OCHRE, EARTH], ['M24 3v5M13 5l2 4M35 5l-2 4', 'none', COBALT]],
  heart: [['M24 42C-2 25 6 5 17 8q5 1 7 7 2-6 7-7c11-3 19 17-7 34Z', CLAY, '#7d2c16']],
  party: [['M5 43l10-25 15 15Z', COBALT], ['M12 26l10 10-5 2-7-7Z', OCHRE], ['M22 17q1-6-3-11M31 26q6-1 11 3M27 21q4-9 13-10', 'none', CLAY],
    ['M28 4l4 3-3 4-4-3ZM40 17l4 3-3 4-4-3ZM10 9l4 3-3 4-4-3Z', OCHRE, EARTH]],
};

/** In the order in which they are offered. */
export const reactions = /** @type {Phrase[]} */ (Object.keys(REACTIONS));

/** The drawing of a reaction; null for a phrase in words. @param {Phrase} phrase */
export function reactionSvg(phrase) {
  const parts = REACTIONS[phrase]?.map(([d, fill, stroke]) => svg('path', { d, fill, stroke }));
  return parts ? svg('svg', { viewBox: '0 0 48 48', class: 'reaction', 'aria-hidden': 'true' }, parts) : null;
}
