/**
 * Playing with friends, in one question: who are you, and how many?
 *
 * @import { About, NewTable } from '../messages.js'
 */

import { openDialog } from '../dialogs.js';
import { h } from '../dom.js';
import { whoFields, whoSaid } from '../me/profile.js';
import { setProfile } from '../me/profile.js';
import { reachNote } from '../room/invitation.js';
import { t } from '../text/catalogue.js';
import { segments } from './setup.js';
import { FEWEST, MOST, withFriends } from './wish.js';
import { rulesText } from './words.js';

/**
 * @param {NewTable} wish  Its rules and manners hold.
 * @param {About} about
 * @returns {Promise<NewTable | null>} Null: not now.
 */
export async function askFriends(wish, about) {
  let players = FEWEST;
  const numbers = Array.from({ length: MOST - FEWEST + 1 }, (_, index) => FEWEST + index);
  const fields = whoFields({ autofocus: true });
  const answer = await openDialog({
    title: t('meeting.with_friends'),
    kind: 'dialog-wide',
    body: h('div', { class: 'friends' },
      h('p', { class: 'room-facts' }, t('meeting.with_friends.about')),
      reachNote(about),
      fields,
      h('fieldset', { class: 'who-row' },
        h('legend', null, t('meeting.how_many')),
        segments('friends', players, numbers.map((number) => ({
          value: number, label: [number], choose: () => { players = number; },
        })))),
      h('p', { class: 'room-facts' }, t('meeting.with_friends.rules', { rules: rulesText(wish.rules).join(' · ') }))),
    actions: [
      { id: '', label: t('shell.cancel') }, { id: 'open', label: t('meeting.open_table'), tone: 'main' },
    ],
    opened: (dialog) => fields.addEventListener('keydown', (event) => {
      if (event.key === 'Enter' && !event.isComposing) dialog.close('open');
    }),
  });
  if (answer !== 'open') return null;
  setProfile(whoSaid(fields));
  return withFriends(wish, players);
}
