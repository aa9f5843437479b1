/**
 * “Your turn” for those who look elsewhere: in the tab's title and, if they want, as the browser's
 * notification.
 *
 * @import { Store } from '../play/store.js'
 */

import { settings } from '../settings.js';
import { t } from '../text/catalogue.js';

const ICON = new URL('../../favicon.svg', import.meta.url).href;

/** Does the browser know notifications, and may this page use them? They need a secure address. */
function canNotify() {
  return 'Notification' in window && window.isSecureContext;
}

export function isNotifying() {
  return settings.get('call') && canNotify() && Notification.permission === 'granted';
}

/** After a press on the bell: returns the sentence that says how it stands now. @returns {Promise<string>} */
export async function switchNotifications() {
  if (!canNotify()) return t('company.call.lacking');
  const wanted = !isNotifying();
  const allowed = !wanted || await Notification.requestPermission() === 'granted';
  settings.set('call', wanted && allowed);
  if (!allowed) return t('company.call.denied');
  return t(wanted ? 'company.call.on' : 'company.call.off');
}

export class TurnNotifier {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** Was it my turn before? */
    this.was = true;
    /** @type {Notification | null} */
    this.note = null;
    this.visibilityChanged = () => {
      if (!document.hidden) this.note?.close();
      this.update();
    };
    document.addEventListener('visibilitychange', this.visibilityChanged);
  }

  /** Is somebody waiting for me? Who plays with nobody else needs no notice. */
  get due() {
    const { store } = this;
    return Boolean(store.now.choices) && !store.over && store.mine.length < store.table.seats.length;
  }

  update() {
    const { store, due } = this;
    const name = store.table.options?.name;
    const title = name ? `${name} · ${t('shell.name')}` : t('shell.title.table');
    document.title = due && (store.shared || document.hidden) ? t('company.title', { title }) : title;
    if (due && !this.was && document.hidden && isNotifying()) this.notify(title);
    this.was = due;
  }

  /** @param {string} body */
  notify(body) {
    try {
      const note = new Notification(t('company.call.title'), { body, tag: this.store.table.id, icon: ICON });
      note.onclick = () => {
        window.focus();
        note.close();
      };
      this.note = note;
    } catch {
      // Some browsers on phones know the word only; the title has changed all the same.
    }
  }

  remove() {
    document.removeEventListener('visibilitychange', this.visibilityChanged);
    this.note?.close();
  }
}
