/**
 * How the game ended: who won, where the points came from, how the scores went, and what next.
 *
 * @import { Result, Sources } from '../../messages.js'
 * @import { LiveSession } from '../live-session.js'
 */

import { toneOf } from '../../art/badge.js';
import { fill, h } from '../../dom.js';
import { select } from '../../forms.js';
import { recordAddress } from '../../net/api.js';
import { signed } from '../../play/choices.js';
import { winsText, wonText } from '../../play/transcript.js';
import { language, t } from '../../text/catalogue.js';

/** @type {readonly (keyof Sources)[]} */
const KINDS = ['tiles', 'rows', 'columns', 'colours', 'floor'];

export class ResultPanel {
  /** @param {LiveSession} live @param {() => void} replay */
  constructor(live, replay) {
    this.live = live;
    this.store = live.store;
    this.replay = replay;
    this.element = h('section', { class: 'result card', 'data-panel': 'result', hidden: true });
    this.drawn = '';
    /** Who wants another game, if that is known. */
    this.wanted = '';
  }

  /** @param {boolean} shown Is it seen now? */
  update(shown) {
    const { store } = this;
    const { result } = store.now;
    this.element.hidden = !shown;
    const drawn = [language(), store.now.number, store.table.rematch, store.mine].join('|');
    if (!store.over || drawn === this.drawn) return;
    this.drawn = drawn;
    fill(this.element,
      h('h2', { class: 'result-title' }, result ? wonText(store, result) : t('company.over.abandoned')),
      this.series(),
      result && this.points(result),
      this.next());
  }

  /** @param {Result} result */
  points(result) {
    return [
      this.sources(result),
      h('ul', { class: 'source-legend', 'aria-hidden': 'true' }, KINDS.map((kind) => h('li', null, swatch(kind), t(`table.sources.${kind}`)))),
      h('h3', { class: 'panel-title' }, t('table.curve')),
      this.curve(result),
    ];
  }

  /** Fetched when a game has ended: none has to wait for it before. @param {Result} result */
  curve(result) {
    const { store } = this;
    const place = h('div', { class: 'curve' });
    const curves = result.curve.map((scores, index) => ({
      name: store.nameOf(index + 1), scores, mine: store.single && store.isMine(index + 1), tone: toneOf(store.table.seats[index] ?? { kind: '' }),
    }));
    // Without a connection the rest of the result is there all the same.
    void import('./curve.js').then(({ curveSvg }) => place.replaceWith(curveSvg(curves)), () => {});
    return place;
  }

  /** How the games of this series went. */
  series() {
    const { series } = this.store.table;
    return series && h('p', { class: 'result-series' }, t('company.series', { game: series.game, wins: winsText(this.store) }));
  }

  /** Best first, those who resigned last. @param {Result} result */
  sources(result) {
    const { store } = this;
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
          h('th', { scope: 'row' }, store.nameOf(player), store.seat(player)?.resigned && h('small', null, ` ${t('company.note.resigned')}`)),
          KINDS.map((kind) => h('td', { 'data-source-of': kind }, number(kind, result.sources[player - 1]?.[kind] ?? 0))),
          h('td', { class: 'source-total' }, result.scores[player - 1])),
        h('tr', { class: 'bar-row', 'aria-hidden': 'true' }, h('td', { colspan: KINDS.length + 2 }, bar(result.sources[player - 1], most))),
      ]).flat()));
  }

  next() {
    const { store } = this;
    return h('div', { class: 'result-next' },
      store.continues ? this.together() : this.rematch(),
      h('div', { class: 'result-links' },
        h('button', { class: 'button', 'data-action': 'open-replay', onclick: this.replay }, t('table.replay')),
        h('a', { class: 'button', href: '/' }, t('table.new_game')),
        h('a', { class: 'button', href: recordAddress(store.table.id), download: '' }, t('table.record'))));
  }

  /** The others are asked along: who wants to, follows. */
  together() {
    const { store, live } = this;
    const { rematch } = store.table;
    if (!rematch && store.watching) return null;
    return h('div', { class: 'rematch' },
      h('button', { class: 'button button-main', 'data-action': rematch ? 'follow' : 'rematch', onclick: () => (rematch ? live.follow() : live.rematch(null)) },
        t(rematch ? (store.watching ? 'company.rematch.watch' : 'company.rematch.join') : 'table.rematch')),
      rematch && h('span', { class: 'rematch-told' }, this.wanted ? t('company.news.rematch', { name: this.wanted }) : t('company.rematch.ready')));
  }

  rematch() {
    const { store, live } = this;
    const seats = store.table.seats.map(({ seat }) => /** @type {[number, string]} */ ([seat, store.nameOf(seat)]));
    const starter = select({ id: 'rematch-starter' }, '', [['', t('table.rematch.chance')], ...seats]);
    return h('div', { class: 'rematch' },
      h('button', { class: 'button button-main', 'data-action': 'rematch', onclick: () => live.rematch(Number(starter.value) || null) }, t('table.rematch')),
      h('label', { for: 'rematch-starter' }, t('table.rematch.starter')), starter);
  }
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
