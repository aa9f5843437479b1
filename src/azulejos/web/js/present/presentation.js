/**
 * A running game on a large screen: the offer and all boards alike, or one board; below them names and scores as large as the
 * room allows, and what has just happened. The widgets and motions are the table's own, and inert: nothing on them can be chosen.
 *
 * @import { Store } from '../play/store.js'
 * @import { Action } from '../play/session.js'
 * @import { Wishes } from './wishes.js'
 */

import { AzBoard } from '../board/board.js';
import { AzOffer } from '../board/offer.js';
import { signElement } from '../board/sign.js';
import { AzTrack } from '../board/track.js';
import { fill, h, write } from '../dom.js';
import { signOf } from '../play/models.js';
import { Picking } from '../play/picking.js';
import { Queue } from '../play/queue.js';
import { Stage } from '../play/stage.js';
import { entryLines, stepWords, wonText } from '../play/transcript.js';
import { t } from '../text/catalogue.js';

const nothing = () => {};

export class Presentation {
  /** @param {HTMLElement} root @param {Store} store @param {Wishes} wishes */
  constructor(root, store, { board }) {
    const { seats, options } = store.table;
    const one = board === 'turn' || (board > 0 && board <= seats.length);
    store.dispatch({ type: 'settled' }); // What came before is there at once.
    store.dispatch({ type: 'watch', seat: board === 'turn' ? 0 : one ? board : 1 });
    this.store = store;
    this.name = options.name;
    this.title = h('h1', { class: 'hush', tabindex: '-1' });
    this.round = h('p', { class: 'present-round' });
    this.caption = h('p', { class: 'present-caption', role: 'status' });
    this.bar = h('ol', { class: 'present-bar' });
    this.drawn = '';
    const widgets = this.widgets(seats.length, !one);
    const picking = new Picking(store, { changed: nothing, move: nothing, refused: nothing, idle: nothing });
    this.stage = new Stage({ store, picking, advice: { look: null, spot: null, forget: nothing } }, widgets);
    this.queue = new Queue(store, this.stage);
    const others = h('div', { class: 'present-others' }, widgets.small);
    root.className = one ? 'present present-one' : 'present';
    root.dataset.players = String(seats.length);
    root.replaceChildren(this.title, h('div', { class: 'present-offer', inert: true }, widgets.offer),
      h('div', { class: 'present-boards', inert: true }, widgets.large, one ? others : widgets.small),
      h('div', { class: 'present-words' }, this.round, this.caption), this.bar);
    this.unsubscribe = store.subscribe((action) => this.changed(action));
    this.render();
  }

  /** @param {number} players @param {boolean} alike */
  widgets(players, alike) {
    const offer = new AzOffer();
    const large = new AzBoard();
    const small = Array.from({ length: players - 1 }, () => new AzBoard());
    /** Bag and lid are not shown: tiles come from the middle of the offer, and leave past it. */
    const supply = {
      show: nothing,
      /** @param {string} place */
      rectOf: (place) => {
        const around = offer.getBoundingClientRect();
        const part = place === 'bag' ? 0.5 : 0.98;
        return new DOMRect(around.left + around.width * part - 9, around.top + around.height * part - 9, 18, 18);
      },
    };
    return {
      offer, large, small, track: new AzTrack(), supply, alike, together: alike,
      players: { show: () => this.showPlayers() }, elsewhere: () => this.bar,
    };
  }

  /** @param {Action} action */
  changed(action) {
    const { store, queue } = this;
    if (action.type === 'welcome' || action.type === 'undone') queue.reset();
    if (action.type === 'entry_begins') this.say(entryLines(action.entry, store)[0]?.text ?? '');
    if (action.type === 'step_begins') this.say(stepWords(action.step, store) || (this.caption.textContent ?? ''));
    if (action.type === 'played') queue.add(action);
    if (['welcome', 'undone', 'table', 'settled', 'connection', 'entry_ends'].includes(action.type)) this.render();
  }

  /** @param {string} words */
  say(words) {
    write(this.caption, words);
  }

  /** Names and scores are drawn with every step, for points are counted before everybody's eyes. */
  showPlayers() {
    const drawn = JSON.stringify(rows(this.store));
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    fill(this.bar, playerBar(this.store));
  }

  render() {
    const { store } = this;
    const { result, state: { round } } = store.now;
    write(this.title, t('company.present.title'));
    write(this.round, [this.name, t('label.round', { round })].filter(Boolean).join(' · '));
    if (store.state.lost) this.say(t('table.status.lost'));
    else if (store.over && !store.state.playing) this.say(result ? wonText(store, result) : t('company.over.abandoned'));
    this.stage.paint();
  }

  remove() {
    this.unsubscribe();
    this.queue.stop();
    this.stage.remove();
  }
}

/** @param {Store} store */
function rows(store) {
  const { table, now: { result }, state: { playing }, shown: { turn, phase } } = store;
  const winners = store.over && !playing ? result?.winners ?? [] : [];
  return table.seats.map(({ seat, kind }) => ({
    seat,
    name: kind === 'open' ? t('meeting.open_seat') : store.nameOf(seat),
    score: table.stage === 'open' ? null : store.board(seat).score,
    sign: signOf(store, seat),
    active: table.stage === 'playing' && phase !== 'over' && turn === seat,
    won: winners.includes(seat),
  }));
}

/** Everybody in the order of seats: sign, name, score, whose turn it is, who has won. @param {Store} store */
export function playerBar(store) {
  return rows(store).map(({ name, score, sign, active, won }) => (
    h('li', { class: ['present-player', active && 'is-active', won && 'is-winner'] },
      signElement(sign), h('span', { class: 'present-name' }, name),
      active && h('span', { class: 'hush' }, t('table.strip.turn')), won && h('span', { class: 'hush' }, t('shell.winner')),
      score !== null && h('strong', { class: 'present-score' }, score))));
}
