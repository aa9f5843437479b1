/**
 * What happened while I was away: after a reload, a long absence or on another device. The last ply
 * that was seen here is remembered, a table each.
 *
 * @import { Entry } from '../messages.js'
 * @import { Queue } from '../play/queue.js'
 * @import { Store } from '../play/store.js'
 * @import { Surroundings } from './people.js'
 * @import { Card } from './cards.js'
 */

import { openDialog, orToast } from '../dialogs.js';
import { h } from '../dom.js';
import { ask } from '../net/api.js';
import { entryLines } from '../play/transcript.js';
import { settings } from '../settings.js';
import { t } from '../text/catalogue.js';
import { cardButton, cardView } from './cards.js';

/** So many tables are remembered. */
const TABLES = 40;
/** Of a long absence only the end is played. */
const MOVES = 12;
/** Milliseconds out of sight after which something may have been missed. */
const LONG = 60_000;

export class Missed {
  /** @param {Store} store @param {Queue} queue @param {Pick<Surroundings, 'update' | 'look' | 'gone'>} game */
  constructor(store, queue, game) {
    this.store = store;
    this.queue = queue;
    this.game = game;
    /** @type {Entry[]} */
    this.entries = [];
    /** The ply before them. */
    this.since = 0;
    /** Did a bot play for me? */
    this.hadStandIn = false;
    this.hidden = { at: 0, ply: 0 };
    this.visibilityChanged = () => this.onVisibility();
    document.addEventListener('visibilitychange', this.visibilityChanged);
    this.collect(this.remembered);
    this.markSeen();
  }

  /** Where I was when I last looked; on a new device, my last move. */
  get remembered() {
    const { state: { history }, table } = this.store;
    const mine = history.filter((entry) => this.store.isMine(entry.player)).at(-1)?.ply;
    return settings.get('seen')[table.id]?.[0] ?? mine ?? this.store.lastPly;
  }

  /** Everything on the table has been seen. */
  markSeen() {
    if (document.hidden) return;
    const rest = Object.entries(settings.get('seen')).filter(([table]) => table !== this.store.table.id);
    const latest = rest.sort(([, one], [, other]) => other[1] - one[1]).slice(0, TABLES - 1);
    settings.set('seen', Object.fromEntries([[this.store.table.id, [this.store.lastPly, Date.now()]], ...latest]));
  }

  onVisibility() {
    if (document.hidden) this.hidden = { at: Date.now(), ply: this.store.lastPly };
    else {
      if (Date.now() - this.hidden.at > LONG) this.collect(this.hidden.ply);
      this.markSeen();
    }
  }

  /** Has somebody else moved since this ply? @param {number} ply */
  collect(ply) {
    const { store } = this;
    const entries = store.state.history.filter((entry) => entry.player && entry.ply > ply);
    if (store.watching || !entries.some((entry) => !store.isMine(entry.player))) return;
    this.entries = entries;
    this.since = ply;
    this.game.update();
  }

  forget() {
    this.entries = [];
    this.hadStandIn = false;
  }

  dismiss() {
    this.forget();
    this.game.update();
  }

  /** Without what was taken back since. */
  get missed() {
    return this.entries.filter(({ ply }) => ply <= this.store.lastPly);
  }

  /** @returns {Card | null} */
  card() {
    const entries = this.missed;
    if (!entries.length && !this.hadStandIn) return null;
    const texts = [this.hadStandIn && t('company.news.you.back'), entries.length > 0 && t.count('company.missed', entries.length)];
    return {
      key: `missed ${this.since} ${entries.length} ${this.hadStandIn}`,
      view: () => cardView('missed', texts.filter(Boolean).join(' '),
        entries.length > 0 && cardButton('missed-read', t('company.missed.read'), () => void this.read()),
        entries.length > 0 && cardButton('missed-show', t('company.missed.show'), () => void this.show()),
        h('button', { class: 'icon-button', 'aria-label': t('table.recap.close'), 'data-action': 'missed-close', onclick: () => this.dismiss() }, '×')),
    };
  }

  async read() {
    const lines = this.missed.flatMap((entry) => entryLines(entry, this.store));
    const chosen = await openDialog({
      title: t('company.missed.title'),
      body: h('ol', { class: 'missed-list', tabindex: '0', autofocus: true }, lines.map(({ text, kind }) => h('li', { class: `log-${kind}` }, text))),
      actions: [{ id: 'show', label: t('company.missed.show') }, { id: '', label: t('shell.close'), tone: 'main' }],
    });
    if (chosen === 'show') await this.show();
  }

  /** Plays it as if it happened now. */
  async show() {
    const { game, store, since } = this;
    this.dismiss();
    if (settings.get('speed') === 0) return game.look(since, true);
    const found = await orToast(ask('GET /api/tables/{id}/replay', store.table.id));
    if (!found || store.state.playing || game.gone) return undefined;
    const known = found.plies.filter(({ entry }) => entry.ply <= store.lastPly);
    const first = Math.max(since, known.length - MOVES);
    const messages = known.slice(first).map(({ entry, state }) => ({ ...store.now, type: /** @type {const} */ ('played'), entry, state }));
    return this.queue.rerun(known[first - 1]?.state ?? found.start, messages);
  }

  remove() {
    document.removeEventListener('visibilitychange', this.visibilityChanged);
  }
}
