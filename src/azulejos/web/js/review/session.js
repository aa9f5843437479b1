/**
 * The session of a review: positions of the game that was played, lines that might have followed, and a decision that is
 * tried again. It has a store of its own; the board in the large place is that of the seat whose view it is.
 *
 * @import { Choices, Entry, Ply, State, Table } from '../messages.js'
 * @import { Session } from '../play/session.js'
 */

import { problem } from '../net/api.js';
import { Store } from '../play/store.js';

const REST = { undo: { move: false, round: false, ask: false }, proposal: null, left: null, result: null };

/** Whose board is large is the reader's choice. */
class ReviewStore extends Store {
  /** Whose view it is. */
  seen = 1;

  /** @override */
  get large() {
    return this.seen;
  }
}

/** @implements {Session} */
export class ReviewSession {
  remote = false;
  store = new ReviewStore();
  #number = 0;
  /** What becomes of a move that is tried. @type {((move: string) => void) | null} */
  tried = null;

  /** @param {Table} table @param {number[]} mine The reader's own seats. */
  constructor(table, mine) {
    // Decisions are tried again as if the game went on.
    this.table = { ...table, stage: /** @type {const} */ ('playing'), ended: null };
    this.you = { seats: mine, host: false, alone: true };
  }

  /** This lies on the table. @param {State} state @param {Entry | null} entry What led there. @param {Choices | null} [choices] */
  lay(state, entry, choices = null) {
    this.#number += 1;
    this.store.dispatch({
      type: 'welcome', table: this.table, you: this.you, history: entry ? [entry] : [], number: this.#number, state, choices, ...REST,
    });
  }

  /** These moves happen, one after the other. @param {Ply[]} plies */
  show(plies) {
    for (const { entry, state } of plies) {
      this.#number += 1;
      this.store.dispatch({ type: 'played', entry, number: this.#number, state, choices: null, ...REST });
    }
  }

  /** A move is tried: whoever laid the choices says what comes of it. @param {string} move */
  async play(move) {
    if (!this.tried) return problem('no_move_due', 'nobody is to move now');
    this.tried(move);
    return null;
  }

  async undo() {
    return undefined;
  }
}
