/**
 * Playing with friends, in one question: who are you, and how many?
 *
 * @import { Child } from '../dom.js'
 * @import { About, NewTable } from '../messages.js'
 */

import { openDialog } from '../dialogs.js';
import { h } from '../dom.js';
import { segments, toggle } from '../forms.js';
import { profileFields, profileIn, setProfile } from '../me/profile.js';
import { reachNote } from '../room/invitation.js';
import { t } from '../text/catalogue.js';
import { PLAYERS, USUAL, rulesText, withFriends } from './new-table.js';

/**
 * @param {NewTable} draft  Its rules and options hold.
 * @param {About} about
 * @returns {Promise<NewTable | null>} Null: not now.
 */
export async function askFriends(draft, about) {
  let [players = 2] = PLAYERS;
  let options = { ...USUAL, ...draft.options };
  const fields = profileFields({ autofocus: true, required: true });
  const said = await ask(fields,
    h('p', { class: 'room-facts' }, t('meeting.with_friends.about')),
    reachNote(about),
    fields,
    h('fieldset', { class: 'who-row' },
      h('legend', null, t('meeting.how_many')),
      segments('friends', players, PLAYERS.map((number) => [number, number]), (number) => { players = number; })),
    about.shared && publicRow(options.public, (on) => { options = { ...options, public: on, ...(on ? { watching: true } : {}) }; }),
    h('p', { class: 'room-facts' }, t('meeting.with_friends.rules', { rules: rulesText(draft.rules).join(' · ') })));
  return said ? withFriends({ ...draft, options }, players) : null;
}

/** Strangers may come too. @param {boolean} on @param {(on: boolean) => void} change */
function publicRow(on, change) {
  const field = toggle(on, change, { id: 'friends-public', 'aria-describedby': 'friends-public-about' });
  return h('div', { class: 'who-row' },
    h('label', { for: field.id }, t('meeting.public')),
    h('span', { class: 'setup-switch' }, field, h('span', { class: 'setup-about', id: 'friends-public-about' }, t('meeting.public.about'))));
}

/** Who invites others has a name. */
export function askName() {
  const fields = profileFields({ autofocus: true, required: true });
  return ask(fields, fields);
}

/** @param {HTMLElement} fields @param {...(Child | Child[])} body */
async function ask(fields, ...body) {
  const answer = await openDialog({
    title: t('meeting.with_friends'),
    kind: 'dialog-wide',
    body: h('div', { class: 'friends' }, ...body),
    actions: [
      { id: '', label: t('shell.cancel') }, { id: 'open', label: t('meeting.open_table'), tone: 'main' },
    ],
    opened: (dialog) => fields.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || event.isComposing) return;
      event.preventDefault(); // Else the button that gets the focus back would be pressed.
      /** @type {HTMLElement} */ (dialog.querySelector('.button-main')).click();
    }),
  });
  if (answer === 'open') setProfile(profileIn(fields));
  return answer === 'open';
}
