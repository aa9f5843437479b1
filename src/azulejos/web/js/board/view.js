/**
 * Tiles carried from place to place: the state between two messages, as the steps of a move tell it.
 * Moves letters and knows no rules; the server's state is the truth that follows.
 */

/** @typedef {import('../messages.js').State} State */
/** @typedef {import('../messages.js').Flight} Flight */
/** @typedef {import('../messages.js').Place} Place */
/** @typedef {import('./models.js').Spot} Spot */

/** The order of letters in lines and heaps; the marker lies first. */
const ORDER = 'FBYRKWJ';

/**
 * What stands in a list where it must stand.
 * @template T
 * @param {readonly T[]} list
 * @param {number} index
 * @returns {T}
 */
export function at(list, index) {
  const found = list[index];
  if (found === undefined) throw new RangeError(`nothing at ${index}`);
  return found;
}

/**
 * @param {Place} place
 * @returns {Spot}
 */
export function spotOf(place) {
  const [head, first, part, second, third] = place.split('/');
  const number = Number(first);
  if (head === 'centre' || head === 'bag' || head === 'lid') return { kind: head };
  if (head === 'display') return { kind: 'display', number };
  if (part === 'line') return { kind: 'line', player: number, line: Number(second) };
  if (part === 'wall') return { kind: 'wall', player: number, row: Number(second), column: Number(third) };
  if (part === 'floor') return { kind: 'floor', player: number };
  throw new RangeError(`no such place: ${place}`);
}

/** @param {string} tiles */
export const sorted = (tiles) =>
  [...tiles].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)).join('');

/**
 * `heap` without one of each letter of `tiles`; letters that are not there change nothing.
 * @param {string} heap
 * @param {string} tiles
 */
export function without(heap, tiles) {
  const rest = [...heap];
  for (const tile of tiles) {
    const at = rest.indexOf(tile);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest.join('');
}

/**
 * @param {Record<string, number>} counts
 * @param {string} tiles
 * @param {number} sign
 */
function count(counts, tiles, sign) {
  for (const tile of tiles) counts[tile] = Math.max(0, (counts[tile] ?? 0) + sign);
}

/**
 * @param {string} row
 * @param {number} column from 1
 * @param {string} letter
 */
const withCell = (row, column, letter) => row.slice(0, column - 1) + letter + row.slice(column);

/**
 * @param {State} state changed
 * @param {Spot} spot
 * @param {string} tiles
 * @param {boolean} arriving
 */
function carry(state, spot, tiles, arriving) {
  /** @type {(heap: string) => string} */
  const heaped = (heap) => (arriving ? sorted(heap + tiles) : without(heap, tiles));
  if (spot.kind === 'bag' || spot.kind === 'lid') count(state[spot.kind], tiles, arriving ? 1 : -1);
  else if (spot.kind === 'centre') state.centre = heaped(state.centre);
  else if (spot.kind === 'display') state.displays[spot.number - 1] = heaped(at(state.displays, spot.number - 1));
  else {
    const board = at(state.boards, spot.player - 1);
    if (spot.kind === 'line') board.lines[spot.line - 1] = heaped(at(board.lines, spot.line - 1));
    else if (spot.kind === 'floor') board.floor = arriving ? board.floor + tiles : without(board.floor, tiles);
    else board.wall[spot.row - 1] = withCell(at(board.wall, spot.row - 1), spot.column, arriving ? tiles.charAt(0) : '.');
  }
}

/**
 * The state after the flights, one after the other; the given state stays as it was.
 * @param {State} state
 * @param {Flight[]} flights
 * @returns {State}
 */
export function applyFlights(state, flights) {
  const next = {
    ...state,
    displays: [...state.displays],
    boards: state.boards.map((board) => ({ ...board, lines: [...board.lines], wall: [...board.wall] })),
    bag: { ...state.bag },
    lid: { ...state.lid },
  };
  for (const { tiles, from, to } of flights) {
    carry(next, spotOf(from), tiles, false);
    carry(next, spotOf(to), tiles, true);
  }
  return next;
}
