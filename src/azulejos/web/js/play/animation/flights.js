/**
 * Tiles fly from where they lie to where they go, each on a curve of its own.
 *
 * The state before, the state after and the list of flights are given; where a place is on the
 * screen, the widgets say. So nothing here knows why a tile moves.
 *
 * @import { Flight, State } from '../../messages.js'
 * @import { Scene } from '../stage.js'
 */

import { applyFlights, at, landTiles, liftTiles, tilesAt } from '../../board/view.js';
import { play } from '../../sound.js';

/** @typedef {{ tile: string, from: string, to: string, index: number, landing: number }} Trip */
/** @typedef {{ stagger?: number, time?: number }} Manner */
/** What is shown just now, and how often something has counted; several may be at work on it. @typedef {{ state: State, counted?: number }} Shared */

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

/**
 * Carries out flights, and shows the state after them.
 *
 * @param {Scene} stage
 * @param {State} before
 * @param {Flight[]} flights
 * @param {Manner} [manner]
 * @returns {Promise<State>} The state after them.
 */
export async function fly(stage, before, flights, manner) {
  const shared = { state: before };
  await flyAmong(stage, shared, flights, manner);
  return shared.state;
}

/**
 * Likewise where other tiles may be in the air meanwhile: what they have changed stays.
 *
 * @param {Scene} stage
 * @param {Shared} shared
 * @param {Flight[]} flights
 * @param {Manner} [manner]
 */
export async function flyAmong(stage, shared, flights, { stagger = 38, time = 1 } = {}) {
  const before = shared.state;
  const after = applyFlights(before, flights);
  const { pace } = stage;
  if (pace.still || !flights.length) {
    shared.state = after;
    return stage.show(after);
  }
  const trips = tripsOf(before, flights);
  const starts = trips.map(({ from, tile, index }) => stage.rectOf(from, tile, index));
  const ends = trips.map(({ to, tile, landing }) => stage.rectOf(to, tile, landing, tilesAt(after, to)));
  const lifted = liftTiles(before, flights);
  shared.state = lifted;
  stage.show(lifted);
  play('pick');
  const landings = trips.map((trip, index) => travel(stage, trip, at(starts, index), at(ends, index), index * stagger, time));
  const heard = flights.some(({ to }) => to.endsWith('/floor')) ? 'fall' : 'lay';
  await Promise.all(landings.map(({ done }) => done.then(() => {
    if (!pace.stopped && !pace.instant) play(heard);
  })));
  shared.state = shared.state === lifted ? after : landTiles(shared.state, flights);
  if (pace.stopped) return undefined; // They went back, without a sound.
  stage.show(shared.state);
  landings.forEach(({ outer }) => outer.remove());
  return pace.instant ? play(heard) : undefined;
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
  const tilt = Math.sign(x || 1) * Math.min(9, 2 + distance * 0.02);
  const across = pace.animate(outer, [
    { transform: `translateX(${x}px)` }, { transform: 'none' },
  ], { duration, delay, easing: ACROSS });
  const down = pace.animate(inner, [
    { transform: `translateY(${y}px) scale(${small})` },
    { transform: `translateY(${y * 0.42 - rise}px) scale(${lift}) rotate(${tilt}deg)`, offset: 0.45 },
    { transform: `translateY(-2px) scale(1.03) rotate(${tilt * -0.15}deg)`, offset: 0.88 },
    { transform: 'none', opacity: away ? 0.15 : 1 },
  ], { duration, delay, easing: DOWN });
  return { outer, done: Promise.all([across, down]) };
}
