/**
 * Which language the reader wants.
 */

import { settings } from '../settings.js';
import { FALLBACK, LANGUAGES, PSEUDO } from './catalogue.js';

/** The language that the reader asks for: in the address, in the menu, or by the browser. */
export function wantedLanguage() {
  const asked = new URLSearchParams(location.search).get('lang');
  const candidates = [asked, settings.get('language'), ...navigator.languages];
  const known = candidates
    .map((candidate) => (candidate === PSEUDO ? PSEUDO : candidate?.toLowerCase().split('-')[0]))
    .find((candidate) => candidate === PSEUDO || LANGUAGES.includes(candidate ?? ''));
  return known ?? FALLBACK;
}
