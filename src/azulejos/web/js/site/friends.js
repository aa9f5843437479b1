/**
 * Playing with people elsewhere needs a server: the reader may know one.
 */

import { openDialog, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { t } from '../text/catalogue.js';

const KEPT = 'azulejos.server';

/** An address as somebody types it; null where it is none. @param {string} typed */
export function serverAddress(typed) {
  const text = typed.trim();
  if (!text) return null;
  try {
    const found = new URL(/^https?:\/\//i.test(text) ? text : `https://${text}`);
    return found.hostname.includes('.') || found.hostname === 'localhost' ? found.href : null;
  } catch {
    return null;
  }
}

/** Asks for a server's address, and goes there. */
export async function offerServer() {
  const field = h('input', { id: 'site-server', inputmode: 'url', autocomplete: 'url', value: kept(), autofocus: true });
  const answer = await openDialog({
    title: t('meeting.with_friends'),
    kind: 'dialog-wide',
    body: h('div', { class: 'friends' },
      h('p', { class: 'room-facts' }, t('shell.site.friends')),
      h('label', { for: 'site-server' }, t('shell.site.server')), field),
    actions: [{ id: '', label: t('shell.cancel') }, { id: 'go', label: t('shell.site.go'), tone: 'main' }],
  });
  if (answer !== 'go') return;
  const found = serverAddress(field.value);
  if (!found) {
    toast(t('shell.site.no_address'), { tone: 'bad' });
    return;
  }
  keep(found);
  location.assign(found);
}

function kept() {
  try {
    return localStorage.getItem(KEPT) ?? '';
  } catch {
    return '';
  }
}

/** @param {string} found */
function keep(found) {
  try {
    localStorage.setItem(KEPT, found);
  } catch {
    // It is typed again next time.
  }
}
