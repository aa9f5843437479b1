/**
 * Keeps the site for journeys: what was fetched once is never fetched again, and the page opens without a network.
 *
 * `azulejos site` puts the list of files in front of this. A new version is fetched whole, beside the old one, and
 * waits until the page says so: no game is disturbed.
 */

/** @type {{ version: string, files: Record<string, string>, later: Record<string, string> }} */
const { version, files, later } = self.SITE;
/** Another site of the same host has caches of its own. */
const PREFIX = `azulejos ${new URL(self.registration.scope).pathname} `;
const CACHE = PREFIX + version;
const NETWORKS = `${PREFIX}networks`;
const DOCUMENT = 'index.html';

const address = (path) => new URL(path, self.registration.scope).href;
const all = [...Object.entries(files), ...Object.entries(later)];
const known = new Map(all.map(([path, integrity]) => [address(path), { path, integrity }]));

/** From an earlier version, if it had the same file; names hold hashes, but for a few. */
async function earlier(path) {
  if (!/^(web|engine|networks|icons)\//.test(path)) return undefined;
  return caches.match(address(path));
}

async function fetched(path, integrity) {
  const found = await earlier(path) ?? await fetch(new Request(address(path), { integrity, cache: path.includes('/') ? 'default' : 'no-cache' }));
  if (!found.ok) throw new TypeError(`${path}: ${found.status}`);
  return found;
}

async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(Object.entries(files).map(async ([path, integrity]) => cache.put(address(path), await fetched(path, integrity))));
}

async function tidy() {
  const networks = await caches.open(NETWORKS);
  const old = (await networks.keys()).filter(({ url }) => !known.has(url));
  await Promise.all(old.map((request) => networks.delete(request)));
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE && name !== NETWORKS);
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** What is not kept yet is fetched when it is needed, and kept from then on. */
async function answer(url) {
  const { path, integrity } = known.get(url);
  const kept = await caches.match(url);
  if (kept) return kept;
  const response = await fetched(path, integrity);
  const cache = await caches.open(path in later ? NETWORKS : CACHE);
  await cache.put(url, response.clone()).catch(() => {}); // The storage may be full: it is fetched again next time.
  return response;
}

self.addEventListener('install', (event) => event.waitUntil(install()));
self.addEventListener('activate', (event) => event.waitUntil(tidy()));
self.addEventListener('message', ({ data }) => data === 'take over' && self.skipWaiting());
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET') return;
  const url = request.mode === 'navigate' && origin + pathname === self.registration.scope ? address(DOCUMENT) : origin + pathname;
  if (known.has(url)) event.respondWith(answer(url));
});
