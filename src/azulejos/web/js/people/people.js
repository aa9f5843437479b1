/**
 * The other people at a table: who is there, what they ask and say, how much time there is. Fetched only where somebody else
 * plays or watches; what each part does stands in its own file.
 *
 * @import { TableEvent, Phrase, Table } from '../messages.js'
 * @import { TableView } from '../play/table-view.js'
 * @import { Controls } from '../table/controls.js'
 * @import { Layout } from '../table/layout.js'
 * @import { LiveSession } from '../table/live-session.js'
 * @import { ResultPanel } from '../table/panels/result.js'
 * @import { Status } from '../table/panels/status.js'
 * @import { Card } from './cards.js'
 */

import { icon } from '../art/icons.js';
import { announce, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { t } from '../text/catalogue.js';
import { proposalCard, proposalText, standInCard, watchCard } from './cards.js';
import { Clock } from './clock.js';
import { Missed } from './missed.js';
import { Phrases } from './phrases.js';
import { eventText } from './seat-status.js';

/** The minutes of an absence go on by themselves. */
const MINUTE = 20_000;

/**
 * What of the game the people are shown in.
 *
 * @typedef {object} Surroundings
 * @property {LiveSession} live
 * @property {TableView} view
 * @property {Controls} controls
 * @property {Layout} layout
 * @property {Status} status
 * @property {ResultPanel} result
 * @property {() => void} update Draws everything anew.
 * @property {(ply: number, runs?: boolean) => Promise<void>} look Shows an earlier position; `runs`: and what came then.
 * @property {() => boolean} isGone Has the reader left the table?
 */

export class People {
  /** @param {Surroundings} around */
  constructor(around) {
    const { live, view, controls, layout, status } = around;
    const { store } = live;
    this.store = store;
    this.live = live;
    this.layout = layout;
    this.result = around.result;
    this.clock = new Clock(store);
    this.phrases = new Phrases(store, view.stage, controls, (phrase) => void this.say(phrase));
    this.watchers = h('span', { class: 'chip watchers', role: 'img', hidden: true });
    status.line.append(this.clock.element);
    controls.round.after(this.watchers);
    controls.undo.before(this.phrases.opener, this.phrases.sheet);
    this.missed = new Missed(store, view.queue, around);
    status.card = () => this.card();
    this.minute = setInterval(() => store.state.presence?.away.length && around.update(), MINUTE);
    layout.others.addEventListener('click', (event) => this.watch(event.target));
    void controls.fetch();
    if (store.now.proposal) announce(proposalText(store, store.now.proposal));
  }

  /** For the one of mine who is to move, else for the first. @param {Phrase} phrase */
  async say(phrase) {
    const { mine, now } = this.store;
    const seat = mine.includes(now.state.turn) ? now.state.turn : mine[0];
    if (seat) await this.live.ask({ type: 'say', seat, phrase });
  }

  /** Something happened besides moves. @param {TableEvent} event @param {Table} before */
  happened(event, before) {
    const { store, missed } = this;
    const { name, seat } = event;
    if (name === 'asked' && store.now.proposal && !store.isMine(seat)) announce(proposalText(store, store.now.proposal), true);
    if (name === 'rematch') this.result.wanted = store.nameOf(seat);
    if (name === 'back' && store.isMine(seat)) {
      missed.hadStandIn = true;
      return;
    }
    const text = eventText(store, event, before);
    if (text) toast(text);
  }

  /** @returns {Card | null} */
  card() {
    const { live, store } = this;
    if (store.state.lost) return null;
    return proposalCard(live) ?? this.missed.card() ?? standInCard(live) ?? watchCard(store);
  }

  /** A tap on a small board makes it large, for those who have none of their own. @param {EventTarget | null} target */
  watch(target) {
    const board = target instanceof Element ? target.closest('az-board') : null;
    if (!this.store.watching || !(board instanceof HTMLElement)) return;
    this.store.dispatch({ type: 'watch', seat: Number(board.dataset.player) });
    this.layout.open('table');
  }

  update() {
    const count = this.store.state.presence?.watchers ?? 0;
    this.watchers.hidden = !count || this.store.watching;
    fill(this.watchers, icon('eye'), count);
    this.watchers.setAttribute('aria-label', t.count('company.watchers', count));
    this.watchers.title = t.count('company.watchers', count);
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
