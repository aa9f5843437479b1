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
export function canCall() {
  return 'Notification' in window && window.isSecureContext;
}

export function isCalling() {
  return settings.get('call') && canCall() && Notification.permission === 'granted';
}

/** After a press on the bell; returns the sentence that says how it stands now. @returns {Promise<string>} */
export async function switchCalls() {
  if (!canCall()) return t('company.call.lacking');
  const wanted = !isCalling();
  const allowed = !wanted || await Notification.requestPermission() === 'granted';
  settings.set('call', wanted && allowed);
  if (!allowed) return t('company.call.denied');
  return t(wanted ? 'company.call.on' : 'company.call.off');
}

export class Calls {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** Was it my turn before? */
    this.was = true;
    /** @type {Notification | null} */
    this.note = null;
    this.turned = () => {
      if (!document.hidden) this.note?.close();
      this.update();
    };
    document.addEventListener('visibilitychange', this.turned);
  }

  /** Is somebody waiting for me? Who plays with nobody else needs no call. */
  get due() {
    const { store } = this;
    return Boolean(store.now.choices) && !store.over && store.mine.length < store.table.seats.length;
  }

  update() {
    const { store, due } = this;
    const name = store.table.manners?.name;
    const title = name ? `${name} · ${t('shell.name')}` : t('shell.title.table');
    document.title = due && (store.company || document.hidden) ? t('company.title', { title }) : title;
    if (due && !this.was && document.hidden && isCalling()) this.call(title);
    this.was = due;
  }

  /** @param {string} body */
  call(body) {
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
    document.removeEventListener('visibilitychange', this.turned);
    this.note?.close();
  }
}
