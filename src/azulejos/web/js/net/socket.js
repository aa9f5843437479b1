/**
 * One socket a table: numbered messages in order, each once, over any number of connections.
 *
 * A request is sent once and never again; while the connection is broken for a moment it waits. If the
 * line breaks before its answer, the messages that come after the next hello tell whether it
 * arrived: then it is fulfilled, else it fails with `connection_lost` and the person decides. So it
 * does when the connection stays broken, and with `table_left` when we close it: none is left open.
 *
 * @import { Act, ClientMessage, Phrase, Problem, ServerMessage } from '../messages.js'
 * @import { Connection } from './transport.js'
 */

import { Pending, connectionLost, noConnection, tableLeft } from './pending.js';
import { transport } from './transport.js';

/** Quick for half a minute, for a server that starts again; then slower and slower. */
const DELAYS = [200, 400, 800, ...Array(20).fill(1200), 4000, 8000, 15000, 30000];
/** A drop shorter than this is nobody's business. */
const UNNOTICED_DROP = 2500;
const HEARTBEAT = 15000;
const ANSWER_TIME = 8000;
/** As long when the system says that the network is gone: the connection may be within this machine. */
const OFFLINE_ANSWER_TIME = 2000;
/** The server could not read what we said. */
const MISREAD = ['bad_message', 'message_too_long', 'hello_first'];
/** Why a hello is refused that may be granted later. */
const TEMPORARY = /^store_(?!broken)|^(too_fast|stopping|too_many_sockets)$/;

/** @typedef {Extract<ServerMessage, { number: number, state: unknown }>} NumberedMessage */
/** @typedef {Extract<ServerMessage, { type: 'presence' | 'you' | 'said' }>} Notice What comes without a number. */
/**
 * @typedef {object} Listener
 * @property {(message: NumberedMessage) => void} message A numbered message, in order.
 * @property {(message: Notice) => void} notice
 * @property {(lost: boolean) => void} lost True when the connection has been gone for a while, then false.
 * @property {(problem: Problem) => void} refused Why we are not let in or, later, what is wrong at the table.
 * @property {(problem: Problem) => void} forbidden We may not look on any more.
 * @property {() => void} deleted
 */
/** @typedef {{ type: 'move', number: number, move: string } | { type: 'undo', number: number, to: 'move' | 'round' } | { type: 'hint', number: number } | { type: 'act', act: Act } | { type: 'say', seat: number, phrase: Phrase }} Request */

export class TableSocket {
  /** @param {string} id @param {Listener} listener */
  constructor(id, listener) {
    this.id = id;
    this.listener = listener;
    /** @type {number | null} */
    this.last = null;
    /** @type {Connection | null} */
    this.connection = null;
    this.closed = false;
    this.welcomed = false;
    this.attempts = 0;
    this.helloPending = false;
    this.isLost = false;
    this.lastHeard = 0;
    this.pending = new Pending();
    this.retryTimer = this.lostTimer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
    this.heartbeat = setInterval(() => this.checkAlive(), HEARTBEAT);
    this.listening = new AbortController();
    const { signal } = this.listening;
    window.addEventListener('online', () => this.reconnectNow(), { signal });
    window.addEventListener('offline', () => this.checkAlive(OFFLINE_ANSWER_TIME), { signal });
    document.addEventListener('visibilitychange', () => this.reconnectNow(), { signal });
    this.connect();
  }

  connect() {
    clearTimeout(this.retryTimer);
    const connection = transport.connect(this.id);
    this.connection = connection;
    connection.onopen = () => this.sendHello();
    connection.onmessage = (event) => {
      if (this.connection === connection) this.receive(String(event.data));
    };
    connection.onclose = () => {
      if (this.connection === connection) this.connectionClosed();
    };
  }

  /** The pong behind the hello's answers says that we have heard all there was to hear. */
  sendHello() {
    this.lastHeard = Date.now();
    this.helloPending = true;
    this.send({ type: 'hello', after: this.last });
    this.send({ type: 'ping' });
  }

  /** @param {ClientMessage} message */
  send(message) {
    if (this.connection?.readyState === WebSocket.OPEN) this.connection.send(JSON.stringify(message));
  }

