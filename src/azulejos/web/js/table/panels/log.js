/**
 * The moves in words. The log has all of them, the latest on top, round by round; a click on one shows its position. The
 * recap tells in few words what the others did since my last turn, and can be put away.
 *
 * @import { Entry } from '../../messages.js'
 * @import { Store } from '../../play/store.js'
 */

import { openDialog } from '../../dialogs.js';
import { fill, find, h, set } from '../../dom.js';
import { signed } from '../../play/choices.js';
import { entryLines, scoresOf } from '../../play/transcript.js';
import { language, t } from '../../text/catalogue.js';

export class Log {
  /** @param {Store} store @param {(ply: number) => void} open */
  constructor(store, open) {
    this.store = store;
    this.open = open;
    this.list = h('ol', { class: 'log-list', reversed: true, onkeydown: (/** @type {KeyboardEvent} */ event) => this.onKey(event) });
    this.element = h('section', { class: 'log', 'data-panel': 'log' }, this.list);
    /** The entries shown, the earliest first. @type {Entry[]} */
    this.entries = [];
    /** Of the words. */
    this.language = '';
  }

  /** What has been played so far; what the queue still holds back is not told yet. */
  get told() {
    const { history, playing, entry: current } = this.store.state;
    if (!playing) return history;
    const upTo = current?.ply ?? 0;
    return history.filter((entry) => entry.ply <= upTo);
  }

  /** @param {number} [ply] The position that is looked back at, if any. */
  update(ply) {
    const { told } = this;
    const same = this.language === language();
    this.language = language();
    set(this.element, { 'aria-label': t('table.log') });
    const kept = this.entries.findIndex((entry, index) => !same || told[index] !== entry);
    for (let drop = kept < 0 ? 0 : this.entries.length - kept; drop > 0; drop -= 1) {
      this.list.firstElementChild?.remove();
      this.entries.pop();
    }
    for (const entry of told.slice(this.entries.length)) {
      this.list.prepend(this.item(entry));
      this.entries.push(entry);
    }
    this.rove();
    this.mark(ply);
  }

  /** One entry can be reached by Tab: the one that has the focus, else the latest. */
  rove() {
    const buttons = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll('.log-entry')]);
    const stop = buttons.find((button) => button === document.activeElement) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    const next = {
      ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling,
      Home: this.list.firstElementChild, End: this.list.lastElementChild,
    }[event.key];
    if (!(next?.firstElementChild instanceof HTMLElement)) return;
    next.firstElementChild.focus();
    this.rove();
    event.preventDefault();
  }

  /** @param {Entry} entry */
  item(entry) {
    // The latest on top, within an entry too.
    const lines = entryLines(entry, this.store).reverse();
    const mine = entry.player > 0 && this.store.isMine(entry.player);
    return h('li', { 'data-ply': entry.ply, class: [entry.player ? '' : 'log-round', mine && 'log-mine'] },
      h('button', { class: 'log-entry', tabindex: '-1', 'data-move': entry.move, onclick: () => this.open(entry.ply) },
        lines.map(({ text, kind }) => h('span', { class: `log-${kind}` }, text))));
  }

  /** @param {number} [ply] */
  mark(ply) {
    this.list.querySelector('[aria-current]')?.removeAttribute('aria-current');
    const here = find(this.list, `[data-ply="${ply}"]`);
    here?.firstElementChild?.setAttribute('aria-current', 'step');
    here?.scrollIntoView({ block: 'nearest' });
  }
}

export class Recap {
  /** @param {Store} store @param {() => void} changed */
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    /** The ply up to which everything was put away. */
    this.seen = 0;
    /** What was told last. @type {{ text: string, kind: string, ply: number }[]} */
    this.lines = [];
  }

  /** @returns {Entry[]} */
  get entries() {
    const player = this.store.choices?.player;
    if (!player) return [];
    const { history } = this.store.state;
    const mine = history.map((entry) => entry.player).lastIndexOf(player);
    return history.slice(mine + 1).filter((entry) => entry.player && entry.ply > this.seen);
  }

  /** What the tiling since my last take brought to all, in one line. */
  roundEnd() {
    const { store } = this;
    const { history } = store.state;
    const taken = history.filter((entry) => entry.player === store.choices?.player && entry.steps[0]?.event === 'taken');
    const since = history.filter((entry) => entry.ply >= (taken.at(-1)?.ply ?? 0) && entry.ply > this.seen);
    const sums = scoresOf(since);
    const round = since.find((entry) => entry.steps.some((step) => step.event === 'offer_ended'))?.round;
    if (!sums.size || !round) return null;
    const scores = [...sums].sort(([one], [other]) => one - other).map(([player, { wall, floor, score }]) => (
      t('table.recap.score', { name: store.nameOf(player), points: [signed(wall), floor && signed(-floor)].filter(Boolean).join(' '), score })
    ));
    return { text: t('table.recap.round', { round, scores: scores.join(t('list.semicolon')) }), kind: /** @type {const} */ ('score'), ply: since.at(-1)?.ply ?? 0 };
  }

  /** The list, or nothing where there is nothing to tell. @returns {HTMLElement | null} */
  view() {
    // Of a round that has ended only its scores matter any more.
    const ended = this.roundEnd();
    const { round } = this.store.now.state;
    const lines = this.entries.filter((entry) => entry.round === round).flatMap((entry) => (
      entryLines(entry, this.store).filter(({ kind }) => kind === 'move').map((line) => ({ ...line, ply: entry.ply }))
    ));
    if (ended) lines.unshift(ended);
    if (!lines.length) return null;
    this.lines = lines;
    return h('div', { class: 'recap', 'data-recap': lines.length },
      h('ul', { 'aria-label': t('table.recap') }, lines.map(({ text, kind, ply }) => (
        h('li', { class: `log-${kind}`, 'data-ply': ply }, text)))),
      h('button', { class: 'button button-small recap-all', hidden: true, 'data-action': 'recap-all', onclick: () => void this.read() }),
      h('button', { class: 'icon-button', 'aria-label': t('table.recap.close'), 'data-action': 'recap-close', onclick: () => this.dismiss() }, '×'));
  }

  /** Shows as many whole lines as there is room for, the latest; a button has the others. @param {HTMLElement} room What it lies in. */
  fit(room) {
    const [view, all] = [find(room, '.recap'), find(room, '.recap-all')];
    if (!view || !all) return;
    const items = /** @type {HTMLElement[]} */ ([...view.querySelectorAll('li')]);
    for (const item of items) item.hidden = false;
    fill(all, t.count('table.recap.all', items.length));
    all.hidden = Boolean(view.querySelector('ul')?.offsetWidth);
    for (let hidden = 0; hidden < items.length && view.offsetHeight > room.clientHeight + 1; hidden += 1) {
      const item = items[hidden];
      if (item) item.hidden = true;
      all.hidden = false;
    }
  }

  async read() {
    await openDialog({
      title: t('table.recap'),
      body: h('ol', { class: 'missed-list', tabindex: '0', autofocus: true }, this.lines.map(({ text, kind }) => h('li', { class: `log-${kind}` }, text))),
    });
  }

  dismiss() {
    this.seen = this.store.lastPly;
    this.changed();
  }
}
