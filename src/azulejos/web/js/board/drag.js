/**
 * Dragging tiles by mouse, pen or finger. Whoever hears `az-dragstart` of an offer calls `dragTiles`;
 * targets are the elements with `data-target="line/column"` that boards light.
 */

import { tileSvg } from '../art/tile.js';
import { h, set } from '../dom.js';

/** @typedef {import('../messages.js').Tile} Tile */
/** @typedef {import('./models.js').Aim} Aim */

/** So far a pointer must go before it drags, in pixels. */
const THRESHOLD = 6;
/** Degrees. */
const MOST_LEAN = 14;

/**
 * Calls back once, when the pointer that came down has gone far enough to mean dragging.
 * @param {PointerEvent} down
 * @param {(pointer: PointerEvent) => void} start
 */
export function onceFar(down, start) {
  const watching = new AbortController();
  const { signal } = watching;
  for (const type of ['pointerup', 'pointercancel']) window.addEventListener(type, () => watching.abort(), { signal });
  window.addEventListener('pointermove', (pointer) => {
    if (pointer.pointerId !== down.pointerId) return;
    if (Math.hypot(pointer.clientX - down.clientX, pointer.clientY - down.clientY) < THRESHOLD) return;
    watching.abort();
    start(pointer);
  }, { signal });
}

/**
 * The target under a point of the window.
 * @param {number} x
 * @param {number} y
 * @returns {Aim | null}
 */
function aimAt(x, y) {
  const target = document.elementsFromPoint(x, y).map((element) => element.closest('[data-target]')).find(Boolean);
  const [line = 0, column = 0] = target?.getAttribute('data-target')?.split('/').map(Number) ?? [];
  return target ? { line, column } : null;
}

/**
 * The tiles under the pointer.
 * @param {string} tiles
 * @param {number} size
 */
function hand(tiles, size) {
  return h('div', { class: 'az-hand', 'aria-hidden': 'true', style: { '--size': `${size}px` } }, h('div', { class: 'az-held' }, [...tiles].map((tile, i) => (
    h('span', { style: { '--i': i - (tiles.length - 1) / 2 } }, tileSvg(/** @type {Tile} */ (tile)))))));
}

/**
 * Carries tiles with the pointer until it is let go.
 * @param {PointerEvent} pointer the event of `az-dragstart`
 * @param {{tiles: string, size: number, onOver: (aim: Aim | null) => void, onDrop: (aim: Aim | null) => void}} options
 *   onDrop gets null when let go elsewhere or broken off
 */
export function dragTiles(pointer, { tiles, size, onOver, onDrop }) {
  const held = hand(tiles, size);
  document.body.append(held);
  document.documentElement.classList.add('az-dragging');
  /** @type {Aim | null} */
  let over = null;

  let before = pointer.clientX;
  let upright = 0;
  /** Tiles hang back behind a quick hand, and come upright when it rests. @param {number} x */
  const lean = (x) => {
    set(held, { style: { '--lean': `${Math.max(-MOST_LEAN, Math.min(MOST_LEAN, (x - before) * 0.9))}deg` } });
    before = x;
    clearTimeout(upright);
    upright = setTimeout(() => set(held, { style: { '--lean': '0deg' } }), 90);
  };

  /** @param {{clientX: number, clientY: number}} at */
  const follow = (at) => {
    lean(at.clientX);
    set(held, { style: { '--x': `${at.clientX}px`, '--y': `${at.clientY}px` } });
    const aim = aimAt(at.clientX, at.clientY);
    if (aim?.line === over?.line && aim?.column === over?.column) return;
    over = aim;
    onOver(aim);
  };
  const watching = new AbortController();
  /** @param {Aim | null} aim */
  const end = (aim) => {
    watching.abort();
    held.remove();
    document.documentElement.classList.remove('az-dragging');
    onDrop(aim);
  };
  /** @type {(act: (event: PointerEvent) => void) => (event: PointerEvent) => void} */
  const mine = (act) => (event) => {
    if (event.pointerId === pointer.pointerId) act(event);
  };
  const { signal } = watching;
  window.addEventListener('pointermove', mine(follow), { signal });
  window.addEventListener('pointerup', mine((event) => end(aimAt(event.clientX, event.clientY))), { signal });
  window.addEventListener('pointercancel', mine(() => end(null)), { signal });
  window.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') end(null);
  }, { signal });
  follow(pointer);
}
