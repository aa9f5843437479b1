/**
 * The reader's own page: name and colour, the games that were finished on their seats, and the ways
 * to take all of it along or to be forgotten.
 *
 * @import { Statistics } from '../messages.js'
 */

import { confirmDanger, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { problemOf } from '../net/api.js';
import { friends } from '../net/friends.js';
import { go } from '../routes.js';
import { settings } from '../settings.js';
import { errorText, t } from '../text/catalogue.js';
import { whoFields } from './fields.js';
import { statistics } from './statistics.js';

/**
 * @param {HTMLElement} root
 * @returns {Promise<{ unmount(): void, render(): void }>}
 */
export async function mountMe(root) {
  const found = await friends.me();
  const render = () => {
    root.className = 'me';
    fill(root,
      h('h1', { tabindex: '-1' }, t('meeting.me')),
      h('div', { class: 'me-left' }, who(), data(found)), statistics(found));
  };
  render();
  return { unmount() {}, render };
}

function who() {
  return h('section', { class: 'room-card', 'aria-labelledby': 'me-who' },
    h('h2', { id: 'me-who' }, t('meeting.me.who')),
    h('p', { class: 'room-facts' }, t('meeting.me.who.about')),
    whoFields());
}

/** @param {Statistics} found */
function data(found) {
  return h('section', { class: 'room-card', 'aria-labelledby': 'me-data' },
    h('h2', { id: 'me-data' }, t('meeting.me.data')),
    h('p', { class: 'room-facts' }, t('meeting.me.data.about')),
    h('p', { class: 'me-ways' },
      h('a', { class: 'button', href: friends.exportAddress, download: '' }, t('meeting.me.export')),
      h('button', { type: 'button', class: 'button button-danger', id: 'me-forget', onclick: () => forget(found) },
        t('meeting.me.forget'))));
}

/** @param {Statistics} found */
async function forget({ games }) {
  const yes = await confirmDanger({
    title: t('meeting.me.forget.title'),
    body: t.count('meeting.me.forget.body', games),
    yes: t('meeting.me.forget'),
  });
  if (!yes) return;
  try {
    await friends.forgetMe();
  } catch (error) {
    toast(errorText(problemOf(error)), { tone: 'bad' });
    return;
  }
  for (const name of /** @type {const} */ (['profile', 'lastTable'])) settings.set(name, null);
  settings.set('names', []);
  settings.set('joined', {});
  toast(t('meeting.me.forgotten'));
  go('/', { replace: true });
}
