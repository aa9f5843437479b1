/**
 * What can be done after a game: once more, look back at it, keep a picture or the record, begin another.
 *
 * @import { Ending } from './ending.js'
 */

import { orToast, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { select } from '../forms.js';
import { recordAddress } from '../net/api.js';
import { settings } from '../settings.js';
import { answerSoundOffer, wasSoundOffered } from '../sound.js';
import { t } from '../text/catalogue.js';

/** @param {Ending} ending */
export function actionsView(ending) {
  const { store, surroundings: { replay } } = ending;
  return h('div', { class: 'result-next' },
    store.continues ? together(ending) : rematch(ending),
    // What is done with the game that was played.
    h('div', { class: 'result-links' },
      h('a', { class: 'button', 'data-action': 'review', href: `/review/${store.table.id}` }, t('shell.review')),
      h('button', { class: 'button', 'data-action': 'open-replay', onclick: replay }, t('table.replay')),
      store.now.result && h('button', { class: 'button', 'data-action': 'picture', onclick: () => void orToast(keepPicture(ending)) }, t('ending.picture')),
      h('a', { class: 'button', href: recordAddress(store.table.id), download: '' }, t('table.record')),
      h('a', { class: 'button', href: '/' }, t('table.new_game'))),
    !wasSoundOffered() && soundOffer());
}

/** Sounds are offered once: here, where the game had no room for it. */
function soundOffer() {
  settings.set('soundOffered', true);
  const offer = h('p', { class: 'sound-offer', 'data-card': 'sound' }, t('table.sound.offer'), ' ',
    h('button', { class: 'button button-small', 'data-action': 'sound-yes', onclick: () => {
      answerSoundOffer(true);
      offer.remove();
    } }, t('table.sound.yes')));
  return offer;
}

/** The others are asked along: who wants to, follows. @param {Ending} ending */
function together({ store, surroundings: { live }, room: { wanted } }) {
  const { rematch: next } = store.table;
  if (!next && store.watching) return null;
  return h('div', { class: 'rematch' },
    h('button', { class: 'button button-main', 'data-action': next ? 'follow' : 'rematch', onclick: () => (next ? live.follow() : live.rematch(null)) },
      t(next ? (store.watching ? 'company.rematch.watch' : 'company.rematch.join') : 'table.rematch')),
    next && h('span', { class: 'rematch-told' }, wanted ? t('company.news.rematch', { name: wanted }) : t('company.rematch.ready')));
}

/** @param {Ending} ending */
function rematch({ store, surroundings: { live } }) {
  const seats = store.table.seats.map(({ seat }) => /** @type {[number, string]} */ ([seat, store.nameOf(seat)]));
  const starter = select({ id: 'rematch-starter' }, '', [['', t('table.rematch.chance')], ...seats]);
  return h('div', { class: 'rematch' },
    h('button', { class: 'button button-main', 'data-action': 'rematch', onclick: () => live.rematch(Number(starter.value) || null) }, t('table.rematch')),
    h('label', { for: 'rematch-starter' }, t('table.rematch.starter')), starter);
}

/** @param {Ending} ending */
async function keepPicture(ending) {
  const { drawPicture, keep } = await import('./picture.js');
  if (await keep(drawPicture(ending))) toast(t('ending.picture.saved'), { tone: 'good' });
}
