/**
 * A game on the screen: its widgets, what can be picked, what is played before the reader's eyes, keyboard and focus. Shows
 * any session, and does not know who runs it; panels and words around it are its owner's business.
 *
 * @import { Problem } from '../messages.js'
 * @import { Layout } from './input/focus.js'
 * @import { KeyActions } from './input/keys.js'
 * @import { Action, Advice, Handlers, Idle, Session, Subscriber, TableState } from './session.js'
 * @import { Widgets } from './stage.js'
 */

import { tap } from '../haptics.js';
import { listenToWidgets, tableActions } from './input/actions.js';
import { Focus } from './input/focus.js';
import { listenToKeys } from './input/keys.js';
import { Picking } from './picking.js';
import { predict } from './prediction.js';
import { Queue } from './queue.js';
import { Stage } from './stage.js';

/**
 * @typedef {object} Owner
 * @property {() => void} update Draws everything anew.
 * @property {Handlers} handlers What is drawn and said when the store has changed.
 * @property {(move: string) => void} move A move was decided.
 * @property {(problem: Problem) => void} refused A target that is not legal was tried.
 * @property {(why: Idle) => void} idle Something was tried that has no effect.
 * @property {() => void} [picked] Something else was picked.
 */

export class TableView {
  /**
   * @param {Session} session
   * @param {Widgets & Layout} layout
   * @param {Advice} advice
   * @param {Owner} owner
   */
  constructor(session, layout, advice, owner) {
    const { store } = session;
    this.session = session;
    this.store = store;
    this.layout = layout;
    this.advice = advice;
    this.owner = owner;
    this.picking = new Picking(store, { ...owner, changed: () => owner.update() });
    this.stage = new Stage({ store, picking: this.picking, advice }, layout);
    this.queue = new Queue(store, this.stage);
    this.focus = new Focus(layout, store);
    this.unsubscribe = store.subscribe((action, before) => this.changed(action, before));
    this.listening = new AbortController();
  }

  /** From now on it has the screen. @param {HTMLElement} root @param {Partial<KeyActions>} actions What keys do besides what they do in every game. */
  listen(root, actions) {
    this.listening = new AbortController();
    const { signal } = this.listening;
    this.stage.covered = false;
    listenToWidgets(this, signal);
    listenToKeys({ ...tableActions(this), ...actions }, signal);
    this.focus.listen(root, signal);
  }

  /** Another view has the screen: what happens here is not seen, and what people do there is not for this one. */
  cover() {
    this.listening.abort();
    this.stage.covered = true;
    this.forget();
  }

  /** @param {Action} action @param {TableState} before */
  changed(action, before) {
    const jumps = action.type === 'welcome' || action.type === 'undone';
    if (jumps || action.type === 'played') this.forget();
    if (jumps) this.queue.reset();
    const handler = /** @type {Subscriber | undefined} */ (this.owner.handlers[action.type]);
    handler?.(action, before);
    if (action.type === 'played') this.queue.add(action);
  }

  /** Lets go of what is picked; false: nothing is. */
  cancelPick() {
    const { picking, focus } = this;
    const source = picking.picked?.source;
    const onBoard = this.layout.large.contains(document.activeElement);
    if (!picking.cancel()) return false;
    this.advice.forget();
    this.owner.update();
    if (onBoard && focus.keyboard) focus.offer(source);
    return true;
  }

  /** What was chosen is of no interest any more. */
  forget() {
    this.picking.forget();
    this.advice.forget();
  }

  /**
   * Sent once, and shown while it is on its way: until the answer has come nothing else can be chosen.
   *
   * @param {string} move
   * @returns {Promise<Problem | null>} Why it was refused.
   */
  async play(move) {
    const { store, session, queue } = this;
    if (store.state.playing) queue.skip();
    const known = session.remote && !store.state.lost && store.choices;
    const prediction = known ? predict(known, store.now.state, store.table, move) : null;
    const answer = session.play(move);
    tap('lay');
    this.focus.chosen();
    const ahead = prediction && store.state.sent === move ? queue.showAhead(prediction) : null;
    this.owner.update(); // while the server is at it
    const refusal = await answer;
    if (refusal) {
      queue.retract(ahead);
      this.owner.update();
    }
    return refusal;
  }

  remove() {
    this.unsubscribe();
    this.listening.abort();
    this.queue.stop();
    this.stage.remove();
  }
}
