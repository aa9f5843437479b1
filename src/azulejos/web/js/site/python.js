/**
 * Python in a worker: fetches the runtime and our packages, and tells how far it is.
 *
 * Every file is compared with its hash: by the service worker when it stored it, or else here. What a service worker
 * has verified is taken as it comes, so that the browser can keep what it compiled of it.
 *
 * @import { SiteFile, WorkerSettings } from './settings.js'
 */

/** @typedef {{ runPython(code: string): any, pyimport(name: string): any, FS: any, unpackArchive(data: Uint8Array, format: string, options: object): void }} Python */

/** @param {ArrayBuffer | Uint8Array<ArrayBuffer>} data */
async function integrityOf(data) {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', data));
  return `sha256-${btoa(String.fromCharCode(...hash))}`;
}

/**
 * The bytes of a response, as they come. @param {Response} response @param {(bytes: number) => void} came
 */
async function read(response, came) {
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  const reader = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (response.body).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    came(next.value.length);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export class Files {
  /** @param {WorkerSettings} settings @param {(bytes: number) => void} came */
  constructor({ base, verified, runtimeFiles }, came) {
    this.base = base;
    this.verified = verified;
    this.came = came;
    this.plain = self.fetch.bind(self);
    /** Pyodide does not tell when one of its files can't be had. @type {PromiseWithResolvers<never>} */
    this.trouble = Promise.withResolvers();
    this.trouble.promise.catch(() => {});
    this.known = new Map(runtimeFiles.map((file) => [this.address(file), file]));
    // Pyodide fetches its files by this name.
    self.fetch = (input, options) => {
      const file = this.known.get(input instanceof Request ? input.url : String(input));
      if (!file) return this.plain(input, options);
      const response = this.fetch(file, options);
      response.catch(this.trouble.reject);
      return response;
    };
  }

  /** @param {SiteFile} file */
  address({ path }) {
    return new URL(path, this.base).href;
  }

  /** @param {SiteFile} file @param {RequestInit} [options] @returns {Promise<Response>} */
  async fetch(file, options) {
    const response = await this.plain(this.address(file), options);
    if (!response.ok) throw new TypeError(`${file.path}: ${response.status}`);
    if (this.verified) {
      this.came(file.bytes);
      return response;
    }
    const data = await read(response, this.came);
    if (await integrityOf(data) !== file.integrity) throw new TypeError(`${file.path} is damaged`);
    return new Response(data, { headers: { 'content-type': response.headers.get('content-type') ?? '' } });
  }

  /** @param {SiteFile} file */
  async bytes(file) {
    return new Uint8Array(await (await this.fetch(file)).arrayBuffer());
  }
}

/**
 * @param {WorkerSettings} settings
 * @param {Files} files
 * @returns {Promise<Python>} With our packages to be imported.
 */
export async function startPython(settings, files) {
  const runtime = new URL(settings.runtime, settings.base).href;
  const packages = files.bytes(settings.host);
  packages.catch(() => {}); // Told when it is awaited: the runtime may fail before.
  const { loadPyodide } = await import(`${runtime}pyodide.mjs`);
  const loading = loadPyodide({ indexURL: runtime, stdLibURL: files.address(settings.library) });
  const python = await Promise.race([loading, files.trouble.promise]);
  python.FS.writeFile('/host.zip', await packages);
  python.runPython('import sys; sys.path.insert(0, "/host.zip")');
  return python;
}
