/** What the folder's document says of its files: `azulejos site` writes it. */

import type { About, State, Table } from '../messages.js';

/** A file, by its path from the document. */
export interface SiteFile {
  path: string;
  bytes: number;
  integrity: string;
}

export interface SiteSettings {
  about: About;
  /** The folder of Pyodide, which looks for its files there. */
  runtime: string;
  /** Its files, those of Python's library among them. */
  runtimeFiles: SiteFile[];
  library: SiteFile;
  host: SiteFile;
  engine: SiteFile;
  lesson: SiteFile;
  networks: Record<string, SiteFile>;
  /** Tables before the first deal, by kind of game: `std-2`. */
  emptyTables: Record<string, Pick<Table, 'pattern' | 'penalties'> & { state: State }>;
}

/** The settings in a worker: where the document is, and whether a service worker has verified the files. */
export interface WorkerSettings extends SiteSettings {
  base: string;
  verified: boolean;
}
