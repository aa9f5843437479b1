/**
 * What is asked and told in dialogs while a game is played: invitations to seats that wait for
 * somebody, a personal link for another device, the options of the table.
 */

import { openDialog, orToast } from '../dialogs.js';
import { h } from '../dom.js';
import { ask, fetchAbout } from '../net/api.js';
import { t } from '../text/catalogue.js';
import { copyField, invitationCard, qrPicture, reachNote } from './invitation.js';
import { optionsFields } from './table-options.js';

/** @param {string} table Its id. */
export async function openInviteDialog(table) {
  const found = await orToast(Promise.all([fetchAbout(), ask('GET /api/tables/{id}/invitations', table)]));
  if (!found) return;
  const [about, { invitations }] = found;
  await openDialog({
    title: t('meeting.invite.title'),
    kind: 'dialog-wide',
    body: [
      h('p', { tabindex: '-1', autofocus: true }, t(invitations.length ? 'meeting.invite.about' : 'meeting.invite.none')),
      reachNote(about),
      ...invitations.map((invitation) => h('section', { class: 'invited-seat' },
        h('h3', null, t('meeting.seat', { seat: invitation.seat })), invitationCard(invitation))),
    ],
  });
}

/** @param {string} table Its id. */
export async function openLinkDialog(table) {
  const found = await orToast(Promise.all([fetchAbout(), ask('POST /api/tables/{id}/link', table)]));
  if (!found) return;
  const [about, { expires, link, qr }] = found;
  await openDialog({
    title: t('meeting.device.title'),
    kind: 'dialog-wide',
    body: [
      h('p', { tabindex: '-1', autofocus: true }, t('meeting.device.about', { minutes: Math.round(expires / 60) })),
      reachNote(about),
      h('div', { class: 'invitation' },
        qrPicture(qr, t('meeting.device.qr')),
        h('div', { class: 'invitation-words' },
          h('p', { class: 'warning' }, t('meeting.device.secret')),
          copyField({ id: 'device-link', text: link, label: t('meeting.device.link') }))),
    ],
  });
}

/** @param {import('../messages.js').Table} table */
export async function openOptionsDialog({ id, options }) {
  let wanted = options;
  const answer = await openDialog({
    title: t('meeting.options'),
    kind: 'dialog-wide',
    body: h('div', { tabindex: '-1', autofocus: true }, optionsFields(options, (changed) => { wanted = changed; })),
    actions: [{ id: '', label: t('shell.cancel') }, { id: 'save', label: t('meeting.options.save'), tone: 'main' }],
  });
  if (answer === 'save') await orToast(ask('POST /api/tables/{id}/acts', id, { do: 'options', options: wanted }));
}
