/** What people do to an offer: pick by pointer or key, go about by arrows, begin to drag. */

import { fire } from '../dom.js';
import { onceFar } from './drag.js';

/** @typedef {import('../messages.js').Tile} Tile */
/** @typedef {import('./offer.js').AzOffer} AzOffer */
/** @typedef {{x: number, y: number}} Point */

/**
 * The groups that can be picked, in reading order.
 * @param {Element} within
 * @param {string} [selector]
 * @returns {HTMLElement[]}
 */
export function groupsOf(within, selector = 'button.ao-group') {
  return [...within.querySelectorAll(selector)].filter((group) => group instanceof HTMLElement);
}

/** @type {Record<string, [x: number, y: number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** @param {Element} element @returns {Point} */
export function middleOf(element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/**
 * The one for which this is least.
 * @param {HTMLElement[]} elements
 * @param {(middle: Point) => number} far
 */
function nearest(elements, far) {
  return elements.toSorted((one, other) => far(middleOf(one)) - far(middleOf(other)))[0];
}

/** The one that lies nearest to a point. @param {HTMLElement[]} elements @param {Point} point */
export function nearestTo(elements, point) {
  return nearest(elements, ({ x, y }) => Math.hypot(x - point.x, y - point.y));
}

/**
 * Where a key leads from an element: to the nearest one in that direction; undefined when it is no key for this or nothing
 * lies there.
 * @param {string} key
 * @param {HTMLElement[]} elements
 * @param {Element} from
 */
export function neighbour(key, elements, from) {
  if (key === 'Home') return elements[0];
  if (key === 'End') return elements.at(-1);
  const here = middleOf(from);
  const [right = 0, down = 0] = WAYS[key] ?? [];
  const ahead = (/** @type {Point} */ { x, y }) => (x - here.x) * right + (y - here.y) * down;
  const aside = (/** @type {Point} */ { x, y }) => Math.abs((x - here.x) * down) + Math.abs((y - here.y) * right);
  // What lies aside counts double: straight on is what people expect.
  return nearest(elements.filter((element) => ahead(middleOf(element)) > 2), (middle) => ahead(middle) + 2 * aside(middle));
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

  offer.addEventListener('click', (event) => {
    const detail = (event.detail && pressed) || pickedBy(offer, event); // Of a key, `detail` is 0.
    if (detail && !dragged) fire(offer, 'az-pick', detail);
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
      fire(offer, 'az-dragstart', { ...picked, pointer });
    });
  });
}
