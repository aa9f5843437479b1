/**
 * Where a review is worked out: by the server, or on the reader's own device. Where both can, the reader decides, and that
 * is remembered. What the device can't do, the server does.
 *
 * @import { ReviewStatus } from '../messages.js'
 * @import { SentEngine } from '../site/settings.js'
 * @import { DeviceWork } from './device.js'
 * @import { ReviewHost } from './host.js'
 */

import { settings } from '../settings.js';
import { follow } from './host.js';

/** @typedef {'server' | 'device'} Place */
/** @typedef {{ tell(status: ReviewStatus): void, deviceFailed(): void, serverFailed(error: unknown): void }} Listener */

/** @type {ReviewStatus} */
const NOTHING = { stage: 'waiting', done: 0, plies: 0, curve: [], review: null, error: null };

export class Workplace {
  /** '': nowhere yet, the reader is asked. @type {'' | Place} */
  place = '';
  following = new AbortController();
  /** @type {DeviceWork | null} */
  device = null;

  /**
   * @param {ReviewHost} host
   * @param {Listener} listener
   * @param {SentEngine | null} engine Null: only the server can.
   * @param {() => DeviceWork} makeDevice
   */
  constructor(host, listener, engine, makeDevice) {
    this.host = host;
    this.listener = listener;
    this.engine = engine;
    this.makeDevice = makeDevice;
  }

  /** Where else it could be worked out. @returns {Place[]} */
  get others() {
    if (!this.engine) return [];
    return /** @type {Place[]} */ (['device', 'server']).filter((place) => place !== this.place);
  }

  /** @param {ReviewStatus} found What the server says of it. */
  begin(found) {
    const open = this.engine && (found.stage === 'unasked' || found.stage === 'failed');
    const chosen = settings.get('reviews');
    if (!open) this.work('server', found);
    else if (chosen) this.work(chosen);
    else this.listener.tell(NOTHING);
  }

  /** @param {Place} place */
  choose(place) {
    settings.set('reviews', place);
    this.work(place);
  }

  /** @param {Place} place @param {ReviewStatus} [found] */
  work(place, found) {
    this.end();
    this.place = place;
    this.following = new AbortController();
    const { signal } = this.following;
    this.device = place === 'device' ? this.makeDevice() : null;
    if (!found) this.listener.tell(NOTHING);
    const host = this.device ?? { ...this.host, begin: found ? async () => found : this.host.begin };
    follow(host, (status) => this.hear(status), signal).catch((error) => { if (!signal.aborted) this.fail(error); });
  }

  /** @param {ReviewStatus} status */
  hear(status) {
    if (this.device && status.stage === 'failed') this.fail(null);
    else this.listener.tell(status);
  }

  /** @param {unknown} error */
  fail(error) {
    if (!this.device) return this.listener.serverFailed(error);
    this.listener.deviceFailed();
    return this.work('server');
  }

  end() {
    this.following.abort();
    this.device?.end();
  }
}
