/**
 * The faces of the eight opponents, as painted tiles: SVG markup on a field of 96 × 96, a ground of one glaze, a frame, a
 * bust. Heads are large and grounds differ, so that they are told apart at the size of a letter. Eyes are a group of their
 * own (`face-eyes`), for those who think. Knows the names of levels, nothing of the game.
 */

import { svg } from '../dom.js';

const INK = '#1d2730';
const COBALT = '#1b4fa2';
const NIGHT = '#0b3170';
const CREAM = '#fdf3d8';
const OCHRE = '#f3c552';
const CLAY = '#c8512f';

/** @typedef {{ ground: [string, string], line: string, skin: string, shade: string, behind?: string, bust: string, face?: string, eyes?: string, mouth: string, over: string }} Face */

/** @param {number} y @param {number} [apart] @param {string} [colour] */
const openEyes = (y, apart = 7.5, colour = INK) => [-apart, apart].map((x) => (
  `<ellipse cx="${48 + x}" cy="${y}" rx="2.5" ry="3.1" fill="${colour}"/><circle cx="${49 + x}" cy="${y - 1.2}" r="0.9" fill="#fff"/>`)).join('');

/** @param {number} y @param {string} colour @param {number} [lift] Of one of them. */
const brows = (y, colour, lift = 0) => `<path d="M36.5 ${y + 1}q4-3 8-1M51.5 ${y - lift}q4-2 8 1" fill="none" stroke="${colour}" stroke-width="2.2" stroke-linecap="round"/>`;

/** @param {string} colour */
const nose = (colour) => `<path d="M48.5 46c-.6 3-2.6 5-1 6.4 1 .8 2.4.4 3-.2" fill="none" stroke="${colour}" stroke-width="1.8" stroke-linecap="round"/>`;

/** @param {string} path @param {string} [colour] */
const stroke = (path, colour = INK) => `<path d="${path}" fill="none" stroke="${colour}" stroke-width="2.1" stroke-linecap="round" stroke-linejoin="round"/>`;

/** @param {string} colour */
const cheeks = (colour) => `<g fill="${colour}" opacity="0.45"><circle cx="36.5" cy="52" r="3.6"/><circle cx="59.5" cy="52" r="3.6"/></g>`;

/** @param {string} colour */
const shoulders = (colour) => `<path d="M12 96C13 79 27 72 48 72s35 7 36 24Z" fill="${colour}"/>`;

/** A petal of the blue tile, four times. @param {number} x @param {number} y @param {number} size @param {string} colour */
const flower = (x, y, size, colour) => `<g transform="translate(${x} ${y}) scale(${size})" fill="${colour}">${[0, 90, 180, 270].map((turn) => (
  `<path d="M0-1C-5-4-5-9 0-12C5-9 5-4 0-1Z" transform="rotate(${turn})"/>`)).join('')}<circle r="2.2" fill="${OCHRE}"/></g>`;

