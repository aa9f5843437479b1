/**
 * The page begins here: language, theme, header, then the page of the address.
 */

import { mountHeader } from './header.js';
import { startRoutes } from './routes.js';
import { settings } from './settings.js';
import { FALLBACK, LANGUAGES, PSEUDO, loadTexts, locale, onLanguage } from './text/catalogue.js';

/** The language that the reader asks for: in the address, in the menu, or by the browser. */
function wantedLanguage() {
  const asked = new URLSearchParams(location.search).get('lang');
  const candidates = [asked, settings.get('language'), ...navigator.languages];
  const known = candidates
    .map((candidate) => (candidate === PSEUDO ? PSEUDO : candidate?.toLowerCase().split('-')[0]))
    .find((candidate) => candidate === PSEUDO || LANGUAGES.includes(candidate ?? ''));
  return known ?? FALLBACK;
}

function applyTheme() {
  const theme = settings.get('theme');
  if (theme === 'auto') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** What the document holds from the start, for readers without the page, in one language. */
function showFallback() {
  const fallback = document.getElementById('fallback');
  fallback?.classList.add('shown');
}

async function start() {
  applyTheme();
  settings.watch('theme', applyTheme);
  onLanguage(() => { document.documentElement.lang = locale(); });
  settings.watch('language', () => loadTexts(wantedLanguage()).catch(() => {}));
  try {
    await loadTexts(wantedLanguage());
  } catch {
    showFallback();
    return;
  }
  mountHeader(/** @type {HTMLElement} */ (document.getElementById('header')));
  await startRoutes();
}

start();
