/**
 * A free seat, offered to whoever has opened the table's address: a name, a colour, and in. Who only wants to watch stays.
 * Before the game it is a card of the waiting room; while one is played, a dialog for those who watch.
 *
 * @import { Table } from '../messages.js'
 */

import { openDialog, toastProblem } from '../dialogs.js';
import { h } from '../dom.js';
import { profile, profileFields, profileIn, setProfile } from '../me/profile.js';
import { ask, ensureKey, problemOf } from '../net/api.js';
import { go } from '../routes.js';
import { t } from '../text/catalogue.js';

/** @param {Table} table */
export function sitCard({ id, seats, free, options }) {
  const button = h('button', { type: 'submit', class: 'button button-main join-sit', id: 'sit-down' }, t('meeting.join.sit'));
  const form = h('form', {
    class: 'join-form',
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      void sitDown(id, form, button);
    },
  }, profileFields({ taken: coloursAt(seats), required: true }), button);
  return h('section', { class: 'room-card', 'aria-labelledby': 'sit-title' },
    h('h2', { id: 'sit-title', tabindex: '-1' }, t.count('meeting.sit.title', free.length)),
    h('p', { class: 'room-facts' }, t(options.watching ? 'meeting.sit.about' : 'meeting.sit.about.unwatched')),
    form);
}

/** @param {Table} table */
export async function openSitDialog({ id, seats, free }) {
  const fields = profileFields({ taken: coloursAt(seats), autofocus: true, required: true });
  const answer = await openDialog({
    title: t.count('meeting.sit.title', free.length),
    body: h('div', { class: 'friends' }, h('p', null, t('meeting.sit.bot')), fields),
    actions: [{ id: '', label: t('shell.cancel') }, { id: 'sit', label: t('meeting.join.sit'), tone: 'main' }],
  });
  if (answer === 'sit') await sitDown(id, fields);
}

/** @param {Table['seats']} seats */
const coloursAt = (seats) => seats.map(({ colour }) => colour);

/**
 * The table is entered anew: a socket that was opened before this browser had a key knows nobody.
 *
 * @param {string} table
 * @param {HTMLElement} fields
 * @param {HTMLButtonElement} [button]
 */
async function sitDown(table, fields, button = h('button')) {
  if (button.disabled) return;
  const who = profileIn(fields);
  if (profile().colour === null) setProfile({ colour: who.colour }); // Else it stays the favourite.
  button.disabled = true;
  try {
    await ensureKey();
    await ask('POST /api/tables/{id}/seats', table, who);
    await go(`/table/${table}`, { replace: true });
  } catch (error) {
    button.disabled = false;
    toastProblem(problemOf(error));
  }
}
