/** What the folder's document says of its files: `azulejos site` writes it. */

import type { About } from '../messages.js';

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
}

/** The settings in a worker: where the document is, and whether a service worker has verified the files. */
export interface WorkerSettings extends SiteSettings {
  base: string;
  verified: boolean;
}
