/**
 * The ornaments of the tiles, as SVG markup around the origin (a tile reaches from -47 to 47).
 * Each colour has one motif of its own shape and weight, so that tiles stay apart without colour.
 * `rich` is the glazed ornament, `stencil` the flat one-colour print on an empty cell of the wall.
 * One that is `wide` reaches beyond the tile, and is cut off there.
 * Parts of class `az-fine` are for large tiles; small ones hide them (--fine in tile.css).
 */

/** A coordinate, short. @param {number} value */
const short = (value) => String(Math.round(value * 100) / 100);

/**
 * An outline of points (`M`, `L`, `C`, `Z` only), turned `times` times around the origin: all of them in one path, since every
 * element of a tile is there once for each tile on the table.
 * @param {string} outline
 * @param {number} times
 * @param {number} [first] degrees of the first
 */
function turned(outline, times, first = 0) {
  return Array.from({ length: times }, (_, i) => {
    const angle = ((first + (360 / times) * i) * Math.PI) / 180;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    return outline.replace(/(-?[\d.]+) (-?[\d.]+)/g, (_pair, x, y) => `${short(x * cos - y * sin)} ${short(x * sin + y * cos)}`);
  }).join('');
}

/**
 * Dots around the origin, in one path.
 * @param {number} away
 * @param {number} radius
 * @param {number} times
 * @param {number} first degrees of the first
 */
function dots(away, radius, times, first) {
  const turn = `A${radius} ${radius} 0 1 0 `;
  return Array.from({ length: times }, (_, i) => {
    const angle = ((first + (360 / times) * i) * Math.PI) / 180;
    const [x, y] = [away * Math.sin(angle), -away * Math.cos(angle)];
    return `M${short(x - radius)} ${short(y)}${turn}${short(x + radius)} ${short(y)}${turn}${short(x - radius)} ${short(y)}Z`;
  }).join('');
}

/** @param {string} outline @param {string} [looks] */
const path = (outline, looks = '') => `<path d="${outline}"${looks && ` ${looks}`}/>`;

/**
 * @param {number} points
 * @param {number} outer
 * @param {number} inner
 */
function star(points, outer, inner) {
  const corners = Array.from({ length: points * 2 }, (_, i) => {
    const angle = (Math.PI * i) / points - Math.PI / 2;
    const radius = i % 2 ? inner : outer;
    return `${short(radius * Math.cos(angle))} ${short(radius * Math.sin(angle))}`;
  });
  return `M${corners.join('L')}Z`;
}

// Blue: a quatrefoil of four broad petals, with buds in the corners.
const PETAL = 'M0 -4C-15 -11 -16 -29 0 -39C16 -29 15 -11 0 -4Z';
const VEIN = 'M0 -11C-7 -17 -7 -25 0 -32C7 -25 7 -17 0 -11Z';
const BUD = 'M0 -55C-9 -55 -11 -46 0 -38C11 -46 9 -55 0 -55Z';
const blue = {
  rich: path(turned(PETAL, 4), 'fill="#dbe7f9"')
    + path(turned(VEIN, 4), 'fill="#3b7bd0"')
    + path(turned(BUD, 4, 45), 'fill="#2f69bb" class="az-fine"')
    + '<circle r="7.5" fill="#153f80"/><circle r="3.6" fill="#f3c552"/>',
  stencil: path(turned(PETAL, 4)),
};

// Yellow: the eight-pointed star of two squares, dark, with a bright heart.
/** @param {number} half */
const squares = (half) => [0, 45].map((turn) => turned(`M${-half} ${-half}L${half} ${-half}L${half} ${half}L${-half} ${half}Z`, 1, turn)).join('');
const yellow = {
  rich: path(squares(25), 'fill="#a9570c"')
    + path(squares(20), 'fill="none" stroke="#f6c24a" stroke-width="2" class="az-fine"')
    + '<circle r="16" fill="#fff0b8"/>'
    + `<path d="${star(8, 12, 5)}" fill="#c26a12"/><circle r="3.4" fill="#fff0b8"/>`,
  stencil: '<path fill-rule="evenodd" d="M-26 -26H-10.8L0 -36.8L10.8 -26H26V-10.8L36.8 0L26 10.8V26H10.8L0 36.8L-10.8 26'
    + 'H-26V10.8L-36.8 0L-26 -10.8ZM0 -15A15 15 0 1 0 0.1 -15Z"/>',
};

