/**
 * Where a personal link leads: the reader's own seats, on this device too. Nothing happens before the
 * button is pressed, because messengers open links to show what is behind them.
 */

import { installArt, tileSvg } from '../art/tile.js';
import { fill, h } from '../dom.js';
import { problemOf } from '../net/api.js';
import { friends, haveKey } from '../net/friends.js';
import { go } from '../routes.js';
import { errorText, t } from '../text/catalogue.js';

/**
 * @param {HTMLElement} root
 * @param {string} token
 * @returns {{ unmount(): void, render(): void }}
 */
export function mountLink(root, token) {
  installArt();
  /** Why it can't be followed. */
  let why = '';
  const follow = async () => {
    try {
      await haveKey();
      const { table } = await friends.follow(token);
      await go(`/table/${table}`, { replace: true });
    } catch (error) {
      why = errorText(problemOf(error));
      render();
      root.querySelector('h1')?.focus();
    }
  };
  const render = () => {
    root.className = 'join';
    fill(root, h('div', { class: 'join-card' },
      h('div', { class: 'join-sign', 'aria-hidden': 'true' }, tileSvg('F')),
      h('h1', { tabindex: '-1' }, t(why ? 'meeting.device.used' : 'meeting.device.here')),
      h('p', null, why || t('meeting.device.here.about')),
      why
        ? [h('p', { class: 'room-facts' }, t('meeting.device.used.way')), h('p', null, h('a', { href: '/' }, t('shell.to_start')))]
        : h('button', { type: 'button', class: 'button button-main join-sit', id: 'link-follow', onclick: follow }, t('meeting.device.go'))));
  };
  render();
  return { unmount() {}, render };
}
