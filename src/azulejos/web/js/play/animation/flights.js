/**
 * Tiles fly from where they lie to where they go, each on a curve of its own.
 *
 * The state before, the state after and the list of flights are given; where a place is on the
 * screen, the widgets say. So nothing here knows why a tile moves.
 *
 * @import { Flight, State } from '../../messages.js'
 * @import { Scene } from '../stage.js'
 */

import { applyFlights, at, tilesAt } from '../../board/view.js';
import { play } from '../../sound.js';

/** @typedef {{ tile: string, from: string, to: string, index: number, landing: number }} Trip */
/** @typedef {{ stagger?: number, time?: number }} Manner */

const ACROSS = 'cubic-bezier(0.45, 0.05, 0.35, 1)';
const DOWN = 'cubic-bezier(0.3, 0, 0.25, 1)';

/** @param {string} tiles @param {string} tile */
const count = (tiles, tile) => tiles.split(tile).length - 1;

/**
 * One trip a tile: which of its kind it is where it leaves, and where it arrives.
 *
 * @param {State} before
 * @param {Flight[]} flights
 * @returns {Trip[]}
 */
function tripsOf(before, flights) {
  /** @type {Map<string, number>} */
  const seen = new Map();
  /** @param {string} key @param {number} start */
  const next = (key, start) => {
    const index = seen.get(key) ?? start;
    seen.set(key, index + 1);
    return index;
  };
  return flights.flatMap(({ tiles, from, to }) => [...tiles].map((tile) => ({
    tile,
    from,
    to,
    index: next(`< ${from} ${tile}`, 0),
    landing: next(`> ${to} ${tile}`, count(tilesAt(before, to), tile)),
  })));
}

/** The tiles are in the air: gone from where they lay, nowhere else yet. @param {State} before @param {Flight[]} flights */
function lifted(before, flights) {
  const leaving = flights.filter(({ from }) => from !== 'bag' && from !== 'lid');
  const up = applyFlights(before, leaving.map((flight) => ({ ...flight, to: 'bag' })));
  return { ...up, bag: before.bag, lid: before.lid };
}

/**
 * Carries out flights, and shows the state after them.
 *
 * @param {Scene} stage
 * @param {State} before
 * @param {Flight[]} flights
 * @param {Manner} [manner]
 * @returns {Promise<State>} The state after them.
 */
export async function fly(stage, before, flights, { stagger = 38, time = 1 } = {}) {
  const after = applyFlights(before, flights);
  const { pace } = stage;
  if (pace.still || !flights.length) {
    stage.show(after);
    return after;
  }
  const trips = tripsOf(before, flights);
  const starts = trips.map(({ from, tile, index }) => stage.rectOf(from, tile, index));
  const ends = trips.map(({ to, tile, landing }) => stage.rectOf(to, tile, landing, tilesAt(after, to)));
  stage.show(lifted(before, flights));
  play('pick');
  const landings = trips.map((trip, index) => travel(stage, trip, at(starts, index), at(ends, index), index * stagger, time));
  await Promise.all(landings.map(({ done }) => done));
  if (pace.stopped) return after; // They went back, without a sound.
  stage.show(after);
  landings.forEach(({ outer }) => outer.remove());
  play(flights.some(({ to }) => to.endsWith('/floor')) ? 'fall' : 'lay');
  return after;
}

/**
 * @param {Scene} stage
 * @param {Trip} trip
 * @param {DOMRect} start
 * @param {DOMRect} end
 * @param {number} delay
 * @param {number} time
 */
function travel(stage, trip, start, end, delay, time) {
  const { pace, overlay } = stage;
  const away = trip.to === 'bag' || trip.to === 'lid';
  const size = end.width || start.width;
  const x = start.left + start.width / 2 - end.left - end.width / 2;
  const y = start.top + start.height / 2 - end.top - end.height / 2;
  const distance = Math.hypot(x, y);
  const duration = Math.min(560, Math.max(280, 240 + distance * 0.4)) * time;
  const { outer, inner } = overlay.tile(trip.tile, end);
  const small = start.width ? start.width / size : 0.4;
  const lift = Math.max(small, 1) * 1.12;
  const rise = Math.min(46, distance * 0.14);
  const across = pace.animate(outer, [
    { transform: `translateX(${x}px)` }, { transform: 'none' },
  ], { duration, delay, easing: ACROSS });
  const down = pace.animate(inner, [
    { transform: `translateY(${y}px) scale(${small})` },
    { transform: `translateY(${y * 0.42 - rise}px) scale(${lift})`, offset: 0.45 },
    { transform: 'none', opacity: away ? 0.15 : 1 },
  ], { duration, delay, easing: DOWN });
  return { outer, done: Promise.all([across, down]) };
}
