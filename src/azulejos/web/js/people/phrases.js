/**
 * Ready-made phrases and reactions: a small sheet to choose from, and bubbles at the board of who
 * said it. Everybody reads them in their own language; who does not want to, mutes them.
 *
 * @import { Phrase } from '../messages.js'
 * @import { Stage } from '../play/stage.js'
 * @import { Store } from '../play/store.js'
 * @import { Controls } from '../table/controls.js'
 */

import { icon } from '../art/icons.js';
import { reactionSvg, reactions } from '../art/reactions.js';
import { announce } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { switchRow } from '../forms.js';
import { Bubbles } from '../play/bubbles.js';
import { settings } from '../settings.js';
import { t } from '../text/catalogue.js';

/** @type {readonly Phrase[]} */
const PHRASES = [
  'hello', 'good_luck', 'nice_move', 'well_played', 'thanks', 'sorry', 'oops', 'thinking', 'your_turn', 'be_right_back', 'again', 'bye',
];
/** So many muted seats are remembered. */
const MOST = 60;

export class Phrases {
  /** @param {Store} store @param {Stage} stage @param {Controls} controls @param {(phrase: Phrase) => void} say */
  constructor(store, stage, controls, say) {
    this.store = store;
    this.say = say;
    this.opener = h('button', { class: 'button control', popovertarget: 'talk', 'data-action': 'talk' });
    this.sheet = h('div', { id: 'talk', class: 'table-menu talk', popover: 'auto', role: 'dialog' });
    this.sheet.addEventListener('toggle', (event) => {
      if (/** @type {ToggleEvent} */ (event).newState !== 'open') return;
      this.fill();
      controls.place(this.sheet, this.opener);
      this.sheet.querySelector('button')?.focus();
    });
    this.bubbles = new Bubbles(stage);
    this.render();
  }

  render() {
    fill(this.opener, icon('talk'), h('span', { class: 'control-word' }, t('company.say')));
    this.sheet.setAttribute('aria-label', t('company.say'));
    if (this.sheet.matches(':popover-open')) this.fill();
  }

  fill() {
    const { store } = this;
    const others = store.table.seats.filter(({ kind, seat }) => kind === 'person' && !store.isMine(seat));
    fill(this.sheet,
      h('div', { class: 'talk-signs' }, reactions.map((code) => this.button(code, 'icon-button'))),
      h('div', { class: 'talk-words' }, PHRASES.map((code) => this.button(code, 'table-menu-item'))),
      h('div', { class: 'talk-mute' },
        switchRow(t('company.mute.all'), settings.get('mute'), (on) => settings.set('mute', on)),
        others.length > 1 && others.map(({ seat }) => (
          switchRow(t('company.mute.seat', { name: store.nameOf(seat) }), this.muted(seat), (on) => this.mute(seat, on))))));
  }

  /** @param {Phrase} code @param {string} look */
  button(code, look) {
    const words = t(`company.say.${code}`);
    const sign = reactionSvg(code);
    const send = () => {
      this.sheet.hidePopover();
      this.say(code);
    };
    return h('button', {
      class: look, 'data-say': code, 'aria-label': words, title: sign && words, onclick: send,
    }, sign ?? words);
  }

  /** @param {number} seat */
  keyOf(seat) {
    return `${this.store.table.id}/${seat}`;
  }

  /** @param {number} seat */
  muted(seat) {
    return settings.get('muted').includes(this.keyOf(seat));
  }

  /** @param {number} seat @param {boolean} on */
  mute(seat, on) {
    const rest = settings.get('muted').filter((key) => key !== this.keyOf(seat));
    settings.set('muted', on ? [...rest, this.keyOf(seat)].slice(-MOST) : rest);
    if (on) this.bubbles.remove(seat);
  }

  /** Somebody says something. @param {number} seat @param {Phrase} phrase */
  said(seat, phrase) {
    const { store } = this;
    if (!store.isMine(seat) && (settings.get('mute') || this.muted(seat))) return;
    const words = t(`company.say.${phrase}`);
    announce(t('company.said', { name: store.nameOf(seat), words }));
    const sign = reactionSvg(phrase);
    this.bubbles.show(seat, { class: ['bubble', sign && 'is-sign'], 'data-said': phrase }, [
      h('b', { class: 'bubble-name' }, store.nameOf(seat)), h('span', null, sign ?? words),
    ]);
  }

  update() {
    const { store } = this;
    this.opener.hidden = store.watching;
    this.bubbles.place();
  }

  remove() {
    this.opener.remove();
    this.sheet.remove();
  }
}
