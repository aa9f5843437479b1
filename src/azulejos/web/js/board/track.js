/**
 * <az-track>: the score track, 0 to 100, with a marker for every player. Beyond 100 a marker starts
 * over, in a double ring. Markers that would hide each other move aside; a stem shows their step.
 */

import { fill, h, set } from '../dom.js';
import { at } from './view.js';
import { Widget } from './widget.js';

/** @typedef {import('./models.js').TrackModel} TrackModel */

const STEPS = 100;
const HEAD = 18; // pixels, as in board.css
const SHAPES = ['round', 'square', 'diamond', 'hexagon'];

/**
 * The step that a score is on: 0 to 100, then again from 1.
 * @param {number} score
 */
const stepOf = (score) => (score <= STEPS ? score : ((score - 1) % STEPS) + 1);

/**
 * Points moved as little as need be until they are `apart`, between 0 and `width`.
 * @param {number[]} points
 * @param {number} apart
 * @param {number} width
 */
export function spreadApart(points, apart, width) {
  const order = points.map((_, i) => i).sort((a, b) => at(points, a) - at(points, b) || a - b);
  const moved = [...points];
  for (let round = 0; round < 40; round++) {
    for (let k = 1; k < order.length; k++) {
      const [left, right] = [at(order, k - 1), at(order, k)];
      const lack = apart - (at(moved, right) - at(moved, left));
      if (lack > 0.01) {
        moved[left] = at(moved, left) - lack / 2;
        moved[right] = at(moved, right) + lack / 2;
      }
    }
    for (const i of order) moved[i] = Math.min(width - apart / 2, Math.max(apart / 2, at(moved, i)));
  }
  return moved;
}

/**
 * A sign for each name: its first letter, or the seat's number where letters are equal.
 * @param {string[]} names
 */
function signsOf(names) {
  const letters = names.map((name) => [...name.trim()][0]?.toUpperCase() ?? '');
  return letters.map((letter, i) => (letters.indexOf(letter) === letters.lastIndexOf(letter) ? letter : String(i + 1)));
}

/** @extends {Widget<TrackModel>} */
export class AzTrack extends Widget {
  /** @type {{head: HTMLElement, stem: HTMLElement}[]} */
  #markers = [];
  #rail = h('div', { class: 'at-rail' });
  /** Kept, because asking for it after every score would lay the whole page out again. */
  #width = 0;
  #placed = '';
  #resized = new ResizeObserver(([entry]) => {
    this.#width = entry?.contentRect.width ?? 0;
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
    set(this, { 'aria-label': label ? `${label}: ${scores}` : scores });
    while (this.#markers.length > players.length) {
      const marker = this.#markers.pop();
      marker?.head.remove();
      marker?.stem.remove();
    }
    while (this.#markers.length < players.length) {
      const [head, stem] = [h('span'), h('span')];
      this.#rail.append(stem, head);
      this.#markers.push({ head, stem });
    }
    const signs = signsOf(players.map(({ name }) => name));
    players.forEach(({ score, mine, active, tone = '' }, i) => {
      const { head, stem } = at(this.#markers, i);
      const seat = mine ? 'at-mine' : `at-seat-${i + 1}`;
      set(head, { class: ['at-head', seat, active && 'is-active', score > STEPS && 'is-again'], style: { '--seat': tone } });
      fill(head, h('span', { class: `at-shape at-${SHAPES[i % SHAPES.length]}` }, at(signs, i)));
      set(stem, { class: ['at-stem', seat], style: { '--seat': tone } });
    });
    this.#place();
  }

  #place() {
    const width = (this.#width ||= this.#rail.clientWidth);
    if (!this.model || !width) return;
    const steps = this.model.players.map(({ score }) => (stepOf(score) / STEPS) * width);
    if (this.#placed === steps.join()) return;
    this.#placed = steps.join();
    const size = HEAD + 3;
    const heads = spreadApart(steps, size, width);
    this.#markers.forEach(({ head, stem }, i) => {
      const [to, from] = [at(heads, i), at(steps, i)];
      set(head, { style: { '--at': `${to}px` } });
      set(stem, { style: { '--from': `${Math.min(to, from)}px`, '--at': `${from}px`, '--to': `${Math.abs(to - from)}px` } });
    });
  }
}

customElements.define('az-track', AzTrack);
