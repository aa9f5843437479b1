/**
 * Luck and skill, how well everybody played, and what kinds of mistakes there were: numbers that add up, with bars.
 *
 * @import { MistakeName, PlayDocument, ReviewDocument } from '../messages.js'
 * @import { Currency } from './curve.js'
 * @import { Names } from './words.js'
 */

import { h } from '../dom.js';
import { t } from '../text/catalogue.js';
import { changeText, valueText } from './curve.js';
import { percent } from './numbers.js';
import { ledgerSentence, levelText, roundedAccount } from './words.js';

/** @type {readonly MistakeName[]} */
const KINDS = ['wall', 'floor', 'colours', 'tempo', 'end'];
const WRONG = /** @type {const} */ (['inaccuracy', 'mistake', 'blunder']);

/** @param {ReviewDocument} review @param {number} seat @param {Currency} currency @param {Names} names */
export function ledger(review, seat, currency, names) {
  const found = review.ledgers[seat - 1];
  if (!found) return [];
  const account = roundedAccount(found[currency], currency === 'chance' ? 3 : 1);
  const others = account.errors.flatMap((error, index) => (
    index + 1 === seat ? [] : [[t('review.column.errors_of', { name: names.nameOf(index + 1) }), error]]
  ));
  const rows = /** @type {[string, number][]} */ ([
    [t('review.column.deals'), account.luck], [t('review.column.own'), account.errors[seat - 1] ?? 0], ...others, [t('review.column.rest'), account.remainder],
  ]);
  const most = Math.max(...rows.map(([, value]) => Math.abs(value)), currency === 'chance' ? 0.01 : 1);
  /** @param {string} name @param {string} text @param {number | null} part */
  const row = (name, text, part) => h('tr', { class: part === null && 'review-total' },
    h('th', { scope: 'row' }, name), h('td', { class: 'review-amount' }, text),
    h('td', { class: 'review-bar-cell', 'aria-hidden': 'true' },
      part !== null && h('span', { class: ['review-bar', part < 0 && 'is-loss'], style: { '--part': Math.abs(part) } })));
  /** @param {number} value */
  const whole = (value) => (currency === 'chance' ? percent(value) : changeText(value, currency));
  return [
    h('p', { class: 'review-sentence' }, ledgerSentence(review, seat, names)),
    h('table', { class: 'review-ledger-table' },
      h('caption', { class: 'hush' }, t('review.ledger')),
      h('tbody', null,
        row(t('review.column.seat'), whole(account.seat), null),
        rows.map(([name, value]) => row(name, changeText(value, currency), value / most)),
        row(t('review.column.result'), whole(account.result), null))),
  ];
}

/** @param {ReviewDocument} review @param {number} seat Whose view it is: that player comes first. @param {Names} names */
export function playing(review, seat, names) {
  const order = [...review.play].sort((one, other) => Number(other.player === seat) - Number(one.player === seat));
  return h('ul', { class: 'review-players' }, order.map((play) => h('li', { class: play.player === seat && 'is-seen' }, player(play, names))));
}

/** @param {PlayDocument} play @param {Names} names */
function player(play, names) {
  const { loss, interval, decisions, judgements, level } = play;
  const [low = 0, high = 0] = interval ?? [];
  return [
    h('h3', null, names.nameOf(play.player)),
    level && h('p', { class: 'review-level' }, levelText(level, play.player, names)),
    h('dl', { class: 'review-counts' },
      loss !== null && pair(t('review.column.lost'), `${percent(loss)} (${percent(low)} … ${percent(high)})`),
      pair(t('review.column.decisions'), String(decisions)),
      WRONG.map((name) => pair(t(`review.column.${name}`), String(judgements[name] ?? 0)))),
  ];
}

/** @param {string} name @param {string} value */
const pair = (name, value) => h('div', null, h('dt', null, name), h('dd', null, value));

/** What each kind of mistake cost, the dearest first; nothing where there was none. @param {Record<string, number>} costs @param {string} caption */
export function kindBars(costs, caption) {
  const rows = KINDS.map((kind) => ({ kind, cost: costs[kind] ?? 0 })).filter(({ cost }) => cost >= 0.0005)
    .sort((one, other) => other.cost - one.cost);
  if (!rows.length) return null;
  const most = Math.max(...rows.map(({ cost }) => cost));
  return h('table', { class: 'review-kinds' },
    h('caption', null, caption),
    h('tbody', null, rows.map(({ kind, cost }) => h('tr', null,
      h('th', { scope: 'row' }, t(`review.kind.${kind}`)),
      h('td', { class: 'review-amount' }, valueText(cost, 'chance')),
      h('td', { class: 'review-bar-cell', 'aria-hidden': 'true' }, h('span', { class: 'review-bar is-loss', style: { '--part': cost / most } }))))));
}
