/**
 * One socket a table: numbered messages in order, each once, over any number of connections.
 *
 * A request is sent once and never again; while the line is broken for a moment it waits. If the
 * line breaks before its answer, the messages that come after the next hello tell whether it
 * arrived: then it is fulfilled, else it fails with `connection_lost` and the person decides. So it
 * does when the line stays broken, and with `table_left` when we close it: none is left open.
 *
 * @import { Act, ClientMessage, Phrase, Problem, ServerMessage } from '../messages.js'
 */

import { Pending, lineBroke, noLine, tableLeft } from './pending.js';

/** Quick for half a minute, for a server that starts again; then slower and slower. */
const DELAYS = [200, 400, 800, ...Array(20).fill(1200), 4000, 8000, 15000, 30000];
/** A drop shorter than this is nobody's business. */
const PATIENCE = 2500;
const HEARTBEAT = 15000;
const SILENCE = 8000;
/** As long when the system says that the network is gone: the line may be within this machine. */
const DOUBT = 2000;
/** The server could not read what we said. */
const MISREAD = ['bad_message', 'message_too_long', 'hello_first'];
/** Why a hello is refused that may be granted later. */
const PASSING = /^store_(?!broken)|^(too_fast|stopping|too_many_sockets)$/;

/** @typedef {Extract<ServerMessage, { number: number, state: unknown }>} Told Numbered messages. */
/** @typedef {Extract<ServerMessage, { type: 'presence' | 'you' | 'said' }>} Aside What comes without a number. */
/**
 * @typedef {object} Listener
 * @property {(message: Told) => void} told A numbered message, in order.
 * @property {(message: Aside) => void} aside
 * @property {(lost: boolean) => void} lost True when the line has been gone for a while, then false.
 * @property {(problem: Problem) => void} refused Why we are not let in or, later, what is wrong at the table.
 * @property {(problem: Problem) => void} barred We may not look on any more.
 * @property {() => void} deleted
 */
/** @typedef {{ type: 'move', number: number, move: string } | { type: 'undo', number: number, to: 'move' | 'round' } | { type: 'hint', number: number } | { type: 'act', act: Act } | { type: 'say', seat: number, phrase: Phrase }} Request */

