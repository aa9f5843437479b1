/**
 * Invitations while a game is played: the seats that wait for somebody.
 */

import { openDialog, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { api, problemOf } from '../net/api.js';
import { friends } from '../net/friends.js';
import { errorText, t } from '../text/catalogue.js';
import { invitationCard, reachNote } from './invitation.js';

/** @param {string} table Its id. */
export async function openInviteDialog(table) {
  try {
    const [about, invitations] = await Promise.all([api.about(), friends.invitations(table)]);
    const cards = invitations.map((invitation) => h('section', { class: 'invited-seat' },
      h('h3', null, t('meeting.seat', { seat: invitation.seat })), invitationCard(invitation)));
    await openDialog({
      title: t('meeting.invite.title'),
      kind: 'dialog-wide',
      body: [
        h('p', { tabindex: '-1', autofocus: true }, t(cards.length ? 'meeting.invite.about' : 'meeting.invite.none')),
        reachNote(about), ...cards,
      ],
    });
  } catch (error) {
    toast(errorText(problemOf(error)), { tone: 'bad' });
  }
}
