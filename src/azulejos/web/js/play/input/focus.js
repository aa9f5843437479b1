/**
 * The keyboard's focus is never lost: where its element went away, it goes to what comes next.
 *
 * @import { AzBoard } from '../../board/board.js'
 * @import { AzOffer } from '../../board/offer.js'
 * @import { Store } from '../store.js'
 */

import { find } from '../../dom.js';

/** @typedef {{ large: AzBoard, offer: AzOffer, title: HTMLElement, element: HTMLElement, ending?: { isOpen: boolean, focus(): void } }} Layout */

/** Is the page used by keyboard just now? */
let keyboard = false;
document.addEventListener('keydown', () => { keyboard = true; }, { capture: true });
document.addEventListener('pointerdown', () => { keyboard = false; }, { capture: true });

export class Focus {
  /** @type {EventTarget | null} */
  last = null;

  /** @param {Layout} layout @param {Store} store */
  constructor(layout, store) {
    this.layout = layout;
    this.store = store;
  }

  get keyboard() {
    return keyboard;
  }

  /** @param {HTMLElement} root @param {AbortSignal} signal */
  listen(root, signal) {
    root.addEventListener('focusin', ({ target }) => { this.last = target; }, { signal });
  }

  /** After every update: an element that is gone, or was just hidden, gives its focus to nobody. */
  keep() {
    const { activeElement } = document;
    const holder = activeElement === document.body ? this.last : activeElement;
    if (!(holder instanceof Element)) return;
    if (!holder.isConnected || !holder.checkVisibility({ visibilityProperty: true })) this.rest();
  }

  /** A target is chosen and goes away: before anything is drawn, so that nothing need be laid out for it. */
  chosen() {
    const { large } = this.layout;
    if (document.activeElement !== large && large.contains(document.activeElement)) large.focus({ preventScroll: true });
  }

  /** The queue has ended: who moves by keyboard goes on at the displays, or at the cells. */
  settled() {
    const { large, offer } = this.layout;
    if (!keyboard || document.querySelector('dialog[open]')) return;
    const idle = document.activeElement === large || document.activeElement === offer;
    if (!idle || !this.store.choices) return;
    if (this.store.choices.cells.length) large.focusTargets();
    else this.offer();
  }

  /** Where the focus waits when nothing else has it. */
  rest() {
    const { large, offer, title, ending } = this.layout;
    if (ending?.isOpen) ending.focus();
    else if (this.store.choices && offer.offsetWidth) this.offer();
    else (large.offsetWidth ? large : title).focus({ preventScroll: true });
  }

  /** To the offer: a source if one is named, else where it was last. @param {number} [source] */
  offer(source) {
    const { offer } = this.layout;
    const groups = source === undefined ? 'button.ao-group' : `button.ao-group[data-source="${source}"]`;
    const group = find(offer, `${groups}[tabindex="0"]`) ?? find(offer, groups);
    (group ?? (source === undefined ? offer : null))?.focus({ preventScroll: true });
  }

  /** To the lit lines; one of them if it is named. @param {number} [line] */
  lines(line) {
    const { large } = this.layout;
    const button = line === undefined ? null : find(large, `[data-target="${line}/0"]`);
    if (button) button.focus({ preventScroll: true });
    else if (!large.focusTargets()) large.focus({ preventScroll: true });
  }
}
