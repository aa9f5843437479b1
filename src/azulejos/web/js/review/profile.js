/**
 * How well the reader plays, by all their reviewed games: the level it looks like, its course over the games, and what kinds
 * of mistakes cost most. A card of the reader's own page.
 *
 * @import { Playing } from '../messages.js'
 */

import { h, svg } from '../dom.js';
import { loadRoom, t } from '../text/catalogue.js';
import { ask } from '../net/api.js';
import { percent } from './numbers.js';
import { kindBars } from './tables.js';
import { levelText } from './words.js';

const WIDTH = 420;
const HEIGHT = 120;
const ME = 1;
const NAMES = { nameOf: () => t('shell.you'), you: ME };

/** Fetches what is to be shown; `draw` makes the card in the language of the moment. */
export async function fetchPlaying() {
  const [found] = await Promise.all([ask('GET /api/me/playing'), loadRoom('review')]);
  return () => playingCard(found);
}

/** @param {Playing} found */
export function playingCard(found) {
  const { games, loss, interval, level, kinds } = found;
  const [low = 0, high = 0] = interval ?? [];
  return h('section', { class: 'room-card me-playing', 'aria-labelledby': 'me-playing' },
    h('h2', { id: 'me-playing' }, t('review.me')),
    loss === null ? h('p', { class: 'room-facts' }, t('review.me.none')) : [
      level && h('p', null, levelText(level, ME, NAMES)),
      h('p', { class: 'room-facts' }, t.count('review.me.about', games.length, { loss: percent(loss), low: percent(low), high: percent(high) })),
      games.length > 1 && course(games.map((game) => game.loss)),
      kindBars(kinds, t('review.me.kinds')),
    ]);
}

/** A dot a game, the latest at the right. @param {number[]} losses */
function course(losses) {
  const most = Math.max(0.05, ...losses);
  /** @param {number} index */
  const x = (index) => 40 + (index / (losses.length - 1)) * (WIDTH - 50);
  /** @param {number} loss */
  const y = (loss) => HEIGHT - 10 - (loss / most) * (HEIGHT - 22);
  const points = losses.map((loss, index) => `${x(index).toFixed(1)},${y(loss).toFixed(1)}`).join(' ');
  return h('figure', { class: 'review-course' },
    svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: 'img', 'aria-label': `${t('review.me.course')}: ${losses.map((loss) => percent(loss)).join(', ')}` },
      [0, most].map((value) => svg('g', {},
        svg('line', { class: 'curve-grid', x1: 40, x2: WIDTH - 10, y1: y(value), y2: y(value) }),
        svg('text', { class: 'curve-number', x: 34, y: y(value) + 4, 'text-anchor': 'end' }, percent(value, 0)))),
      svg('polyline', { class: 'review-line is-mine', style: { '--seat': 'var(--cobalt)' }, points }),
      losses.map((loss, index) => svg('circle', { class: 'review-game', cx: x(index), cy: y(loss), r: 4 }))),
    h('figcaption', null, t('review.me.course')));
}
