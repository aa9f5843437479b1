/**
 * Shares and points as people read them in their language, with true minus signs.
 */

import { locale } from '../text/catalogue.js';

/** @param {number} value @param {Intl.NumberFormatOptions} options */
function format(value, options) {
  // Never −0.
  return new Intl.NumberFormat(locale(), options).format(value || 0).replace('-', '−');
}

/** @param {number} value @param {number} digits */
export function rounded(value, digits) {
  const factor = 10 ** digits;
  return Math.round(value * factor) / factor || 0;
}

/** `12.3%`. @param {number} share @param {number} [digits] */
export function percent(share, digits = 1) {
  return format(rounded(share, digits + 2), { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** `+12.3%`. @param {number} share */
export function signedPercent(share) {
  return format(rounded(share, 3), { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'always' });
}

/** `+3.4`. @param {number} points */
export function signedPoints(points) {
  return format(rounded(points, 1), { minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'always' });
}

/** `3` or `3.4`, without a sign. @param {number} points */
export function plainPoints(points) {
  return format(Math.abs(rounded(points, 1)), { maximumFractionDigits: 1 });
}

/** `3.4`, without a sign. @param {number} points */
export function tenths(points) {
  return format(Math.abs(rounded(points, 1)), { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}