  /** @param {string} text */
  receive(text) {
    this.lastHeard = Date.now();
    /** @type {ServerMessage} */
    const message = JSON.parse(text);
    if (message.type === 'pong') this.caughtUp();
    else if (message.type === 'deleted') this.closeWith(this.listener.deleted);
    else if (message.type === 'error') this.receiveError(message.request, message.error);
    else if (message.type === 'presence' || message.type === 'you' || message.type === 'said') this.listener.notice(message);
    else if (message.type === 'accepted' || message.type === 'hint') this.pending.settle(message.request, message);
    else this.receiveNumbered(message);
  }

  /** @param {NumberedMessage} message */
  receiveNumbered(message) {
    if (message.type === 'welcome') {
      // The answer to an earlier hello can be older than what we have.
      if (this.last !== null && message.number < this.last && !this.helloPending) return;
    } else if (this.last === null || message.number <= this.last) {
      return;
    } else if (message.number > this.last + 1) {
      if (!this.helloPending) this.sendHello();
      return;
    }
    this.last = message.number;
    this.welcomed = true;
    this.pending.noteProof(message.type);
    this.listener.message(message);
  }

  /** @param {string | null} request @param {Problem} error */
  receiveError(request, error) {
    if (this.pending.refuse(request, error)) return;
    if (this.helloPending && TEMPORARY.test(error.code)) {
      this.dropConnection();
    } else if (!this.welcomed) {
      this.closeWith(() => this.listener.refused(error));
    } else if (error.code === 'no_such_table') {
      this.closeWith(this.listener.deleted); // while the connection was broken
    } else if (error.code === 'not_invited') {
      this.closeWith(() => this.listener.forbidden(error));
    } else if (MISREAD.includes(error.code)) {
      // Which of our requests it was we do not know: ask anew, from the start.
      this.pending.fail(connectionLost);
      this.last = null;
      if (!this.helloPending) this.sendHello();
    } else {
      this.listener.refused(error);
    }
  }

  /** All that happened while the connection was broken has been told. */
  caughtUp() {
    this.helloPending = false;
    this.attempts = 0;
    this.setLost(false);
    this.pending.caughtUp(this.connection, this.last ?? 0, (message) => this.send(message));
  }

  /** A connection that is of no use: another one, a little later. */
  dropConnection() {
    const connection = this.connection;
    this.connectionClosed();
    connection?.close();
  }

  connectionClosed() {
    this.connection = null;
    if (this.closed) return;
    this.lostTimer ??= setTimeout(() => this.setLost(true), UNNOTICED_DROP);
    const delay = DELAYS[Math.min(this.attempts, DELAYS.length - 1)] ?? 0;
    this.attempts += 1;
    this.retryTimer = setTimeout(() => this.connect(), delay * (0.8 + 0.4 * Math.random()));
  }

  /** @param {boolean} lost */
  setLost(lost) {
    if (!lost) {
      clearTimeout(this.lostTimer);
      this.lostTimer = undefined;
    }
    if (lost === this.isLost) return;
    this.isLost = lost;
    if (lost) this.pending.fail((sent) => (sent ? connectionLost() : noConnection()));
    this.listener.lost(lost);
  }

  /** The tab or the network is back: no reason to wait any longer. */
  reconnectNow() {
    if (this.closed || document.hidden) return;
    if (!this.connection) this.connect();
    else this.checkAlive();
  }

  /** A connection that says nothing to a ping is broken, whatever the system thinks. @param {number} [patience] */
  checkAlive(patience = ANSWER_TIME) {
    const connection = this.connection;
    if (!connection || connection.readyState !== WebSocket.OPEN) return;
    const before = Date.now();
    this.send({ type: 'ping' });
    setTimeout(() => {
      if (this.connection === connection && this.lastHeard < before) this.dropConnection();
    }, patience);
  }

  /** Fulfilled by the answer; rejected with a RequestError. @param {Request} request @returns {Promise<ServerMessage>} */
  ask(request) {
    if (this.closed) return Promise.reject(tableLeft());
    const sent = this.connection?.readyState === WebSocket.OPEN ? this.connection : null;
    if (!sent) this.reconnectNow();
    if (!sent && this.isLost) return Promise.reject(noConnection());
    const { message, promise } = this.pending.add(request, sent);
    if (sent) this.send(message);
    return promise;
  }

  /** @param {() => void} tell */
  closeWith(tell) {
    this.close();
    tell();
  }

  close() {
    this.closed = true;
    clearTimeout(this.retryTimer);
    clearTimeout(this.lostTimer);
    clearInterval(this.heartbeat);
    this.listening.abort();
    const { connection } = this;
    this.connection = null;
    connection?.close();
    this.pending.fail(tableLeft);
  }
}
