/**
 * The start page: one big Play, the table to set up, and the games that are kept.
 */

import { fill, h } from '../dom.js';
import { api } from '../net/api.js';
import { go } from '../routes.js';
import { t } from '../text/catalogue.js';

/**
 * @param {HTMLElement} root
 * @returns {Promise<{ unmount(): void, render(): void }>}
 */
export async function mountStart(root) {
  const about = await api.about();
  const play = async () => {
    const seats = /** @type {const} */ ([
      { kind: 'person', name: '', level: null }, { kind: 'bot', name: 'Inês', level: about.friendly },
    ]);
    const table = await api.create({ rules: 'std', seats: [...seats], starter: null });
    go(`/table/${table.id}`);
  };
  const render = () => fill(root,
    h('h1', null, t('shell.name')),
    h('button', { type: 'button', class: 'button button-main', onclick: play }, t('shell.play')),
    h('a', { href: '/learn' }, t('shell.learn_by_playing')));
  render();
  return { unmount() {}, render };
}
