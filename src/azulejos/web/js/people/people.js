/**
 * The other people at a table: who is there, what they ask and say, how much time there is. Fetched only where somebody else
 * plays or watches; what each part does stands in its own file.
 *
 * @import { TableEvent, Phrase, Table } from '../messages.js'
 * @import { Game } from '../table/game.js'
 * @import { Card } from './cards.js'
 */

import { icon } from '../art/icons.js';
import { announce, toast } from '../dialogs.js';
import { fill, h, set } from '../dom.js';
import { t } from '../text/catalogue.js';
import { expectedCard, proposalCard, proposalText, standInCard, watchCard } from './cards.js';
import { Clock } from './clock.js';
import { Missed } from './missed.js';
import { Phrases } from './phrases.js';
import { eventText } from './seat-status.js';

/** The minutes of an absence go on by themselves. */
const MINUTE = 20_000;

/** What of the game the people are shown in. @typedef {Pick<Game, 'live' | 'view' | 'controls' | 'layout' | 'status' | 'update' | 'look' | 'gone'>} Surroundings */

export class People {
  /** @param {Surroundings} game */
  constructor(game) {
    const { live, view, controls, layout, status } = game;
    const { store } = live;
    this.store = store;
    this.game = game;
    this.clock = new Clock(store);
    this.phrases = new Phrases(store, view.stage, controls, (phrase) => void this.say(phrase));
    this.watchers = h('span', { class: 'chip watchers', role: 'img', hidden: true });
    status.line.append(this.clock.element);
    controls.round.after(this.watchers);
    controls.undo.before(this.phrases.opener, this.phrases.sheet);
    this.missed = new Missed(store, view.queue, game);
    status.card = () => this.card();
    this.minute = setInterval(() => store.state.presence?.away.length && game.update(), MINUTE);
    layout.others.addEventListener('click', (event) => this.watch(event.target));
    void controls.fetch();
    if (store.now.proposal) announce(proposalText(store, store.now.proposal));
  }

  /** For the one of mine who is to move, else for the first. @param {Phrase} phrase */
  async say(phrase) {
    const { mine, now } = this.store;
    const seat = mine.includes(now.state.turn) ? now.state.turn : mine[0];
    if (seat) await this.game.live.ask({ type: 'say', seat, phrase });
  }

  /** Something happened besides moves. @param {TableEvent} event @param {Table} before */
  happened(event, before) {
    const { store, missed } = this;
    const { name, seat } = event;
    if (name === 'asked' && store.now.proposal && !store.isMine(seat)) announce(proposalText(store, store.now.proposal), true);
    if (name === 'rematch') this.game.layout.ending.wanted = store.nameOf(seat);
    const text = eventText(store, event, before);
    if (name === 'back' && store.isMine(seat)) missed.hadStandIn = true;
    else if (text) toast(text);
  }

  /** @returns {Card | null} */
  card() {
    const { store, game: { live } } = this;
    if (store.state.lost) return null;
    return proposalCard(live) ?? this.missed.card() ?? standInCard(live) ?? expectedCard(store) ?? watchCard(store);
  }

  /** A tap on a small board makes it large, for those who have none of their own. @param {EventTarget | null} target */
  watch(target) {
    const board = target instanceof Element ? target.closest('az-board') : null;
    if (!this.store.watching || !(board instanceof HTMLElement)) return;
    this.store.dispatch({ type: 'watch', seat: Number(board.dataset.player) });
    this.game.layout.open('table');
  }

  update() {
    const count = this.store.state.presence?.watchers ?? 0;
    this.watchers.hidden = !count || this.store.watching;
    fill(this.watchers, icon('eye'), count);
    set(this.watchers, { 'aria-label': t.count('company.watchers', count), title: t.count('company.watchers', count) });
    this.clock.update();
    this.phrases.update();
  }

  render() {
    this.phrases.render();
  }

  remove() {
    clearInterval(this.minute);
    this.clock.remove();
    this.phrases.remove();
    this.missed.remove();
  }
}
