/**
 * The curve of a game: a line a player, over all moves and deals; where a round begins there is a mark, and a dot where the
 * reader's costliest decisions were. A press or the slider below it leads to that place. Drawn in pixels, so that its words
 * are as large on a phone as on a desk.
 *
 * @import { WorthDocument } from '../messages.js'
 * @import { Sign } from '../board/models.js'
 */

import { fill, h, set, svg } from '../dom.js';
import { t } from '../text/catalogue.js';
import { percent, signedPercent, signedPoints } from './numbers.js';

/** @typedef {'chance' | 'points'} Currency */
/**
 * @typedef {object} CurveModel
 * @property {WorthDocument[]} curve At first, and after every ply.
 * @property {Currency} currency
 * @property {{ ply: number, round: number }[]} deals
 * @property {number[]} mistakes Plies before which the reader erred most.
 * @property {number} seat Whose mistakes these are.
 * @property {{ name: string, sign: Sign }[]} players
 * @property {number} place After which ply the table is shown.
 * @property {string} text What was done there.
 * @property {boolean} rough Is it only the first look?
 */

const HEIGHT = 200;
const LEFT = 44;
const TOP = 12;
const BOTTOM = 24;
/** Two names at the end keep this distance. */
const APART = 16;

export class Curve {
  /** @param {(place: number) => void} go */
  constructor(go) {
    this.go = go;
    /** @type {CurveModel | null} */
    this.model = null;
    this.drawing = svg('svg', { class: 'review-drawing', 'aria-hidden': 'true', onpointerdown: (/** @type {PointerEvent} */ event) => this.pressed(event) });
    this.slider = h('input', {
      type: 'range', class: 'review-slider', id: 'review-slider', min: '0', step: '1', oninput: () => go(Number(this.slider.value)),
    });
    this.about = h('p', { class: 'review-about' });
    this.element = h('div', { class: 'review-curve-body' }, this.drawing, this.slider, this.about);
    this.width = 0;
    this.resized = new ResizeObserver(() => this.draw());
    this.resized.observe(this.element);
  }

  /** @param {CurveModel} model */
  show(model) {
    this.model = model;
    set(this.slider, { max: model.curve.length - 1, 'aria-label': t('review.slider'), 'aria-valuetext': this.spoken(model) });
    this.slider.value = String(model.place);
    fill(this.about, t(model.currency === 'chance' ? 'review.curve' : 'review.curve.points'));
    this.draw();
  }

  /** The place in words, with what the game was worth there. @param {CurveModel} model */
  spoken({ players, text, ...model }) {
    const worth = players.map(({ name }, index) => `${name} ${valueText(valueAt(model, model.place, index), model.currency)}`);
    return `${text} ${worth.join(', ')}`;
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    const count = (this.model?.curve.length ?? 1) - 1;
    const { left, width } = this.drawing.getBoundingClientRect();
    const part = (event.clientX - left - LEFT) / (width - LEFT - this.right);
    this.go(Math.round(Math.max(0, Math.min(1, part)) * count));
  }

  /** Room for the names. */
  get right() {
    return this.element.clientWidth < 520 ? 72 : 116;
  }

  draw() {
    const { model } = this;
    const width = this.element.clientWidth;
    if (!model || !width) return;
    const scale = new Scale(model, width, this.right);
    set(this.drawing, { viewBox: `0 0 ${width} ${HEIGHT}`, width, height: HEIGHT, class: ['review-drawing', model.rough && 'is-rough'] });
    const names = spread(model.players.map((_, index) => scale.y(valueAt(model, model.curve.length - 1, index))));
    fill(this.drawing,
      scale.steps.map((value) => svg('g', {},
        svg('line', { class: ['curve-grid', value === scale.middle && 'is-middle'], x1: LEFT, x2: width - this.right, y1: scale.y(value), y2: scale.y(value) }),
        svg('text', { class: 'curve-number', x: LEFT - 6, y: scale.y(value) + 4, 'text-anchor': 'end' }, stepText(value, model.currency)))),
      model.deals.map(({ ply, round }) => dealMark(scale.x(ply + 1), round)),
      svg('line', { class: 'review-cursor', x1: scale.x(model.place), x2: scale.x(model.place), y1: TOP - 4, y2: HEIGHT - BOTTOM }),
      model.players.map(({ sign }, index) => svg('polyline', {
        class: ['review-line', `seat-${index + 1}`, sign.mine && 'is-mine'], style: { '--seat': sign.tone || `var(--seat-${index + 1})` },
        points: model.curve.map((_, place) => `${scale.x(place).toFixed(1)},${scale.y(valueAt(model, place, index)).toFixed(1)}`).join(' '),
      })),
      model.mistakes.map((ply, index) => mistakeMark(scale.x(ply), scale.y(valueAt(model, ply, model.seat - 1)), index + 1)),
      model.players.map(({ name, sign }, index) => svg('text', {
        class: ['curve-name', `seat-${index + 1}`, sign.mine && 'is-mine'], x: width - this.right + 8, y: (names[index] ?? 0) + 4,
        style: { '--seat': sign.tone || `var(--seat-${index + 1})` },
      }, short(name, this.right < 100 ? 8 : 14))));
  }

