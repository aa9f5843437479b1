/**
 * A page that says what is not there, and the way on.
 */

import { installArt, slotSvg } from '../art/tile.js';
import { toast } from '../dialogs.js';
import { h, plainView } from '../dom.js';
import { ask, server } from '../net/api.js';
import { t } from '../text/catalogue.js';

/** @typedef {'table' | 'page' | 'server' | 'browser'} Kind */

/** @param {HTMLElement} root @param {Kind} kind */
export function showError(root, kind) {
  installArt();
  return plainView(root, 'trouble', () => [
    h('span', { class: 'trouble-sign' }, slotSvg(null)),
    h('h1', { tabindex: '-1' }, t(`shell.trouble.${kind}`)),
    h('p', null, t(kind === 'server' && !server.keeps ? 'shell.trouble.server.not_kept' : `shell.trouble.${kind}.way`)),
    wayOn(kind),
  ]);
}

/** @param {Kind} kind */
function wayOn(kind) {
  if (kind === 'browser') return null;
  if (kind !== 'server') return h('a', { class: 'button button-main', href: '/' }, t('shell.to_start'));
  return h('button', { class: 'button button-main', onclick: again }, t('shell.again'));
}

/** Loads the page anew, but only when there is a server to load it from. */
function again() {
  ask('GET /api/about').then(() => location.reload(), () => toast(t('shell.trouble.server')));
}
