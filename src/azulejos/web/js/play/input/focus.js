/**
 * The keyboard's focus is never lost: where its element went away, it goes to what comes next.
 *
 * @import { AzBoard } from '../../board/board.js'
 * @import { AzOffer } from '../../board/offer.js'
 * @import { Store } from '../store.js'
 */

/** @typedef {{ large: AzBoard, offer: AzOffer, title: HTMLElement, element: HTMLElement }} Layout */

export class Focus {
  /** @param {Layout} layout @param {Store} store */
  constructor(layout, store) {
    this.layout = layout;
    this.store = store;
    /** @type {Element | null} */
    this.last = null;
    /** Is the page used by keyboard just now? */
    this.keyboard = false;
  }

  /** @param {HTMLElement} root @returns {() => void} */
  listen(root) {
    const ending = new AbortController();
    const { signal } = ending;
    root.addEventListener('focusin', (event) => {
      this.last = event.target instanceof Element ? event.target : null;
    }, { signal });
    document.addEventListener('keydown', () => { this.keyboard = true; }, { signal, capture: true });
    document.addEventListener('pointerdown', () => { this.keyboard = false; }, { signal, capture: true });
    return () => ending.abort();
  }

  /** After every update: an element that is gone, or was just hidden, gives its focus to nobody. */
  keep() {
    const { activeElement } = document;
    const holder = activeElement === document.body ? this.last : activeElement;
    if (holder && !(holder.isConnected && holder.checkVisibility({ visibilityProperty: true }))) this.rest();
  }

  /** A target is chosen and goes away: before anything is drawn, so that nothing need be laid out for it. */
  chosen() {
    const { large } = this.layout;
    if (document.activeElement !== large && large.contains(document.activeElement)) large.focus({ preventScroll: true });
  }

  /** The queue has ended: who moves by keyboard goes on at the displays, or at the cells. */
  settled() {
    const { large } = this.layout;
    if (!this.keyboard || document.querySelector('dialog[open]')) return;
    const idle = document.activeElement === large || document.activeElement === this.layout.offer;
    if (!idle || !this.store.choices) return;
    if (this.store.choices.cells.length) large.focusTargets();
    else this.offer();
  }

  /** Where the focus waits when nothing else has it. */
  rest() {
    const { large, offer, title } = this.layout;
    if (this.store.choices && offer.offsetWidth) this.offer();
    else (large.offsetWidth ? large : title).focus({ preventScroll: true });
  }

  /** To the offer: a source if one is named, else where it was last. @param {number} [source] @returns {boolean} */
  offer(source) {
    const { offer } = this.layout;
    const within = source === undefined ? offer : offer.cellElement(source ? `display/${source}` : 'centre');
    const group = within?.querySelector('button.ao-group[tabindex="0"]') ?? within?.querySelector('button.ao-group');
    if (group instanceof HTMLElement) group.focus({ preventScroll: true });
    else if (source === undefined) offer.focus({ preventScroll: true });
    return group instanceof HTMLElement;
  }

  /** To the lit lines; one of them if it is named. @param {number} [line] */
  lines(line) {
    const { large } = this.layout;
    const button = line === undefined ? null : large.querySelector(`[data-target="${line}/0"]`);
    if (button instanceof HTMLElement) button.focus({ preventScroll: true });
    else if (!large.focusTargets()) large.focus({ preventScroll: true });
  }
}