  remove() {
    this.resized.disconnect();
  }
}

/** From places and values to pixels. */
class Scale {
  /** @param {CurveModel} model @param {number} width @param {number} right */
  constructor(model, width, right) {
    const { curve, currency } = model;
    this.count = Math.max(1, curve.length - 1);
    this.room = width - LEFT - right;
    const values = curve.flatMap((worth) => worth.leads);
    const most = Math.max(5, ...values.map(Math.abs));
    const step = [5, 10, 20, 50].find((size) => most / size <= 2.4) ?? 100;
    const top = Math.ceil(most / step) * step;
    this.steps = currency === 'chance' ? [0, 0.5, 1] : [-top, -step, 0, step, top].filter((value, index, all) => all.indexOf(value) === index);
    this.low = currency === 'chance' ? 0 : -top;
    this.high = currency === 'chance' ? 1 : top;
    this.middle = currency === 'chance' ? 0.5 : 0;
  }

  /** @param {number} place */
  x(place) {
    return LEFT + (place / this.count) * this.room;
  }

  /** @param {number} value */
  y(value) {
    return TOP + ((this.high - value) / (this.high - this.low)) * (HEIGHT - TOP - BOTTOM);
  }
}

/** @param {Pick<CurveModel, 'curve' | 'currency'>} model @param {number} place @param {number} index */
export function valueAt({ curve, currency }, place, index) {
  return curve[place]?.[currency === 'chance' ? 'chances' : 'leads'][index] ?? 0;
}

/** @param {number} value @param {Currency} currency */
export const valueText = (value, currency) => (currency === 'chance' ? percent(value, 0) : signedPoints(value));

/** @param {number} value @param {Currency} currency */
export const changeText = (value, currency) => (currency === 'chance' ? signedPercent(value) : signedPoints(value));

/** @param {number} value @param {Currency} currency */
const stepText = (value, currency) => (currency === 'chance' ? percent(value, 0) : `${value > 0 ? '+' : ''}${String(value).replace('-', '−')}`);

/** Where a round begins. @param {number} x @param {number} round */
function dealMark(x, round) {
  return svg('g', { class: 'review-deal' },
    svg('line', { x1: x, x2: x, y1: TOP, y2: HEIGHT - BOTTOM }),
    svg('text', { class: 'curve-number', x, y: HEIGHT - 8, 'text-anchor': 'middle' }, String(round)));
}

/** One of the costliest decisions, by its number. @param {number} x @param {number} y @param {number} number */
function mistakeMark(x, y, number) {
  return svg('g', { class: 'review-dot' },
    svg('circle', { cx: x, cy: y, r: 9 }),
    svg('text', { x, y: y + 4, 'text-anchor': 'middle' }, String(number)));
}

/** @param {string} text @param {number} most */
const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Moves heights apart that would lie on each other. @param {number[]} heights */
export function spread(heights) {
  const order = heights.map((height, index) => ({ height, index })).sort((one, other) => one.height - other.height);
  let lowest = TOP - APART;
  for (const label of order) lowest = label.height = Math.max(label.height, lowest + APART);
  let highest = HEIGHT - BOTTOM + APART;
  for (const label of order.reverse()) highest = label.height = Math.min(label.height, highest - APART);
  const placed = [...heights];
  for (const { height, index } of order) placed[index] = height;
  return placed;
}