// Red: a lattice of slanting bars; a lozenge in its mesh.
const BARS = 'M-50 -11L11 50M-11 -50L50 11M-50 11L11 -50M-11 50L50 -11';
const red = {
  rich: path(BARS, 'fill="none" stroke="#fbe2c8" stroke-width="6.4"')
    + path(BARS, 'fill="none" stroke="#bb4a31" stroke-width="1.5" class="az-fine"')
    + '<path d="M0 -19L19 0L0 19L-19 0Z" fill="#fbe2c8"/><path d="M0 -10L10 0L0 10L-10 0Z" fill="#a8331f"/>'
    + path(dots(43, 3.2, 4, 45), 'fill="#fbe2c8" class="az-fine"'),
  stencil: path(BARS, 'fill="none" stroke="currentColor" stroke-width="7.5"')
    + path('M0 -16L16 0L0 16L-16 0Z'),
  wide: true,
};

// Black: a compass rose, its points half in light, through a ring.
const POINT = 'M0 -41L7.5 -7.5L0 0Z';
const SHADE = 'M0 -41L-7.5 -7.5L0 0Z';
const black = {
  rich: path(turned('M0 -27L5 -5L-5 -5Z', 4, 45), 'fill="#3f8288" class="az-fine"')
    + '<circle r="20" fill="none" stroke="#2c6c74" stroke-width="5.5"/>'
    + path(turned(POINT, 4), 'fill="#c9e9e4"') + path(turned(SHADE, 4), 'fill="#6fb5b4"')
    + '<path d="M0 -22.6A22.6 22.6 0 0 1 22.6 0H17.2A17.2 17.2 0 0 0 0 -17.2ZM0 22.6A22.6 22.6 0 0 1 -22.6 0H-17.2'
    + 'A17.2 17.2 0 0 0 0 17.2Z" fill="#2c6c74" class="az-fine"/>'
    + '<circle r="4.5" fill="#1d2730"/>',
  stencil: '<circle r="20" fill="none" stroke="currentColor" stroke-width="5.5"/>'
    + path(turned('M0 -41L7.5 -7.5L-7.5 -7.5Z', 4) + dots(0, 10, 1, 0)),
};

// White: scales, row over row, as waves come in.
/** @param {number} radius */
const scales = (radius) => [-24, -2, 20, 42].map((y, row) =>
  (row % 2 ? [-22, 22] : [-44, 0, 44])
    .map((x) => `M${x - radius} ${y}A${radius} ${radius} 0 0 1 ${x + radius} ${y}`)
    .join('')).join('');
const white = {
  rich: path(scales(21), 'fill="none" stroke="#4694b4" stroke-width="4.4"')
    + path(scales(12.5), 'fill="none" stroke="#b3d8e4" stroke-width="2.6" class="az-fine"')
    + path(scales(4.5), 'fill="#84bccf" class="az-fine"'),
  stencil: path(scales(21), 'fill="none" stroke="currentColor" stroke-width="6"'),
  wide: true,
};

// Joker: a rosette of five petals, one of each colour.
const LEAF = 'M0 -6C-19 -14 -20 -35 0 -43C20 -35 19 -14 0 -6Z';
const COLOURS = ['#2a66bd', '#ffc93c', '#d6563a', '#27313b', '#ffffff'];
const joker = {
  rich: path(dots(40, 3.4, 5, 36), 'fill="#fdf3d8" class="az-fine"')
    + COLOURS.map((colour, i) => path(turned(LEAF, 1, 72 * i), `fill="${colour}" stroke="#4d327f" stroke-width="2.4"`)).join('')
    + `<circle r="11" fill="#fdf3d8" stroke="#4d327f" stroke-width="2.4"/><path d="${star(5, 8.5, 3.6)}" fill="#7b55b5"/>`,
  stencil: path(turned(LEAF, 5)),
};

/** @typedef {'B' | 'Y' | 'R' | 'K' | 'W' | 'J'} Kind A tile, but not the marker. */

/** @type {readonly Kind[]} */
export const KINDS = ['B', 'Y', 'R', 'K', 'W', 'J'];

/** @type {Record<Kind, {rich: string, stencil: string, wide?: boolean}>} */
export const MOTIFS = { B: blue, Y: yellow, R: red, K: black, W: white, J: joker };

/**
 * Glazes: at the top, at the foot, the clay's edge below, and how much light they throw back: dark ones
 * less, or they would be no longer dark.
 * @type {Record<Kind, [string, string, string, number]>}
 */
export const GLAZES = {
  B: ['#1b4fa2', '#0b3170', '#071d42', 0.5],
  Y: ['#ffdc6c', '#f6bb34', '#c08515', 1],
  R: ['#d35b41', '#ad3c26', '#6c200d', 0.75],
  K: ['#2a343e', '#11181f', '#040608', 0.55],
  W: ['#fffffc', '#f6f1e4', '#cfc6b1', 1],
  J: ['#e1d3f7', '#c4ace9', '#7353ab', 0.9],
};
