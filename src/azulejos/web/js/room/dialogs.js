/**
 * What is asked and told in dialogs while a game is played: invitations to seats that wait for
 * somebody, a personal link for another device, the manners of the table.
 */

import { openDialog, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { api, friends, problemOf } from '../net/api.js';
import { errorText, t } from '../text/catalogue.js';
import { copyField, invitationCard, qrPicture, reachNote } from './invitation.js';
import { mannersFields } from './table-options.js';

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

/** @param {string} table Its id. */
export async function openLinkDialog(table) {
  try {
    const [about, personal] = await Promise.all([api.about(), friends.link(table)]);
    await openDialog({
      title: t('meeting.device.title'),
      kind: 'dialog-wide',
      body: [
        h('p', { tabindex: '-1', autofocus: true }, t('meeting.device.about', { minutes: Math.round(personal.expires / 60) })),
        reachNote(about),
        h('div', { class: 'invitation' },
          qrPicture(personal.qr, t('meeting.device.qr')),
          h('div', { class: 'invitation-words' },
            h('p', { class: 'warning' }, t('meeting.device.secret')),
            copyField({ id: 'device-link', text: personal.link, label: t('meeting.device.link') }))),
      ],
    });
  } catch (error) {
    toast(errorText(problemOf(error)), { tone: 'bad' });
  }
}

/** @param {{ table: import('../messages.js').Table }} store */
export async function openMannersDialog({ table }) {
  let wanted = table.manners;
  const answer = await openDialog({
    title: t('meeting.manners'),
    kind: 'dialog-wide',
    body: h('div', { tabindex: '-1', autofocus: true }, mannersFields(table.manners, (changed) => { wanted = changed; })),
    actions: [
      { id: '', label: t('shell.cancel') }, { id: 'save', label: t('meeting.manners.save'), tone: 'main' },
    ],
  });
  if (answer !== 'save') return;
  try {
    await friends.act(table.id, { do: 'manners', manners: wanted });
  } catch (error) {
    toast(errorText(problemOf(error)), { tone: 'bad' });
  }
}
