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

/** The tiles that lie at a place; of bag and lid there are only counts. @param {State} state @param {Place} place */
export function tilesAt(state, place) {
  const spot = spotOf(place);
  if (spot.kind === 'bag' || spot.kind === 'lid') return '';
  if (spot.kind === 'centre') return state.centre;
  if (spot.kind === 'display') return at(state.displays, spot.number - 1);
  const board = at(state.boards, spot.player - 1);
  if (spot.kind === 'floor') return board.floor;
  return spot.kind === 'line' ? at(board.lines, spot.line - 1) : at(board.wall, spot.row - 1).charAt(spot.column - 1);
}

/**
 * @param {State} state changed
 * @param {Place} place
 * @param {string} tiles
 * @param {boolean} arriving
 */
function carry(state, place, tiles, arriving) {
  const spot = spotOf(place);
  const held = tilesAt(state, place);
  const heap = arriving ? sorted(held + tiles) : without(held, tiles);
  if (spot.kind === 'bag' || spot.kind === 'lid') count(state[spot.kind], tiles, arriving ? 1 : -1);
  else if (spot.kind === 'centre') state.centre = heap;
  else if (spot.kind === 'display') state.displays[spot.number - 1] = heap;
  else {
    const board = at(state.boards, spot.player - 1);
    if (spot.kind === 'line') board.lines[spot.line - 1] = heap;
    else if (spot.kind === 'floor') board.floor = arriving ? held + tiles : heap;
    else {
      const row = [...at(board.wall, spot.row - 1)];
      board.wall[spot.row - 1] = row.with(spot.column - 1, arriving ? tiles.charAt(0) : '.').join('');
    }
  }
}

/** A state whose places can be changed while the given one stays as it was. @param {State} state @returns {State} */
function copyOf(state) {
  return {
    ...state,
    displays: [...state.displays],
    boards: state.boards.map((board) => ({ ...board, lines: [...board.lines], wall: [...board.wall] })),
    bag: { ...state.bag },
    lid: { ...state.lid },
  };
}

/** Tiles of bag and lid are seen only when they land. @param {Flight} flight */
const isHidden = ({ from }) => from === 'bag' || from === 'lid';

/**
 * The tiles are in the air: gone from where they lay, nowhere else yet.
 * @param {State} state
 * @param {Flight[]} flights
 */
export function liftTiles(state, flights) {
  const next = copyOf(state);
  for (const { tiles, from } of flights.filter((flight) => !isHidden(flight))) carry(next, from, tiles, false);
  return next;
}

/**
 * Those that were lifted have landed.
 * @param {State} state
 * @param {Flight[]} flights
 */
export function landTiles(state, flights) {
  const next = copyOf(state);
  for (const flight of flights) {
    if (isHidden(flight)) carry(next, flight.from, flight.tiles, false);
    carry(next, flight.to, flight.tiles, true);
  }
  return next;
}

/**
 * The state after the flights, one after the other; the given state stays as it was.
 * @param {State} state
 * @param {Flight[]} flights
 * @returns {State}
 */
export function applyFlights(state, flights) {
  const next = copyOf(state);
  for (const { tiles, from, to } of flights) {
    carry(next, from, tiles, false);
    carry(next, to, tiles, true);
  }
  return next;
}
