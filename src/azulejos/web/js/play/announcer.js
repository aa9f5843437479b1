/**
 * For those who listen: what happened, said as it happens, and the table in words when asked for.
 *
 * @import { Entry } from '../messages.js'
 * @import { Store } from './store.js'
 */

import { announce, openDialog } from '../dialogs.js';
import { h } from '../dom.js';
import { t, tilesInWords } from '../text/catalogue.js';
import { boardText, displaysText, scoresText } from '../text/teller.js';
import { entryWords } from './transcript.js';

export class Announcer {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {(player: number) => string} */
    this.nameOf = (player) => store.nameOf(player);
  }

  /** @param {Entry} entry */
  tell(entry) {
    announce(entryWords(entry, this.store));
  }

  /** @param {string[]} sentences */
  say(sentences) {
    announce(sentences.join(' '), true);
  }

  displays() {
    this.say(displaysText(this.store.shown));
  }

  scores() {
    this.say(scoresText(this.store.shown, this.nameOf));
  }

  /** @param {number} player */
  board(player) {
    this.say(boardText(this.store.board(player), this.store.nameOf(player)));
  }

  others() {
    const { store } = this;
    this.say(store.others.flatMap((player) => boardText(store.board(player), store.nameOf(player))));
  }

  /** Everything that lies on the table, to be read at leisure. */
  describeTable() {
    const { store } = this;
    const state = store.shown;
    /** @param {'bag' | 'lid'} where */
    const heap = (where) => t(`plain.${where}`, {
      tiles: tilesInWords(Object.entries(state[where]).map(([kind, count]) => kind.repeat(count)).join('')),
    });
    const boards = [store.large, ...store.others].map((player) => (
      part(store.nameOf(player), boardText(store.board(player), store.nameOf(player)))
    ));
    return openDialog({
      title: t('table.words'),
      kind: 'dialog-words',
      body: [part(t('table.label.offer'), displaysText(state), true), ...boards, part(t('table.label.heaps'), [heap('bag'), heap('lid')])],
    });
  }
}

/** @param {string} title @param {string[]} sentences @param {boolean} [first] */
function part(title, sentences, first = false) {
  return h('section', { class: 'words' }, h('h3', first ? { tabindex: '-1', autofocus: true } : null, title), h('ul', null, sentences.map((sentence) => h('li', null, sentence))));
}
