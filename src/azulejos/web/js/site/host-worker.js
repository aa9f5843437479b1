/**
 * The worker that hosts the tables: Python decides, this file carries messages between it, the page, the store, the
 * bots' worker and other tabs.
 *
 * @import { WorkerSettings } from './settings.js'
 */

import { Files, startPython } from './python.js';
import { IndexedStorage, MemoryStorage } from './storage.js';
import { Thinker } from './thinker.js';

/** @typedef {{ request(method: string, path: string, body: string): Promise<any>, open(line: number, table: string): void, hear(line: number, text: string): void, close(line: number): void, written(table: string): void }} Host */
/** @typedef {{ type: 'begin', settings: WorkerSettings } | { type: 'request', request: number, method: string, path: string, body: string } | { type: 'open', line: number, table: string } | { type: 'hear', line: number, text: string } | { type: 'close', line: number }} FromPage */

const page = /** @type {{ postMessage(message: object): void }} */ (/** @type {unknown} */ (self));
const channel = new BroadcastChannel('azulejos');

/** Other tabs; who is first at a table leads there until the tab is closed, or looks at another. */
const tabs = {
  /** @param {string} table */
  tell: (table) => channel.postMessage(table),

  /** @param {string} table @param {{ copy(): any }} lead A function of Python's. @returns {() => void} */
  lead: (table, lead) => {
    const called = lead.copy();
    const given = new AbortController();
    /** @type {() => void} */
    let release = () => {};
    const held = new Promise((resolve) => { release = () => resolve(undefined); });
    navigator.locks.request(`azulejos table ${table}`, { signal: given.signal }, () => {
      called();
      return held;
    }).catch(() => {}).finally(() => called.destroy());
    return () => {
      release();
      given.abort();
    };
  },
};

async function openStorage() {
  try {
    return await IndexedStorage.open();
  } catch {
    return new MemoryStorage();
  }
}

/** @param {WorkerSettings} settings @returns {Promise<Host>} */
async function startHost(settings) {
  const files = new Files(settings, (bytes) => page.postMessage({ type: 'came', bytes }));
  const [python, storage] = await Promise.all([startPython(settings, files), openStorage()]);
  const tell = (/** @type {number} */ line, /** @type {string} */ text) => page.postMessage({ type: 'tell', line, text });
  const end = (/** @type {number} */ line) => page.postMessage({ type: 'end', line });
  const thinker = new Thinker(settings);
  const { host_worker: hostWorker } = python.pyimport('azulejos.browser.worker');
  const host = hostWorker(storage, thinker, tabs, tell, end);
  channel.onmessage = ({ data }) => host.written(data);
  thinker.start(); // Whoever begins a game soon meets a bot.
  return host;
}

/** @type {Promise<Host> | null} */
let starting = null;

/** @param {Host} host @param {Extract<FromPage, { type: 'request' }>} message */
async function answer(host, { request, method, path, body }) {
  const found = await host.request(method, path, body);
  const [status, text, file] = found.toJs();
  found.destroy();
  page.postMessage({ type: 'answer', request, status, text, file });
}

/** @param {FromPage} message */
async function hear(message) {
  if (message.type === 'begin') starting = startHost(message.settings);
  const host = await /** @type {Promise<Host>} */ (starting);
  if (message.type === 'begin') page.postMessage({ type: 'ready' });
  else if (message.type === 'request') await answer(host, message);
  else if (message.type === 'open') host.open(message.line, message.table);
  else if (message.type === 'hear') host.hear(message.line, message.text);
  else host.close(message.line);
}

self.onmessage = ({ data }) => {
  hear(data).catch((error) => page.postMessage({ type: 'failed', why: String(error?.message ?? error), request: data.request }));
};
