/**
 * Sounds are offered once, at the end of the status line, where nothing else stands; it goes with an answer or with the
 * round. Fetched for those who have not been asked yet.
 *
 * @import { Store } from '../play/store.js'
 */

import { icon } from '../art/icons.js';
import { fill, h, set } from '../dom.js';
import { settings } from '../settings.js';
import { answerSoundOffer } from '../sound.js';
import { language, t } from '../text/catalogue.js';

export class SoundOffer {
  /** @param {Store} store @param {HTMLElement} line @param {() => void} changed */
  constructor(store, line, changed) {
    this.store = store;
    this.round = store.now.state.round;
    this.changed = changed;
    this.drawn = '';
    this.element = line.appendChild(h('div', { class: 'status-offer', 'data-card': 'sound', role: 'group' }));
    settings.set('soundOffered', true);
  }

  update() {
    if (this.store.now.state.round !== this.round || settings.get('sound')) this.element.remove();
    if (this.drawn === language()) return; // It may have the focus.
    this.drawn = language();
    set(this.element, { title: t('table.sound.offer'), 'aria-label': t('table.sound.offer') });
    fill(this.element,
      h('button', { class: 'button button-small', 'data-action': 'sound-yes', onclick: () => this.answer(true) }, icon('sound'), t('table.sound.yes')),
      h('button', { class: 'icon-button', 'data-action': 'sound-no', 'aria-label': t('table.sound.no'), onclick: () => this.answer(false) }, '×'));
  }

  /** @param {boolean} wanted */
  answer(wanted) {
    this.element.remove();
    answerSoundOffer(wanted);
    this.changed();
  }
}
