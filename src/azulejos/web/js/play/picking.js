/**
 * Choosing a move: a colour, with or without its jokers, then a line; or a cell of the wall. What
 * may be chosen and what it would do are the server's words.
 *
 * @import { Problem, Take, Target } from '../messages.js'
 * @import { Idle } from './session.js'
 * @import { Store } from './store.js'
 * @import { Spot } from './choices.js'
 */

import { tap } from '../haptics.js';
import { play } from '../sound.js';
import { takeNamed, takesOf, targetAt, targetsOf } from './choices.js';

/** @typedef {{ source: number, tile: string, take: string }} Picked */
/**
 * @typedef {object} PickingListener
 * @property {() => void} changed Something else is picked or pointed at.
 * @property {(move: string) => void} move The move is decided.
 * @property {(problem: Problem) => void} refused A target that is not legal was tried.
 * @property {(why: Idle) => void} idle A pick that can't be.
 */

export class Picking {
  /** @param {Store} store @param {PickingListener} listener */
  constructor(store, listener) {
    this.store = store;
    this.listener = listener;
    /** @type {Picked | null} */
    this.picked = null;
    /** The target that is pointed at. @type {Spot | null} */
    this.aim = null;
  }

  /** @returns {Take | null} */
  get take() {
    const { choices } = this.store;
    return this.picked && choices ? takeNamed(choices, this.picked.source, this.picked.take) : null;
  }

  /** Ways to take what was picked; more than one where jokers lie. @returns {Take[]} */
  get variants() {
    const { choices } = this.store;
    return this.picked && choices ? takesOf(choices, this.picked.source, this.picked.tile) : [];
  }

  /** What may be aimed at now. @returns {Target[]} */
  get targets() {
    const { take, store: { choices } } = this;
    return choices && take ? targetsOf(choices, take) : choices?.cells ?? [];
  }

  /** @returns {Target | null} */
  get aimed() {
    return this.aim && targetAt(this.targets, this.aim);
  }

  /** @param {{ source: number, tile: string }} wish @param {{ keep?: boolean }} [how] keep: never cancels. */
  pick({ source, tile }, { keep = false } = {}) {
    const { choices, state } = this.store;
    if (!choices) return this.listener.idle(state.playing ? 'playing' : 'not_now');
    if (choices.cells.length) return this.listener.idle('tiling');
    if (tile === 'F') return this.listener.idle('marker');
    const same = this.picked?.source === source && this.picked.tile === tile;
    if (same && keep) return undefined;
    const first = takesOf(choices, source, tile)[0];
    this.picked = same || !first ? null : { source, tile, take: first.take };
    this.aim = null;
    if (this.picked) {
      play('pick');
      tap('pick');
    }
    return this.listener.changed();
  }

  /** Picks exactly this take, as a hint does. @param {number} source @param {string} take */
  pickTake(source, take) {
    const { choices } = this.store;
    if (!choices || !takeNamed(choices, source, take)) return;
    this.picked = { source, tile: take[0] ?? '', take };
    this.aim = null;
    this.listener.changed();
  }

  /** With jokers, without, or jokers only. @param {string} take */
  vary(take) {
    if (!this.picked || !this.variants.some((variant) => variant.take === take)) return;
    this.picked = { ...this.picked, take };
    this.listener.changed();
  }

  /** The next way to take. */
  cycle() {
    const { variants, picked } = this;
    const at = variants.findIndex((variant) => variant.take === picked?.take);
    const next = variants[(at + 1) % variants.length];
    if (next && variants.length > 1) this.vary(next.take);
  }

  /** @param {Spot | null} spot */
  point(spot) {
    if (this.aim?.line === spot?.line && this.aim?.column === spot?.column) return;
    this.aim = spot;
    // A target that is just going away must not have the board drawn again while it is being drawn.
    if (this.targets.length) this.listener.changed();
  }

  /** @param {Spot} spot */
  choose(spot) {
    const target = targetAt(this.targets, spot);
    if (target?.move) this.listener.move(target.move);
    else if (target?.refusal) {
      this.point(spot); // A finger points at nothing before it taps.
      this.listener.refused(target.refusal);
    }
  }

  /** @returns {boolean} Was there anything to cancel? */
  cancel() {
    if (!this.picked) return false;
    this.forget();
    this.listener.changed();
    return true;
  }

  /** The table has changed. */
  forget() {
    this.picked = null;
    this.aim = null;
  }
}
