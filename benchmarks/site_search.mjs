/**
 * Asks the search that `azulejos site` has compiled, in Node: node site_search.mjs SITE QUESTIONS.
 *
 * Prints the answers of `site_search.py` as JSON; all files are those of the folder.
 */

import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const [site = '', questions = ''] = process.argv.slice(2);
const engine = join(site, 'engine', readdirSync(join(site, 'engine'))[0] ?? '');
const bytes = (/** @type {string} */ path) => new Uint8Array(readFileSync(path));
const FOLDER = '/engine/azulejos';

const { loadPyodide } = await import(pathToFileURL(join(engine, 'pyodide.mjs')).href);
const python = await loadPyodide({ indexURL: `${engine}/` });
python.FS.writeFile('/host.zip', bytes(join(engine, 'host.zip')));
python.FS.mkdirTree(`${FOLDER}/search/weights`);
python.unpackArchive(bytes(join(engine, 'engine.zip')), 'zip', { extractDir: '/engine' });
for (const name of readdirSync(join(site, 'networks'))) {
  const [kind] = name.split('.');
  python.FS.writeFile(`${FOLDER}/search/weights/${kind}.npz`, bytes(join(site, 'networks', name)));
}
python.FS.writeFile('/site_search.py', bytes(join(dirname(fileURLToPath(import.meta.url)), 'site_search.py')));
python.FS.writeFile('/questions.json', bytes(questions));
/** Seconds of CPU time, those of the compilers of WebAssembly among them: Python itself knows none here. */
python.globals.set('cpu_time', () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
});
process.stdout.write(python.runPython(`
import json, sys
sys.path[:0] = ["/host.zip", "/"]
import azulejos
azulejos.__path__.append("${FOLDER}")
from azulejos.core import WHY_SLOW
assert not WHY_SLOW, WHY_SLOW
import site_search
json.dumps(site_search.answers(json.load(open("/questions.json")), cpu_time))
`));
