/** A place for an opponent's portrait. The drawings are fetched when the first is wanted; without them the place stays empty. */

import { h } from '../dom.js';

/** @param {string} level @returns {HTMLElement} */
export function face(level) {
  const place = h('span', { class: 'face', 'data-face': level, 'aria-hidden': 'true' });
  void import('./portraits.js').then(({ portraitSvg }) => place.append(portraitSvg(level) ?? ''), () => {});
  return place;
}
