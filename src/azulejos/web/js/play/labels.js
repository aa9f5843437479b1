/**
 * The words that boards and displays carry for those who listen.
 *
 * @import { Board, State, Tile } from '../messages.js'
 * @import { BoardLabels, OfferLabels } from '../board/models.js'
 */

import { language, listing, t, tilesInWords } from '../text/catalogue.js';

/** @param {string} tiles @param {number} line */
function lineLabel(tiles, line) {
  if (!tiles) return t('table.label.line_empty', { line });
  const free = line - tiles.length;
  const values = { line, tiles: tilesInWords(tiles) };
  return free > 0 ? t.count('plain.line', free, values) : t('plain.line_full', values);
}

/** @param {string} cells @param {number} row */
function rowLabel(cells, row) {
  const tiles = [...cells].flatMap((tile, index) => (
    tile === '.' ? [] : [t('plain.cell', { tile: t(`tile.${tile}`), column: index + 1 })]
  ));
  return tiles.length ? t('plain.row', { row, cells: listing(tiles) }) : t('table.label.row_empty', { row });
}

/** The words of boards that were seen before: most boards do not change from one moment to the next. @type {Map<string, BoardLabels>} */
const known = new Map();
const MOST = 200;

/** @param {Board} board @param {string} name @returns {BoardLabels} */
export function boardLabels(board, name) {
  const key = JSON.stringify([language(), name, board]);
  const labels = known.get(key) ?? makeLabels(board, name);
  if (known.size > MOST) known.clear();
  known.set(key, labels);
  return labels;
}

/** @param {Board} board @param {string} name @returns {BoardLabels} */
function makeLabels(board, name) {
  return {
    board: t('table.label.board', { name }),
    score: t.count('label.score', board.score),
    lines: board.lines.map((tiles, index) => lineLabel(tiles, index + 1)),
    rows: board.wall.map((cells, index) => rowLabel(cells, index + 1)),
    floor: board.floor ? t('plain.floor', { tiles: tilesInWords(board.floor) }) : t('table.label.floor_empty'),
  };
}

/** @param {State} state @returns {OfferLabels} */
export function offerLabels(state) {
  return {
    offer: t('table.label.offer'),
    displays: state.displays.map((tiles, index) => t('plain.display', { number: index + 1, tiles: tilesInWords(tiles) })),
    centre: t('plain.centre', { tiles: tilesInWords(state.centre) }),
    group: groupLabel,
  };
}

/** @param {number} source @param {Tile} tile @param {number} count */
function groupLabel(source, tile, count) {
  const tiles = tilesInWords(tile.repeat(count));
  return source ? t('table.take.display', { tiles, number: source }) : t('table.take.centre', { tiles });
}
