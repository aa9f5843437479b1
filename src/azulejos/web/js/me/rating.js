/**
 * How the reader gets on against the bots: a rating for each kind of game, its course as a drawing with the levels
 * beside it, and what was best so far.
 *
 * @import { About, Bests, OwnRating, Statistics } from '../messages.js'
 */

import { h, svg } from '../dom.js';
import { kindOf } from '../start/level-rating.js';
import { rulesText } from '../start/new-table.js';
import { levelName, locale, t } from '../text/catalogue.js';

const WIDTH = 380;
const HEIGHT = 160;
const RIGHT = 100;
const EDGE = 12;
/** Two names of levels keep this distance, in units of the drawing. */
const APART = 15;
/** Standard errors to each side, within which the truth lies 19 times in 20. */
const LIKELY = 2;

/** @param {Statistics} found @param {About} about */
export function ratingBody({ ratings }, about) {
  if (!ratings.length) return [h('p', { class: 'room-facts' }, t('meeting.me.rating.none'))];
  return [
    h('p', { class: 'room-facts' }, t('meeting.me.rating.about')),
    ...ratings.map((rating) => ratingFigure(rating, about)),
  ];
}

/** @param {OwnRating} rating @param {About} about */
function ratingFigure(rating, about) {
  const { elo, deviation, provisional, games, peak, rules, players } = rating;
  const [low, high] = [elo - LIKELY * deviation, elo + LIKELY * deviation];
  return h('figure', { class: 'me-rating' },
    h('figcaption', null,
      h('span', { class: 'me-rating-kind' }, [t.count('meeting.me.players', players), ...rulesText(rules)].join(' · ')),
      h('strong', { class: 'me-rating-value' }, elo),
      h('span', { class: 'me-rating-facts' }, [
        t('meeting.me.rating.between', { low, high }), t.count('meeting.me.rating.games', games),
        peak !== null && t('meeting.me.rating.peak', { elo: peak }),
      ].filter(Boolean).join(' · ')),
      provisional && h('span', { class: 'me-rating-facts' }, t('meeting.me.rating.provisional'))),
    rating.course.length > 1 && course(rating, about.ratings[kindOf(rules, players)] ?? {}));
}

/**
 * A line through the ratings, with a band for how uncertain they were.
 *
 * @param {OwnRating} rating
 * @param {Record<string, number>} levels
 */
function course({ course: points }, levels) {
  const elos = points.map(({ elo }) => elo);
  const low = Math.min(...points.map(({ elo, deviation }) => elo - deviation));
  const high = Math.max(...points.map(({ elo, deviation }) => elo + deviation));
  /** @param {number} index */
  const x = (index) => EDGE + (index / (points.length - 1)) * (WIDTH - RIGHT - 2 * EDGE);
  /** @param {number} elo */
  const y = (elo) => EDGE + ((high - elo) / Math.max(1, high - low)) * (HEIGHT - 2 * EDGE);
  /** @param {(point: OwnRating['course'][number]) => number} value */
  const line = (value) => points.map((point, index) => `${x(index).toFixed(1)},${y(value(point)).toFixed(1)}`);
  const band = [...line(({ elo, deviation }) => elo + deviation), ...line(({ elo, deviation }) => elo - deviation).reverse()];
  const label = t('meeting.me.rating.course', { first: elos[0], last: elos.at(-1), most: Math.max(...elos) });
  return svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'rating-course', role: 'img', 'aria-label': label },
    svg('polygon', { class: 'rating-band', points: band.join(' ') }),
    shownLevels(levels, low, high, y).map(([name, height]) => svg('g', {},
      svg('line', { class: 'curve-grid', x1: EDGE, x2: WIDTH - RIGHT, y1: height, y2: height }),
      svg('text', { class: 'curve-number', x: WIDTH - RIGHT + 6, y: height + 4 }, levelName(name)))),
    svg('polyline', { class: 'rating-line', points: line(({ elo }) => elo).join(' ') }),
    svg('circle', { class: 'rating-now', cx: x(points.length - 1), cy: y(elos.at(-1) ?? 0), r: 4.5 }));
}

/**
 * Those beside the course, without such as would lie on each other.
 *
 * @param {Record<string, number>} levels
 * @param {number} low
 * @param {number} high
 * @param {(elo: number) => number} y
 */
function shownLevels(levels, low, high, y) {
  /** @type {[string, number][]} */
  const shown = [];
  for (const [name, elo] of Object.entries(levels)) {
    const height = y(elo);
    if (elo >= low && elo <= high && Math.abs(height - (shown.at(-1)?.[1] ?? Infinity)) >= APART) shown.push([name, height]);
  }
  return shown;
}

/**
 * Streaks and bests, as figures; those that were not reached yet are left out.
 *
 * @param {Statistics} found
 * @returns {[string, import('../dom.js').Child][]} Keys of their names, and what they are.
 */
export function bestFigures({ best, streak, longest_streak: longest, bests }) {
  return /** @type {[string, import('../dom.js').Child][]} */ ([
    ['meeting.me.best', bests.score ? gameLink(bests.score, String(bests.score.points)) : best],
    longest > 1 && ['meeting.me.streak', t('meeting.me.streak.value', { now: streak, most: longest })],
    bests.margin && ['meeting.me.margin', gameLink(bests.margin, t.count('meeting.me.margin.value', bests.margin.points))],
    bests.level && ['meeting.me.beaten', gameLink(bests.level, levelName(bests.level.level))],
  ].filter(Boolean));
}

/** @param {NonNullable<Bests['margin' | 'level']>} best @param {string} words */
function gameLink({ table, at }, words) {
  const day = new Date(at).toLocaleDateString(locale(), { dateStyle: 'medium' });
  return h('a', { href: `/table/${table}`, title: t('meeting.me.look', { day }) }, words);
}
