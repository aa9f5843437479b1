/**
 * Points are counted before your eyes: the cells across, then the cells down, what the floor line
 * costs, and the bonuses at the end.
 *
 * @import { State, Step } from '../../messages.js'
 * @import { Scene } from '../stage.js'
 */

import { play } from '../../sound.js';
import { signed } from '../choices.js';
import { fly } from './flights.js';

/** @typedef {[number, number][]} Cells */

/** How long the parts of a round's end take, roughly, at speed 1. @type {Partial<Record<Step['event'], number>>} */
const LENGTHS = { tiled: 380, line_dropped: 700, floor_charged: 900, bonus: 950, offer_ended: 450, ended: 850 };
const RUN = 540;
/** A round's end takes no longer than this. */
const LONGEST = 8500;
const TICKS = 6;

/** By how much a long round's end must be squeezed. @param {Step[]} steps */
export function squeezeOf(steps) {
  const length = steps.reduce((sum, step) => (
    sum + (LENGTHS[step.event] ?? 0) + (step.horizontal ? RUN : 0) + (step.vertical ? RUN : 0)
  ), 0);
  return Math.min(1, LONGEST / Math.max(1, length));
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
 * @param {State} before
 * @param {Step} step
 */
export async function tiled(stage, before, step) {
  const state = await fly(stage, before, step.flights, { stagger: 18, time: 0.8 });
  const { player = 0, row = 0, column = 0, horizontal = 0, vertical = 0 } = step;
  if (horizontal) await count(stage, player, step.across ?? [[row, column]], horizontal, 'across');
  if (vertical) await count(stage, player, step.down ?? [[row, column]], vertical, 'down');
  return settle(stage, state, step);
}

/**
 * What lies on the floor line costs.
 *
 * @param {Scene} stage
 * @param {State} before
 * @param {Step} step
 */
export async function floorCharged(stage, before, step) {
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
  const state = await fly(stage, before, step.flights, { stagger: 14, time: 0.75 });
  return settle(stage, state, step);
}

/**
 * @param {Scene} stage
 * @param {State} before
 * @param {Step} step
 */
export async function bonus(stage, before, step) {
  await count(stage, step.player ?? 0, step.cells ?? [], step.points ?? 0, 'bonus');
  await stage.pace.wait(180);
  return settle(stage, before, step);
}

/** The score ticks to its new value. @param {Scene} stage @param {State} state @param {Step} step */
async function settle(stage, state, step) {
  const { player = 0, score = 0 } = step;
  const before = state.boards[player - 1]?.score ?? score;
  const ticks = Math.min(Math.abs(score - before), TICKS);
  for (let tick = 1; tick < ticks && !stage.pace.still; tick += 1) {
    stage.show(withScore(state, { ...step, score: before + Math.round(((score - before) * tick) / ticks) }));
    await stage.pace.wait(30);
  }
  const scored = withScore(state, step);
  stage.show(scored);
  return scored;
}

/**
 * Lights up the cells that count, one after the other, and lets their points rise.
 *
 * @param {Scene} stage
 * @param {number} player
 * @param {Cells} cells
 * @param {number} points
 * @param {string} kind
 */
async function count(stage, player, cells, points, kind) {
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
  play('score');
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
