/**
 * The service worker, which keeps the page for journeys; and word that a new version waits, which the reader takes when
 * it suits them. All that was played is stored: opening the page anew loses nothing.
 */

import { h } from '../dom.js';
import { onLanguage, t } from '../text/catalogue.js';

/** Milliseconds between two looks for a new version, in a tab that stays open. */
const LOOK_AGAIN = 3_600_000;

/** Registers the service worker once the page has what it needs itself. */
export async function watchUpdates() {
  if (!('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  const hadOne = Boolean(container.controller);
  container.addEventListener('controllerchange', () => hadOne && location.reload());
  try {
    const registration = await container.register('sw.js');
    if (registration.waiting) offer(registration.waiting);
    registration.addEventListener('updatefound', () => {
      const { installing } = registration;
      installing?.addEventListener('statechange', () => {
        if (installing.state === 'installed' && container.controller) offer(installing);
      });
    });
    setInterval(() => registration.update().catch(() => {}), LOOK_AGAIN);
  } catch {
    // Some browsers allow none: the page works, but only with a network.
  }
}

/** @param {ServiceWorker} waiting */
function offer(waiting) {
  document.querySelector('.site-update')?.remove();
  const words = h('span');
  const button = h('button', { class: 'button button-main', id: 'site-update', onclick: () => waiting.postMessage('take over') });
  document.body.append(h('div', { class: 'site-update', role: 'status' }, words, button));
  const render = () => {
    words.textContent = t('shell.site.update');
    button.textContent = t('shell.site.update.now');
  };
  onLanguage(render);
  render();
}
