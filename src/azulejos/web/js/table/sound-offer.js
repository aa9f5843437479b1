/**
 * Sounds are offered once, in a card under the status line; it goes with an answer or with the round. Fetched for those who
 * have not been asked yet.
 *
 * @import { Card } from '../people/cards.js'
 * @import { Store } from '../play/store.js'
 */

import { cardButton, cardView } from '../people/cards.js';
import { settings } from '../settings.js';
import { answerSoundOffer } from '../sound.js';
import { t } from '../text/catalogue.js';

export class SoundOffer {
  /** @param {Store} store @param {() => void} changed */
  constructor(store, changed) {
    this.store = store;
    this.round = store.now.state.round;
    this.changed = changed;
    settings.set('soundOffered', true);
    this.open = true;
  }

  /** @returns {Card | null} */
  card() {
    this.open &&= this.store.now.state.round === this.round && !settings.get('sound');
    return this.open && this.store.choices ? { key: 'sound', view: () => this.view() } : null;
  }

  view() {
    return cardView('sound', t('table.sound.offer'),
      cardButton('sound-yes', t('table.sound.yes'), () => this.answer(true), true),
      cardButton('sound-no', t('table.sound.no'), () => this.answer(false)));
  }

  /** @param {boolean} wanted */
  answer(wanted) {
    this.open = false;
    answerSoundOffer(wanted);
    this.changed();
  }
}
