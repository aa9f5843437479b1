/**
 * The page begins here: language, theme, header, then the page of the address.
 */

import { toast } from './dialogs.js';
import { mountHeader } from './header.js';
import { showErrorPage, startRoutes } from './routes.js';
import { settings } from './settings.js';
import { FALLBACK, PSEUDO, loadTexts, locale, onLanguage, t } from './text/catalogue.js';
import { wantedLanguage } from './text/language.js';

/** Dialogs, menus and promises are the browser's own; all browsers have had these since 2024. */
function isOldBrowser() {
  return !('popover' in HTMLElement.prototype && 'showModal' in HTMLDialogElement.prototype && 'withResolvers' in Promise);
}

/** What the system may ask for. */
const MORE_CONTRAST = matchMedia('(prefers-contrast: more)');
const DARK = matchMedia('(prefers-color-scheme: dark)');
/** Milliseconds after which the first screen is there: nothing waits for what only decorates. */
const SOON = 400;

function applyMaterials() {
  void import('./materials.js').then(({ showMaterials }) => showMaterials()).catch(() => {});
}

/** As `early.js` does before the page is seen. */
function applyTheme() {
  const theme = settings.get('theme');
  const light = DARK.matches ? 'dark' : 'light';
  const system = MORE_CONTRAST.matches ? 'contrast' : light;
  document.documentElement.dataset.theme = theme === 'auto' ? system : theme;
  applyMaterials();
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

/** A page without a server brings its host along. */
async function findHost() {
  if ('site' in document.documentElement.dataset) (await import('./site/start.js')).startSite();
}

/** The file of a game that is dropped anywhere is reviewed. */
function listenToDrops() {
  const isFile = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files');
  addEventListener('dragover', (event) => { if (isFile(event)) event.preventDefault(); });
  addEventListener('drop', (event) => {
    if (!isFile(event)) return;
    event.preventDefault();
    const files = event.dataTransfer?.files;
    void import('./review/record.js').then(({ bring }) => bring(files), () => toast(t('shell.trouble.server'), { tone: 'bad' }));
  });
}

async function start() {
  fallback.classList.add('waits'); // Scripts run here, however slowly.
  settings.watch('theme', applyTheme);
  for (const wish of [MORE_CONTRAST, DARK]) wish.addEventListener('change', applyTheme);
  setTimeout(applyMaterials, SOON);
  onLanguage(() => { document.documentElement.lang = locale(); });
  settings.watch('language', changeLanguage);
  try {
    await Promise.all([loadTexts(wantedLanguage()), findHost()]);
  } catch {
    return showFallback();
  }
  if (isOldBrowser()) return showErrorPage('browser');
  mountHeader(/** @type {HTMLElement} */ (document.getElementById('header')));
  listenToDrops();
  return startRoutes();
}

start();
