/**
 * Points are counted before your eyes: the cells across, then the cells down, what the floor line
 * costs, and the bonuses at the end.
 *
 * @import { State, Step } from '../../messages.js'
 * @import { Scene } from '../stage.js'
 * @import { Shared } from './flights.js'
 */

import { play } from '../../sound.js';
import { signed } from '../choices.js';
import { flyAmong } from './flights.js';

/** @typedef {[number, number][]} Cells */

/** How long the parts of a round's end take, roughly, at speed 1. @type {Partial<Record<Step['event'], number>>} */
const LENGTHS = { tiled: 520, line_dropped: 750, floor_charged: 1050, bonus: 1000 };
const RUN = 600;
const TICKS = 6;

/** By how much steps must be squeezed to be told within a time. @param {Step[]} steps @param {number} longest */
export function squeezeOf(steps, longest) {
  const length = steps.reduce((sum, step) => (
    sum + (LENGTHS[step.event] ?? 0) + (step.horizontal ? RUN : 0) + (step.vertical ? RUN : 0)
  ), 0);
  return Math.min(1, longest / Math.max(1, length));
}

/** The state with the score that a step names. @param {State} state @param {Step} step @returns {State} */
export function withScore(state, { player, score }) {
  if (player === undefined || score === undefined) return state;
  const boards = state.boards.map((board, index) => (index === player - 1 ? { ...board, score } : board));
  return { ...state, boards };
}

/**
 * A tile slides to the wall; what it counts lights up.
 *
 * @param {Scene} stage
 * @param {Shared} shared
 * @param {Step} step
 */
export async function tiled(stage, shared, step) {
  await flyAmong(stage, shared, step.flights, { stagger: 18, time: 0.8 });
  const { player = 0, row = 0, column = 0, horizontal = 0, vertical = 0 } = step;
  if (horizontal) await count(stage, shared, { player, cells: step.across ?? [[row, column]], points: horizontal, kind: 'across' });
  if (vertical) await count(stage, shared, { player, cells: step.down ?? [[row, column]], points: vertical, kind: 'down' });
  await settle(stage, shared, step);
}

/**
 * What lies on the floor line costs.
 *
 * @param {Scene} stage
 * @param {Shared} shared
 * @param {Step} step
 */
export async function floorCharged(stage, shared, step) {
  const { player = 0, lost = 0 } = step;
  const { pace, overlay } = stage;
  if (step.penalty && !pace.instant) {
    const rect = stage.rectOf(`player/${player}/floor`);
    const mark = overlay.mark(rect, 'charged');
    const label = overlay.points(signed(-lost), rect, 'charged');
    play('fall');
    await rise(stage, label, 520);
    mark.remove();
    label.remove();
  }
  await flyAmong(stage, shared, step.flights, { stagger: 14, time: 0.75 });
  await settle(stage, shared, step);
}

/**
 * @param {Scene} stage
 * @param {Shared} shared
 * @param {Step} step
 */
export async function bonus(stage, shared, step) {
  const { player = 0, cells = [], points = 0 } = step;
  await count(stage, shared, { player, cells, points, kind: 'bonus' });
  await stage.pace.wait(180);
  await settle(stage, shared, step);
}

/** The score ticks to its new value. @param {Scene} stage @param {Shared} shared @param {Step} step */
async function settle(stage, shared, step) {
  const { player = 0, score = 0 } = step;
  const before = shared.state.boards[player - 1]?.score ?? score;
  const ticks = Math.min(Math.abs(score - before), TICKS);
  /** @param {number} points */
  const show = (points) => {
    shared.state = withScore(shared.state, { ...step, score: points });
    stage.show(shared.state);
  };
  for (let tick = 1; tick < ticks && !stage.pace.still; tick += 1) {
    show(before + Math.round(((score - before) * tick) / ticks));
    await stage.pace.wait(30);
  }
  show(score);
}

/**
 * Lights up the cells that count, one after the other, and lets their points rise, in a tone that rises with each.
 *
 * @param {Scene} stage
 * @param {Shared} shared
 * @param {{ player: number, cells: Cells, points: number, kind: string }} run
 */
async function count(stage, shared, { player, cells, points, kind }) {
  const { pace, overlay } = stage;
  if (pace.instant || !cells.length) return;
  const rects = cells.map(([row, column]) => stage.rectOf(`player/${player}/wall/${row}/${column}`));
  const marks = rects.map((rect) => overlay.mark(rect, kind));
  const shown = marks.map((mark, index) => pace.animate(
    mark,
    { opacity: [0, 1], transform: pace.still ? ['none', 'none'] : ['scale(0.82)', 'none'] },
    { duration: 120, delay: index * 45, easing: 'ease-out' },
  ));
  await Promise.all(shown);
  const last = rects.at(-1);
  if (!last) return;
  const label = overlay.points(signed(points), last, kind);
  play('score', shared.counted);
  shared.counted = (shared.counted ?? 0) + 1;
  await rise(stage, label, kind === 'bonus' ? 620 : 320);
  [...marks, label].forEach((element) => element.remove());
}

/** @param {Scene} stage @param {HTMLElement} label @param {number} duration */
function rise({ pace }, label, duration) {
  const frames = pace.still
    ? { opacity: [1, 1] }
    : {
        opacity: [0, 1, 1, 0],
        transform: ['translate(-50%, -10%) scale(0.8)', 'translate(-50%, -60%) scale(1.1)', 'translate(-50%, -75%)', 'translate(-50%, -110%)'],
      };
  return pace.animate(label, frames, { duration: duration * (pace.still ? 1.6 : 1), easing: 'ease-out' });
}
