/**
 * Where things stand on the page. Wide windows show all of it; on phones the table itself is shown,
 * and the rest is one tap away.
 *
 * @import { Table } from '../messages.js'
 */

import { icon } from '../art/icons.js';
import { AzBoard } from '../board/board.js';
import { AzOffer } from '../board/offer.js';
import { AzTrack } from '../board/track.js';
import { fill, h, set } from '../dom.js';
import { t } from '../text/catalogue.js';
import { Supply } from './panels/supply.js';

/** @typedef {'table' | 'others' | 'scores' | 'log'} Tab */
/** @type {readonly Tab[]} */
const TABS = ['table', 'others', 'scores', 'log'];

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
  const scrolls = [...changed].map((element) => ({ element, is: element.scrollHeight > element.clientHeight + 1 }));
  changed.clear();
  for (const { element, is } of scrolls) {
    if (is) element.tabIndex = 0;
    else if (document.activeElement !== element) element.removeAttribute('tabindex');
  }
}

export class Layout {
  /** @param {Table} table @param {() => void} opened Called when another tab is shown. */
  constructor(table, opened) {
    this.opened = opened;
    this.title = h('h1', { class: 'hush', tabindex: '-1' });
    this.offer = set(new AzOffer(), { class: 'offer' });
    this.large = set(new AzBoard(), { class: 'large' });
    this.small = table.seats.slice(1).map(() => set(new AzBoard(), { class: 'small' }));
    this.track = set(new AzTrack(), { class: 'track' });
    /** Names and scores, where the boards are not in sight. */
    this.figures = h('ul', { class: 'figures' });
    this.supply = new Supply(table.rules.includes('joker'));
    this.buttons = new Map(TABS.map((tab) => [tab, h('button', {
      class: 'tab', 'data-tab': tab, onclick: () => this.open(tab),
    })]));
    this.tabs = h('nav', { class: 'tabs' }, [...this.buttons.values()]);
    this.players = table.seats.length;
    this.others = h('div', { class: 'others', role: 'group', tabindex: '-1' }, this.small);
    /** Stands for boards that are not on the screen. */
    this.elsewhere = this.buttons.get('others') ?? this.tabs;
    this.element = h('div', { class: 'table', 'data-players': this.players, 'data-tab': 'table' });
  }

  /**
   * @param {{ status: HTMLElement, log: HTMLElement, moveField: HTMLElement, result: HTMLElement }} panels
   * @returns {HTMLElement}
   */
  build({ status, log, moveField, result }) {
    const scores = h('div', { class: 'scores card' }, this.figures, this.track, this.supply.element);
    const story = h('div', { class: 'story card' }, moveField, log);
    return fill(this.element,
      this.title,
      h('div', { class: 'offer-side' }, h('div', { class: 'offer-area' }, this.offer, result), this.players < 3 && scores),
      h('div', { class: 'main-side' }, status, this.large, this.players > 2 && scores, this.players > 3 && story),
      h('div', { class: 'other-side' }, this.others, this.players < 4 && story),
      this.tabs);
  }

  /** @param {Tab} tab */
  open(tab) {
    this.element.dataset.tab = tab;
    this.render();
    this.opened();
  }

  render() {
    fill(this.title, t('table.title'));
    set(this.tabs, { 'aria-label': t('table.tabs') });
    set(this.others, { 'aria-label': t('table.tab.others') });
    scrollableByKey(this.others);
    for (const [tab, button] of this.buttons) {
      fill(set(button, { 'aria-pressed': String(tab === this.element.dataset.tab) }), icon(tab), h('span', null, t(`table.tab.${tab}`)));
    }
  }
}
