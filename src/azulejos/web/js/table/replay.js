/**
 * The session of a game that was played: earlier positions, step by step, by round, by a slider, or by itself. The live game
 * goes on behind it; what is looked at changes nothing. Fetched when somebody first looks back.
 *
 * @import { Replay as Recorded } from '../messages.js'
 * @import { Session } from '../play/session.js'
 * @import { Store } from '../play/store.js'
 */

import { icon } from '../art/icons.js';
import { announce, toast, toastError } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { api, problem } from '../net/api.js';
import { entryLines, entryWords } from '../play/transcript.js';
import { settings } from '../settings.js';
import { t } from '../text/catalogue.js';
import { scrollableByKey } from './layout.js';

/** @typedef {'first' | 'round_back' | 'back' | 'play' | 'next' | 'round_next' | 'last'} Button */
/** @type {readonly Button[]} */
const BUTTONS = ['first', 'round_back', 'back', 'play', 'next', 'round_next', 'last'];
const TEMPO = 1600;

/** @implements {Session} */
export class Replay {
  remote = false;
  /** @type {Recorded | null} */
  recorded = null;
  /** The number of the message after which it was fetched. */
  number = -1;
  gone = false;
  /** @type {ReturnType<typeof setInterval> | undefined} */
  timer = undefined;

  /** @param {Store} store Of the live game. @param {HTMLElement} element Where its buttons go. */
  constructor(store, element) {
    this.store = store;
    this.element = element;
    this.text = h('p', { class: 'replay-text' });
    this.count = h('p', { class: 'replay-count' });
    this.slider = h('input', { type: 'range', class: 'replay-slider', min: '0', step: '1', oninput: () => this.go(Number(this.slider.value)) });
    this.buttons = new Map(BUTTONS.map((name) => [name, h('button', {
      class: 'icon-button', 'data-replay': name, onclick: () => this.press(name),
    })]));
    this.close = h('button', { class: 'button button-main button-small', 'data-replay': 'close', onclick: () => this.leave() });
    fill(element,
      h('div', { class: 'replay-top' }, this.count, this.close), this.text,
      h('div', { class: 'replay-bar' }, this.slider, h('div', { class: 'replay-buttons' }, [...this.buttons.values()])));
    this.render();
  }

  /** Nobody moves in the past. */
  async play() {
    return problem('no_move_due', 'nobody is to move now');
  }

  async undo() {
    toast(t('undo.none'));
  }

  async hint() {
    return null;
  }

  get last() {
    return this.recorded?.plies.length ?? 0;
  }

  get ply() {
    return this.store.state.look?.ply ?? 0;
  }

  get running() {
    return this.timer !== undefined;
  }

  /** Fetches the game, once a message, and shows a position of it. @param {number} ply */
  async open(ply) {
    try {
      if (!this.recorded || this.number !== this.store.now.number) {
        const { number } = this.store.now;
        this.recorded = await api.replay(this.store.table.id);
        this.number = number;
      }
    } catch (error) {
      if (!this.gone) toastError(error);
      return;
    }
    if (!this.gone) this.go(ply);
  }

  /** @param {number} ply */
  go(ply) {
    if (!this.recorded || this.gone) return;
    const at = Math.max(0, Math.min(ply, this.last));
    const { entry = null, state = this.recorded.start } = this.recorded.plies[at - 1] ?? {};
    this.store.dispatch({ type: 'look', look: { ply: at, last: this.last, entry, state } });
    announce(entry ? entryWords(entry, this.store) : t('table.replay.start'));
  }

  focus() {
    this.buttons.get('next')?.focus({ preventScroll: true });
  }

  leave() {
    this.stop();
    this.recorded = null;
    if (this.store.state.look) this.store.dispatch({ type: 'look', look: null });
  }

  /** The first ply of the round before or after. @param {-1 | 1} way */
  roundFrom(way) {
    const deals = (this.recorded?.plies ?? []).filter(({ entry }) => !entry.player).map(({ entry }) => entry.ply);
    if (way > 0) return deals.find((ply) => ply > this.ply) ?? this.last;
    return deals.filter((ply) => ply < this.ply).at(-1) ?? 0;
  }

  /** @param {Button} name */
  press(name) {
    if (name === 'play') return this.running ? this.stop() : this.start();
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
      if (this.ply >= this.last || !this.store.state.look) this.stop();
      else this.go(this.ply + 1);
    }, TEMPO / (settings.get('speed') || 4));
    this.update();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = undefined;
    this.update();
  }

  /** One a line. */
  lines() {
    const entry = this.store.state.look?.entry;
    return entry ? entryLines(entry, this.store).map(({ text }) => text) : [t('table.replay.start')];
  }

  render() {
    this.element.setAttribute('aria-label', t('table.replay'));
    this.slider.setAttribute('aria-label', t('table.replay.slider'));
    this.update();
  }

  update() {
    const { look } = this.store.state;
    if (!look) return;
    fill(this.count, t('table.replay.count', { ply: look.ply, last: look.last }));
    fill(this.text, this.lines().map((line) => h('span', null, line)));
    scrollableByKey(this.text);
    fill(this.close, this.store.now.result ? t('table.replay.result') : t('table.replay.close'));
    this.slider.max = String(look.last);
    this.slider.value = String(look.ply);
    this.slider.setAttribute('aria-valuetext', this.lines()[0] ?? '');
    for (const [name, button] of this.buttons) {
      const sign = name === 'play' && this.running ? 'pause' : name;
      fill(button, icon(sign));
      button.setAttribute('aria-label', t(`table.replay.${sign}`));
      button.title = t(`table.replay.${sign}`);
    }
  }

  remove() {
    this.gone = true;
    this.stop();
  }
}
