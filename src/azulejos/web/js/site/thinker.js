/**
 * Whoever thinks, seen from the worker that hosts tables: a worker of its own, started when it is first needed.
 *
 * @import { WorkerSettings } from './settings.js'
 */

export class Thinker {
  /** @param {WorkerSettings} settings */
  constructor(settings) {
    this.settings = settings;
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Map<number, PromiseWithResolvers<string>>} */
    this.waiting = new Map();
    this.counter = 0;
  }

  start() {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./thinker-worker.js', import.meta.url), { type: 'module', name: 'azulejos bots' });
    worker.onmessage = ({ data }) => {
      if (data.failed) this.#fail(worker);
      else this.#settle(data);
    };
    worker.onerror = () => this.#fail(worker);
    worker.postMessage({ settings: this.settings });
    this.worker = worker;
    return worker;
  }

  /** Python asks. @param {string} question @returns {Promise<string>} */
  ask(question) {
    const waiting = /** @type {PromiseWithResolvers<string>} */ (Promise.withResolvers());
    this.counter += 1;
    this.waiting.set(this.counter, waiting);
    this.start().postMessage({ number: this.counter, question });
    return waiting.promise;
  }

  /** @param {{ number: number, answer?: string, why?: string }} message */
  #settle({ number, answer, why }) {
    const waiting = this.waiting.get(number);
    this.waiting.delete(number);
    if (answer !== undefined) waiting?.resolve(answer);
    else waiting?.reject(new Error(why));
  }

  /** It could not start, or has ended: whoever asks next starts another. @param {Worker} worker */
  #fail(worker) {
    worker.terminate();
    if (this.worker === worker) this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error('the worker of the bots has ended'));
    this.waiting.clear();
  }
}
