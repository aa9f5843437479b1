/**
 * The tiles as pictures: drawn once, and copied for every tile on the table. What all of them refer to (glazes, clips) is put
 * into the document once. Knows letters of tiles, nothing of the game.
 */

import { set, svg } from '../dom.js';
import { GLAZES, KINDS, MOTIFS } from './motifs.js';

/** @typedef {import('../messages.js').Tile} Tile */
/** @typedef {import('./motifs.js').Kind} Kind */

const ART = 'az-art';

const BODY = 'x="3" y="2" width="94" height="93" rx="12"';

const SHARED = `
  <linearGradient id="az-shine" x1="0.1" y1="0" x2="0.55" y2="1">
    <stop stop-color="#fff" stop-opacity="0.5"/><stop offset="0.32" stop-color="#fff" stop-opacity="0.12"/>
    <stop offset="0.5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.14"/>
  </linearGradient>
  <linearGradient id="az-rim" x1="0" y1="0" x2="0" y2="1">
    <stop stop-color="#fff" stop-opacity="0.75"/><stop offset="0.3" stop-color="#fff" stop-opacity="0.12"/>
    <stop offset="1" stop-color="#000" stop-opacity="0.22"/>
  </linearGradient>
  <clipPath id="az-face"><rect x="-47" y="-46.5" width="94" height="93" rx="12"/></clipPath>
  <clipPath id="az-print"><rect x="-46" y="-46" width="92" height="92" rx="6"/></clipPath>`;

/** @param {Kind} tile */
function tileSymbol(tile) {
  const [top, foot, edge, shine] = GLAZES[tile];
  const { rich, wide } = MOTIFS[tile];
  return `
  <linearGradient id="az-glaze-${tile}" x1="0.2" y1="0" x2="0.6" y2="1">
    <stop stop-color="${top}"/><stop offset="1" stop-color="${foot}"/>
  </linearGradient>
  <symbol id="az-${tile}" viewBox="0 0 100 100">
    <rect x="3" y="6" width="94" height="93" rx="12" fill="${edge}"/>
    <rect ${BODY} fill="url(#az-glaze-${tile})"/>
    <g transform="translate(50 48.5)"${wide ? ' clip-path="url(#az-face)"' : ''}>${rich}</g>
    <rect ${BODY} fill="url(#az-shine)" opacity="${shine}"/>
    <rect x="4.5" y="3.5" width="91" height="90" rx="10.5" fill="none" stroke="url(#az-rim)" stroke-width="3"/>
  </symbol>`;
}

const MARKER = `
  <linearGradient id="az-glaze-F" x1="0.2" y1="0" x2="0.6" y2="1">
    <stop stop-color="#fffdf6"/><stop offset="1" stop-color="#f0e4c8"/>
  </linearGradient>
  <symbol id="az-F" viewBox="0 0 100 100">
    <circle cx="50" cy="52" r="46" fill="#12305f"/>
    <circle cx="50" cy="48.5" r="46" fill="#1f57a4"/>
    <circle cx="50" cy="48.5" r="37" fill="url(#az-glaze-F)"/>
    <circle cx="50" cy="48.5" r="41.5" fill="none" stroke="#f3c552" stroke-width="2.4" stroke-dasharray="2.4 4.12" class="az-fine"/>
    <path d="M36 33.5C44 32 49 28.5 51.5 23H58V66C58 69.5 60 71 66 71.5V75.5H37V71.5C44 71 46.5 69.5 46.5 66V38.5
      C44 39 40 39 36 38.5Z" fill="#174a92"/>
    <circle cx="50" cy="48.5" r="46" fill="url(#az-shine)"/>
  </symbol>`;

/** An empty space; `tile` says what belongs there. @param {Kind | ''} tile */
function slotSymbol(tile) {
  const clip = tile && MOTIFS[tile].wide ? ' clip-path="url(#az-print)"' : '';
  const motif = tile && `
    <g transform="translate(50 50) scale(0.8)" fill="var(--hint-${tile})" color="var(--hint-${tile})"${clip}>${MOTIFS[tile].stencil}</g>`;
  const ground = tile ? `var(--hint-bg-${tile})` : 'var(--slot)';
  return `
  <symbol id="az-slot${tile}" viewBox="0 0 100 100">
    <rect x="5.5" y="5.5" width="89" height="89" rx="9.5" fill="${ground}" stroke="var(--slot-line)" stroke-width="3"/>${motif}
  </symbol>`;
}

/** A star laid into the table, below the centre. */
const INLAY = `
  <symbol id="az-inlay" viewBox="-50 -50 100 100">
    <g fill="none" stroke="var(--inlay)" stroke-width="0.5">
      <circle r="49"/><circle r="47.4"/><circle r="20"/>
      ${[0, 22.5, 45, 67.5].map((turn) => `<path transform="rotate(${turn})" d="M-33.5 -33.5H33.5V33.5H-33.5Z"/>`).join('')}
    </g>
  </symbol>`;

/** The inlay, for the offer's ground. */
export const inlaySvg = () => picture('az-inlay', 'az-inlay');

/** All definitions, as text. */
export function definitions() {
  const slots = [slotSymbol(''), ...KINDS.filter((kind) => kind !== 'J').map(slotSymbol)].join('');
  return `<svg xmlns="http://www.w3.org/2000/svg"><defs>${SHARED}${KINDS.map(tileSymbol).join('')}${MARKER}${slots}${INLAY}</defs></svg>`;
}

/** Read once, outside of the page. @type {Element | undefined} */
let read;

/** The definitions as elements, which belong to no page. */
export function art() {
  // Drawn from this folder's own constants; nothing that anybody wrote ever comes here.
  read ??= new DOMParser().parseFromString(definitions(), 'image/svg+xml').documentElement;
  return read;
}

/** Puts what the pictures refer to into the document; again and again does no harm. */
export function installArt() {
  if (document.getElementById(ART)) return;
  const shared = [...art().querySelectorAll('linearGradient, clipPath')].map((part) => document.importNode(part, true));
  document.body.prepend(svg('svg', { id: ART, class: ART, width: 0, height: 0, 'aria-hidden': 'true', focusable: 'false' },
    svg('defs', {}, shared)));
}

/** Pictures to be copied: a `use` would make the same copies, each in a tree of its own. @type {Map<string, SVGSVGElement>} */
const pictures = new Map();

/** @param {string} name */
function draw(name) {
  const symbol = art().querySelector(`#${name}`);
  const box = symbol?.getAttribute('viewBox');
  const picture = svg('svg', { viewBox: box, focusable: 'false', 'aria-hidden': 'true' });
  picture.append(...[...symbol?.children ?? []].map((part) => document.importNode(part, true)));
  pictures.set(name, picture);
  return picture;
}

/** @param {string} name @param {string} className */
function picture(name, className) {
  const copy = /** @type {SVGSVGElement} */ ((pictures.get(name) ?? draw(name)).cloneNode(true));
  return set(copy, { class: className });
}

/**
 * A tile, or the marker.
 * @param {Tile} tile
 * @param {{ghost?: boolean}} [options] a ghost is where a tile would come to lie
 * @returns {SVGSVGElement}
 */
export function tileSvg(tile, { ghost = false } = {}) {
  return picture(`az-${tile}`, `az-tile az-tile-${tile}${ghost ? ' az-ghost' : ''}`);
}

/**
 * An empty space; with a tile it shows what belongs there.
 * @param {Tile | null} tile
 * @param {string} [look]
 * @returns {SVGSVGElement}
 */
export function slotSvg(tile, look = '') {
  return picture(`az-slot${tile ?? ''}`, `az-slot ${look}`);
}
