/**
 * An overlay above the table, where tiles fly, cells light up and points rise. What lies on
 * it is for the eyes only: the words come from elsewhere.
 */

import { tileSvg } from '../../art/tile.js';
import { h } from '../../dom.js';

/** @import { Tile } from '../../messages.js' */

export class Overlay {
  constructor() {
    this.root = h('div', { class: 'glass', 'aria-hidden': 'true' });
    document.body.append(this.root);
  }

  /**
   * A tile over this place, in two parts that move on their own: across and down.
   *
   * @param {string} tile
   * @param {DOMRect} rect
   */
  tile(tile, rect) {
    const inner = h('div', { class: 'flying-tile' }, tileSvg(/** @type {Tile} */ (tile)));
    const outer = h('div', { class: 'flying' }, inner);
    place(outer, rect);
    this.root.append(outer);
    return { outer, inner };
  }

  /**
   * A frame of light.
   *
   * @param {DOMRect} rect
   * @param {string} kind
   */
  mark(rect, kind) {
    const mark = h('div', { class: ['counted', kind] });
    place(mark, rect);
    this.root.append(mark);
    return mark;
  }

  /**
   * Points that rise from a place.
   *
   * @param {string} text
   * @param {DOMRect} rect
   * @param {string} kind
   */
  points(text, rect, kind) {
    const label = h('div', { class: ['rising', kind] }, text);
    label.style.setProperty('left', `${rect.left + rect.width / 2}px`);
    label.style.setProperty('top', `${rect.top}px`);
    this.root.append(label);
    return label;
  }

  clear() {
    this.root.replaceChildren();
  }

  remove() {
    this.root.remove();
  }
}

/** @param {HTMLElement} element @param {DOMRect} rect */
function place(element, rect) {
  for (const side of /** @type {const} */ (['left', 'top', 'width', 'height'])) {
    element.style.setProperty(side, `${rect[side]}px`);
  }
}
