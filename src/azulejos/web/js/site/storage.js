/**
 * The games of this browser, in IndexedDB: for the page, which lists them, and for the worker that hosts tables.
 * What `azulejos.browser.services.Storage` says of each method is so; documents are JSON for Python.
 *
 * @import { Summary } from '../messages.js'
 */

const NAME = 'azulejos';
const VERSION = 2;

/** @typedef {{ table: string, number: number, text: string, at: number }} Entry */
/** @typedef {{ id: string, changed: number, header: { summary: { series: string | null } }, listed: Summary, ended: unknown, yours: number[] | null }} Table */
/** @typedef {{ table: Table, entries: Entry[], created?: Created | null }} Created */

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(named(request.error));
  });
}

/** An error whose text names it: Python sees only that. @param {DOMException | null} error */
function named(error) {
  return new Error(`${error?.name ?? 'AbortError'}: ${error?.message ?? 'the store gave up'}`);
}

/** It is on the disk. @param {IDBTransaction} transaction @returns {Promise<void>} */
function finished(transaction) {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(named(transaction.error));
  });
}

/** @returns {Promise<IDBDatabase>} */
function openDatabase() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = ({ oldVersion }) => {
    if (oldVersion < 1) {
      const tables = request.result.createObjectStore('tables', { keyPath: 'id' });
      tables.createIndex('series', 'header.summary.series');
      request.result.createObjectStore('entries', { keyPath: ['table', 'number'] });
      request.result.createObjectStore('views', { keyPath: 'id' });
    }
    request.result.createObjectStore('reviews', { keyPath: 'id' });
  };
  return answer(request);
}

/** A table after a change, with what that says nothing of. @param {Table} table @param {Table} before @returns {Table} */
function withWhatStays(table, before) {
  return { ...table, ended: table.ended ?? before.ended, yours: table.yours ?? before.yours ?? null };
}

/** @param {Table[]} tables */
function latestFirst(tables) {
  return tables.sort((one, other) => other.changed - one.changed || one.id.localeCompare(other.id));
}

export class IndexedStorage {
  /** @param {IDBDatabase} database */
  constructor(database) {
    this.database = database;
    // A newer page waits for the old ones to let go.
    database.onversionchange = () => database.close();
  }

  static async open() {
    return new IndexedStorage(await openDatabase());
  }

