/**
 * Bag and lid by colour: how many tiles of each kind are where nobody sees them.
 *
 * @import { State, Tile } from '../../messages.js'
 */

import { tileSvg } from '../../art/tile.js';
import { fill, h } from '../../dom.js';
import { t } from '../../text/catalogue.js';
import { heapText } from '../../text/teller.js';

/** @typedef {'bag' | 'lid'} Where */
/** @type {readonly Where[]} */
const BOTH = ['bag', 'lid'];

export class Supply {
  /** @param {boolean} jokers Is the game played with them? */
  constructor(jokers) {
    this.kinds = [...(jokers ? 'BYRKWJ' : 'BYRKW')];
    this.element = h('section', { class: 'heaps card', 'data-panel': 'heaps' });
    /** @type {Record<Where, { row: HTMLElement, name: HTMLElement, words: HTMLElement, counts: HTMLElement[], total: HTMLElement }>} */
    this.rows = { bag: this.makeRow('bag'), lid: this.makeRow('lid') };
    this.element.append(this.rows.bag.row, this.rows.lid.row);
  }

  /** @param {Where} where */
  makeRow(where) {
    const name = h('span', { class: 'heap-name', 'aria-hidden': 'true' });
    const words = h('span', { class: 'hush' });
    const total = h('span', { class: 'heap-total', 'aria-hidden': 'true' });
    const counts = this.kinds.map(() => h('span', { class: 'heap-number' }));
    const groups = this.kinds.map((kind, index) => h('span', { class: 'heap-kind', 'data-kind': kind }, tileSvg(/** @type {Tile} */ (kind)), counts[index]));
    const row = h('div', { class: 'heap', 'data-heap': where }, name, words,
      h('span', { class: 'heap-kinds', 'aria-hidden': 'true' }, groups), total);
    return { row, name, words, counts, total };
  }

  /** @param {State} state */
  show(state) {
    this.element.setAttribute('aria-label', t('table.label.heaps'));
    for (const where of BOTH) {
      const { name, words, counts, total } = this.rows[where];
      const heap = state[where];
      fill(name, t(`label.${where}`));
      fill(words, heapText(state, where));
      this.kinds.forEach((kind, index) => {
        const count = counts[index];
        const number = heap[kind] ?? 0;
        if (!count) return;
        fill(count, number);
        count.parentElement?.classList.toggle('is-none', !number);
      });
      fill(total, Object.values(heap).reduce((sum, number) => sum + number, 0));
    }
  }

  /** @param {Where} where @param {string} [tile] */
  rectOf(where, tile) {
    const { row, counts } = this.rows[where];
    const picture = counts[this.kinds.indexOf(tile ?? '')]?.parentElement?.querySelector('svg');
    return (picture ?? row).getBoundingClientRect();
  }
}
