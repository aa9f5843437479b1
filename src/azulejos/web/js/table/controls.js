/**
 * The table's own buttons in the header: round, hint, undo, and a small menu.
 *
 * @import { PeopleMenu } from '../people/menu.js'
 * @import { Store } from '../play/store.js'
 * @import { LiveSession } from './live-session.js'
 */

import { icon } from '../art/icons.js';
import { h, set, write } from '../dom.js';
import { recordAddress } from '../net/api.js';
import { t } from '../text/catalogue.js';

/** @typedef {'hint' | 'undo' | 'undoRound' | 'typed' | 'replay' | 'words' | 'keys'} Name */

export class Controls {
  /** What the menu says about other people. @type {PeopleMenu | null} */
  more = null;

  /** @param {LiveSession} live @param {Record<Name, () => void>} actions */
  constructor(live, actions) {
    this.live = live;
    this.store = live.store;
    this.round = h('span', { class: 'chip', 'data-round': true });
    this.hintWord = h('span', { class: 'control-word' });
    this.undoWord = h('span', { class: 'control-word' });
    this.hint = h('button', { class: 'button control', 'data-action': 'hint', onclick: actions.hint }, icon('hint'), this.hintWord);
    this.undo = h('button', { class: 'button control', 'data-action': 'undo', onclick: actions.undo }, icon('undo'), this.undoWord);
    this.opener = h('button', { class: 'button control control-more', popovertarget: 'table-menu', 'data-action': 'more' }, icon('more'));
    this.menu = h('div', { id: 'table-menu', class: 'table-menu', popover: 'auto' });
    this.back = this.item('back', actions.undoRound);
    this.typed = this.item('typed', actions.typed);
    this.items = /** @type {const} */ (['replay', 'words', 'keys']).map((name) => this.item(name, actions[name]));
    this.record = h('a', { class: 'table-menu-item', href: recordAddress(live.store.table.id), download: '', 'data-action': 'record' });
    this.menu.append(this.back, this.typed, ...this.items, this.record);
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
    const found = await import('../people/menu.js').catch(() => null);
    if (found) this.more ??= new found.PeopleMenu(this.live, this);
  }

  /** Under its button, wherever the header has put that. */
  place(sheet = this.menu, opener = this.opener) {
    const rect = opener.getBoundingClientRect();
    const most = innerWidth - sheet.offsetWidth - 8;
    set(sheet, { style: { top: `${rect.bottom + 6}px`, right: `${Math.max(8, Math.min(most, innerWidth - rect.right))}px` } });
  }

  /** Only what differs is written: the header is laid out anew with the whole page. @param {Store} shown Of the position that is shown: it may be a past one. */
  update(shown) {
    const { store } = this;
    const { undo, proposal } = store.now;
    const able = shown === store && !proposal;
    write(this.round, t('label.round', { round: shown.shown.round }));
    write(this.hintWord, t('table.hint'));
    for (const element of [this.opener, this.menu]) set(element, { 'aria-label': t('table.more') });
    for (const item of [this.typed, ...this.items, this.record]) write(item, t(`table.${item.dataset.action}`));
    write(this.undoWord, t(undo.ask ? 'company.undo' : 'table.undo'));
    write(this.back, t(undo.ask ? 'company.undo.round' : 'table.undo.round'));
    // A button that can't be used now keeps the focus that it has.
    set(this.hint, { 'aria-disabled': !shown.choices && 'true', hidden: store.over || store.shared });
    set(this.undo, { 'aria-disabled': !(able && undo.move) && 'true', hidden: store.over || store.watching });
    set(this.back, { 'aria-disabled': !(able && undo.round) && 'true', hidden: store.over || store.watching });
    this.typed.hidden = store.watching;
    this.more?.update();
  }
}