export class TableSocket {
  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
    this.address = `${scheme}//${location.host}/api/tables/${encodeURIComponent(id)}/socket`;
    this.listener = listener;
    /** @type {number | null} */
    this.last = null;
    /** @type {WebSocket | null} */
    this.line = null;
    this.closed = false;
    this.welcomed = false;
    this.attempts = 0;
    this.asked = false;
    this.isLost = false;
    this.heard = 0;
    this.pending = new Pending();
    this.again = this.worry = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    this.pulse = setInterval(() => this.beat(), HEARTBEAT);
    this.wake = () => this.hurry();
    this.doubt = () => this.beat(DOUBT);
    window.addEventListener('online', this.wake);
    window.addEventListener('offline', this.doubt);
    document.addEventListener('visibilitychange', this.wake);
    this.connect();
  }

  connect() {
    clearTimeout(this.again);
    const line = new WebSocket(this.address);
    this.line = line;
    line.onopen = () => this.greet();
    line.onmessage = (event) => {
      if (this.line === line) this.hear(String(event.data));
    };
    line.onclose = () => {
      if (this.line === line) this.dropped();
    };
  }

  /** The pong behind the hello's answers says that we have heard all there was to hear. */
  greet() {
    this.heard = Date.now();
    this.asked = true;
    this.post({ type: 'hello', after: this.last });
    this.post({ type: 'ping' });
  }

  /** @param {ClientMessage} message */
  post(message) {
    if (this.line?.readyState === WebSocket.OPEN) this.line.send(JSON.stringify(message));
  }

  /** @param {string} text */
  hear(text) {
    this.heard = Date.now();
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    if (message.type === 'pong') this.caughtUp();
    else if (message.type === 'deleted') this.gone(this.listener.deleted);
    else if (message.type === 'error') this.heardError(message.request, message.error);
    else if (message.type === 'presence' || message.type === 'you' || message.type === 'said') this.listener.aside(message);
    else if (message.type === 'accepted' || message.type === 'hint') this.pending.settle(message.request, message);
    else this.heardNumber(message);
  }

  /** @param {Told} message */
  heardNumber(message) {
    if (message.type === 'welcome') {
      // The answer to an earlier hello can be older than what we have.
      if (this.last !== null && message.number < this.last && !this.asked) return;
    } else if (this.last === null || message.number <= this.last) {
      return;
    } else if (message.number > this.last + 1) {
      if (!this.asked) this.greet();
      return;
    }
    this.last = message.number;
    this.welcomed = true;
    this.pending.heard(message.type);
    this.listener.told(message);
  }

  /** @param {string | null} request @param {Problem} error */
  heardError(request, error) {
    if (this.pending.refuse(request, error)) return;
    if (this.asked && PASSING.test(error.code)) {
      this.drop();
    } else if (!this.welcomed) {
      this.gone(() => this.listener.refused(error));
    } else if (error.code === 'no_such_table') {
      this.gone(this.listener.deleted); // while the line was broken
    } else if (error.code === 'not_invited') {
      this.gone(() => this.listener.barred(error));
    } else if (MISREAD.includes(error.code)) {
      // Which of our requests it was we do not know: ask anew, from the start.
      this.pending.fail(lineBroke);
      this.last = null;
      if (!this.asked) this.greet();
    } else {
      this.listener.refused(error);
    }
  }

  /** All that happened while the line was broken has been told. */
  caughtUp() {
    this.asked = false;
    this.attempts = 0;
    this.worried(false);
    this.pending.caughtUp(this.line, this.last ?? 0, (message) => this.post(message));
  }

  /** A line that is of no use: another one, a little later. */
  drop() {
    const line = this.line;
    this.dropped();
    line?.close();
  }

  dropped() {
    this.line = null;
    if (this.closed) return;
    this.worry ??= setTimeout(() => this.worried(true), PATIENCE);
    const delay = DELAYS[Math.min(this.attempts, DELAYS.length - 1)] ?? 0;
    this.attempts += 1;
    this.again = setTimeout(() => this.connect(), delay * (0.8 + 0.4 * Math.random()));
  }

  /** @param {boolean} lost */
  worried(lost) {
    if (!lost) {
      clearTimeout(this.worry);
      this.worry = undefined;
    }
    if (lost === this.isLost) return;
    this.isLost = lost;
    if (lost) this.pending.fail((sent) => (sent ? lineBroke() : noLine()));
    this.listener.lost(lost);
  }

  /** The tab or the network is back: no reason to wait any longer. */
  hurry() {
    if (this.closed || document.hidden) return;
    if (!this.line) this.connect();
    else this.beat();
  }

  /** A line that says nothing to a ping is broken, whatever the system thinks. @param {number} [patience] */
  beat(patience = SILENCE) {
    const line = this.line;
    if (!line || line.readyState !== WebSocket.OPEN) return;
    const before = Date.now();
    this.post({ type: 'ping' });
    setTimeout(() => {
      if (this.line === line && this.heard < before) this.drop();
    }, patience);
  }

  /** Fulfilled by the answer; rejected with a RequestError. @param {Request} request @returns {Promise<ServerMessage>} */
  ask(request) {
    if (this.closed) return Promise.reject(tableLeft());
    const sent = this.line?.readyState === WebSocket.OPEN ? this.line : null;
    if (!sent) this.hurry();
    if (!sent && this.isLost) return Promise.reject(noLine());
    const message = { ...request, request: this.pending.name() };
    const answer = this.pending.add(message, sent);
    if (sent) this.post(message);
    return answer;
  }

  /** @param {() => void} tell */
  gone(tell) {
    this.close();
    tell();
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    clearTimeout(this.worry);
    clearInterval(this.pulse);
    window.removeEventListener('online', this.wake);
    window.removeEventListener('offline', this.doubt);
    document.removeEventListener('visibilitychange', this.wake);
    const line = this.line;
    this.line = null;
    line?.close();
    this.pending.fail(tableLeft);
  }
}
