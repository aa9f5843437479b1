/** What people do to an offer: pick by pointer or key, go about by arrows, begin to drag. */

import { onceFar } from './drag.js';
import { neighbour } from './roving.js';

/** @typedef {import('../messages.js').Tile} Tile */
/** @typedef {import('./offer.js').AzOffer} AzOffer */

/**
 * The groups that can be picked, in reading order.
 * @param {Element} within
 * @param {string} [selector]
 * @returns {HTMLElement[]}
 */
export function groupsOf(within, selector = 'button.ao-group') {
  return [...within.querySelectorAll(selector)].filter((group) => group instanceof HTMLElement);
}

/** @param {AzOffer} offer @param {Event} event */
function pickedBy(offer, event) {
  const group = event.target instanceof Element ? event.target.closest('button.ao-group') : null;
  if (!(group instanceof HTMLElement) || !offer.model?.pickable) return null;
  return { source: Number(group.dataset.source), tile: /** @type {Tile} */ (group.dataset.tile) };
}

/** @param {AzOffer} offer */
export function listenTo(offer) {
  let dragged = false;
  /** Where the pointer went down: by the press tiles may land, and groups move away under it. @type {ReturnType<typeof pickedBy>} */
  let pressed = null;
  /** @param {string} type @param {object} detail */
  const fire = (type, detail) => offer.dispatchEvent(new CustomEvent(type, { detail, bubbles: true }));

  offer.addEventListener('click', (event) => {
    const detail = (event.detail && pressed) || pickedBy(offer, event); // Of a key, `detail` is 0.
    if (detail && !dragged) fire('az-pick', detail);
    dragged = false;
    pressed = null;
  });

  offer.addEventListener('pointercancel', () => { pressed = null; });

  // The group that has the focus is the one that Tab comes back to.
  offer.addEventListener('focusin', ({ target }) => {
    const groups = groupsOf(offer);
    if (!groups.some((group) => group === target)) return;
    for (const group of groups) group.tabIndex = group === target ? 0 : -1;
  });

  offer.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof Element)) return;
    const next = neighbour(event.key, groupsOf(offer), event.target);
    next?.focus();
    if (next || event.key.startsWith('Arrow')) event.preventDefault();
  });

  offer.addEventListener('pointerdown', (down) => {
    dragged = false;
    const picked = pickedBy(offer, down);
    pressed = picked;
    if (!picked || down.button !== 0 || !down.isPrimary) return;
    onceFar(down, (pointer) => {
      dragged = true;
      fire('az-dragstart', { ...picked, pointer });
    });
  });
}
