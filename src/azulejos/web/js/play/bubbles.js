/**
 * What somebody says, in a bubble at their board; it fades by itself. One a player.
 *
 * @import { Child } from '../dom.js'
 * @import { Stage } from './stage.js'
 */

import { h } from '../dom.js';
import { reducedMotion } from '../settings.js';

const SHOWN = 6000;
const FADE = 400;

export class Bubbles {
  /** What is in the air, by seat. @type {Map<number, HTMLElement>} */
  #bubbles = new Map();

  /** @param {Stage} stage */
  constructor(stage) {
    this.stage = stage;
  }

  /** @param {number} seat @param {Record<string, unknown>} attributes @param {Child[]} words */
  show(seat, attributes, words) {
    this.remove(seat);
    const bubble = h('div', { 'data-seat': seat, 'aria-hidden': 'true', ...attributes }, words);
    this.#bubbles.set(seat, bubble);
    this.place();
    if (!reducedMotion()) bubble.animate({ opacity: [0, 1], scale: [0.7, 1] }, { duration: 160, easing: 'ease-out' });
    setTimeout(() => this.#fade(seat, bubble), SHOWN);
  }

  /** @param {number} seat @param {HTMLElement} bubble */
  #fade(seat, bubble) {
    const end = () => {
      bubble.remove();
      if (this.#bubbles.get(seat) === bubble) this.#bubbles.delete(seat);
    };
    if (reducedMotion() || !bubble.isConnected) end();
    else bubble.animate({ opacity: [1, 0] }, { duration: FADE, fill: 'forwards' }).onfinish = end;
  }

  /** @param {number} seat */
  remove(seat) {
    this.#bubbles.get(seat)?.remove();
    this.#bubbles.delete(seat);
  }

  /** Boards change their places; where the speaker's is not in sight, mine carries it, with a name. */
  place() {
    const { widgets } = this.stage;
    for (const [seat, bubble] of this.#bubbles) {
      if (bubble.dataset.placed && !bubble.isConnected) continue; // Another one has taken its place.
      bubble.dataset.placed = 'true';
      const own = this.stage.boardOf(seat);
      const seen = own.offsetWidth > 0;
      const host = widgets.ending?.speakerAt(seat) ?? (seen ? own : widgets.large).querySelector('.ab-grid');
      bubble.classList.toggle('is-guest', !seen);
      if (!host || bubble.parentElement === host) continue;
      host.querySelectorAll('.bubble').forEach((other) => other.remove());
      host.append(bubble);
    }
  }
}
