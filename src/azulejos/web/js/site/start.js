/**
 * A page without a server: its host is a worker, its places stand behind the #, its downloads are made here.
 *
 * @import { SiteSettings } from './settings.js'
 */

import { toastError } from '../dialogs.js';
import { server } from '../net/api.js';
import { transport } from '../net/transport.js';
import { HostClient } from './client.js';
import { emptyTable } from './empty-table.js';
import { useHash } from './places.js';
import { Progress } from './progress.js';
import { watchUpdates } from './updates.js';

export function startSite() {
  const settings = /** @type {SiteSettings} */ (JSON.parse(document.getElementById('site')?.textContent ?? ''));
  const progress = new Progress(settings);
  const client = new HostClient(settings, progress);
  server.invites = false;
  server.preview = (order) => {
    const welcome = client.isReady ? null : emptyTable(order, settings.emptyTables);
    return welcome && { welcome, progress: progress.element };
  };
  useHash();
  transport.request = (path, options) => progress.during(client.request(path, options));
  transport.connect = (id) => client.connect(id);
  document.addEventListener('click', (event) => void download(event, client));
  client.start();
  watchUpdates();
}

/** What a server would send as a file. @param {MouseEvent} event @param {HostClient} client */
async function download(event, client) {
  const link = event.target instanceof Element ? event.target.closest('a[download]') : null;
  const path = link?.getAttribute('href')?.match(/^#(\/api\/.*)$/)?.[1];
  if (!path) return;
  event.preventDefault();
  try {
    const response = await client.request(path, {});
    const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
    save(await response.blob(), name);
  } catch (error) {
    toastError(error);
  }
}

/** @param {Blob} content @param {string} name */
function save(content, name) {
  const made = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = made;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(made), 60_000);
}