/** @type {Record<string, Face>} */
const FACES = {
  // A boy with a cowlick and a gap between his teeth.
  novice: {
    ground: ['#ffdc6c', '#f0b12e'], line: '#c26a12', skin: '#f4cfa8', shade: '#d99f6c',
    behind: '<path d="M28 46C24 24 36 17 49 18C64 19 72 27 68 47Z" fill="#7a4420"/>',
    bust: `${shoulders('#fffdf6')}<path d="M17 84q31-9 62 0M14 92q34-9 68 0" fill="none" stroke="${COBALT}" stroke-width="3.4"/>`,
    face: '<ellipse cx="48" cy="48" rx="19" ry="18.5" fill="#f4cfa8"/>',
    eyes: openEyes(46.5, 7.8),
    mouth: `<path d="M39.5 55.5q8.5 9.5 17 0q-8.5 2.5-17 0Z" fill="#7d2417" stroke="#7d2417" stroke-width="1.6" stroke-linejoin="round"/>`
      + '<path d="M43.5 56.6h3.7v2.2h-3.7ZM48.8 56.6h3.7v2.2h-3.7Z" fill="#fff"/>',
    over: '<path d="M29 45C31 33 38 29 44 31C46 27 52 26 55 30C61 28 67 34 67.5 45C69 30 64 20 50 18C53 14 52 11 49 8C47 12 41 14 40 18C30 21 27 32 29 45Z" fill="#8f5127"/>'
      + '<g fill="#c98a58"><circle cx="38" cy="51.5" r="1"/><circle cx="35" cy="53.5" r="1"/><circle cx="39" cy="54.5" r="1"/><circle cx="58" cy="51.5" r="1"/><circle cx="61" cy="53.5" r="1"/><circle cx="57" cy="54.5" r="1"/></g>',
  },
  // A young painter: a brush through her knot of hair, and paint on her cheek.
  beginner: {
    ground: ['#e08463', '#b7472c'], line: '#7c2412', skin: '#e9b78c', shade: '#c4875a',
    behind: '<circle cx="48" cy="17" r="10" fill="#2a1a16"/><path d="M28 52C25 26 36 20 48 20s23 6 20 32Z" fill="#2a1a16"/>'
      + `<path d="M31 24L66 8" stroke="${OCHRE}" stroke-width="3.4" stroke-linecap="round"/><path d="M64 9l8-6-3 8Z" fill="${COBALT}" stroke="${COBALT}" stroke-width="2" stroke-linejoin="round"/>`,
    bust: `${shoulders('#8fb9e6')}<path d="M34 73v23h28V73l-6 5H40Z" fill="${CREAM}"/><circle cx="42" cy="90" r="2.6" fill="${CLAY}"/><circle cx="54" cy="85" r="2" fill="${COBALT}"/>`,
    eyes: openEyes(45),
    mouth: stroke('M41 56.5q7 5.5 14 0', '#8a2c1b'),
    over: '<path d="M30.5 44C31 30 39 25 48 25s17 5 17.5 19C62 34 55 31 49 31C41 31 34 34 30.5 44Z" fill="#3a2520"/>'
      + brows(38.5, '#2a1a16') + `<path d="M60 50q4 .5 4 4q-4 1.5-5.5-1Z" fill="${COBALT}"/>`,
  },
  // She keeps a café: curls, a scarf with dots, rings in her ears.
  casual: {
    ground: ['#cfe5f6', '#8dbbe2'], line: '#2f69bb', skin: '#d99f72', shade: '#b27a4e',
    behind: '<g fill="#7b2f1b"><circle cx="30" cy="36" r="10"/><circle cx="66" cy="36" r="10"/><circle cx="26" cy="50" r="9"/><circle cx="70" cy="50" r="9"/><circle cx="31" cy="62" r="8"/><circle cx="65" cy="62" r="8"/></g>',
    bust: `${shoulders('#f7f0e0')}<path d="M36 74q12 12 24 0l-3 14-9 8-9-8Z" fill="${COBALT}"/>${flower(48, 86, 0.5, '#dbe7f9')}`,
    eyes: openEyes(45.5),
    mouth: '<path d="M39.5 55.5q8.5 8 17 0q-8.5 2-17 0Z" fill="#fff" stroke="#8a2c1b" stroke-width="1.9" stroke-linejoin="round"/>',
    over: `<path d="M28 37C29 20 39 15 48 15s19 5 20 22C59 28 37 28 28 37Z" fill="${COBALT}"/>`
      + `<g fill="${OCHRE}"><circle cx="38" cy="25" r="2.2"/><circle cx="48" cy="21.5" r="2.2"/><circle cx="58" cy="25" r="2.2"/><circle cx="33" cy="31" r="1.7"/><circle cx="63" cy="31" r="1.7"/></g>`
      + `${brows(39, '#5a2413')}<g fill="none" stroke="${OCHRE}" stroke-width="2"><circle cx="30" cy="57" r="3"/><circle cx="66" cy="57" r="3"/></g>`,
  },
  // A bricklayer: flat cap, full beard, eyes for nobody's wall but his own.
  medium: {
    ground: ['#fffdf4', '#e6dac0'], line: '#56616d', skin: '#b9794d', shade: '#8f5630',
    behind: '',
    bust: `${shoulders('#5c6b3d')}<path d="M34 74l14 11 14-11 3 4-17 14-17-14Z" fill="${CREAM}"/>`,
    eyes: openEyes(44.5, 7.5),
    mouth: '<path d="M30.5 46C30 66 37 75 48 75s18-9 17.5-29C63 53 58 54.5 53 53.5q-5-2-10 0C38 54.5 33 53 30.5 46Z" fill="#3b241a"/>'
      + '<path d="M43 60q5 3.6 10 0" fill="none" stroke="#e3a58a" stroke-width="2.4" stroke-linecap="round"/>',
    over: '<path d="M27 35C25 20 36 14 50 15C63 16 70 24 69 34Z" fill="#3f5872"/><path d="M25 35q2-6 12-6h25q10 0 9 6q-2 3-10 1.5q-13-3-27 0Q26 39 25 35Z" fill="#2b4058"/>' + brows(39.5, '#3b241a'),
  },
  // Round glasses and a fringe; she reads the table as others read books.
  skilled: {
    ground: ['#4fa3a1', '#1f686c'], line: '#c9e9e4', skin: '#f3d3b5', shade: '#d3a27c',
    behind: '<path d="M26 64C22 34 30 18 48 18s26 16 22 46Z" fill="#15191f"/>',
    bust: `${shoulders('#7d2f4c')}<path d="M33 73l15 12 15-12 4 6-19 14-19-14Z" fill="${CREAM}"/>`,
    eyes: openEyes(46, 8),
    mouth: stroke('M43 57.5q5 2.6 10 0', '#8f2f35'),
    over: '<path d="M29 46C29 28 38 23 48 23s19 5 19 23C66 40 65 38 63 36.5H33C31 38 30 40 29 46Z" fill="#262c35"/>'
      + `<g fill="#fff" fill-opacity="0.18" stroke="${OCHRE}" stroke-width="2.2"><circle cx="40" cy="46" r="7"/><circle cx="56" cy="46" r="7"/></g><path d="M47 45q1-1 2 0" stroke="${OCHRE}" stroke-width="2.2" fill="none"/>`,
  },
  // A sailor with a curled moustache, and one brow that knows more than it says.
  advanced: {
    ground: ['#2a66bd', '#0b3170'], line: '#9cc3ea', skin: '#dba276', shade: '#b0744a',
    behind: '<path d="M30 52C28 40 30 34 33 30H63C66 34 68 40 66 52Z" fill="#4a4038"/>',
    bust: `${shoulders('#152a4a')}<path d="M36 74l12 13 12-13-3 22H39Z" fill="#f4f6f8"/><path d="M38 82h20M39 88h18M40 94h16" stroke="${COBALT}" stroke-width="2.4"/>`,
    eyes: openEyes(45, 7.5),
    mouth: '<path d="M48 54C43 50 38 53 34 56C31 58 28 56 28.5 53C25 57 28 62 33 61C39 60.5 44 60 48 57C52 60 57 60.5 63 61C68 62 71 57 67.5 53C68 56 65 58 62 56C58 53 53 50 48 54Z" fill="#3a2f29"/>' + stroke('M45 63.5q4 1.6 8-.6', '#7d3a2a'),
    over: '<path d="M25 30C22 17 35 11 48 11s26 6 23 19Z" fill="#fffdf6"/><path d="M28 29h40v6q-20-5-40 0Z" fill="#152a4a"/>'
      + `<path d="M28 35q20-6 40 0l2 3q-22-5-44 0Z" fill="${INK}"/><circle cx="48" cy="28" r="3.6" fill="${OCHRE}"/>${brows(40.5, '#3a2f29', 3)}`,
  },
  // A chess player: grey at the temples, a bow tie, always a move further.
  expert: {
    ground: ['#d9c8f4', '#a98ad6'], line: '#4d327f', skin: '#7c4c31', shade: '#5b331e',
    behind: '<path d="M29 50C27 38 30 30 34 28H62C66 30 69 38 67 50Z" fill="#b9bcc2"/>',
    bust: `${shoulders('#2c3440')}<path d="M36 73l12 12 12-12 2 23H34Z" fill="#fffdf6"/><path d="M48 82l-9-5v10ZM48 82l9-5v10Z" fill="${CLAY}"/><circle cx="48" cy="82" r="2.4" fill="#8f2d17"/>`,
    eyes: openEyes(45.5, 7.5, '#120c08'),
    mouth: '<path d="M42 61h12q-1 8-6 8t-6-8Z" fill="#c9ccd1"/>' + stroke('M42.5 58q5.5 2.2 11-.6', '#3c1d10'),
    over: '<path d="M31 36C33 26 40 23 48 23s15 3 17 13C62 30 56 28 48 28S34 30 31 36Z" fill="#d2d5da"/>' + brows(39, '#d2d5da')
      + '<path d="M35.5 47.5h9.5q-.5 6-4.7 6t-4.8-6ZM51 47.5h9.5q-.5 6-4.7 6T51 47.5ZM45 48h6" fill="none" stroke="#f3e6c4" stroke-width="1.5"/>',
  },
  // The old tile maker: white hair, a shawl, a flower of blue and gold.
  master: {
    ground: ['#2a343e', '#0d1319'], line: OCHRE, skin: '#eec6a2', shade: '#c59468',
    behind: '<circle cx="48" cy="15" r="10.5" fill="#e9ecef"/><path d="M28 50C26 28 36 20 48 20s22 8 20 30Z" fill="#dfe3e7"/>',
    bust: `${shoulders(COBALT)}<path d="M20 96C22 84 34 74 48 90C62 74 74 84 76 96L68 96C64 88 56 86 48 96C40 86 32 88 28 96Z" fill="${NIGHT}"/>${flower(48, 87, 0.62, '#dbe7f9')}`,
    eyes: `<path d="M37.5 46q3-3.6 6.5 0M52 46q3-3.6 6.5 0" fill="none" stroke="${INK}" stroke-width="2.3" stroke-linecap="round"/>`,
    mouth: stroke('M42 57q6 4 12 0', '#8f3a2c'),
    over: '<path d="M30 44C31 30 39 25 47 25C40 29 37 35 30 44ZM66 44C65 30 57 25 49 25C56 29 59 35 66 44Z" fill="#f4f6f8"/><path d="M48 24C42 27 35 33 31 42M48 24C54 27 61 33 65 42" fill="none" stroke="#c3cad1" stroke-width="1.3"/>'
      + `<path d="M33.5 50q3 2 5 1.5M62.5 50q-3 2-5 1.5" fill="none" stroke="#c59468" stroke-width="1.4" stroke-linecap="round"/><circle cx="30.5" cy="54" r="2" fill="${OCHRE}"/><circle cx="65.5" cy="54" r="2" fill="${OCHRE}"/>${brows(40, '#c3cad1')}`,
  },
};

