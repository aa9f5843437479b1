/** Short taps in the hand, on devices that can give them: for what the reader does, never for what others do. */

import { reducedMotion, settings } from './settings.js';

/** Milliseconds on and off. */
const PATTERNS = { pick: [7], lay: [14], refused: [9, 45, 9], end: [18, 70, 30] };

/** Can this device tap somebody's finger? */
export function canTap() {
  return 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;
}

/** @param {keyof typeof PATTERNS} kind */
export function tap(kind) {
  if (!settings.get('haptics') || !canTap() || reducedMotion()) return;
  // Browsers complain about pages that try before anybody has touched them.
  if (navigator.userActivation.hasBeenActive) navigator.vibrate(PATTERNS[kind]);
}
