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
import { announce } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { switchRow } from '../forms.js';
import { reducedMotion, settings } from '../settings.js';
import { t } from '../text/catalogue.js';

/** @type {readonly Phrase[]} */
const PHRASES = [
  'hello', 'good_luck', 'nice_move', 'well_played', 'thanks', 'sorry', 'oops', 'thinking', 'your_turn', 'be_right_back', 'again', 'bye',
];
/** @type {Partial<Record<Phrase, string>>} */
const REACTIONS = { thumbs_up: '👍', smile: '🙂', laugh: '😂', wow: '😮', sad: '😢', clap: '👏', heart: '❤️', party: '🎉' };
const SHOWN = 6000;
const FADE = 400;
/** So many muted seats are remembered. */
const MOST = 60;

export class Phrases {
  /** @param {Store} store @param {Stage} stage @param {Controls} controls @param {(phrase: Phrase) => void} say */
  constructor(store, stage, controls, say) {
    this.store = store;
    this.stage = stage;
    this.say = say;
    this.opener = h('button', { class: 'button control', popovertarget: 'talk', 'data-action': 'talk' });
    this.sheet = h('div', { id: 'talk', class: 'table-menu talk', popover: 'auto', role: 'dialog' });
    this.sheet.addEventListener('toggle', (event) => {
      if (/** @type {ToggleEvent} */ (event).newState !== 'open') return;
      this.fill();
      controls.place(this.sheet, this.opener);
      this.sheet.querySelector('button')?.focus();
    });
    /** What is in the air, by seat. @type {Map<number, HTMLElement>} */
    this.bubbles = new Map();
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
      h('div', { class: 'talk-signs' }, Object.entries(REACTIONS).map(([code, sign]) => (
        this.button(/** @type {Phrase} */ (code), sign, 'icon-button')))),
      h('div', { class: 'talk-words' }, PHRASES.map((code) => this.button(code, t(`company.say.${code}`), 'table-menu-item'))),
      h('div', { class: 'talk-mute' },
        switchRow(t('company.mute.all'), settings.get('mute'), (on) => settings.set('mute', on)),
        others.length > 1 && others.map(({ seat }) => (
          switchRow(t('company.mute.seat', { name: store.nameOf(seat) }), this.muted(seat), (on) => this.mute(seat, on))))));
  }

  /** @param {Phrase} code @param {string} text @param {string} look */
  button(code, text, look) {
    const send = () => {
      this.sheet.hidePopover();
      this.say(code);
    };
    return h('button', {
      class: look, 'data-say': code, 'aria-label': t(`company.say.${code}`), title: REACTIONS[code] && t(`company.say.${code}`), onclick: send,
    }, text);
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
    if (on) this.removeBubble(seat);
  }

  /** Somebody says something. @param {number} seat @param {Phrase} phrase */
  said(seat, phrase) {
    const { store } = this;
    if (!store.isMine(seat) && (settings.get('mute') || this.muted(seat))) return;
    const words = t(`company.say.${phrase}`);
    announce(t('company.said', { name: store.nameOf(seat), words }));
    this.removeBubble(seat);
    const sign = REACTIONS[phrase];
    const bubble = h('div', { class: ['bubble', sign && 'is-sign'], 'data-said': phrase, 'data-seat': seat, 'aria-hidden': 'true' },
      h('b', { class: 'bubble-name' }, store.nameOf(seat)), h('span', null, sign ?? words));
    this.bubbles.set(seat, bubble);
    this.place();
    if (!reducedMotion()) bubble.animate({ opacity: [0, 1], scale: [0.7, 1] }, { duration: 160, easing: 'ease-out' });
    setTimeout(() => this.fade(seat, bubble), SHOWN);
  }

  /** @param {number} seat @param {HTMLElement} bubble */
  fade(seat, bubble) {
    const end = () => {
      bubble.remove();
      if (this.bubbles.get(seat) === bubble) this.bubbles.delete(seat);
    };
    if (reducedMotion() || !bubble.isConnected) end();
    else bubble.animate({ opacity: [1, 0] }, { duration: FADE, fill: 'forwards' }).onfinish = end;
  }

  /** @param {number} seat */
  removeBubble(seat) {
    this.bubbles.get(seat)?.remove();
    this.bubbles.delete(seat);
  }

  /** Boards change their places; where the speaker's is not in sight, mine carries it, with a name. */
  place() {
    const { stage } = this;
    for (const [seat, bubble] of this.bubbles) {
      if (bubble.dataset.placed && !bubble.isConnected) continue; // Another one has taken its place.
      bubble.dataset.placed = 'true';
      const own = stage.boardOf(seat);
      const seen = own.offsetWidth > 0;
      const grid = (seen ? own : stage.widgets.large).querySelector('.ab-grid');
      bubble.classList.toggle('is-guest', !seen);
      if (!grid || bubble.parentElement === grid) continue;
      grid.querySelectorAll('.bubble').forEach((other) => other.remove());
      grid.append(bubble);
    }
  }

  update() {
    const { store } = this;
    this.opener.hidden = store.watching;
    this.place();
  }

  remove() {
    this.opener.remove();
    this.sheet.remove();
  }
}
