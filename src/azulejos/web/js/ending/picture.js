/**
 * The final table as a picture to share: our own drawing, with names, points and result. Made in the browser, so that it
 * needs no server; given to the system where that shares pictures, else saved.
 *
 * @import { Ending } from './ending.js'
 */

import { art } from '../art/tile.js';
import { svg } from '../dom.js';
import { wonText } from '../play/transcript.js';
import { t } from '../text/catalogue.js';
import { verdictOf, verdictText } from './verdict.js';

const WIDTH = 1200;
const HEIGHT = 630;
const TOP = 214;
const NAME = 'azulejos.png';
const SERIF = '\'Iowan Old Style\', \'Palatino Linotype\', Palatino, Georgia, \'Noto Serif\', serif';
const INK = '#1d2a38';
/** The light theme's colours of empty cells: a picture looks the same wherever it was made. */
const CELLS = {
  '--slot': '#f3ecdf', '--slot-line': '#cdc1ab',
  '--hint-B': '#5585ca', '--hint-Y': '#b07c12', '--hint-R': '#c8644c', '--hint-K': '#59636e', '--hint-W': '#3c818d',
  '--hint-bg-B': '#dde8f5', '--hint-bg-Y': '#faecc6', '--hint-bg-R': '#f8ded4', '--hint-bg-K': '#d5d7d8', '--hint-bg-W': '#d9ddd4',
};

/** @param {Ending} ending @returns {SVGSVGElement} */
export function drawPicture({ store, lit }) {
  const { result } = store.now;
  const { seats, pattern } = store.table;
  const verdict = result && verdictOf(result, 0);
  const size = Math.min(330, (WIDTH - 80 - 36 * (seats.length - 1)) / seats.length);
  const left = (WIDTH - seats.length * size - 36 * (seats.length - 1)) / 2;
  const order = seats.map(({ seat }) => seat);
  return svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${WIDTH} ${HEIGHT}`, width: WIDTH, height: HEIGHT, style: CELLS },
    [...art().children].map((part) => document.importNode(part, true)),
    svg('rect', { width: WIDTH, height: HEIGHT, fill: '#efe7d8' }),
    svg('rect', { x: 14, y: 14, width: WIDTH - 28, height: HEIGHT - 28, rx: 22, fill: '#fffdf8', stroke: '#1b54a6', 'stroke-width': 4 }),
    svg('rect', { x: 24, y: 24, width: WIDTH - 48, height: HEIGHT - 48, rx: 14, fill: 'none', stroke: '#d9cebb', 'stroke-width': 2 }),
    text(WIDTH / 2, 94, 50, plainTitle(store), { 'font-weight': 700 }, WIDTH - 120),
    verdict && text(WIDTH / 2, 140, 26, verdictText(verdict), { fill: '#56616d' }, WIDTH - 120),
    order.map((player, index) => {
      const x = left + index * (size + 36);
      const won = Boolean(result?.winners.includes(player));
      const gold = new Set([...lit].filter((step) => step.player === player).flatMap(({ cells = [] }) => cells.map(String)));
      return svg('g', { transform: `translate(${x} ${TOP})` },
        svg('rect', { x: -8, y: -8, width: size + 16, height: size + 16, rx: 12, fill: '#e3d9c7', ...(won ? { stroke: '#c8922a', 'stroke-width': 5 } : {}) }),
        store.board(player).wall.flatMap((row, r) => [...row].map((tile, c) => cell(size / 5, r, c, tile, pattern?.[r]?.[c] ?? '', gold))),
        text(0, -22, 28, `${won ? '★ ' : ''}${store.nameOf(player)}`, { 'text-anchor': 'start', 'font-weight': 600 }, size - 70),
        text(size, -22, 34, String(store.board(player).score), { 'text-anchor': 'end', 'font-weight': 700, fill: won ? '#8a5a06' : INK }));
    }),
    text(WIDTH / 2, HEIGHT - 34, 22, t('shell.name'), { fill: '#1b54a6', 'font-weight': 600 }));
}

/** Whoever sees the picture is somebody else: nobody is “you” there. @param {Ending['store']} store */
function plainTitle(store) {
  const { result } = store.now;
  if (!result) return '';
  return store.nameless ? t('ending.picture.title', { scores: result.scores.toSorted((one, other) => other - one).join(' : ') }) : wonText(store, result);
}

/** @param {number} size @param {number} r @param {number} c @param {string} tile @param {string} hint @param {Set<string>} gold */
function cell(size, r, c, tile, hint, gold) {
  const inner = size * 0.94;
  const at = { x: c * size + 0.03 * size, y: r * size + 0.03 * size, width: inner, height: inner };
  return svg('g', {},
    svg('use', { href: tile === '.' ? `#az-slot${hint}` : `#az-${tile}`, ...at }),
    gold.has(`${r + 1},${c + 1}`) && svg('rect', { ...at, rx: 0.12 * size, fill: 'none', stroke: '#f3c552', 'stroke-width': 0.07 * size }));
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} words
 * @param {Record<string, unknown>} [looks]
 * @param {number} [room] A long name is set closer.
 */
function text(x, y, size, words, looks = {}, room = 0) {
  const wide = room && words.length * size * 0.52 > room;
  return svg('text', {
    x, y, 'font-size': size, 'font-family': SERIF, 'text-anchor': 'middle', fill: INK, ...(wide ? { textLength: room, lengthAdjust: 'spacingAndGlyphs' } : {}), ...looks,
  }, words);
}

/** @param {SVGSVGElement} drawing @returns {Promise<Blob>} */
export async function asPng(drawing) {
  const image = new Image(WIDTH, HEIGHT);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [2 * WIDTH, 2 * HEIGHT];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** Shares it by the system's own sheet, or saves it. @param {SVGSVGElement} drawing @returns {Promise<boolean>} Was it saved? */
export async function keep(drawing) {
  const blob = await asPng(drawing);
  const file = new File([blob], NAME, { type: blob.type });
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    // Who closes the sheet wants nothing more.
    await navigator.share({ files: [file] }).catch(() => {});
    return false;
  }
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = NAME;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return true;
}
