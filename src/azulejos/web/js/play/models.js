/**
 * What the widgets are given to show, from what the page knows; and the words that they carry for those who listen.
 *
 * @import { Board, Place, State, Take, Target, Tile } from '../messages.js'
 * @import { BoardLabels, BoardModel, BoardTarget, OfferLabels, OfferModel, Sign } from '../board/models.js'
 * @import { Picking } from './picking.js'
 * @import { Advice } from './session.js'
 * @import { Store } from './store.js'
 */

import { toneOf } from '../art/badge.js';
import { lettersOf } from '../board/sign.js';
import { isOpponent } from '../opponents/opponents.js';
import { seatStatus, seatStatusText } from '../people/seat-status.js';
import { language, levelName, t, tilesInWords } from '../text/catalogue.js';
import { lineText, rowText } from '../text/teller.js';
import { badge, ghostOf, targetText } from './choices.js';

/** @typedef {{ store: Store, picking: Picking, advice: Advice }} Parts */

/** Where the last move took from and went to. @param {Store} store @returns {Place[]} */
function lastPlaces(store) {
  const entry = store.lastEntry;
  if (!entry || store.state.playing) return [];
  const places = [];
  for (const step of entry.steps) {
    if (step.event === 'offer_ended') break;
    if (step.event === 'taken') places.push(step.source ? `display/${step.source}` : 'centre');
    if (['laid', 'fallen', 'tiled'].includes(step.event)) places.push(...step.flights.map(({ to }) => to));
  }
  return places.filter((place) => place !== 'lid');
}

/** The letters of the names that were asked for last: they are the same for a whole game, and asked for with everything that is drawn. */
let lettered = { names: '', letters: /** @type {string[]} */ ([]) };

/** @param {string[]} names */
function lettersFor(names) {
  const key = JSON.stringify(names);
  if (lettered.names !== key) lettered = { names: key, letters: lettersOf(names) };
  return lettered.letters;
}

/** @param {Store} store @param {number} player @returns {Sign} */
export function signOf(store, player) {
  const { seats } = store.table;
  const letters = lettersFor(seats.map(({ seat }) => store.nameOf(seat)));
  const { kind = '', colour } = seats[player - 1] ?? {};
  return {
    seat: player,
    letter: letters[player - 1] ?? '',
    colour: kind === 'person' ? colour ?? null : null,
    tone: toneOf({ kind, colour }),
    mine: store.single && store.isMine(player),
  };
}

/** The opponent whose face is shown; '' for persons and other bots. @param {Store} store @param {number} player */
export function faceOf(store, player) {
  const { kind, level } = store.seat(player) ?? {};
  return kind === 'bot' && level && isOpponent(level) ? level : '';
}

/** The small words beside a name, and whether they may go where a board is small. @param {Store} store @param {number} player */
function noteOf(store, player) {
  const seat = store.seat(player);
  const status = seatStatusText(store, player);
  if (status) return { note: status };
  if (store.board(player).floor.includes('F')) return { note: t('table.note.starts'), isMinor: true }; // The marker tells it too.
  if (seat?.kind === 'bot') return { note: levelName(seat.level), isMinor: true };
  return { note: store.single && store.isMine(player) && seat?.name ? t('table.note.you') : '' };
}

/** @param {State} state @param {number} player */
const isActive = (state, player) => state.turn === player && (state.phase === 'offer' || state.phase === 'tiling');

/**
 * @param {Parts} parts
 * @param {number} player
 * @param {boolean} large
 * @returns {BoardModel}
 */
export function boardModel(parts, player, large) {
  const { store } = parts;
  const board = store.board(player);
  const name = store.nameOf(player);
  /** @type {BoardModel} */
  const model = {
    board,
    player,
    name,
    sign: signOf(store, player),
    face: faceOf(store, player),
    seatStatus: seatStatus(store, player),
    pattern: store.table.pattern,
    penalties: store.table.penalties,
    ...noteOf(store, player),
    mine: store.isMine(player) && player === store.state.viewer,
    active: store.state.counting ? store.state.counting === player : isActive(store.shown, player),
    compact: !large,
    labels: boardLabels(board, name),
    last: lastPlaces(store),
    targets: [],
    ghost: null,
  };
  if (large && store.choices?.player === player) addTargets(model, parts);
  return model;
}

/** @param {Target} target @returns {BoardTarget} */
export function targetModel(target) {
  const { line, column, move, preview } = target;
  return { line, column, legal: move !== null, text: targetText(target), badge: preview ? badge(preview) : '' };
}

/** @param {Target} target @param {{ line: number, column: number } | null} spot */
const isSpot = ({ line, column }, spot) => line === spot?.line && column === spot.column;

/** @param {BoardModel} model @param {Parts} parts */
function addTargets(model, { picking, advice }) {
  const targets = picking.targets;
  const wanted = picking.aim ?? advice.spot;
  model.targets = targets.map((target) => {
    const chosen = isSpot(target, wanted);
    return { ...targetModel(target), chosen, instead: !chosen && isSpot(target, advice.instead ?? null) };
  });
  const aimed = targets.find((target) => isSpot(target, wanted));
  if (aimed && picking.take) model.ghost = ghostOf(picking.take, aimed);
  if (picking.take) model.coming = comingCells(model, picking.take, targets);
}

/**
 * Where on the wall the tile of each line goes that is complete, or would be with what is picked.
 *
 * @param {BoardModel} model
 * @param {Take} take
 * @param {Target[]} targets
 */
function comingCells({ board, pattern }, take, targets) {
  const complete = board.lines.map((tiles, index) => {
    if (tiles.length > index) return tiles;
    return targets.some(({ line, preview }) => line === index + 1 && preview?.completes) ? tiles + take.tiles : '';
  });
  return complete.flatMap((tiles, index) => {
    const colour = [...tiles].find((tile) => tile !== 'J');
    const column = colour ? pattern?.[index]?.indexOf(colour) ?? -1 : -1;
    return column < 0 ? [] : [`${index + 1}/${column + 1}`];
  });
}

/** @param {Parts} parts @returns {OfferModel} */
export function offerModel({ store, picking, advice }) {
  const state = store.shown;
  const { picked } = picking;
  return {
    displays: state.displays,
    centre: state.centre,
    picked: picked && store.choices ? { source: picked.source, take: picked.take } : null,
    pickable: Boolean(store.due?.takes.length),
    labels: offerLabels(state),
    last: lastPlaces(store),
    look: advice.look,
    instead: advice.instead ?? null,
  };
}

// Words for those who listen

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
    lines: board.lines.map((tiles, index) => lineText(tiles, index + 1) || t('table.label.line_empty', { line: index + 1 })),
    rows: board.wall.map((cells, index) => rowText(cells, index + 1) || t('table.label.row_empty', { row: index + 1 })),
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
