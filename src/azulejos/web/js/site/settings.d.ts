/** What the folder's document says of its files: `azulejos site` writes it. */

import type { About, State, Table } from '../messages.js';

/** A file, by its path from the document. */
export interface SiteFile {
  path: string;
  bytes: number;
  integrity: string;
}

/** What those need who think. */
export interface EngineFiles {
  /** The folder of Pyodide, which looks for its files there. */
  runtime: string;
  /** Its files, those of Python's library among them. */
  runtimeFiles: SiteFile[];
  library: SiteFile;
  host: SiteFile;
  engine: SiteFile;
  networks: Record<string, SiteFile>;
}

export interface SiteSettings extends EngineFiles {
  about: About;
  lesson: SiteFile;
  /** Tables before the first deal, by kind of game: `std-2`. */
  emptyTables: Record<string, Pick<Table, 'pattern' | 'penalties'> & { state: State }>;
}

/** The settings in a worker: where the paths begin, and whether a service worker has verified the files. */
export interface WorkerSettings extends EngineFiles {
  base: string;
  verified: boolean;
}

/** `engine.json`: the engine as a server sends it to visitors who think themselves. */
export interface SentEngine extends EngineFiles {
  /** Of reviews: those of another one are made anew. */
  reviews: number;
  /** Where the modules are that ask it. */
  modules: string;
  /** To fetch, about. */
  megabytes: number;
}
