/**
 * Where the points of a finished game came from, player by player, and how the scores went round by round.
 *
 * @import { Result, Sources } from '../messages.js'
 * @import { Store } from '../play/store.js'
 */

import { signElement } from '../board/sign.js';
import { h } from '../dom.js';
import { signed } from '../play/choices.js';
import { signOf } from '../play/models.js';
import { t } from '../text/catalogue.js';
import { curveSvg } from './curve.js';

/** @type {readonly (keyof Sources)[]} */
const KINDS = ['tiles', 'rows', 'columns', 'colours', 'floor'];

/** @param {Store} store @param {Result} result */
export function pointsView(store, result) {
  return h('div', { class: 'ending-points' },
    h('div', { class: 'card' },
      sourcesTable(store, result),
      h('ul', { class: 'source-legend', 'aria-hidden': 'true' }, KINDS.map((kind) => h('li', null, swatch(kind), t(`table.sources.${kind}`))))),
    h('div', { class: 'card' },
      h('h3', { class: 'panel-title' }, t('table.curve')),
      curveSvg(result.curve.map((scores, index) => ({ name: store.nameOf(index + 1), scores, ...signOf(store, index + 1) })))));
}

/** Best first, those who resigned last. @param {Store} store @param {Result} result */
function sourcesTable(store, result) {
  const resigned = (/** @type {number} */ player) => Number(store.seat(player)?.resigned ?? false);
  const order = result.scores.map((_, index) => index + 1)
    .sort((a, b) => resigned(a) - resigned(b) || rank(result, b) - rank(result, a));
  const most = Math.max(1, ...result.sources.map(gained));
  return h('table', { class: 'sources' },
    h('caption', { class: 'hush' }, t('table.sources')),
    h('thead', null, h('tr', null,
      h('th', { scope: 'col' }, h('span', { class: 'hush' }, t('table.sources.player'))),
      KINDS.map((kind) => h('th', { scope: 'col' }, swatch(kind), h('span', { class: 'hush' }, t(`table.sources.${kind}`)))),
      h('th', { scope: 'col' }, h('span', { class: 'hush' }, t('table.sources.total'))))),
    h('tbody', null, order.map((player) => [
      h('tr', { class: [result.winners.includes(player) && 'is-winner'], 'data-player': player },
        h('th', { scope: 'row' }, signElement(signOf(store, player)), ' ', store.nameOf(player), store.seat(player)?.resigned && h('small', null, ` ${t('company.note.resigned')}`)),
        KINDS.map((kind) => h('td', { 'data-source-of': kind }, number(kind, result.sources[player - 1]?.[kind] ?? 0))),
        h('td', { class: 'source-total' }, result.scores[player - 1])),
      h('tr', { class: 'bar-row', 'aria-hidden': 'true' }, h('td', { colspan: KINDS.length + 2 }, bar(result.sources[player - 1], most))),
    ]).flat()));
}

/** @param {keyof Sources} kind */
const swatch = (kind) => h('span', { class: `swatch source-${kind}`, 'aria-hidden': 'true' });

/** Winners before others of equal points. @param {Result} result @param {number} player */
const rank = (result, player) => (result.scores[player - 1] ?? 0) + (result.winners.includes(player) ? 0.5 : 0);

/** @param {Sources} sources */
const gained = ({ tiles, rows, columns, colours }) => tiles + rows + columns + colours;

/** @param {keyof Sources} kind @param {number} points */
const number = (kind, points) => (kind === 'floor' && points ? signed(points) : String(points));

/** Points gained as parts of one bar; what the floor took is hatched at its end. @param {Sources | undefined} sources @param {number} most */
function bar(sources, most) {
  return h('div', { class: 'bar' }, KINDS.map((kind) => {
    const points = sources?.[kind];
    if (!points) return null;
    const width = `${(100 * Math.abs(points)) / most}%`;
    return h('span', { class: `bar-part source-${kind}`, style: { width, 'margin-left': kind === 'floor' ? `-${width}` : '' } });
  }));
}
