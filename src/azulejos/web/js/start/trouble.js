/**
 * A page that says what is not there, and the way on.
 */

import { fill, h } from '../dom.js';
import { t } from '../text/catalogue.js';

/**
 * @param {HTMLElement} root
 * @param {'table' | 'page' | 'server'} kind
 * @param {() => void} again  Tries once more; only a server that is away can come back.
 * @returns {{ unmount(): void, render(): void }}
 */
export function trouble(root, kind, again) {
  const retry = () => h('button', { type: 'button', class: 'button button-main', onclick: again }, t('shell.again'));
  const home = () => h('a', { class: 'button button-main', href: '/' }, t('shell.to_start'));
  const render = () => {
    root.className = 'trouble';
    fill(root,
      h('h1', { tabindex: '-1' }, t(`shell.trouble.${kind}`)),
      h('p', null, t(`shell.trouble.${kind}.way`)),
      h('p', null, kind === 'server' ? retry() : home()));
  };
  render();
  return { unmount() {}, render };
}
