/**
 * The moves in words, the latest on top, round by round. A click on one shows its position.
 *
 * @import { Entry } from '../../messages.js'
 * @import { Store } from '../../play/store.js'
 */

import { fill, h } from '../../dom.js';
import { t } from '../../text/catalogue.js';
import { entryLines } from '../../play/transcript.js';

export class Log {
  /** @param {Store} store @param {(ply: number) => void} open */
  constructor(store, open) {
    this.store = store;
    this.open = open;
    this.list = h('ol', { class: 'log-list', reversed: true, onkeydown: (/** @type {KeyboardEvent} */ event) => this.onKey(event) });
    this.element = h('section', { class: 'log', 'data-panel': 'log' }, this.list);
    /** The entries shown, the earliest first. @type {Entry[]} */
    this.entries = [];
    this.count = 0;
  }

  /** What has been played so far; what the queue still holds back is not told yet. */
  get told() {
    const { history, playing, current } = this.store;
    if (!playing) return history;
    const upTo = current?.ply ?? 0;
    return history.filter((entry) => entry.ply <= upTo);
  }

  /** The words may have changed. */
  render() {
    this.entries = [];
    this.element.setAttribute('aria-label', t('table.log'));
    fill(this.list);
    this.update();
  }

  update() {
    const told = this.told;
    const kept = this.entries.findIndex((entry, index) => told[index] !== entry);
    for (let drop = kept < 0 ? 0 : this.entries.length - kept; drop > 0; drop -= 1) {
      this.list.firstElementChild?.remove();
      this.entries.pop();
    }
    for (const entry of told.slice(this.entries.length)) {
      this.list.prepend(this.item(entry));
      this.entries.push(entry);
    }
    this.rove();
    this.mark();
  }

  /** One entry can be reached by Tab: the one that has the focus, else the latest. */
  rove() {
    const buttons = /** @type {HTMLElement[]} */ ([...this.list.querySelectorAll('.log-entry')]);
    const stop = buttons.find((button) => button === document.activeElement) ?? buttons[0];
    for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    const next = {
      ArrowDown: item?.nextElementSibling, ArrowUp: item?.previousElementSibling,
      Home: this.list.firstElementChild, End: this.list.lastElementChild,
    }[event.key];
    if (!(next?.firstElementChild instanceof HTMLElement)) return;
    next.firstElementChild.focus();
    this.rove();
    event.preventDefault();
  }

  /** @param {Entry} entry */
  item(entry) {
    // The latest on top, within an entry too.
    const lines = entryLines(entry, this.store).reverse();
    const mine = entry.player > 0 && this.store.isMine(entry.player);
    return h('li', { 'data-ply': entry.ply, class: [entry.player ? '' : 'log-round', mine && 'log-mine'] },
      h('button', { type: 'button', class: 'log-entry', tabindex: '-1', 'data-move': entry.move, onclick: () => this.open(entry.ply) },
        lines.map(({ text, kind }) => h('span', { class: `log-${kind}` }, text))));
  }

  /** The position that is looked at. */
  mark() {
    const ply = this.store.look ? String(this.store.look.ply) : '';
    for (const item of this.list.children) {
      const here = item instanceof HTMLElement && item.dataset.ply === ply;
      item.firstElementChild?.toggleAttribute('aria-current', here);
      if (!here) continue;
      item.firstElementChild?.setAttribute('aria-current', 'step');
      item.scrollIntoView({ block: 'nearest' });
    }
  }
}
