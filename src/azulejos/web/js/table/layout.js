/**
 * What stands on the page; where, `css/table.css` says. Wide windows and tablets show all of it; on phones the table itself
 * is shown, and the rest is one tap away.
 *
 * @import { Table } from '../messages.js'
 */

import { icon } from '../art/icons.js';
import { AzBoard } from '../board/board.js';
import { AzOffer } from '../board/offer.js';
import { AzTrack } from '../board/track.js';
import { fill, h, set } from '../dom.js';
import { t } from '../text/catalogue.js';
import { EndingPlace } from './ending-place.js';
import { Players } from './panels/players.js';
import { Supply } from './panels/supply.js';

/** @typedef {'table' | 'others' | 'log'} Tab */

/** What is to be measured with the next frame. @type {Set<HTMLElement>} */
const changed = new Set();

/**
 * What scrolls can be scrolled by keyboard too. Measured with the next frame, when all is laid out
 * anyway: to measure at once would lay out the whole table for it, several times a move.
 *
 * @param {HTMLElement} element
 */
export function scrollableByKey(element) {
  if (!changed.size) requestAnimationFrame(measure);
  changed.add(element);
}

function measure() {
  const scrolls = [...changed].map((element) => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
    return { element, is: scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1 };
  });
  changed.clear();
  for (const { element, is } of scrolls) {
    if (is) element.tabIndex = 0;
    else if (document.activeElement !== element) element.removeAttribute('tabindex');
  }
}

/** @template {AzOffer | AzBoard | AzTrack} W @param {W} widget @param {string} look */
function patient(widget, look) {
  widget.patient = true;
  return set(widget, { class: look });
}

export class Layout {
  /** @param {Table} table @param {() => void} opened Called when another tab is shown. */
  constructor(table, opened) {
    this.opened = opened;
    this.title = h('h1', { class: 'hush', tabindex: '-1' });
    this.offer = patient(new AzOffer(), 'offer');
    this.large = patient(new AzBoard(), 'large');
    this.small = table.seats.slice(1).map(() => patient(new AzBoard(), 'small'));
    this.track = patient(new AzTrack(), 'track');
    this.supply = new Supply(table.rules.includes('joker'));
    this.together = true;
    this.ending = new EndingPlace();
    /** Whose board was asked for last. */
    this.player = 0;
    this.players = new Players((player) => this.openBoard(player), () => this.open(this.tab === 'log' ? 'table' : 'log'));
    this.elsewhere = (/** @type {number} */ player) => this.players.chipOf(player);
    this.back = h('button', { class: 'button button-main back', 'data-tab': 'table', onclick: () => this.open('table') });
    this.others = h('div', { class: 'others', role: 'group', tabindex: '-1', onscroll: () => this.swiped() }, this.small);
    this.element = h('div', { class: 'table', 'data-players': table.seats.length, 'data-tab': 'table' });
  }

  /**
   * @param {{ status: HTMLElement, log: HTMLElement, moveField: HTMLElement }} panels
   * @returns {HTMLElement}
   */
  build({ status, log, moveField }) {
    return fill(this.element,
      this.title,
      this.players.strip,
      h('div', { class: 'offer-area' }, this.offer),
      status,
      this.large,
      this.others,
      h('div', { class: 'scores card' }, this.players.ranking, this.track, this.supply.element),
      h('div', { class: 'story card' }, moveField, log),
      this.back,
      this.ending.element);
  }

  get tab() {
    return this.element.dataset.tab;
  }

  /** @param {Tab} tab */
  open(tab) {
    this.element.dataset.tab = tab;
    this.render();
    this.opened();
  }

  /** Once more: back to the table. @param {number} player */
  openBoard(player) {
    const again = this.tab === 'others' && this.player === player;
    this.player = player;
    this.open(again ? 'table' : 'others');
    this.small.find((board) => board.dataset.player === String(player))?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }

  /** Another board came into sight by a finger. */
  swiped() {
    const middle = this.others.getBoundingClientRect().left + this.others.clientWidth / 2;
    const shown = Number(this.small.find((board) => board.getBoundingClientRect().right > middle)?.dataset.player);
    if (!shown || shown === this.player || this.tab !== 'others') return;
    this.player = shown;
    this.render();
  }

  render() {
    fill(this.title, t('table.title'));
    fill(this.back, icon('back'), t('table.tab.table'));
    set(this.others, { 'aria-label': t('table.tab.others') });
    scrollableByKey(this.others);
    this.players.mark(this.tab ?? '', this.player);
  }
}
