/**
 * A table without a server: scenes are told to it as messages, so that picking, flying and counting
 * are those of a real game.
 *
 * @import { Choices, State, Step, Table } from '../messages.js'
 * @import { Parts } from '../play/models.js'
 * @import { Listener as Picks } from '../play/picking.js'
 * @import { Listener as Plays } from '../play/queue.js'
 * @import { Widgets } from '../play/stage.js'
 * @import { Scenery } from './layout.js'
 */

import { Picking } from '../play/picking.js';
import { Queue } from '../play/queue.js';
import { Stage } from '../play/stage.js';
import { Store } from '../play/store.js';

/** @typedef {{ look: { source: number, take: string } | null, spot: { line: number, column: number } | null }} Glow */

const REST = { undo: { move: false, round: false, ask: false }, proposal: null, left: null, result: null };
const YOU = { seats: [1], host: true, alone: true };

export class Playhouse {
  /** @param {Scenery} scenery @param {Glow} glow @param {Picks & Plays} listener */
  constructor(scenery, glow, listener) {
    this.number = 0;
    this.store = new Store();
    this.picking = new Picking(this.store, listener);
    const parts = /** @type {Parts} */ (/** @type {unknown} */ ({ store: this.store, picking: this.picking, hint: glow }));
    const widgets = /** @type {Widgets} */ (/** @type {unknown} */ ({ ...scenery, elsewhere: scenery.chip }));
    this.stage = new Stage(parts, widgets);
    this.queue = new Queue(this.store, this.stage, {
      begin: (entry) => {
        this.store.current = entry;
        listener.begin(entry);
      },
      step: listener.step,
      end: listener.end,
      settled: listener.settled,
    });
  }

  /** The table is laid like this. @param {Table} table @param {State} state @param {Choices | null} choices */
  lay(table, state, choices) {
    this.number += 1;
    this.picking.forget();
    this.store.hear({ type: 'welcome', table, you: YOU, history: [], number: this.number, state, choices, ...REST });
    this.store.current = null;
  }

  /** This happens, and leads to that state. @param {Step[]} steps @param {State} state @param {Choices | null} choices */
  play(steps, state, choices) {
    const { store } = this;
    this.number += 1;
    const entry = {
      ply: this.number,
      move: '',
      player: steps.find((step) => step.player)?.player ?? 0,
      round: state.round,
      steps,
      scores: state.boards.map(({ score }) => score),
    };
    const message = /** @type {const} */ ({ type: 'played', entry, number: this.number, state, choices, ...REST });
    store.stage ??= store.now.state;
    store.playing = true;
    store.hear(message);
    this.queue.add(message);
  }

  remove() {
    this.queue.stop();
    this.stage.remove();
  }
}