  /** What was written is on the disk when that is told. @param {IDBTransactionMode} mode */
  #begin(mode) {
    const transaction = this.database.transaction(['tables', 'entries'], mode, { durability: 'strict' });
    return { transaction, tables: transaction.objectStore('tables'), entries: transaction.objectStore('entries') };
  }

  /** @param {string} text */
  async create(text) {
    const { transaction, tables, entries } = this.#begin('readwrite');
    put(JSON.parse(text), tables, entries);
    await finished(transaction);
  }

  /** @param {string} text @returns {Promise<'stored' | 'stale' | 'gone'>} */
  async append(text) {
    /** @type {Created} */
    const wanted = JSON.parse(text);
    const { transaction, tables, entries } = this.#begin('readwrite');
    const done = finished(transaction);
    /** @type {Table | undefined} */
    const before = await answer(tables.get(wanted.table.id));
    const first = wanted.entries[0];
    const taken = first && await answer(entries.count([first.table, first.number]));
    if (before && !taken) {
      put({ ...wanted, table: withWhatStays(wanted.table, before) }, tables, entries);
      if (wanted.created) put(wanted.created, tables, entries);
    }
    await done;
    if (!before) return 'gone';
    return taken ? 'stale' : 'stored';
  }

  /** @param {string} id @param {number} after @returns {Promise<string | null>} */
  async fetch(id, after) {
    const { tables, entries } = this.#begin('readonly');
    /** @type {Table | undefined} */
    const table = await answer(tables.get(id));
    if (!table) return null;
    const found = await answer(entries.getAll(entriesOf(id, after)));
    const { series: name } = table.header.summary;
    const series = name === null ? [] : await answer(tables.index('series').getAll(name));
    return JSON.stringify({ table, entries: found, series });
  }

  /** @param {string} id @param {number} number @param {string} text */
  async keep_view(id, number, text) {
    const transaction = this.database.transaction('views', 'readwrite');
    transaction.objectStore('views').put({ id, number, text });
    await finished(transaction);
  }

  /** What was seen last, if nothing has happened since. @param {string} id @returns {Promise<string | null>} */
  async view(id) {
    const transaction = this.database.transaction(['views', 'entries']);
    const kept = await answer(transaction.objectStore('views').get(id));
    const last = await answer(transaction.objectStore('entries').openKeyCursor(entriesOf(id), 'prev'));
    const [, number] = /** @type {[string, number]} */ (last?.primaryKey ?? [id, 0]);
    return kept?.number === number ? kept.text : null;
  }

  /** @param {string} id @param {string} text */
  async keep_review(id, text) {
    const transaction = this.database.transaction('reviews', 'readwrite', { durability: 'strict' });
    transaction.objectStore('reviews').put({ id, text });
    await finished(transaction);
  }

  /** @param {string} id @returns {Promise<string | null>} */
  async review(id) {
    const found = await answer(this.database.transaction('reviews').objectStore('reviews').get(id));
    return found?.text ?? null;
  }

  /** @returns {Promise<Table[]>} */
  async tables() {
    const { tables } = this.#begin('readonly');
    return latestFirst(await answer(tables.getAll()));
  }

  async all() {
    return JSON.stringify(await this.tables());
  }

  /** @param {string} id */
  async delete(id) {
    const { transaction, tables, entries } = this.#begin('readwrite');
    const done = finished(transaction);
    const found = await answer(tables.count(id));
    tables.delete(id);
    entries.delete(entriesOf(id));
    await done;
    await this.#forget(id);
    return found > 0;
  }

  /** What belongs to a table that is no more. @param {string} id */
  async #forget(id) {
    const transaction = this.database.transaction(['views', 'reviews'], 'readwrite');
    transaction.objectStore('views').delete(id);
    transaction.objectStore('reviews').delete(id);
    await finished(transaction);
  }
}

/** @param {string} id @param {number} [after] */
function entriesOf(id, after = 0) {
  return IDBKeyRange.bound([id, after], [id, Infinity], true);
}

/** @param {Created} created @param {IDBObjectStore} tables @param {IDBObjectStore} entries */
function put({ table, entries: list }, tables, entries) {
  tables.put(table);
  for (const entry of list) entries.add(entry);
}

/** Where a browser keeps nothing (some private windows): as long as the tab is open. */
export class MemoryStorage {
  constructor() {
    /** @type {Map<string, Created>} */
    this.kept = new Map();
    /** @type {Map<string, string>} */
    this.reviews = new Map();
  }

  /** @param {string} id @param {string} text */
  async keep_review(id, text) {
    this.reviews.set(id, text);
  }

  /** @param {string} id */
  async review(id) {
    return this.reviews.get(id) ?? null;
  }

  /** @param {string} text */
  async create(text) {
    const created = JSON.parse(text);
    this.kept.set(created.table.id, created);
  }

  /** @param {string} text */
  async append(text) {
    /** @type {Created} */
    const wanted = JSON.parse(text);
    const before = this.kept.get(wanted.table.id);
    if (!before) return 'gone';
    before.table = withWhatStays(wanted.table, before.table);
    before.entries.push(...wanted.entries);
    if (wanted.created) this.kept.set(wanted.created.table.id, wanted.created);
    return 'stored';
  }

  /** @param {string} id @param {number} after */
  async fetch(id, after) {
    const found = this.kept.get(id);
    if (!found) return null;
    const { table } = found;
    const { series: name } = table.header.summary;
    const series = name === null ? [] : (await this.tables()).filter(({ header }) => header.summary.series === name);
    return JSON.stringify({ table, entries: found.entries.filter(({ number }) => number > after), series });
  }

  async tables() {
    return latestFirst([...this.kept.values()].map(({ table }) => table));
  }

  async all() {
    return JSON.stringify(await this.tables());
  }

  /** Nobody opens another page on what this one keeps. */
  async keep_view() {}

  /** @param {string} id */
  async delete(id) {
    this.reviews.delete(id);
    return this.kept.delete(id);
  }
}
