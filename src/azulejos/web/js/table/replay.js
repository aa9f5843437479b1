/**
 * Looking at earlier positions: step by step, by round, by a slider, or by itself. The game goes on
 * behind it; what is looked at changes nothing.
 *
 * @import { Replay as Whole } from '../messages.js'
 * @import { Store } from '../play/store.js'
 */

import { announce, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { api, problemOf } from '../net/api.js';
import { settings } from '../settings.js';
import { errorText, t } from '../text/catalogue.js';
import { icon } from '../art/icons.js';
import { reachable } from './layout.js';
import { entryLines } from '../play/transcript.js';
import { entryWords } from '../play/telling.js';

/** @typedef {'first' | 'round_back' | 'back' | 'play' | 'next' | 'round_next' | 'last'} Button */
/** @type {readonly Button[]} */
const BUTTONS = ['first', 'round_back', 'back', 'play', 'next', 'round_next', 'last'];
const TEMPO = 1600;

export class Replay {
  /** @param {Store} store @param {() => void} changed */
  constructor(store, changed) {
    this.store = store;
    this.changed = changed;
    /** @type {Whole | null} */
    this.whole = null;
    this.number = -1;
    this.gone = false;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.text = h('p', { class: 'replay-text' });
    this.count = h('p', { class: 'replay-count' });
    this.slider = h('input', { type: 'range', class: 'replay-slider', min: '0', step: '1', oninput: () => this.go(Number(this.slider.value)) });
    this.buttons = new Map(BUTTONS.map((name) => [name, h('button', {
      type: 'button', class: 'icon-button', 'data-replay': name, onclick: () => this.press(name),
    })]));
    this.close = h('button', { type: 'button', class: 'button button-main button-small', 'data-replay': 'close', onclick: () => this.leave() });
    this.element = h('div', { class: 'replay', role: 'group', hidden: true },
      h('div', { class: 'replay-top' }, this.count, this.close), this.text,
      h('div', { class: 'replay-bar' }, this.slider, h('div', { class: 'replay-buttons' }, [...this.buttons.values()])));
  }

  get last() {
    return this.whole?.plies.length ?? 0;
  }

  get playing() {
    return this.timer !== undefined;
  }

  /** Fetches the game, once a message, and shows a position of it. @param {number} ply */
  async open(ply) {
    try {
      if (!this.whole || this.number !== this.store.now.number) {
        const { number } = this.store.now;
        this.whole = await api.replay(this.store.table.id);
        this.number = number;
      }
    } catch (error) {
      if (!this.gone) toast(errorText(problemOf(error)), { tone: 'bad' });
      return;
    }
    if (!this.gone) this.go(ply);
  }

  /** @param {number} ply */
  go(ply) {
    if (!this.whole || this.gone) return;
    const at = Math.max(0, Math.min(ply, this.last));
    const found = this.whole.plies[at - 1];
    this.store.look = { ply: at, last: this.last, entry: found?.entry ?? null, state: found?.state ?? this.whole.start };
    this.changed();
    announce(found ? entryWords(found.entry, this.store) : t('table.replay.start'));
  }

  focus() {
    this.buttons.get('next')?.focus({ preventScroll: true });
  }

  leave() {
    this.stop();
    if (!this.store.look) return;
    this.store.look = null;
    this.whole = null;
    this.changed();
  }

  /** The first ply of the round before or after. @param {-1 | 1} way */
  roundFrom(way) {
    const deals = (this.whole?.plies ?? []).filter(({ entry }) => !entry.player).map(({ entry }) => entry.ply);
    const at = this.store.look?.ply ?? 0;
    if (way > 0) return deals.find((ply) => ply > at) ?? this.last;
    return deals.filter((ply) => ply < at).at(-1) ?? 0;
  }

  /** @param {Button} name */
  press(name) {
    const at = this.store.look?.ply ?? 0;
    if (name === 'play') return this.playing ? this.stop() : this.start();
    this.stop();
    const plies = {
      first: 0, round_back: this.roundFrom(-1), back: at - 1, next: at + 1, round_next: this.roundFrom(1), last: this.last,
    };
    return this.go(plies[name]);
  }

  /** Goes on by itself, from the beginning if it is at the end. */
  start() {
    if ((this.store.look?.ply ?? 0) >= this.last) this.go(0);
    this.timer = setInterval(() => {
      const next = (this.store.look?.ply ?? 0) + 1;
      if (next > this.last || !this.store.look) this.stop();
      else this.go(next);
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
    const entry = this.store.look?.entry;
    return entry ? entryLines(entry, this.store).map(({ text }) => text) : [t('table.replay.start')];
  }

  render() {
    this.element.setAttribute('aria-label', t('table.replay'));
    this.slider.setAttribute('aria-label', t('table.replay.slider'));
    this.update();
  }

  update() {
    const { look } = this.store;
    if (!look) return;
    fill(this.count, t('table.replay.count', { ply: look.ply, last: look.last }));
    fill(this.text, this.lines().map((line) => h('span', null, line)));
    reachable(this.text);
    fill(this.close, this.store.now.result ? t('table.replay.result') : t('table.replay.close'));
    this.slider.max = String(look.last);
    this.slider.value = String(look.ply);
    this.slider.setAttribute('aria-valuetext', this.lines()[0] ?? '');
    for (const [name, button] of this.buttons) {
      const sign = name === 'play' && this.playing ? 'pause' : name;
      fill(button, icon(sign));
      button.setAttribute('aria-label', t(`table.replay.${sign}`));
      button.title = t(`table.replay.${sign}`);
    }
  }
}
