/**
 * Small cards under the status line: what the others ask, who is away, that I am only watching. The
 * game goes on behind them. A card with the same key is not built again: it may have the focus.
 *
 * @import { Proposal } from '../messages.js'
 * @import { Child } from '../dom.js'
 * @import { Store } from '../play/store.js'
 * @import { LiveSession } from '../table/live-session.js'
 */

import { h } from '../dom.js';
import { select } from '../forms.js';
import { listing, t } from '../text/catalogue.js';
import { shortSpan } from '../text/time.js';
import { awayFor, isExpected, seatStatus } from './seat-status.js';

/** @typedef {{ key: string, view: () => HTMLElement }} Card */

/** @param {string} kind @param {Child | Child[]} text @param {...Child} buttons */
export function cardView(kind, text, ...buttons) {
  return h('div', { class: 'company-card', 'data-card': kind, role: 'group', 'aria-labelledby': `card-${kind}` },
    h('p', { id: `card-${kind}`, class: 'company-card-text' }, text),
    h('div', { class: 'company-card-buttons' }, buttons));
}

/** @param {string} name @param {string} text @param {() => void} act @param {boolean} [main] */
export function cardButton(name, text, act, main = false) {
  return h('button', { class: ['button button-small', main && 'button-main'], 'data-action': name, onclick: act }, text);
}

/** What is asked, and for those who have spoken who has not. @param {Store} store @param {Proposal} proposal */
export function proposalText(store, proposal) {
  const { seat, agreed, waits } = proposal;
  const asked = askedText(store, proposal);
  const haveSpoken = [seat, ...agreed].some((one) => store.isMine(one)) && !waits.some((one) => store.isMine(one));
  return haveSpoken ? `${asked} ${t('company.ask.waiting', { names: listing(waits.map(store.nameOf)) })}` : asked;
}

/** @param {Store} store @param {Proposal} proposal */
function askedText(store, { seat, what, keep }) {
  const name = store.nameOf(seat);
  const you = store.isMine(seat) ? '.you' : '';
  if (what === 'abandon') return t(`company.ask.abandon${you}`, { name });
  const moves = store.state.history.filter((entry) => entry.player && entry.ply > (keep ?? 0));
  return t.count(`company.ask.undo${you}`, moves.length, { name });
}

/** @param {LiveSession} live @returns {Card | null} */
export function proposalCard(live) {
  const { store } = live;
  const { proposal } = store.now;
  if (!proposal) return null;
  const { number, seat, waits } = proposal;
  const asked = waits.filter((one) => store.isMine(one));
  /** @param {boolean} yes */
  const answer = (yes) => asked.forEach((one) => void live.act({ do: 'answer', seat: one, asked: number, yes }));
  return {
    key: `proposal ${number} ${waits}`,
    view: () => cardView('proposal', proposalText(store, proposal),
      asked.length > 0 && cardButton('agree', t('company.ask.yes'), () => answer(true), true),
      asked.length > 0 && cardButton('decline', t('company.ask.no'), () => answer(false)),
      store.isMine(seat) && cardButton('withdraw', t('company.ask.withdraw'), () => void live.act({ do: 'withdraw', seat, asked: number }))),
  };
}

/** Who asks for a rematch is the first there. @param {Store} store @returns {Card | null} */
export function expectedCard(store) {
  const missing = store.table.seats.map(({ seat }) => seat)
    .filter((seat) => seatStatus(store, seat) === 'away' && isExpected(store, seat));
  if (!missing.length || store.watching) return null;
  const text = t('company.expected', { names: listing(missing.map(store.nameOf)) });
  return { key: text, view: () => cardView('away', text) };
}

/** Somebody has been away for a while. @param {LiveSession} live @returns {Card | null} */
export function standInCard(live) {
  const { store } = live;
  const away = (store.state.presence?.may_stand_in ?? []).filter((seat) => !store.isMine(seat));
  if (!away.length || store.watching || store.over) return null;
  const since = away.map((seat) => t('company.away', { name: store.nameOf(seat), time: shortSpan(awayFor(store, seat) ?? 0) }));
  return {
    key: `away ${since.join()}`,
    view: () => cardView('away', since.join(' '), ...away.map((seat) => (
      cardButton('stand-in', t('company.stand_in', { name: store.nameOf(seat) }), () => void live.act({ do: 'stand_in', seat }))))),
  };
}

/** @param {Store} store @returns {Card | null} */
export function watchCard(store) {
  if (!store.watching) return null;
  const { options: { delay }, free } = store.table;
  const { watched } = store.state;
  const sit = async () => (await import('../room/sit.js')).openSitDialog(store.table);
  const seats = store.table.seats.map(({ seat }) => /** @type {[number, string]} */ ([seat, store.nameOf(seat)]));
  return {
    key: `watching ${delay} ${watched} ${free} ${seats}`,
    view: () => cardView('watching', delay ? t.count('company.watching.delay', delay) : t('company.watching'),
      h('label', { for: 'watched' }, t('company.watching.large')),
      select({ id: 'watched' }, watched, [[0, t('company.watching.turn')], ...seats], (seat) => (
        store.dispatch({ type: 'watch', seat: Number(seat) }))),
      free.length > 0 && !store.over && cardButton('sit', t('meeting.join.sit'), () => void sit(), true)),
  };
}
