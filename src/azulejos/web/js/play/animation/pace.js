/**
 * How fast things happen: the reader's speed, less motion where it is asked for, and skipping.
 *
 * Every pause and every animation of the table goes through here, so that one call ends them all.
 */

import { reducedMotion, settings } from '../../settings.js';

export class Pace {
  /** @param {() => boolean} [unseen] Is what moves out of sight? */
  constructor(unseen = () => false) {
    this.unseen = unseen;
    this.skipping = false;
    /** Has what moved no say any more? */
    this.stopped = false;
    /** Squeezes a long round's end. */
    this.squeeze = 1;
    /** What must be ended at a skip. @type {Set<() => void>} */
    this.running = new Set();
    this.hide = () => document.hidden && this.skip();
    document.addEventListener('visibilitychange', this.hide);
  }

  /** Does nothing wait now? What nobody sees catches up at once. */
  get instant() {
    return this.skipping || settings.get('speed') === 0 || document.hidden || this.unseen();
  }

  /** Should nothing fly? */
  get still() {
    return this.instant || reducedMotion();
  }

  /** @param {number} time In milliseconds at speed 1. */
  scaled(time) {
    return (time * this.squeeze) / (settings.get('speed') || 1);
  }

  /** @param {number} time @returns {Promise<void>} */
  wait(time) {
    if (this.instant) return Promise.resolve();
    /** @type {PromiseWithResolvers<void>} */
    const { promise, resolve } = Promise.withResolvers();
    const timer = setTimeout(resolve, this.scaled(time));
    this.running.add(resolve);
    return promise.finally(() => {
      clearTimeout(timer);
      this.running.delete(resolve);
    });
  }

  /**
   * Fulfilled when the animation has ended, by itself or by a skip.
   *
   * @param {Element} element
   * @param {Keyframe[] | PropertyIndexedKeyframes} frames
   * @param {KeyframeAnimationOptions & { duration: number }} options
   * @returns {Promise<void>}
   */
  animate(element, frames, options) {
    if (this.instant) return Promise.resolve();
    const delay = this.scaled(options.delay ?? 0);
    const animation = element.animate(frames, { fill: 'both', ...options, duration: this.scaled(options.duration), delay });
    const finish = () => animation.finish();
    this.running.add(finish);
    return animation.finished.then(() => {}, () => {}).finally(() => this.running.delete(finish));
  }

  /** Ends what runs; nothing waits until `rest`. */
  skip() {
    this.skipping = true;
    for (const end of [...this.running]) end();
  }

  /** The queue has played everything. */
  rest() {
    this.skipping = false;
    this.squeeze = 1;
  }

  stop() {
    this.stopped = true;
    this.skip();
    document.removeEventListener('visibilitychange', this.hide);
  }
}
