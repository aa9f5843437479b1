/**
 * The page begins here: language, theme, header, then the page of the address.
 */

import { toast } from './dialogs.js';
import { set } from './dom.js';
import { mountHeader } from './header.js';
import { showErrorPage, startRoutes } from './routes.js';
import { settings } from './settings.js';
import { FALLBACK, PSEUDO, loadTexts, locale, onLanguage, t } from './text/catalogue.js';
import { wantedLanguage } from './text/language.js';

/** Dialogs, menus and promises are the browser's own; all browsers have had these since 2024. */
function isOldBrowser() {
  return !('popover' in HTMLElement.prototype && 'showModal' in HTMLDialogElement.prototype && 'withResolvers' in Promise);
}

/** As `early.js` does before the page is seen. */
function applyTheme() {
  const theme = settings.get('theme');
  set(document.documentElement, { 'data-theme': theme !== 'auto' && theme });
}

const fallback = /** @type {HTMLElement} */ (document.getElementById('fallback'));

/** What the document holds from the start, in one language: texts can't be fetched. */
function showFallback() {
  const language = wantedLanguage() === PSEUDO ? FALLBACK : wantedLanguage();
  for (const sentence of fallback.querySelectorAll('p')) sentence.hidden = sentence.lang !== language;
  document.documentElement.lang = language;
  fallback.classList.add('shown');
}

function changeLanguage() {
  loadTexts(wantedLanguage()).catch(() => toast(t('shell.trouble.server'), { tone: 'bad' }));
}

async function start() {
  fallback.classList.add('waits'); // Scripts run here, however slowly.
  settings.watch('theme', applyTheme);
  onLanguage(() => { document.documentElement.lang = locale(); });
  settings.watch('language', changeLanguage);
  try {
    await loadTexts(wantedLanguage());
  } catch {
    return showFallback();
  }
  if (isOldBrowser()) return showErrorPage('browser');
  mountHeader(/** @type {HTMLElement} */ (document.getElementById('header')));
  return startRoutes();
}

start();
