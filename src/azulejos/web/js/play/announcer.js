/**
 * For those who listen: the table in words when asked for.
 *
 * @import { Store } from './store.js'
 */

import { announce, openDialog } from '../dialogs.js';
import { h } from '../dom.js';
import { t } from '../text/catalogue.js';
import { boardText, displaysText, heapText, scoresText } from '../text/teller.js';

/** @param {Store} store @param {number} player */
const boardWords = (store, player) => boardText(store.board(player), store.nameOf(player));

/** @param {string[]} sentences */
const say = (sentences) => announce(sentences.join(' '), true);

/** Parts of it, by keys. @param {Store} store */
export function readingActions(store) {
  return {
    readDisplays: () => say(displaysText(store.shown)),
    readBoard: () => say(boardWords(store, store.large)),
    readOthers: () => say(store.others.flatMap((player) => boardWords(store, player))),
    readScores: () => say(scoresText(store.shown, store.nameOf)),
  };
}

/** Everything that lies on the table, to be read at leisure. @param {Store} store */
export function describeTable(store) {
  const { shown } = store;
  return openDialog({
    title: t('table.words'),
    kind: 'dialog-words',
    body: [
      part(t('table.label.offer'), displaysText(shown), true),
      ...[store.large, ...store.others].map((player) => part(store.nameOf(player), boardWords(store, player))),
      part(t('table.label.heaps'), [heapText(shown, 'bag'), heapText(shown, 'lid')]),
    ],
  });
}

/** @param {string} title @param {string[]} sentences @param {boolean} [first] */
function part(title, sentences, first = false) {
  return h('section', { class: 'words' },
    h('h3', first ? { tabindex: '-1', autofocus: true } : null, title),
    h('ul', null, sentences.map((sentence) => h('li', null, sentence))));
}
