/**
 * What people want of the server: moves, undo, hints, another game. A refusal is told in words.
 *
 * @import { Act, Hint, Problem } from '../messages.js'
 * @import { Request, TableSocket } from '../net/socket.js'
 * @import { Game } from './game.js'
 */

import { announce, toast } from '../dialogs.js';
import { api, problem, problemOf } from '../net/api.js';
import { go } from '../routes.js';
import { t } from '../text/catalogue.js';
import { leadOf } from '../play/prediction.js';

export class Orders {
  /** @param {Game} game @param {TableSocket} socket */
  constructor(game, socket) {
    this.game = game;
    this.socket = socket;
    this.undoing = false;
    /** Settled when the server has answered the last move. @type {Promise<unknown>} */
    this.moved = Promise.resolve();
  }

  /**
   * Sent once, and shown while it is on its way: until the answer has come nothing else can be chosen.
   *
   * @param {string} move
   * @param {{ quiet?: boolean }} [how] quiet: who asks tells the refusal.
   * @returns {Promise<Problem | null>}
   */
  async move(move, { quiet = false } = {}) {
    const { game } = this;
    const { store } = game;
    if (store.sent || store.look) return problem('no_move_due', 'nobody is to move now');
    if (store.playing) game.queue.skip();
    const lead = store.choices && !store.lost && leadOf(store.choices, store.now.state, store.table, move);
    store.sent = move;
    const answer = this.socket.ask({ type: 'move', number: store.now.number, move });
    const moved = answer.catch(() => {});
    this.moved = moved;
    game.focus.chosen();
    const ahead = lead ? game.queue.lead(lead) : null;
    game.update(); // while the server is at it
    try {
      await answer;
      return null;
    } catch (error) {
      const why = problemOf(error);
      if (this.moved === moved) store.sent = null; // A later one may be on its way.
      game.queue.retract(ahead);
      game.update();
      if (!quiet) game.refused(why);
      return why;
    }
  }

  /** @param {'move' | 'round'} to */
  async undo(to) {
    const { store } = this.game;
    if (this.undoing) return;
    this.undoing = true;
    try {
      await this.moved; // What is shown ahead may be taken back too, once it is true.
      if (store.look || !store.now.undo[to]) toast(t('undo.none'));
      else await this.takeBack(to);
    } catch (error) {
      this.game.refused(problemOf(error));
    } finally {
      this.undoing = false;
    }
  }

  /** A bot's answer may cross it: then once more, if it can still be done. @param {'move' | 'round'} to */
  async takeBack(to) {
    const { store } = this.game;
    const { number } = store.now;
    try {
      await this.socket.ask({ type: 'undo', number, to });
    } catch (error) {
      const again = problemOf(error).code === 'stale' && store.now.number > number && store.now.undo[to];
      if (!again) throw error;
      await this.socket.ask({ type: 'undo', number: store.now.number, to });
    }
  }

  /** Fulfilled by whether it was done; a refusal is told. @param {Request} request */
  async ask(request) {
    try {
      await this.socket.ask(request);
      return true;
    } catch (error) {
      this.game.refused(problemOf(error));
      return false;
    }
  }

  /** @param {Act} act */
  act(act) {
    return this.ask({ type: 'act', act });
  }

  /** @returns {Promise<Hint>} */
  async askHint() {
    const answer = await this.socket.ask({ type: 'hint', number: this.game.store.now.number });
    if (answer.type !== 'hint') throw new Error('no hint');
    return answer.hint;
  }

  /** The next of its three presses. */
  async hint() {
    const { game } = this;
    await game.queue.skip();
    if (!game.store.choices) {
      game.idle('not_now');
      return;
    }
    try {
      await game.hint.press(game.picking);
      announce(game.hint.text);
    } catch (error) {
      game.refused(problemOf(error));
    }
  }

  /** The same people and bots once more; in a series the server says where, and all are told. @param {number | null} starter */
  async rematch(starter) {
    const { store } = this.game;
    if (store.continues) {
      if (await this.act({ do: 'rematch', seat: store.mine[0] ?? 0 })) this.follow();
      return;
    }
    const { rules, seats, manners } = store.table;
    try {
      const table = await api.create({ rules, starter, seats: seats.map(({ kind, name, level, colour }) => ({ kind, name, level, colour })), manners });
      await go(`/table/${table.id}`);
    } catch (error) {
      this.game.refused(problemOf(error));
    }
  }

  /** To the table of the next game. */
  follow() {
    const { rematch } = this.game.store.table;
    if (rematch) void go(`/table/${rematch}`);
  }
}
