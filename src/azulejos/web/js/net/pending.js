/**
 * The requests of one table that wait for their answers. Each is settled, whatever becomes of the
 * line: by its answer, by news that prove that it arrived, or by an error.
 *
 * @import { ClientMessage, Problem, ServerMessage } from '../messages.js'
 * @import { Request } from './socket.js'
 * @import { Connection } from './transport.js'
 */

import { RequestError, problem } from './api.js';

/** @typedef {PromiseWithResolvers<ServerMessage> & { message: ClientMessage, sent: Connection | null, arrived: boolean }} Waiting `sent`: null while it waits for a connection. */

/** The news that tells whether a request arrived whose answer was lost. @type {Record<string, ServerMessage['type'][]>} */
const PROOF = { move: ['played', 'welcome'], undo: ['undone', 'table', 'welcome'], act: ['table', 'welcome'] };

export const noConnection = () => new RequestError(problem('no_connection', 'There is no connection to the server.'), 0);
export const connectionLost = () => new RequestError(problem('connection_lost', 'The connection broke before the answer.'), 0);
/** Nobody is there any more who would want to know. */
export const tableLeft = () => new RequestError(problem('table_left', 'The table was left before the answer.'), 0);

export class Pending {
  constructor() {
    /** @type {Map<string, Waiting>} */
    this.waiting = new Map();
    this.counter = 0;
  }

  /** Gives the request a name. @param {Request} request @param {Connection | null} sent @returns {Waiting} */
  add(request, sent) {
    this.counter += 1;
    const message = { ...request, request: `r${this.counter}` };
    const waiting = { ...Promise.withResolvers(), message, sent, arrived: false };
    this.waiting.set(message.request, waiting);
    return waiting;
  }

  /** @param {string} request @param {ServerMessage} answer */
  settle(request, answer) {
    this.waiting.get(request)?.resolve(answer);
    this.waiting.delete(request);
  }

  /** Was it one of ours that was refused? @param {string | null} request @param {Problem} error */
  refuse(request, error) {
    const name = request ?? '';
    this.waiting.get(name)?.reject(new RequestError(error, 0));
    return this.waiting.delete(name);
  }

  /** Numbered news may be what a request has done. @param {ServerMessage['type']} type */
  noteProof(type) {
    for (const waiting of this.waiting.values()) waiting.arrived ||= PROOF[waiting.message.type]?.includes(type) ?? false;
  }

  /**
   * All that happened while there was no connection has been told: what was not sent is sent now, and what
   * was sent by an earlier connection has arrived or not.
   *
   * @param {Connection | null} connection @param {number} number @param {(message: ClientMessage) => void} send
   */
  caughtUp(connection, number, send) {
    for (const [request, waiting] of [...this.waiting]) {
      if (!waiting.sent) send(Object.assign(waiting, { sent: connection, arrived: false }).message);
      if (waiting.sent === connection) continue;
      this.waiting.delete(request);
      if (waiting.arrived) waiting.resolve({ type: 'accepted', request, number });
      else waiting.reject(connectionLost());
    }
  }

  /** Nobody is to wait for what does not come any more. @param {(sent: boolean) => RequestError} why */
  fail(why) {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { sent, reject } of waiting) reject(why(sent !== null));
  }
}
