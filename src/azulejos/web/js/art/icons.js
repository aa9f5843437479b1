/**
 * Small signs for buttons, drawn as strokes; the words stand beside them or in their labels.
 */

import { svg } from '../dom.js';

/** On a field of 24 × 24. */
const PATHS = {
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.6 10.8c.7.6 1.1 1.3 1.1 2.2h5c0-.9.4-1.6 1.1-2.2A6 6 0 0 0 12 3z',
  undo: 'M8 5 4 9l4 4M4 9h9.5a5.5 5.5 0 0 1 0 11H9',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  skip: 'M5 5l8 7-8 7zM13 5l8 7-8 7z',
  first: 'M6 5v14M18 5l-7 7 7 7',
  round_back: 'M12 5l-7 7 7 7M19 5l-7 7 7 7',
  back: 'M15 5l-7 7 7 7',
  next: 'M9 5l7 7-7 7',
  round_next: 'M12 5l7 7-7 7M5 5l7 7-7 7',
  last: 'M18 5v14M6 5l7 7-7 7',
  play: 'M8 5l11 7-11 7z',
  pause: 'M8 5v14M16 5v14',
  talk: 'M5 5h14a1.5 1.5 0 0 1 1.5 1.5v8A1.5 1.5 0 0 1 19 16h-7l-5 4v-4H5a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 5 5z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3.5 2',
  close: 'M6 6l12 12M18 6L6 18',
  download: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  delete: 'M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5',
  down: 'M6 9.5l6 6 6-6',
  sound: 'M4 9.5v5h3.5l5 4v-13l-5 4zM16 9.5a3.5 3.5 0 0 1 0 5M18.5 7a7 7 0 0 1 0 10',
  log: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
};

/** @param {keyof typeof PATHS} name */
export function icon(name) {
  return svg('svg', { viewBox: '0 0 24 24', class: `icon icon-${name}`, 'aria-hidden': 'true' }, svg('path', { d: PATHS[name] }));
}
