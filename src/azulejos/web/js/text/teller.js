/**
 * The game in sentences: what happened, what lies where, what a move would do. The twin of
 * `azulejos/terminal/words.py`; a test lets both tell the same games.
 */

/** @import { Board, Preview, State, Step } from '../messages.js' */

import { listing, t, tilesInWords } from './catalogue.js';

/** @typedef {(player: number) => string} NameOf */

/** The marker can lie beside a full floor line: there it costs nothing. */
const FLOOR_SPACES = 7;

const WON = { points: 'result.won', rows: 'result.won_by_rows', shared: 'result.shared' };

/** @type {Record<Step['event'], (step: Step, name: string, nameOf: NameOf) => string>} */
const SENTENCES = {
  dealt: () => '', // Deals are told by showing the displays.
  lid_tipped: () => t('event.lid_tipped'),
  taken: (step, name) => t(
    step.source === 0 ? 'event.taken_centre' : 'event.taken_display',
    { name, source: step.source, tiles: tilesInWords(step.tiles ?? '') },
  ),
  to_centre: (step) => t('event.to_centre', { tiles: tilesInWords(step.tiles ?? '') }),
  marker: (step, name) => t(
    (step.space ?? 0) > FLOOR_SPACES ? 'event.marker_beside' : 'event.marker',
    { name, space: step.space },
  ),
  laid: (step) => t(
    step.completed ? 'event.laid_complete' : 'event.laid',
    { line: step.line, tiles: tilesInWords(step.tiles ?? '') },
  ),
  fallen: (step) => t('event.fallen', { tiles: tilesInWords(step.tiles ?? '') }),
  discarded: (step) => t('event.discarded', { tiles: tilesInWords(step.tiles ?? '') }),
  offer_ended: () => t('event.offer_ended'),
  tiled: tiledText,
  line_dropped: (step, name) => t('event.line_dropped', { name, line: step.line }),
  floor_charged: floorText,
  starter: (_, name) => t('event.starter', { name }),
  ended: (step) => t(`event.ended_${step.reason}`),
  bonus: (step, name) => t(
    step.kind === 'colour' ? `event.bonus_colour.${step.which}` : `event.bonus_${step.kind}`,
    { name, which: step.which, points: step.points },
  ),
  won: (step, _, nameOf) => t(
    WON[step.won_by ?? 'points'], { name: listing((step.winners ?? []).map(nameOf)) },
  ),
};

/**
 * What happened in one step, or '' where there is nothing to say.
 *
 * @param {Step} step
 * @param {NameOf} nameOf
 * @returns {string}
 */
export function stepText(step, nameOf) {
  return SENTENCES[step.event](step, step.player ? nameOf(step.player) : '', nameOf);
}

/**
 * `fills 2 spaces; completes the line; 3 points at the next tiling; …`
 *
 * @param {Preview} preview
 * @param {boolean} isCell  Of a tiling decision, which scores at once.
 */
export function previewText(preview, isCell) {
  if (isCell) return t.count('preview.scores', preview.points);
  const parts = [
    preview.laid && t.count('preview.laid', preview.laid),
    preview.completes && t('preview.completes'),
    preview.points && t.count('preview.points', preview.points),
    preview.falling && t.count('preview.falling', preview.falling),
    preview.marker && t('preview.marker'),
    preview.penalty && t.count('preview.penalty', preview.penalty),
  ];
  return parts.filter(Boolean).join(t('list.semicolon')) || t('preview.nothing');
}

/**
 * A board: its score, then only what is there.
 *
 * @param {Board} board
 * @param {string} name
 * @returns {string[]}
 */
export function boardText(board, name) {
  const lines = board.lines.map((tiles, index) => lineText(tiles, index + 1)).filter(Boolean);
  const rows = board.wall.map((cells, index) => rowText(cells, index + 1)).filter(Boolean);
  return [
    scoreText(board, name),
    ...(lines.length ? lines : [t('plain.lines_empty')]),
    ...(board.floor ? [t('plain.floor', { tiles: tilesInWords(board.floor) })] : []),
    ...(rows.length ? rows : [t('plain.wall_empty')]),
  ];
}

/**
 * The displays that hold tiles, and the centre.
 *
 * @param {State} state
 * @returns {string[]}
 */
export function displaysText(state) {
  const displays = state.displays.map((tiles, index) => (
    tiles && t('plain.display', { number: index + 1, tiles: tilesInWords(tiles) })
  ));
  return [...displays.filter(Boolean), t('plain.centre', { tiles: tilesInWords(state.centre) })];
}

/** @param {State} state @param {'bag' | 'lid'} where */
export function heapText(state, where) {
  const tiles = Object.entries(state[where]).map(([kind, count]) => kind.repeat(count)).join('');
  return t(`plain.${where}`, { tiles: tilesInWords(tiles) });
}

/**
 * The round and all scores.
 *
 * @param {State} state
 * @param {NameOf} nameOf
 * @returns {string[]}
 */
export function scoresText(state, nameOf) {
  const scores = state.boards.map((board, index) => scoreText(board, nameOf(index + 1)));
  return [t('plain.round', { round: state.round }), ...scores];
}

/**
 * With the two parts of its points if there are two.
 *
 * @param {Step} step
 * @param {string} name
 */
function tiledText(step, name) {
  const { row, column, horizontal = 0, vertical = 0 } = step;
  const points = horizontal + vertical;
  const values = { name, tile: t(`tile.${step.tile}`), row, column, points, horizontal, vertical };
  const both = horizontal > 0 && vertical > 0;
  return both ? t('event.tiled_both', values) : t.count('event.tiled', points, values);
}

/**
 * @param {Step} step
 * @param {string} name
 */
function floorText({ penalty = 0, lost = 0 }, name) {
  return lost < penalty
    ? t('event.floor_to_zero', { name, penalty })
    : t.count('event.floor_charged', lost, { name });
}

/**
 * @param {Board} board
 * @param {string} name
 */
function scoreText(board, name) {
  return t.count('plain.board', board.score, { name });
}

/** '' where it is empty. @param {string} tiles @param {number} line Its number is its size. */
export function lineText(tiles, line) {
  const free = line - tiles.length;
  const values = { line, tiles: tilesInWords(tiles) };
  if (!tiles) return '';
  return free ? t.count('plain.line', free, values) : t('plain.line_full', values);
}

/** '' where it is empty. @param {string} cells @param {number} row */
export function rowText(cells, row) {
  const tiles = [...cells].flatMap((tile, index) => (
    tile === '.' ? [] : [t('plain.cell', { tile: t(`tile.${tile}`), column: index + 1 })]
  ));
  return tiles.length ? t('plain.row', { row, cells: listing(tiles) }) : '';
}
