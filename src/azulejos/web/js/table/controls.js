/**
 * The table's own buttons in the header: round, hint, undo, and a small menu.
 *
 * @import { Store } from '../play/store.js'
 */

import { icon } from '../art/icons.js';
import { fill, h } from '../dom.js';
import { api } from '../net/api.js';
import { t } from '../text/catalogue.js';

/**
 * @typedef {object} Actions
 * @property {() => void} hint
 * @property {() => void} undo
 * @property {() => void} undoRound
 * @property {() => void} words
 * @property {() => void} keys
 * @property {() => void} typed
 * @property {() => void} replay
 */
/** @typedef {{ render(): void, update(): void }} More What the menu says about other people. */

export class Controls {
  /** @param {Store} store @param {Actions} actions @param {() => Promise<(controls: Controls) => More>} fetchMore */
  constructor(store, actions, fetchMore) {
    this.store = store;
    this.fetchMore = fetchMore;
    /** @type {More | null} */
    this.more = null;
    this.round = h('span', { class: 'chip', 'data-round': true });
    this.hint = h('button', { class: 'button control', 'data-action': 'hint', onclick: actions.hint });
    this.undo = h('button', { class: 'button control', 'data-action': 'undo', onclick: actions.undo });
    this.opener = h('button', { class: 'button control control-more', popovertarget: 'table-menu', 'data-action': 'more' }, icon('more'));
    this.menu = h('div', { id: 'table-menu', class: 'table-menu', popover: 'auto' });
    this.back = this.item('back', actions.undoRound);
    this.typed = this.item('typed', actions.typed);
    this.replay = this.item('replay', actions.replay);
    this.words = this.item('words', actions.words);
    this.keys = this.item('keys', actions.keys);
    this.record = h('a', { class: 'table-menu-item', href: api.recordAddress(store.table.id), download: '', 'data-action': 'record' });
    this.menu.append(this.back, this.typed, this.replay, this.words, this.keys, this.record);
    this.menu.addEventListener('toggle', (event) => {
      if (/** @type {ToggleEvent} */ (event).newState !== 'open') return;
      this.place();
      void this.fetch();
    });
    this.element = h('div', { class: 'controls' }, this.round, this.hint, this.undo, this.opener, this.menu);
  }

  /** @param {string} name @param {() => void} act */
  item(name, act) {
    const close = () => {
      this.menu.hidePopover();
      act();
    };
    return h('button', { class: 'table-menu-item', 'data-action': name, onclick: close });
  }

  /** Without a connection there is no more to the menu; the next time it is opened there may be. */
  async fetch() {
    const make = await this.fetchMore().catch(() => null);
    if (make) this.more ??= make(this);
  }

  /** Under its button, wherever the header has put that. */
  place(sheet = this.menu, opener = this.opener) {
    const rect = opener.getBoundingClientRect();
    sheet.style.setProperty('top', `${rect.bottom + 6}px`);
    const most = innerWidth - sheet.offsetWidth - 8;
    sheet.style.setProperty('right', `${Math.max(8, Math.min(most, innerWidth - rect.right))}px`);
  }

  render() {
    fill(this.hint, icon('hint'), h('span', { class: 'control-word' }, t('table.hint')));
    this.opener.setAttribute('aria-label', t('table.more'));
    this.menu.setAttribute('aria-label', t('table.more'));
    fill(this.typed, t('table.typed'));
    fill(this.replay, t('table.replay'));
    fill(this.words, t('table.words'));
    fill(this.keys, t('table.keys'));
    fill(this.record, t('table.record'));
    this.more?.render();
    this.update();
  }

  update() {
    const { store } = this;
    const { undo, proposal } = store.now;
    fill(this.round, t('label.round', { round: store.shown.round }));
    fill(this.undo, icon('undo'), h('span', { class: 'control-word' }, t(undo.ask ? 'company.undo' : 'table.undo')));
    fill(this.back, t(undo.ask ? 'company.undo.round' : 'table.undo.round'));
    enable(this.hint, Boolean(store.choices));
    enable(this.undo, undo.move && !store.state.look && !proposal);
    enable(this.back, undo.round && !store.state.look && !proposal);
    this.hint.hidden = store.over || store.shared;
    this.undo.hidden = store.over || store.watching;
    this.back.hidden = store.over || store.watching;
    this.typed.hidden = store.watching;
    this.more?.update();
  }
}

/** A button that can't be used now keeps the focus that it has. @param {HTMLElement} button @param {boolean} able */
function enable(button, able) {
  if (able) button.removeAttribute('aria-disabled');
  else button.setAttribute('aria-disabled', 'true');
}
