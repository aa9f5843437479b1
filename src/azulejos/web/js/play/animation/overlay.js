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
    const outer = h('div', { class: 'flying', style: at(rect) }, inner);
    this.root.append(outer);
    return { outer, inner };
  }

  /** A frame of light. @param {DOMRect} rect @param {string} kind */
  mark(rect, kind) {
    return this.root.appendChild(h('div', { class: ['counted', kind], style: at(rect) }));
  }

  /** Points that rise from a place. @param {string} text @param {DOMRect} rect @param {string} kind */
  points(text, rect, kind) {
    const style = { left: `${rect.left + rect.width / 2}px`, top: `${rect.top}px` };
    return this.root.appendChild(h('div', { class: ['rising', kind], style }, text));
  }

  clear() {
    this.root.replaceChildren();
  }

  remove() {
    this.root.remove();
  }
}

/** @param {DOMRect} rect */
function at({ left, top, width, height }) {
  return { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` };
}
