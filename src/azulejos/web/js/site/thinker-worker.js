/**
 * The worker of the bots: a Python of its own with the compiled search. Networks are fetched when a kind of game is
 * first thought about.
 *
 * @import { WorkerSettings } from './settings.js'
 */

import { Files, startPython } from './python.js';

const FOLDER = '/engine/azulejos';
const host = /** @type {{ postMessage(message: object): void }} */ (/** @type {unknown} */ (self));

/** @param {WorkerSettings} settings */
async function startBench(settings) {
  const files = new Files(settings, () => {});
  const engine = files.bytes(settings.engine);
  engine.catch(() => {}); // Told when it is awaited: the runtime may fail before.
  const python = await startPython(settings, files);
  python.FS.mkdirTree(`${FOLDER}/search/weights`);
  python.unpackArchive(await engine, 'zip', { extractDir: '/engine' });
  python.runPython(`import azulejos; azulejos.__path__.append("${FOLDER}")`);
  const bench = python.pyimport('azulejos.browser.worker').bot_bench();
  /** @type {Map<string, Promise<void>>} */
  const networks = new Map();
  /** @param {string} name */
  const fetchNetwork = async (name) => {
    const file = settings.networks[name];
    if (!file) throw new Error(`there is no network ${name}`);
    python.FS.writeFile(`${FOLDER}/search/weights/${name}.npz`, await files.bytes(file));
  };
  return async (/** @type {string} */ question) => {
    const { network: name } = JSON.parse(question);
    if (name) {
      const fetching = networks.get(name) ?? fetchNetwork(name);
      networks.set(name, fetching);
      fetching.catch(() => networks.delete(name)); // The next question tries again.
      await fetching;
    }
    return bench.answer(question);
  };
}

/** @type {Promise<(question: string) => Promise<string>> | null} */
let starting = null;

self.onmessage = async ({ data: { settings, number, question } }) => {
  if (settings) {
    starting = startBench(settings);
    starting.catch(() => host.postMessage({ failed: true })); // Perhaps there is a network next time.
    return;
  }
  try {
    const think = await /** @type {NonNullable<typeof starting>} */ (starting);
    host.postMessage({ number, answer: await think(question) });
  } catch (error) {
    host.postMessage({ number, why: String(error instanceof Error ? error.message : error) });
  }
};
