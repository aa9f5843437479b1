/**
 * <az-track>: the score track, 0 to 100, with a marker for every player where their points are. Beyond 100 a marker starts
 * over, in a double ring. Markers that would hide each other stand side by side, with their feet on their steps.
 */

import { fill, h, set } from '../dom.js';
import { standsOf } from './markers.js';
import { signElement } from './sign.js';
import { at } from './view.js';
import { Widget } from './widget.js';

/** @typedef {import('./models.js').TrackModel} TrackModel */

const STEPS = 100;
/** So far beyond the ends of the rail a marker may stand, in pixels. */
const ASIDE = 5;

/**
 * The step that a score is on: 0 to 100, then again from 1.
 * @param {number} score
 */
const stepOf = (score) => (score <= STEPS ? score : ((score - 1) % STEPS) + 1);

/** @extends {Widget<TrackModel>} */
export class AzTrack extends Widget {
  /** @type {HTMLElement[]} */
  #markers = [];
  #rail = h('div', { class: 'at-rail' });
  /** As the page was laid out last: to ask for them would lay it out again. */
  #width = 0;
  #markerWidth = 0;
  #placed = '';
  #resized = new ResizeObserver(([entry]) => {
    this.#width = entry?.contentRect.width ?? 0;
    this.#markerWidth = 0;
    this.#place();
  });

  /** @override */
  connectedCallback() {
    super.connectedCallback();
    this.#resized.observe(this.#rail);
  }

  disconnectedCallback() {
    this.#resized.disconnect();
  }

  /** @override */
  build() {
    set(this, { role: 'img' });
    for (let step = 0; step <= STEPS; step += 10) {
      this.#rail.append(h('span', { class: ['at-number', step % 20 > 0 && 'at-odd'], style: { '--at': step / STEPS } }, step));
    }
    this.append(this.#rail);
  }

  /** @override @param {TrackModel} model */
  draw({ players, label }) {
    const scores = players.map(({ name, score }) => `${name} ${score}`).join(', ');
    set(this, { 'aria-label': label ? `${label}: ${scores}` : scores, style: { '--players': players.length } });
    while (this.#markers.length > players.length) this.#markers.pop()?.remove();
    while (this.#markers.length < players.length) {
      const marker = h('span');
      this.#rail.append(marker);
      this.#markers.push(marker);
    }
    players.forEach(({ score, active, sign }, i) => {
      const marker = at(this.#markers, i);
      const look = ['at-head', `seat-${sign.seat}`, sign.mine && 'is-mine', active && 'is-active', score > STEPS && 'is-again'];
      set(marker, { class: look, style: { '--seat': sign.tone } });
      fill(marker, signElement(sign));
    });
    this.#place();
  }

  #place() {
    const width = (this.#width ||= this.patient ? 0 : this.#rail.clientWidth);
    if (!this.model || !width) return;
    const steps = this.model.players.map(({ score }) => stepOf(score) / STEPS);
    const placed = `${steps.join()} ${width}`;
    if (this.#placed === placed) return;
    this.#placed = placed;
    this.#markerWidth ||= at(this.#markers, 0).offsetWidth;
    const stands = standsOf(steps.map((step) => step * width), this.#markerWidth + 1, { low: -ASIDE, high: width + ASIDE });
    this.#markers.forEach((marker, i) => {
      const { x, level } = at(stands, i);
      set(marker, { style: { '--at': at(steps, i), '--aside': `${x - at(steps, i) * width}px`, '--level': level } });
    });
  }
}

customElements.define('az-track', AzTrack);
