/**
 * The session of a game that was played: earlier positions, step by step, by round, by a slider, or by itself. It has a store
 * of its own, which begins as the live game stood, and knows nothing of what happens there meanwhile. Fetched when somebody
 * first looks back; there is one for as long as they do.
 *
 * @import { Replay as Recorded } from '../messages.js'
 * @import { Advice, Session } from '../play/session.js'
 * @import { Owner } from '../play/table-view.js'
 * @import { Layout } from './layout.js'
 */

import { icon } from '../art/icons.js';
import { announce, toast } from '../dialogs.js';
import { fill, h, set } from '../dom.js';
import { problem } from '../net/api.js';
import { SETTLED, Store } from '../play/store.js';
import { TableView } from '../play/table-view.js';
import { entryLines, entryWords } from '../play/transcript.js';
import { settings } from '../settings.js';
import { t } from '../text/catalogue.js';
import { scrollableByKey } from './layout.js';

/** @typedef {'first' | 'round_back' | 'back' | 'play' | 'next' | 'round_next' | 'last'} Button */
/** @type {readonly Button[]} */
const BUTTONS = ['first', 'round_back', 'back', 'play', 'next', 'round_next', 'last'];
const TEMPO = 1600;
/** @type {Advice} */
const NO_ADVICE = { look: null, spot: null, forget() {} };
const NO_UNDO = { move: false, round: false, ask: false };

/** @implements {Session} */
export class Replay {
  remote = false;
  ply = 0;
  /** While it goes on by itself. @type {ReturnType<typeof setInterval> | undefined} */
  timer = undefined;

  /**
   * @param {Store} live
   * @param {Recorded} recorded
   * @param {{ number: number, layout: Layout, bar: HTMLElement, owner: Owner, leave(): void }} place `bar`: where its buttons go.
   */
  constructor({ state, now }, recorded, { number, layout, bar, owner, leave }) {
    /** The live game's message after which it was fetched: later ones may be missing. */
    this.number = number;
    this.store = new Store({
      ...state, ...SETTLED, sent: null, now: { ...now, choices: null, undo: NO_UNDO, proposal: null },
    });
    this.recorded = recorded;
    this.element = bar;
    this.owner = owner;
    this.view = new TableView(this, layout, NO_ADVICE, owner);
    this.text = h('p', { class: 'replay-text' });
    this.count = h('p', { class: 'replay-count' });
    this.slider = h('input', { type: 'range', class: 'replay-slider', min: '0', max: this.last, step: '1', oninput: () => this.go(Number(this.slider.value)) });
    this.buttons = new Map(BUTTONS.map((name) => [name, h('button', {
      class: 'icon-button', 'data-replay': name, onclick: () => this.press(name),
    })]));
    this.close = h('button', { class: 'button button-main button-small replay-close', 'data-replay': 'close', onclick: leave });
    fill(bar, this.text, this.close,
      h('div', { class: 'replay-bar' }, this.count, this.slider, h('div', { class: 'replay-buttons' }, [...this.buttons.values()])));
  }

  /** Nobody moves in the past. */
  async play() {
    return problem('no_move_due', 'nobody is to move now');
  }

  async undo() {
    toast(t('undo.none'));
  }

  get last() {
    return this.recorded.plies.length;
  }

  /** @param {number} ply */
  go(ply) {
    this.ply = Math.max(0, Math.min(ply, this.last));
    const { entry = null, state = this.recorded.start } = this.recorded.plies[this.ply - 1] ?? {};
    this.store.dispatch({ type: 'position', entry, state });
    announce(entry ? entryWords(entry, this.store) : t('table.replay.start'));
    this.owner.update();
  }

  focus() {
    this.buttons.get('next')?.focus({ preventScroll: true });
  }

  /** The first ply of the round before or after. @param {-1 | 1} way */
  roundFrom(way) {
    const deals = this.recorded.plies.filter(({ entry }) => !entry.player).map(({ entry }) => entry.ply);
    if (way > 0) return deals.find((ply) => ply > this.ply) ?? this.last;
    return deals.findLast((ply) => ply < this.ply) ?? 0;
  }

  /** @param {Button} name */
  press(name) {
    if (name === 'play') return this.timer ? this.stop() : this.start();
    this.stop();
    const plies = {
      first: 0, round_back: this.roundFrom(-1), back: this.ply - 1, next: this.ply + 1, round_next: this.roundFrom(1), last: this.last,
    };
    return this.go(plies[name]);
  }

  /** Goes on by itself, from the beginning if it is at the end. */
  start() {
    if (this.ply >= this.last) this.go(0);
    this.timer = setInterval(() => {
      if (this.ply >= this.last) this.stop();
      else this.go(this.ply + 1);
    }, TEMPO / (settings.get('speed') || 4));
    this.update();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.update();
  }

  update() {
    const { entry } = this.store.state;
    const lines = this.ply && entry ? entryLines(entry, this.store).map(({ text }) => text) : [t('table.replay.start')];
    fill(this.count, `${t('label.round', { round: this.store.shown.round })} · ${t('table.replay.count', { ply: this.ply, last: this.last })}`);
    fill(this.text, lines.map((line) => h('span', null, line)));
    scrollableByKey(this.text);
    fill(this.close, t(this.store.now.result ? 'table.replay.result' : 'table.replay.close'));
    this.slider.value = String(this.ply);
    set(this.element, { 'aria-label': t('table.replay') });
    set(this.slider, { 'aria-label': t('table.replay.slider'), 'aria-valuetext': lines[0] });
    for (const [name, button] of this.buttons) {
      const sign = name === 'play' && this.timer ? 'pause' : name;
      fill(button, icon(sign));
      set(button, { 'aria-label': t(`table.replay.${sign}`), title: t(`table.replay.${sign}`) });
    }
  }

  remove() {
    clearInterval(this.timer);
    this.view.remove();
  }
}
