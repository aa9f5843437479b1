/**
 * The session of the guided game: a table without a server. Scenes of the lesson become the messages that a server would
 * send, so that picking, flying and counting are those of a live game.
 *
 * @import { Choices, State, Step, Table } from '../messages.js'
 * @import { Session } from '../play/session.js'
 * @import { Scene } from './scenes.js'
 */

import { problem } from '../net/api.js';
import { Store } from '../play/store.js';
import { stateAfter } from './scenes.js';

const REST = { undo: { move: false, round: false, ask: false }, proposal: null, left: null, result: null };
const YOU = { seats: [1], host: true, alone: true };

/** @implements {Session} */
export class GuidedSession {
  remote = false;
  store = new Store();
  #number = 0;

  /** @param {Scene} scene The first one. @param {() => void} back To the scene before. */
  constructor(scene, back) {
    this.scene = scene;
    this.back = back;
    this.#lay(scene.table, scene.before, null);
  }

  /** @param {Scene} scene @param {boolean} played Is what leads there played, or is it there at once? */
  enter(scene, played) {
    const { table, stage, before, after } = scene;
    this.scene = scene;
    this.#lay(table, played ? before : after, played ? null : stage.choices);
  }

  /** What leads to the scene happens. */
  playScene() {
    this.#tell(this.scene.stage.steps, this.scene.after, this.scene.stage.choices);
  }

  /** The lesson knows what comes of a few moves; others are refused. @param {string} move */
  async play(move) {
    const outcome = this.scene.stage.outcomes[move];
    if (!outcome) return problem('not_in_lesson', 'the lesson waits for another move');
    this.#tell(outcome.steps, stateAfter(this.scene, outcome), null);
    return null;
  }

  async undo() {
    this.back();
  }

  async hint() {
    return null;
  }

  /** @param {Table} table @param {State} state @param {Choices | null} choices */
  #lay(table, state, choices) {
    this.#number += 1;
    this.store.dispatch({ type: 'welcome', table, you: YOU, history: [], number: this.#number, state, choices, ...REST });
  }

  /** This happens, and leads to that state. @param {Step[]} steps @param {State} state @param {Choices | null} choices */
  #tell(steps, state, choices) {
    this.#number += 1;
    const player = steps.find((step) => step.player)?.player ?? 0;
    const scores = state.boards.map(({ score }) => score);
    const entry = { ply: this.#number, move: '', player, round: state.round, steps, scores };
    this.store.dispatch({ type: 'played', entry, number: this.#number, state, choices, ...REST });
  }
}