/** @param {string} id Of its ground: no two drawings in a document share one. @param {Face} face */
function markup(id, { ground, line, skin, shade, behind = '', bust, face, eyes = openEyes(45), mouth, over }) {
  const corner = `<path d="M4 4h11a11 11 0 0 1-11 11Z" fill="${line}" opacity="0.85"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs><linearGradient id="${id}" x1="0.2" y1="0" x2="0.6" y2="1"><stop stop-color="${ground[0]}"/><stop offset="1" stop-color="${ground[1]}"/></linearGradient></defs>
    <rect width="96" height="96" fill="url(#${id})"/>
    <rect x="4" y="4" width="88" height="88" rx="9" fill="none" stroke="${line}" stroke-width="1.6" opacity="0.7"/>
    ${corner}<g transform="translate(96 0) scale(-1 1)">${corner}</g>
    <g transform="translate(48 53) scale(1.12) translate(-48 -48)">${behind}<path d="M40 58h16v15q-8 7-16 0Z" fill="${shade}"/>${bust}
    <circle cx="30.5" cy="47" r="4.2" fill="${shade}"/><circle cx="65.5" cy="47" r="4.2" fill="${shade}"/>
    ${face ?? `<path d="M31 42C31 28 38 24 48 24s17 4 17 18C65 57 58 67 48 67S31 57 31 42Z" fill="${skin}"/>`}
    ${cheeks('#e8765a')}<g class="face-eyes">${eyes}</g>${nose(shade)}${mouth}${over}</g>
    <path d="M0 0h96L0 70Z" fill="#fff" opacity="0.06"/></svg>`;
}

let count = 0;

/** The face of a level; nothing for bots of other kinds. @param {string} level @returns {SVGSVGElement | null} */
export function portraitSvg(level) {
  const face = FACES[level];
  if (!face) return null;
  // Drawn from this file's own constants; nothing that anybody wrote ever comes here.
  const parsed = new DOMParser().parseFromString(markup(`face-ground-${count += 1}`, face), 'image/svg+xml');
  const parts = [...parsed.documentElement.childNodes].map((node) => document.importNode(node, true));
  return svg('svg', { viewBox: '0 0 96 96', focusable: 'false', 'aria-hidden': 'true' }, parts);
}
