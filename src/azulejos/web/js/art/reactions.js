/**
 * The eight reactions, drawn like the tiles: flat glazes and an ink line, on a field of 48 × 48. Drawings of our own, for not
 * every system has a font of such signs, and each has others.
 *
 * @import { Phrase } from '../messages.js'
 */

import { svg } from '../dom.js';

const INK = '#1d2730';
const COBALT = '#1b4fa2';
const SKY = '#6fa8e0';
const CREAM = '#fdf3d8';
const OCHRE = '#f3c552';
const EARTH = '#a86f14';
const CLAY = '#c8512f';

/** @param {string} path @param {string} [colour] */
const line = (path, colour = INK) => `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2.6" stroke-linecap="round" stroke-linejoin="round"/>`;

/** @param {string} path @param {string} fill @param {string} [edge] */
const shape = (path, fill, edge = INK) => `<path d="${path}" fill="${fill}" stroke="${edge}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"/>`;

/** @param {string} features */
const head = (features) => `<circle cx="24" cy="24" r="20" fill="${OCHRE}" stroke="${EARTH}" stroke-width="2"/>${features}`;

const EYES = `<g fill="${INK}"><ellipse cx="17" cy="20" rx="2.4" ry="3.2"/><ellipse cx="31" cy="20" rx="2.4" ry="3.2"/></g>`;

/** A hand that stands upright: fingers together, the thumb apart. */
const HAND = 'M-5 12V2l-3.6-3.8a2.4 2.4 0 0 1 3.6-3L-4-3.6V-10a2.2 2.2 0 0 1 4.2-.8V-12a2.2 2.2 0 0 1 4.3 0v1.6a2.1 2.1 0 0 1 4 .9V3.5C8.5 8 6.5 10 5 12Z';

/** @param {number} x @param {number} y @param {string} colour @param {number} turn */
const confetti = (x, y, colour, turn) => `<rect x="${x}" y="${y}" width="5" height="5" rx="1" fill="${colour}" transform="rotate(${turn} ${x} ${y})"/>`;

/** @type {Partial<Record<Phrase, string>>} */
const REACTIONS = {
  thumbs_up: shape('M15 22.5h5l5.5-13.5c.6-2 4.7-2 4.7 2.2v7.3h8.3a3.2 3.2 0 0 1 3.1 4l-3.2 13a4 4 0 0 1-3.9 3H15Z', OCHRE, EARTH)
    + `<rect x="5" y="21" width="10" height="19" rx="2.5" fill="${COBALT}"/>${line('M30.2 25h9.5M30.2 31h8', EARTH)}`,
  smile: head(EYES + line('M15 28.5q9 8.5 18 0')),
  laugh: head(`${line('M13 21q3.5-5 7 0M28 21q3.5-5 7 0')}${shape('M13.5 26h21c0 13-21 13-21 0Z', CLAY)}<path d="M15.5 27h17l-.8 3h-15.4Z" fill="#fff"/>
    <path d="M9 22q-5 7-1.5 8.8T11 25ZM39 22q5 7 1.5 8.8T37 25Z" fill="${SKY}" stroke="${COBALT}" stroke-width="1.2"/>`),
  wow: head(`${EYES}${line('M13 13.5q3.5-3 7-1M28 12.5q3.5-2 7 1')}<ellipse cx="24" cy="32.5" rx="4.6" ry="6" fill="${CLAY}" stroke="${INK}" stroke-width="2"/>`),
  sad: head(`${EYES}${line('M16 34.5q8-7.5 16 0M12 14.5l6.5-2.5M36 14.5l-6.5-2.5')}<path d="M34 25q6 8 1.8 10.2T31.5 32Q31.5 29.5 34 25Z" fill="${SKY}" stroke="${COBALT}" stroke-width="1.2"/>`),
  clap: `<g transform="translate(17 29) rotate(-24) scale(1.15)">${shape(HAND, CREAM, EARTH)}</g><g transform="translate(29 30) rotate(20) scale(-1.15 1.15)">${shape(HAND, OCHRE, EARTH)}</g>
    ${line('M24 3v6M13 5l2.5 5M35 5l-2.5 5', COBALT)}`,
  heart: `${shape('M24 42C-2 25 6 5 17 7.5Q22 9 24 14.5 26 9 31 7.5C42 5 50 25 24 42Z', CLAY, '#7d2c16')}${line('M13.5 15.5q-3.5 3-2 8', CREAM)}`,
  party: shape('M5 43 14.5 18.5 29.5 33.5Z', COBALT, '#0b3170')
    + `<path d="M11.8 25.5 22.5 36.2 17.5 38.2 9.8 30.5Z" fill="${OCHRE}"/>${line('M22 17q1-6-3-11M31 26q6-1 11 3', CLAY)}${line('M27 21q4-9 13-10', EARTH)}`
    + confetti(27, 4, COBALT, 20) + confetti(40, 17, CLAY, 35) + confetti(33, 33, OCHRE, 15)
    + confetti(10, 9, OCHRE, 40) + confetti(33, 14, SKY, 60),
};

/** @param {Phrase} phrase */
export const isReaction = (phrase) => phrase in REACTIONS;

/** The reactions, in the order in which they are offered. */
export const reactions = /** @type {Phrase[]} */ (Object.keys(REACTIONS));

/** @param {Phrase} phrase */
export function reactionSvg(phrase) {
  // Drawn from this file's own constants; nothing that anybody wrote ever comes here.
  const parsed = new DOMParser().parseFromString(`<svg xmlns="http://www.w3.org/2000/svg">${REACTIONS[phrase] ?? ''}</svg>`, 'image/svg+xml');
  const parts = [...parsed.documentElement.childNodes].map((node) => document.importNode(node, true));
  return svg('svg', { viewBox: '0 0 48 48', class: 'reaction', 'data-reaction': phrase, 'aria-hidden': 'true' }, parts);
}
