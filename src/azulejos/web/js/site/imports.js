/**
 * Games from elsewhere: the file of another browser's or a server's export, or records.
 */

import { orToast, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { RequestError, problem } from '../net/api.js';
import { transport } from '../net/transport.js';
import { go } from '../routes.js';
import { t } from '../text/catalogue.js';

/** Lets the reader choose files, and takes the games in them. */
export function chooseGames() {
  const field = h('input', { type: 'file', accept: '.json,.azul,.txt', multiple: true, hidden: true });
  field.addEventListener('change', () => void bring([...field.files ?? []]));
  field.addEventListener('cancel', () => field.remove());
  document.body.append(field);
  field.click();
}

/** @param {File[]} files */
async function bring(files) {
  document.querySelectorAll('input[type=file]').forEach((field) => field.remove());
  const counts = { added: 0, known: 0, flawed: 0 };
  for (const file of files) {
    const found = await orToast(take(await file.text()));
    if (found === undefined) return;
    for (const name of /** @type {const} */ (['added', 'known', 'flawed'])) counts[name] += found[name];
  }
  toast(t('shell.site.imported', counts), { tone: counts.flawed ? 'bad' : 'good' });
  go('/me', { replace: true });
}

/** @param {string} body @returns {Promise<{ added: number, known: number, flawed: number }>} */
async function take(body) {
  const response = await transport.request('/api/me/import', { method: 'POST', body });
  const found = await response.json();
  if (response.ok) return found;
  throw new RequestError(found.error ?? problem('bad_answer', `HTTP ${response.status}`), response.status);
}
