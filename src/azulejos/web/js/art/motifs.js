/**
 * The ornaments of the tiles, as SVG markup around the origin (a tile reaches from -47 to 47).
 * Each colour has one motif of its own shape and weight, so that tiles stay apart without colour.
 * `rich` is the glazed ornament, `stencil` the flat one-colour print on an empty cell of the wall.
 * Parts of class `az-fine` are for large tiles; small ones hide them (--fine in tile.css).
 */

/**
 * The same markup, turned `times` times around the origin.
 * @param {string} markup
 * @param {number} times
 * @param {number} [first] degrees of the first
 */
const turned = (markup, times, first = 0) =>
  Array.from({ length: times }, (_, i) =>
    `<g transform="rotate(${first + (360 / times) * i})">${markup}</g>`).join('');

/**
 * @param {number} points
 * @param {number} outer
 * @param {number} inner
 */
function star(points, outer, inner) {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points - Math.PI / 2;
    const radius = i % 2 ? inner : outer;
    return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join('L')}Z`;
}

// Blue: a quatrefoil of four broad petals, with buds in the corners.
const PETAL = 'M0 -3C-17 -11 -18 -30 0 -40C18 -30 17 -11 0 -3Z';
const VEIN = 'M0 -12C-6 -17 -6 -25 0 -31C6 -25 6 -17 0 -12Z';
const BUD = '<path d="M0 -55C-9 -55 -11 -46 0 -38C11 -46 9 -55 0 -55Z"/>';
const blue = {
  rich: `<g fill="#f7f9fc">${turned(`<path d="${PETAL}"/>`, 4)}</g>`
    + `<g fill="#4f8ede">${turned(`<path d="${VEIN}"/>`, 4)}</g>`
    + `<g fill="#a9cbf5" class="az-fine">${turned(BUD, 4, 45)}</g>`
    + '<circle r="7.5" fill="#153f80"/><circle r="3.6" fill="#f3c552"/>',
  stencil: turned(`<path d="${PETAL}"/>`, 4),
};

// Yellow: the eight-pointed star of two squares, dark, with a bright heart.
const SQUARE = '<path d="M-26 -26H26V26H-26Z"/>';
const yellow = {
  rich: `<g fill="#8f4408">${SQUARE}<g transform="rotate(45)">${SQUARE}</g></g>`
    + `<g fill="none" stroke="#f6c24a" stroke-width="2" class="az-fine"><path d="M-21 -21H21V21H-21Z"/>`
    + '<path d="M-21 -21H21V21H-21Z" transform="rotate(45)"/></g>'
    + '<circle r="15" fill="#ffe19a"/>'
    + `<path d="${star(8, 12, 5)}" fill="#b4620f"/><circle r="3.4" fill="#ffe19a"/>`,
  stencil: '<path fill-rule="evenodd" d="M-26 -26H-10.8L0 -36.8L10.8 -26H26V-10.8L36.8 0L26 10.8V26H10.8L0 36.8L-10.8 26'
    + 'H-26V10.8L-36.8 0L-26 -10.8ZM0 -15A15 15 0 1 0 0.1 -15Z"/>',
};

// Red: a lattice of slanting bars; a lozenge in its mesh.
const BARS = '<path d="M-50 -11L11 50M-11 -50L50 11M-50 11L11 -50M-11 50L50 -11"/>';
const red = {
  rich: `<g fill="none" stroke="#fbe3cd" stroke-width="7.5">${BARS}</g>`
    + `<g fill="none" stroke="#b5432e" stroke-width="1.6" class="az-fine">${BARS}</g>`
    + '<path d="M0 -20L20 0L0 20L-20 0Z" fill="#fbe3cd"/><path d="M0 -10L10 0L0 10L-10 0Z" fill="#a8331f"/>'
    + `<g fill="#fbe3cd" class="az-fine">${turned('<circle cy="-43" r="3.2"/>', 4, 45)}</g>`,
  stencil: `<g fill="none" stroke="currentColor" stroke-width="7.5">${BARS}</g>`
    + '<path d="M0 -16L16 0L0 16L-16 0Z"/>',
};

// Black: a compass rose, its points half in light, through a ring.
const POINT = '<path d="M0 -41L7.5 -7.5L0 0Z"/>';
const SHADE = '<path d="M0 -41L-7.5 -7.5L0 0Z"/>';
const black = {
  rich: `<g fill="#5fb3b5" class="az-fine">${turned('<path d="M0 -27L5 -5L-5 -5Z"/>', 4, 45)}</g>`
    + '<circle r="20" fill="none" stroke="#3e8f96" stroke-width="5.5"/>'
    + `<g fill="#e3f4ef">${turned(POINT, 4)}</g><g fill="#8fd0cd">${turned(SHADE, 4)}</g>`
    + '<path d="M0 -22.6A22.6 22.6 0 0 1 22.6 0H17.2A17.2 17.2 0 0 0 0 -17.2ZM0 22.6A22.6 22.6 0 0 1 -22.6 0H-17.2'
    + 'A17.2 17.2 0 0 0 0 17.2Z" fill="#3e8f96" class="az-fine"/>'
    + '<circle r="4.5" fill="#1d2730"/>',
  stencil: '<circle r="20" fill="none" stroke="currentColor" stroke-width="5.5"/>'
    + turned('<path d="M0 -41L7.5 -7.5L-7.5 -7.5Z"/>', 4) + '<circle r="10"/>',
};

// White: scales, row over row, as waves come in.
/** @param {number} radius */
const scales = (radius) => [-31, 0, 31].map((y, row) =>
  (row % 2 ? [-36, -12, 12, 36] : [-48, -24, 0, 24, 48])
    .map((x) => `<path d="M${x - radius} ${y + 11}A${radius} ${radius} 0 0 1 ${x + radius} ${y + 11}"/>`)
    .join('')).join('');
const white = {
  rich: `<g fill="none" stroke="#2f7f9e" stroke-width="5">${scales(12)}</g>`
    + `<g fill="none" stroke="#7fb9cc" stroke-width="2.6" class="az-fine">${scales(5.4)}</g>`,
  stencil: `<g fill="none" stroke="currentColor" stroke-width="5.5">${scales(12)}</g>`,
};

// Joker: a whirl of five petals, one of each colour.
const WHIRL = 'M0 -4C-19 -9 -25 -30 -9 -42C8 -44 19 -31 13 -17C11 -11 6 -7 0 -4Z';
const COLOURS = ['#2a66bd', '#f2b92f', '#c9492f', '#1d262f', '#fdfaf2'];
const joker = {
  rich: COLOURS.map((colour, i) =>
    `<path transform="rotate(${72 * i})" d="${WHIRL}" fill="${colour}" stroke="#fff6df" stroke-width="3"/>`).join('')
    + `<circle r="9" fill="#fff6df"/><path d="${star(5, 8.5, 3.6)}" fill="#6d4aa0"/>`,
  stencil: turned(`<path d="${WHIRL}"/>`, 5),
};

/** @type {Record<string, {rich: string, stencil: string}>} */
export const MOTIFS = { B: blue, Y: yellow, R: red, K: black, W: white, J: joker };

/** Glazes: at the top, at the foot, and the clay's edge below. */
/** @type {Record<string, [string, string, string]>} */
export const GLAZES = {
  B: ['#2f6cc6', '#184d9c', '#0f3266'],
  Y: ['#fbd05a', '#e9a923', '#a46e0c'],
  R: ['#d5604a', '#b03c28', '#74210f'],
  K: ['#36424e', '#171f27', '#05080b'],
  W: ['#fffefa', '#efe8d9', '#bdb29b'],
  J: ['#c0a4e2', '#9673c6', '#5e4290'],
};
