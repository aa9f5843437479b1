/**
 * Reviews that are worked out on the reader's own device, by the engine that the server sends. They stay in this browser:
 * nobody else has to believe what it has found.
 *
 * @import { ReviewStatus } from '../messages.js'
 * @import { SentEngine } from '../site/settings.js'
 * @import { IndexedStorage } from '../site/storage.js'
 * @import { Thinker } from '../site/thinker.js'
 */

import { fetchAbout, recordAddress } from '../net/api.js';

const HOME = '/engine/';
/** @type {ReviewStatus} */
const NOTHING = { stage: 'waiting', done: 0, plies: 0, curve: [], review: null, error: null };

/** The engine of this server; null where there is none, or where this browser could not run it. @returns {Promise<SentEngine | null>} */
export async function findEngine() {
  if (!('WebAssembly' in globalThis && 'withResolvers' in Promise)) return null;
  try {
    if (!(await fetchAbout()).engine) return null;
    const response = await fetch(`${HOME}engine.json`);
    return response.ok ? await response.json() : null;
  } catch {
    return null; // The server can do it.
  }
}

/** @param {string} path @returns {Promise<any>} */
const importModule = (path) => import(path);

/** One review. It has the answers that `follow` asks for. */
export class DeviceWork {
  status = NOTHING;
  ended = false;
  /** @type {Thinker | null} */
  thinker = null;
  /** @type {IndexedStorage | null} Null where nothing can be kept. */
  storage = null;

  /** @param {string} id Of the table. @param {string} kind Of game, as networks are named. @param {SentEngine} engine @param {typeof importModule} [load] */
  constructor(id, kind, engine, load = importModule) {
    this.id = id;
    this.kind = kind;
    this.engine = engine;
    this.load = load;
  }

  /** Rejects where the engine can't be had. */
  async begin() {
    const base = new URL(HOME, location.href).href;
    const modules = new URL(this.engine.modules, base).href;
    const { IndexedStorage: Storage } = await this.load(`${modules}storage.js`);
    this.storage = await Storage.open().catch(() => null);
    const kept = await this.kept();
    if (kept) return kept;
    const { Thinker: Asker } = await this.load(`${modules}thinker.js`);
    this.thinker = new Asker({ ...this.engine, base, verified: false });
    const record = await this.record();
    this.question = JSON.stringify({ find: 'review', name: this.id, record, network: this.kind });
    this.status = await this.step(record);
    void this.goOn(record);
    return this.status;
  }

  async look() {
    return this.status;
  }

  end() {
    this.ended = true;
    this.thinker?.worker?.terminate();
  }

  async record() {
    const response = await fetch(recordAddress(this.id));
    if (!response.ok) throw new Error(`the record: ${response.status}`);
    return response.text();
  }

  /** A piece of the work. @param {string} record @returns {Promise<ReviewStatus>} */
  async step(record) {
    const status = JSON.parse(await /** @type {Thinker} */ (this.thinker).ask(this.question ?? ''));
    if (status.stage === 'done') await this.keep(record, status);
    return status;
  }

  /** @param {string} record */
  async goOn(record) {
    try {
      while (!this.ended && this.status.stage !== 'done' && this.status.stage !== 'failed') this.status = await this.step(record);
    } catch {
      this.status = { ...NOTHING, stage: 'failed' };
    }
    this.end();
  }

  /** What this device has found before. @returns {Promise<ReviewStatus | null>} */
  async kept() {
    const text = await this.storage?.review(this.id).catch(() => null);
    const found = text ? JSON.parse(text) : null;
    return found?.version === this.engine.reviews ? found.status : null;
  }

  /** As a page without a server keeps its own. @param {string} record @param {ReviewStatus} status */
  async keep(record, status) {
    const kept = { id: this.id, version: this.engine.reviews, record, status };
    await this.storage?.keep_review(this.id, JSON.stringify(kept)).catch(() => {}); // It is shown all the same.
  }
}
