/**
 * The other people at a table: who is there, what they ask and say, how much time there is. Fetched
 * only where somebody else plays or watches; what each part does stands in its own file.
 *
 * @import { Act, Happening, Phrase, Table } from '../messages.js'
 * @import { Game } from '../table/game.js'
 * @import { Card } from './cards.js'
 */

import { announce, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { t } from '../text/catalogue.js';
import { icon } from '../art/icons.js';
import { proposalCard, proposalText, standInCard, watchCard } from './cards.js';
import { Clock } from './clock.js';
import { Missed } from './missed.js';
import { Talk } from './phrases.js';
import { happeningText } from './seat-status.js';

/** The minutes of an absence go on by themselves. */
const MINUTE = 20_000;

export class Company {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.store = game.store;
    this.clock = new Clock(this.store);
    this.talk = new Talk(game, (phrase) => void this.say(phrase));
    this.watchers = h('span', { class: 'chip watchers', role: 'img', hidden: true });
    game.status.line.append(this.clock.element);
    game.controls.round.after(this.watchers);
    game.controls.undo.before(this.talk.opener, this.talk.sheet);
    this.missed = new Missed(game);
    game.status.card = () => this.card();
    this.minute = setInterval(() => this.store.presence?.away.length && game.update(), MINUTE);
    game.layout.others.addEventListener('click', (event) => this.watch(event.target));
    void game.controls.fetch();
    if (this.store.now.proposal) announce(proposalText(this, this.store.now.proposal));
  }

  /** @param {Act} act */
  async act(act) {
    await this.game.orders.act(act);
  }

  /** For the one of mine who is to move, else for the first. @param {Phrase} phrase */
  async say(phrase) {
    const { mine, now } = this.store;
    const seat = mine.includes(now.state.turn) ? now.state.turn : mine[0];
    if (seat) await this.game.orders.ask({ type: 'say', seat, phrase });
  }

  /** Something happened besides moves. @param {Happening} happening @param {Table} before */
  happened(happening, before) {
    const { store, missed } = this;
    const { event, seat } = happening;
    if (event === 'asked' && store.now.proposal && !store.isMine(seat)) announce(proposalText(this, store.now.proposal), true);
    if (event === 'rematch') this.game.result.wanted = store.nameOf(seat);
    if (event === 'back' && store.isMine(seat)) missed.relieved = true;
    else toastOf(happeningText(store, happening, before));
  }

  /** @returns {Card | null} */
  card() {
    if (this.store.lost) return null;
    return proposalCard(this) ?? this.missed.card() ?? standInCard(this) ?? watchCard(this);
  }

  /** A tap on a small board makes it large, for those who have none of their own. @param {EventTarget | null} target */
  watch(target) {
    const { store } = this;
    const board = target instanceof Element ? target.closest('az-board') : null;
    if (!store.watching || !(board instanceof HTMLElement)) return;
    store.chosen = Number(board.dataset.player);
    store.turnView();
    this.game.layout.open('table');
  }

  /** Nothing is left to play. */
  settled() {
    this.missed.saw();
  }

  update() {
    const count = this.store.presence?.watchers ?? 0;
    this.watchers.hidden = !count || this.store.watching;
    fill(this.watchers, icon('eye'), count);
    this.watchers.setAttribute('aria-label', t.count('company.watchers', count));
    this.watchers.title = t.count('company.watchers', count);
    this.clock.update();
    this.talk.update();
  }

  render() {
    this.talk.render();
  }

  remove() {
    clearInterval(this.minute);
    this.clock.remove();
    this.talk.remove();
    this.missed.remove();
  }
}

/** @param {string} text */
function toastOf(text) {
  if (text) toast(text);
}
