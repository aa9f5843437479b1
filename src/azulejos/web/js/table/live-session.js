/**
 * The session of a game that the server runs: what people want of it goes over the socket, what it says goes to the store.
 * Refusals of anything but moves are told to `refused`. Shows nothing itself.
 *
 * @import { Act, Problem } from '../messages.js'
 * @import { Request, TableSocket } from '../net/socket.js'
 * @import { Session } from '../play/session.js'
 * @import { Store } from '../play/store.js'
 */

import { toast } from '../dialogs.js';
import { problem, problemOf } from '../net/api.js';
import { go, openTable } from '../routes.js';
import { t } from '../text/catalogue.js';

/** @implements {Session} */
export class LiveSession {
  remote = true;
  #undoing = false;
  /** Settled when the server has answered the last move. @type {Promise<unknown>} */
  #moved = Promise.resolve();

  /** @param {Store} store @param {Pick<TableSocket, 'ask'>} socket @param {(problem: Problem) => void} refused */
  constructor(store, socket, refused) {
    this.store = store;
    this.socket = socket;
    this.refused = refused;
  }

  /** @param {string} move */
  async play(move) {
    const { store } = this;
    if (store.state.sent) return problem('no_move_due', 'nobody is to move now');
    store.dispatch({ type: 'sent', move });
    const moved = this.socket.ask({ type: 'move', number: store.now.number, move }).then(() => null, (error) => {
      if (this.#moved === moved) store.dispatch({ type: 'sent', move: null }); // A later one may be on its way.
      return problemOf(error);
    });
    this.#moved = moved;
    return moved;
  }

  /** @param {'move' | 'round'} to */
  async undo(to) {
    if (this.#undoing) return;
    this.#undoing = true;
    try {
      await this.#moved; // What is shown ahead may be taken back too, once it is true.
      if (!this.store.now.undo[to]) toast(t('undo.none'));
      else await this.#takeBack(to);
    } catch (error) {
      this.refused(problemOf(error));
    } finally {
      this.#undoing = false;
    }
  }

  /** A bot's answer may cross it: then once more, if it can still be done. @param {'move' | 'round'} to */
  async #takeBack(to) {
    const { store } = this;
    const { number } = store.now;
    try {
      await this.socket.ask({ type: 'undo', number, to });
    } catch (error) {
      const again = problemOf(error).code === 'stale' && store.now.number > number && store.now.undo[to];
      if (!again) throw error;
      await this.socket.ask({ type: 'undo', number: store.now.number, to });
    }
  }

  async hint() {
    const answer = await this.socket.ask({ type: 'hint', number: this.store.now.number });
    return answer.type === 'hint' ? answer.hint : null;
  }

  /** Fulfilled by whether it was done. @param {Request} request */
  ask(request) {
    return this.socket.ask(request).then(() => true, (error) => {
      this.refused(problemOf(error));
      return false;
    });
  }

  /** @param {Act} act */
  act(act) {
    return this.ask({ type: 'act', act });
  }

  /** The same people and bots once more; in a series the server says where, and all are told. @param {number | null} starter */
  async rematch(starter) {
    const { store } = this;
    if (store.continues) {
      if (await this.act({ do: 'rematch', seat: store.mine[0] ?? 0 })) this.follow();
      return;
    }
    const { rules, options } = store.table;
    const seats = store.table.seats.map(({ kind, name, level, colour }) => ({ kind, name, level, colour }));
    await openTable(() => ({ rules, starter, seats, options }), (error) => this.refused(problemOf(error)));
  }

  /** To the table of the next game. */
  follow() {
    const { rematch } = this.store.table;
    if (rematch) void go(`/table/${rematch}`);
  }
}
