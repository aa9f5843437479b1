/**
 * The page's side of the worker that hosts its tables: requests and connections as to a server.
 *
 * What needs no Python is answered here, while that is still on its way: what the page is, the lesson, the list of games.
 *
 * @import { SiteSettings } from './settings.js'
 */

import { IndexedStorage } from './storage.js';

const CONNECTING = 0, OPEN = 1, CLOSED = 3;

/** @param {unknown} body @param {number} [status] */
function json(body, status = 200) {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** Browsers may else clear what a site has stored when room gets scarce. Some ask the reader, who would wonder why. */
function askToKeep() {
  const silent = 'userAgentData' in navigator || matchMedia('(display-mode: standalone)').matches;
  if (silent) navigator.storage?.persist?.().catch(() => {});
}

/** As a WebSocket. */
class Line {
  /** @param {HostClient} client @param {number} number */
  constructor(client, number) {
    this.client = client;
    this.number = number;
    this.readyState = CONNECTING;
    /** @type {((event: any) => void) | null} */
    this.onopen = null;
    /** @type {((event: any) => void) | null} */
    this.onmessage = null;
    /** @type {((event: any) => void) | null} */
    this.onclose = null;
  }

  /** @param {any} text */
  send(text) {
    this.client.post({ type: 'hear', line: this.number, text });
  }

  close() {
    if (this.readyState === CLOSED) return;
    this.client.post({ type: 'close', line: this.number });
    this.end();
  }

  open() {
    this.readyState = OPEN;
    this.onopen?.(new Event('open'));
  }

  /** Nothing is told after this. */
  end() {
    this.readyState = CLOSED;
    this.client.lines.delete(this.number);
    this.onclose?.(new Event('close'));
  }
}

export class HostClient {
  /** @param {SiteSettings} settings @param {{ came(bytes: number): void, ready(): void, failed(): void }} listener */
  constructor(settings, listener) {
    this.settings = settings;
    this.listener = listener;
    this.base = new URL('.', document.baseURI).href;
    /** @type {Worker | null} */
    this.worker = null;
    this.isReady = false;
    this.counter = 0;
    /** @type {Map<number, PromiseWithResolvers<Response>>} */
    this.waiting = new Map();
    /** @type {Map<number, Line>} */
    this.lines = new Map();
    this.storage = IndexedStorage.open().catch(() => null);
  }

  /** @param {object} message */
  post(message) {
    this.start().postMessage(message);
  }

  /** The worker; a new one where the last has failed. */
  start() {
    if (this.worker) return this.worker;
    const worker = new Worker(new URL('./host-worker.js', import.meta.url), { type: 'module', name: 'azulejos host' });
    worker.onmessage = ({ data }) => this.hear(data);
    worker.onerror = (event) => this.fail(event.message);
    const verified = Boolean(navigator.serviceWorker?.controller);
    this.worker = worker;
    worker.postMessage({ type: 'begin', settings: { ...this.settings, base: this.base, verified } });
    return worker;
  }

  /** @param {any} message */
  hear(message) {
    if (message.type === 'came') this.listener.came(message.bytes);
    else if (message.type === 'ready') this.ready();
    else if (message.type === 'answer') this.settle(message);
    else if (message.type === 'tell') this.lines.get(message.line)?.onmessage?.({ data: message.text });
    else if (message.type === 'end') this.lines.get(message.line)?.end();
    else if (this.isReady) this.refuse(message);
    else this.fail(message.why);
  }

  ready() {
    this.isReady = true;
    for (const line of this.lines.values()) line.open();
    this.listener.ready();
  }

  /** @param {{ request: number, status: number, text: string, file: string }} answer */
  settle({ request, status, text, file }) {
    /** @type {Record<string, string>} */
    const headers = file ? { 'content-disposition': `attachment; filename="${file}"` } : { 'content-type': 'application/json' };
    this.waiting.get(request)?.resolve(new Response(status === 204 ? null : text, { status, headers }));
    this.waiting.delete(request);
  }

  /** A mistake of ours in one request. @param {{ request?: number, why: string }} message */
  refuse({ request, why }) {
    console.error(why);
    this.waiting.get(request ?? 0)?.reject(new TypeError(why));
    this.waiting.delete(request ?? 0);
  }

  /** The worker is of no use: who waits is told, and whoever asks next gets another. @param {string} why */
  fail(why) {
    this.worker?.terminate();
    this.worker = null;
    this.isReady = false;
    this.listener.failed();
    const problem = { code: 'no_engine', data: {}, rule: '', sentence: `The game could not be loaded: ${why}` };
    for (const { resolve } of this.waiting.values()) resolve(json({ error: problem }, 503));
    this.waiting.clear();
    for (const line of [...this.lines.values()]) line.end();
  }

  /** @param {string} path @param {RequestInit} options @returns {Promise<Response>} */
  async request(path, { method = 'GET', body = null }) {
    return await this.answerHere(`${method} ${path}`) ?? this.ask(method, path, String(body ?? ''));
  }

  /** @param {string} asked @returns {Promise<Response | null>} */
  async answerHere(asked) {
    const { about, lesson } = this.settings;
    if (asked === 'GET /api/about') return json({ ...about, base: location.origin, keeps: await this.storage !== null });
    if (asked === 'GET /api/lesson') return fetch(new URL(lesson.path, this.base), { integrity: lesson.integrity });
    if (asked === 'GET /api/tables/public') return json({ tables: [] });
    if (asked === 'POST /api/me') return new Response(null, { status: 204 });
    if (asked !== 'GET /api/tables') return null;
    const storage = await this.storage;
    return storage && json({ tables: (await storage.tables()).map(({ listed }) => listed) });
  }

  /** @param {string} method @param {string} path @param {string} body @returns {Promise<Response>} */
  ask(method, path, body) {
    if (path === '/api/tables') askToKeep();
    const waiting = /** @type {PromiseWithResolvers<Response>} */ (Promise.withResolvers());
    this.counter += 1;
    this.waiting.set(this.counter, waiting);
    this.post({ type: 'request', request: this.counter, method, path, body });
    return waiting.promise;
  }

  /** @param {string} table */
  connect(table) {
    this.counter += 1;
    const line = new Line(this, this.counter);
    this.lines.set(line.number, line);
    this.post({ type: 'open', line: line.number, table });
    if (this.isReady) queueMicrotask(() => line.open());
    else void this.showKept(line, table);
    return line;
  }

  /** While the host is on its way: what was seen last. People can look and pick. @param {Line} line @param {string} table */
  async showKept(line, table) {
    const kept = await (await this.storage)?.view(table).catch(() => null);
    if (kept && line.readyState === CONNECTING) line.onmessage?.({ data: kept });
  }
}
