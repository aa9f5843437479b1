/**
 * Bag and lid by colour: how many tiles of each kind are where nobody sees them.
 *
 * @import { State, Tile } from '../../messages.js'
 */

import { tileSvg } from '../../art/tile.js';
import { fill, h, set } from '../../dom.js';
import { language, t } from '../../text/catalogue.js';
import { heapText } from '../../text/teller.js';

/** @typedef {'bag' | 'lid'} Where */

export class Supply {
  element = h('section', { class: 'heaps card', 'data-panel': 'heaps' });
  drawn = '';

  /** @param {boolean} jokers Is the game played with them? */
  constructor(jokers) {
    this.kinds = /** @type {Tile[]} */ ([...(jokers ? 'BYRKWJ' : 'BYRKW')]);
  }

  /** @param {State} state */
  show(state) {
    const drawn = JSON.stringify([language(), state.bag, state.lid]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    set(this.element, { 'aria-label': t('table.label.heaps') });
    fill(this.element, this.heap(state, 'bag'), this.heap(state, 'lid'));
  }

  /** @param {State} state @param {Where} where */
  heap(state, where) {
    const counts = this.kinds.map((kind) => state[where][kind] ?? 0);
    return h('div', { class: 'heap', 'data-heap': where },
      h('span', { class: 'heap-name', 'aria-hidden': 'true' }, t(`label.${where}`)),
      h('span', { class: 'hush' }, heapText(state, where)),
      h('span', { class: 'heap-kinds', 'aria-hidden': 'true' }, this.kinds.map((kind, index) => (
        h('span', { class: ['heap-kind', !counts[index] && 'is-none'], 'data-kind': kind },
          tileSvg(kind), h('span', { class: 'heap-number' }, counts[index]))))),
      h('span', { class: 'heap-total', 'aria-hidden': 'true' }, counts.reduce((sum, count) => sum + count, 0)));
  }

  /** @param {Where} where @param {string} [tile] */
  rectOf(where, tile) {
    const row = this.element.querySelector(`[data-heap=${where}]`);
    const picture = row?.querySelector(`[data-kind="${tile}"] svg`);
    return (picture ?? row ?? this.element).getBoundingClientRect();
  }
}
