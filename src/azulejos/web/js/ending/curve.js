/**
 * The scores round by round as a drawing: each player has a line of its own kind and a name at its
 * end, so that nothing depends on colour.
 */

import { svg } from '../dom.js';
import { t } from '../text/catalogue.js';

const WIDTH = 460;
const HEIGHT = 210;
const LEFT = 34;
const RIGHT = 104;
const TOP = 14;
const BOTTOM = 30;
/** Two labels at the end keep this distance. */
const APART = 17;
const STEPS = [5, 10, 20, 25, 50, 100, 200, 500];

/** @typedef {{ name: string, scores: number[], mine: boolean, tone?: string }} Curve */

/** @param {string} text @param {number} most */
const short = (text, most) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** @param {Curve[]} curves @returns {SVGElement} */
export function curveSvg(curves) {
  const rounds = Math.max(1, ...curves.map(({ scores }) => scores.length - 1));
  const highest = Math.max(10, ...curves.flatMap(({ scores }) => scores));
  const step = STEPS.find((size) => highest / size <= 5) ?? 1000;
  const top = Math.ceil(highest / step) * step;
  /** @param {number} round */
  const x = (round) => LEFT + (round / rounds) * (WIDTH - LEFT - RIGHT);
  /** @param {number} score */
  const y = (score) => TOP + (1 - score / top) * (HEIGHT - TOP - BOTTOM);
  const drawing = svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'curve', role: 'img', 'aria-label': t('table.curve.label') });
  for (let score = 0; score <= top; score += step) {
    drawing.append(
      svg('line', { class: 'curve-grid', x1: LEFT, x2: WIDTH - RIGHT, y1: y(score), y2: y(score) }),
      svg('text', { class: 'curve-number', x: LEFT - 6, y: y(score) + 4, 'text-anchor': 'end' }, String(score)),
    );
  }
  const every = Math.ceil(rounds / 10);
  for (let round = every; round <= rounds; round += every) {
    drawing.append(svg('text', { class: 'curve-number', x: x(round), y: HEIGHT - 12, 'text-anchor': 'middle' }, String(round)));
  }
  drawing.append(svg('text', { class: 'curve-axis', x: WIDTH - RIGHT + 12, y: HEIGHT - 12 }, t('table.curve.rounds')));
  curves.forEach((curve, index) => drawing.append(lineOf(curve, index, x, y)));
  const ends = spread(curves.map(({ scores }) => y(scores.at(-1) ?? 0)));
  curves.forEach(({ name, scores, mine, tone = '' }, index) => {
    drawing.append(svg('text', {
      class: ['curve-name', `seat-${index + 1}`, mine && 'is-mine'], x: WIDTH - RIGHT + 12, y: (ends[index] ?? 0) + 4, style: { '--seat': tone },
    }, `${short(name, 9)} ${scores.at(-1) ?? 0}`));
  });
  return drawing;
}

/**
 * @param {Curve} curve
 * @param {number} index
 * @param {(round: number) => number} x
 * @param {(score: number) => number} y
 */
function lineOf({ scores, mine, tone = '' }, index, x, y) {
  const points = scores.map((score, round) => `${x(round).toFixed(1)},${y(score).toFixed(1)}`);
  return svg('g', { class: ['curve-line', `seat-${index + 1}`, mine && 'is-mine'], style: { '--seat': tone } },
    svg('polyline', { points: points.join(' ') }),
    scores.map((score, round) => dot(index, x(round), y(score))));
}

/** The shape of the seat's sign. @param {number} index @param {number} x @param {number} y */
function dot(index, x, y) {
  if (index === 1) return svg('rect', { x: x - 3.2, y: y - 3.2, width: 6.4, height: 6.4 });
  if (index === 2) return svg('path', { d: `M${x} ${y - 4.6}l4.6 4.6-4.6 4.6-4.6-4.6z` });
  if (index === 3) return svg('path', { d: `M${x - 2.2} ${y - 3.8}h4.4l2.2 3.8-2.2 3.8h-4.4l-2.2-3.8z` });
  return svg('circle', { cx: x, cy: y, r: 3.6 });
}

/** Moves heights apart that would lie on each other. @param {number[]} heights */
function spread(heights) {
  const order = heights.map((height, index) => ({ height, index })).sort((a, b) => a.height - b.height);
  order.forEach((label, at) => {
    const above = order[at - 1];
    if (above) label.height = Math.max(label.height, above.height + APART);
  });
  const over = Math.max(0, (order.at(-1)?.height ?? 0) - (HEIGHT - BOTTOM));
  const placed = [...heights];
  for (const { height, index } of order) placed[index] = height - over;
  return placed;
}
