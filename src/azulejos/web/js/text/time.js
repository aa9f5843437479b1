/**
 * Times as the reader's language has them: only their largest unit.
 */

import { locale } from './catalogue.js';

/** In seconds, from large to small. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['year', 31557600], ['month', 2629800], ['week', 604800], ['day', 86400], ['hour', 3600], ['minute', 60], ['second', 1],
];

/** @param {number} seconds @param {typeof UNITS} [units] @returns {(typeof UNITS)[number]} */
const largest = (seconds, units = UNITS) => units.find(([, size]) => seconds >= size) ?? ['second', 1];

/** `30 seconds`, `3 days`. @param {number} seconds */
export function duration(seconds) {
  const [unit, size] = largest(seconds, UNITS.slice(3));
  const options = /** @type {const} */ ({ style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits: 1 });
  return new Intl.NumberFormat(locale(), options).format(seconds / size);
}

/** `2 days`, `3 hr`, `12 min`: whole ones. @param {number} seconds */
export function shortSpan(seconds) {
  const [unit, size] = largest(seconds, UNITS.slice(3));
  const unitDisplay = unit === 'day' ? 'long' : 'short';
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay }).format(Math.floor(seconds / size));
}

/** `2 hours ago`, `yesterday`. @param {number} moment In milliseconds. */
export function ago(moment) {
  const seconds = Math.max(0, (Date.now() - moment) / 1000);
  const [unit, size] = largest(seconds, UNITS.slice(0, -1));
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  return format.format(unit === 'second' ? 0 : -Math.floor(seconds / size), unit);
}
