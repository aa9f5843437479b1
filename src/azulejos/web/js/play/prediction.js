/**
 * One's own move is shown at once, ahead of the server's answer: what was offered says where its
 * tiles go. Where it does not, the move is shown when the server tells it.
 *
 * @import { Choices, Flight, State, Table, Take, Target } from '../messages.js'
 */

import { without } from '../board/view.js';
import { findMove } from './choices.js';

/** @typedef {{ move: string, flights: Flight[] }} Prediction */

/**
 * @param {Choices} choices
 * @param {State} state
 * @param {Table} table
 * @param {string} text A move, as somebody may have typed it.
 * @returns {Prediction | null}
 */
export function predict(choices, state, table, text) {
  const move = text.trim().toUpperCase();
  const found = findMove(choices, move);
  if (!found) return null;
  const { take, target } = found;
  const flights = take
    ? takeFlights(take, target, state, choices.player, table.penalties.length)
    : cellFlights(target, state, choices.player);
  return flights.length ? { move, flights: flights.filter(({ tiles }) => tiles) } : null;
}

/**
 * In the order in which the server tells them.
 *
 * @param {Take} take
 * @param {Target} target
 * @param {State} state
 * @param {number} player
 * @param {number} spaces Of the floor line.
 * @returns {Flight[]}
 */
function takeFlights({ source, tiles }, { line, preview }, state, player, spaces) {
  if (!preview) return [];
  const from = source ? `display/${source}` : 'centre';
  const floor = `player/${player}/floor`;
  const marker = preview.marker ? 'F' : '';
  const held = (state.boards[player - 1]?.floor ?? '') + marker;
  const fits = preview.laid + Math.max(0, spaces - held.length);
  const rest = source ? without(state.displays[source - 1] ?? '', tiles) : '';
  return [
    { tiles: rest, from, to: 'centre' },
    { tiles: marker, from: 'centre', to: floor },
    { tiles: tiles.slice(0, preview.laid), from, to: `player/${player}/line/${line}` },
    { tiles: tiles.slice(preview.laid, fits), from, to: floor },
    { tiles: tiles.slice(fits), from, to: 'lid' },
  ];
}

/**
 * Of a line of several kinds the rules say which tile goes to the wall, and the rules are the server's.
 *
 * @param {Target} target
 * @param {State} state
 * @param {number} player
 * @returns {Flight[]}
 */
function cellFlights({ line, column }, state, player) {
  const tiles = state.boards[player - 1]?.lines[line - 1] ?? '';
  if (new Set(tiles).size !== 1) return [];
  const from = `player/${player}/line/${line}`;
  return [
    { tiles: tiles.slice(0, 1), from, to: `player/${player}/wall/${line}/${column}` },
    { tiles: tiles.slice(1), from, to: 'lid' },
  ];
}
