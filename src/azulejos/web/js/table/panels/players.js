/**
 * All players in short, where there is no room for their boards: a strip with the others (sign, name, score, whose turn
 * it is), and a list of all by their points. Who is tapped shows their board.
 *
 * @import { Store } from '../../play/store.js'
 */

import { icon } from '../../art/icons.js';
import { signElement } from '../../board/sign.js';
import { fill, h, set } from '../../dom.js';
import { signOf } from '../../play/models.js';
import { t } from '../../text/catalogue.js';

export class Players {
  /** @param {(player: number) => void} open A board is wanted. @param {() => void} openLog */
  constructor(open, openLog) {
    this.open = open;
    this.log = h('button', { class: 'strip-log', 'data-tab': 'log', onclick: openLog });
    this.strip = h('nav', { class: 'strip' });
    this.ranking = h('ol', { class: 'ranking' });
    /** @type {Map<number, HTMLElement>} */
    this.chips = new Map();
    this.drawn = '';
    /** Which panel is shown, and whose board. @type {[string, number]} */
    this.marked = ['', 0];
  }

  /** @param {Store} store */
  show(store) {
    const { turn, phase } = store.shown;
    const active = phase === 'over' ? 0 : turn;
    const others = store.table.seats.map(({ seat }) => seat).filter((seat) => seat !== store.state.viewer);
    const all = store.table.seats.map(({ seat }) => ({
      seat, name: store.nameOf(seat), score: store.board(seat).score, sign: signOf(store, seat), active: seat === active,
    }));
    const drawn = JSON.stringify([t('table.tabs'), all, others]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = this.strip.contains(document.activeElement) ? document.activeElement : null;
    set(this.strip, { 'aria-label': t('table.tabs') });
    fill(set(this.log, { 'aria-label': t('table.tab.log') }), icon('log'));
    fill(this.strip, others.map((seat) => this.chip(all.find((one) => one.seat === seat))), this.log);
    fill(this.ranking, all.toSorted((one, other) => other.score - one.score).map(({ seat, name, score, sign, active: moves }) => (
      h('li', { class: moves && 'is-active' },
        h('span', { class: 'rank' }, all.filter((other) => other.score > score).length + 1),
        signElement(sign), h('span', { class: 'rank-name', 'data-seat': seat }, name), h('strong', null, score)))));
    this.mark(...this.marked);
    if (focused === this.log) this.log.focus();
    else if (focused) this.chips.get(Number(focused.getAttribute('data-seat')))?.focus();
  }

  /** @param {{ seat: number, name: string, score: number, sign: import('../../board/models.js').Sign, active: boolean } | undefined} player */
  chip(player) {
    if (!player) return null;
    const { seat, name, score, sign, active } = player;
    const chip = h('button', {
      class: ['strip-chip', active && 'is-active'], 'data-tab': 'others', 'data-seat': seat, onclick: () => this.open(seat),
      'aria-label': `${t('table.label.board', { name })}, ${t.count('label.score', score)}${active ? `, ${t('table.strip.turn')}` : ''}`,
    }, signElement(sign), h('span', { class: 'strip-name' }, name), h('strong', { class: 'strip-score' }, score));
    this.chips.set(seat, chip);
    return chip;
  }

  /** What stands for a player's board. @param {number} player */
  chipOf(player) {
    return this.chips.get(player) ?? this.strip;
  }

  /** @param {string} tab @param {number} player Whose board is shown. */
  mark(tab, player) {
    this.marked = [tab, player];
    for (const [seat, chip] of this.chips) chip.setAttribute('aria-pressed', String(tab === 'others' && seat === player));
    this.log.setAttribute('aria-pressed', String(tab === 'log'));
  }
}
