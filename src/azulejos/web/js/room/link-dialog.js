/**
 * A personal link: the reader goes on with the same seats on another device.
 */

import { openDialog, toast } from '../dialogs.js';
import { h } from '../dom.js';
import { api, problemOf } from '../net/api.js';
import { friends } from '../net/friends.js';
import { errorText, t } from '../text/catalogue.js';
import { qrPicture, reachNote } from './invitation.js';
import { copyField } from './share.js';

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
