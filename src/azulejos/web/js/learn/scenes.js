/**
 * The stages of the lesson in a row, each with what lies on the table before and after its steps.
 * Between two states of the server the flights lead on; nothing here knows why.
 *
 * @import { State, Step, Table } from '../messages.js'
 * @import { Chapter, Lesson, Outcome, Stage } from './lesson.js'
 */

import { applyFlights } from '../board/view.js';
import { withScore } from '../play/animation/scoring.js';

/**
 * @typedef {object} Scene
 * @property {string} name
 * @property {string} chapter
 * @property {Stage} stage
 * @property {Table} table
 * @property {State} before
 * @property {State} after
 * @property {boolean} bare Is nothing left to take, so that the boards are what matters?
 */

/** @param {State} state @param {Step[]} steps @returns {State} */
function carriedOut(state, steps) {
  return steps.reduce((now, step) => withScore(applyFlights(now, step.flights), step), state);
}

/** The state after an accepted move. @param {Scene} scene @param {Outcome} outcome @returns {State} */
export function stateAfter({ after }, outcome) {
  return outcome.state ?? carriedOut(after, outcome.steps);
}

/** Where the lesson goes on after a scene. @param {Scene} scene */
function endOf(scene) {
  const outcome = Object.values(scene.stage.outcomes)[0];
  return outcome ? stateAfter(scene, outcome) : scene.after;
}

/** @param {Table} table @param {string} name Of the learner, if known. @returns {Table} */
function withName(table, name) {
  return { ...table, seats: table.seats.map((seat) => (seat.kind === 'person' ? { ...seat, name } : seat)) };
}

/** @param {Lesson} lesson @param {string} name Of the learner, if known. @returns {[Scene, ...Scene[]]} */
export function scenesOf({ chapters }, name) {
  /** @type {Scene[]} */
  const scenes = [];
  for (const chapter of chapters) {
    const named = { ...chapter, table: withName(chapter.table, name) };
    for (const [index, stage] of chapter.stages.entries()) {
      scenes.push(sceneOf(named, stage, index ? null : chapter.start, scenes.at(-1)));
    }
  }
  const [first, ...rest] = scenes;
  if (!first) throw new Error('the lesson is empty');
  return [first, ...rest];
}

/**
 * @param {Chapter} chapter
 * @param {Stage} stage
 * @param {State | null} start
 * @param {Scene | undefined} last
 * @returns {Scene}
 */
function sceneOf({ name, table }, stage, start, last) {
  const before = start ?? (last && endOf(last));
  if (!before) throw new Error('the first chapter has no start');
  const after = stage.state ?? carriedOut(before, stage.steps);
  const bare = after.displays.join('') + after.centre.replace('F', '') === '';
  return { name: stage.name, chapter: name, stage, table, before, after, bare };
}

/** The chapters with the number of their first scene and how many they have. @param {Scene[]} scenes */
export function chaptersOf(scenes) {
  const names = [...new Set(scenes.map(({ chapter }) => chapter))];
  return names.map((name) => ({
    name,
    first: scenes.findIndex(({ chapter }) => chapter === name),
    count: scenes.filter(({ chapter }) => chapter === name).length,
  }));
}
