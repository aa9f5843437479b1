/**
 * The time that the player to move has left: calm until its last fifth, then with a sign, heavier,
 * and said once.
 *
 * @import { Store } from '../play/store.js'
 */

import { icon } from '../art/icons.js';
import { announce } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { t } from '../text/catalogue.js';
import { shortSpan } from '../text/time.js';

const LATE = 0.2;

/** `0:42`, `12:05`; `3 hr` where seconds do not matter. @param {number} seconds */
export function clockText(seconds) {
  if (seconds >= 3600) return shortSpan(seconds);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export class Clock {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    this.figures = h('span');
    this.element = h('span', { class: 'clock', role: 'timer', hidden: true }, icon('clock'), this.figures);
    /** The decision whose end was announced. */
    this.warned = '';
    this.pulse = setInterval(() => this.update(), 250);
  }

  /** Seconds, rounded up; null where nobody is in a hurry. */
  get left() {
    const { store } = this;
    const { left } = store.now;
    if (left === null || store.over) return null;
    return Math.max(0, Math.ceil((left - (performance.now() - store.state.since)) / 1000));
  }

  update() {
    const { store, left } = this;
    this.element.hidden = left === null;
    if (left === null) return;
    const { turn, position } = store.now.state;
    const text = clockText(left);
    const late = left <= LATE * (store.table.options.clock ?? 0);
    this.element.classList.toggle('is-late', late);
    this.element.setAttribute('aria-label', t('company.clock', { name: store.nameOf(turn), time: text }));
    if (this.figures.textContent !== text) fill(this.figures, text);
    if (!late || this.warned === position) return;
    this.warned = position;
    announce(t('company.clock.late', { name: store.nameOf(turn), time: shortSpan(left) }), store.isMine(turn));
  }

  remove() {
    clearInterval(this.pulse);
  }
}
