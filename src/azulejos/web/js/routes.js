/**
 * Going from screen to screen: by links, by the browser's buttons, by `go`. Which screens there are `screens.js` knows.
 *
 * @import { NewTable } from './messages.js'
 * @import { View } from './screens.js'
 */

import { address } from './address.js';
import { closeDialogs, toastError } from './dialogs.js';
import { RequestError, ask, ensureKey, server } from './net/api.js';
import { SCREENS, screenAt } from './screens.js';
import { showError } from './start/error-page.js';
import { onLanguage, t } from './text/catalogue.js';

/** @type {View | null} */
let view = null;
let title = 'shell.title.start';
/** The path of the page that is shown. */
let shown = '';
/** Counts the pages that were asked for: a slow one must not replace a later one. */
let visit = 0;

/**
 * Goes to a page of ours.
 *
 * @param {string} path
 * @param {{ replace?: boolean }} [options]  `replace`: going back skips the page that is left.
 */
export function go(path, { replace = false } = {}) {
  const target = address.whole(path);
  if (replace || target.href === location.href) history.replaceState(null, '', target);
  else history.pushState(null, '', target);
  return show({ arrived: true });
}

/** Is a table being made? Who presses twice gets one. */
let opening = false;

/**
 * Makes a table, and goes there.
 *
 * @param {() => NewTable | Promise<NewTable>} wanted
 * @param {(error: unknown) => void} [failed]
 */
export async function openTable(wanted, failed = toastError) {
  if (opening) return;
  opening = true;
  document.body.dataset.opening = '';
  /** The visit to an empty table, while the one that is wanted is being made. @type {number | undefined} */
  let empty;
  try {
    await ensureKey();
    const order = await wanted();
    const made = ask('POST /api/tables', '', order);
    made.catch(() => {}); // It is waited for below.
    empty = await showEmptyTable(order);
    const { id } = await made;
    if (empty === undefined || empty === visit) await go(`/table/${id}`); // else the reader has gone elsewhere
  } catch (error) {
    if (empty === visit) await show({ arrived: false });
    failed(error);
  } finally {
    opening = false;
    delete document.body.dataset.opening;
  }
}

/** Where the table takes a while. @param {NewTable} order */
async function showEmptyTable(order) {
  const preview = server.preview(order);
  if (!preview) return undefined;
  const { mountEmptyTable } = await import('./table/page.js');
  const number = visit += 1;
  view?.unmount?.();
  ({ title } = SCREENS.table);
  document.title = t(title);
  const root = freshRoot();
  view = mountEmptyTable(root, preview);
  focusHeading(root);
  return number;
}

/** Shows the page of the address, and follows links and the browser's buttons from now on. */
export function startRoutes() {
  document.addEventListener('click', followLink);
  // A link within a page comes here too, and leaves the page as it is.
  addEventListener('popstate', () => address.current() !== shown && show({ arrived: true, back: true }));
  onLanguage(() => {
    document.title = t(title);
    view?.render();
  });
  return show({ arrived: false });
}

/**
 * Shows the sentence for something that is not there, in place of the page.
 *
 * @param {import('./start/error-page.js').Kind} kind
 */
export function showErrorPage(kind) {
  view?.unmount?.();
  const root = freshRoot();
  title = 'shell.title.trouble';
  document.title = t(title);
  view = showError(root, kind);
  focusHeading(root);
}

/** @param {{ arrived: boolean, back?: boolean }} how */
async function show({ arrived, back = false }) {
  const number = visit += 1;
  shown = address.current();
  const found = screenAt(shown);
  closeDialogs();
  if (!found) return showErrorPage('page');
  try {
    const mount = await found.screen.load();
    if (number !== visit) return undefined;
    view?.unmount?.();
    view = null;
    title = found.screen.title;
    document.title = t(title);
    const root = freshRoot();
    // While the reader looks at a page, or waits for the server, the table's files are fetched: Play is to be quick.
    setTimeout(() => SCREENS.table.load().catch(() => {}), 100);
    const mounted = await mount(root, found.parameter);
    if (number !== visit) return mounted.unmount?.();
    view = mounted;
    if (!back) scrollTo(0, 0);
    // Who has begun to type meanwhile goes on.
    if (arrived && !root.contains(document.activeElement)) focusHeading(root);
  } catch (error) {
    if (number !== visit) return undefined;
    if (!(error instanceof RequestError)) console.error(error);
    showErrorPage(error instanceof RequestError && error.status === 404 ? 'table' : 'server');
  }
  return undefined;
}

/**
 * A new place for a page, so that one which was too slow draws where nobody sees it; what the last
 * one left in the header goes too.
 */
function freshRoot() {
  const last = /** @type {HTMLElement} */ (document.getElementById('page'));
  const root = /** @type {HTMLElement} */ (last.cloneNode(false));
  root.className = '';
  last.replaceWith(root);
  document.getElementById('header-slot')?.replaceChildren();
  return root;
}

/**
 * Who listens hears where they have come to, and the Tab key goes on from there.
 *
 * @param {HTMLElement} root
 */
function focusHeading(root) {
  const target = root.querySelector('h1') ?? root;
  if (!target.hasAttribute('tabindex')) target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: true });
}

/** @param {MouseEvent} event */
function followLink(event) {
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (link.target || link.hasAttribute('download')) return;
  const place = address.linked(link);
  if (place === null || !screenAt(place)) return;
  event.preventDefault();
  go(place + link.search);
}
