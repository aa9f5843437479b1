/**
 * The signs of persons: eight colours, each with a shape of its own for those who see no difference
 * between the colours. `css/room.css` has the colours.
 */

import { svg } from '../dom.js';

/** Drawn in a square from 0 to 24. */
const SHAPES = [
  'M12 5.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 0 1 0-13Z',
  'M12 4l2.3 5.2 5.7.6-4.3 3.8 1.2 5.6-4.9-2.9-4.9 2.9 1.2-5.6L4 9.8l5.7-.6Z',
  'M12 4.5l6 7.5-6 7.5-6-7.5Z',
  'M12 5l7.5 13h-15Z',
  'M9.5 5h5v4.5H19v5h-4.5V19h-5v-4.5H5v-5h4.5Z',
  'M5 7q3.5-3 7 0t7 0v4q-3.5 3-7 0t-7 0ZM5 14q3.5-3 7 0t7 0v4q-3.5 3-7 0t-7 0Z',
  'M12 19C2 12 5.5 5 9.5 6q1.7.5 2.5 2.5q.8-2 2.5-2.5C18.5 5 22 12 12 19Z',
  'M13.5 4.2a8 8 0 1 0 6.4 11.4A7.2 7.2 0 0 1 13.5 4.2Z',
];

/** Somebody without a colour; a bot's face. */
const SOMEBODY = 'M12 5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7ZM5.5 19q0-6 6.5-6t6.5 6Z';
const FACE = 'M7 8.5h3.5v4H7ZM13.5 8.5h3.5v4h-3.5ZM7.5 15.5h9v1.8h-9Z';

/**
 * The sign of a person's colour; of a person without one, a plain figure.
 *
 * @param {number | null | undefined} colour  From 1.
 */
export function badge(colour) {
  return sign(`badge-${colour ?? 0}`, SHAPES[(colour ?? 0) - 1] ?? SOMEBODY);
}

/**
 * A person's colour for lines and grounds of small letters: nearer to the ink, to be read in light
 * and dark. Empty for who has none.
 *
 * @param {{ kind: string, colour?: number | null }} seat
 */
export function toneOf({ kind, colour }) {
  return kind === 'person' && colour ? `color-mix(in srgb, var(--person-${colour}) 75%, var(--ink))` : '';
}

/**
 * The sign of whoever sits on a seat: a person's colour, a bot's face, nothing on an open seat.
 *
 * @param {{ kind: string, colour?: number | null }} seat
 */
export function seatBadge({ kind, colour }) {
  if (kind === 'person') return badge(colour);
  return kind === 'bot' ? sign('badge-bot', FACE) : sign('badge-open', '');
}

/**
 * @param {string} kind
 * @param {string} shape
 * @returns {SVGSVGElement}
 */
function sign(kind, shape) {
  return svg('svg', { viewBox: '0 0 24 24', class: `badge ${kind}`, 'aria-hidden': 'true' },
    svg('rect', { x: 1, y: 1, width: 22, height: 22, rx: 6.5 }), svg('path', { d: shape }));
}
