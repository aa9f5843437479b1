/**
 * An invitation as its host sees it: a picture to scan, a code to type, a link to send.
 *
 * @import { About, Invitation } from '../messages.js'
 */

import { h } from '../dom.js';
import { t } from '../text/catalogue.js';
import { copyField } from './share.js';

/** What starts a server that others can reach. */
const COMMAND = 'azulejos serve --host 0.0.0.0';

/** @param {Invitation} invitation */
export function invitationCard({ seat, link, code, qr }) {
  return h('div', { class: 'invitation' },
    qrPicture(qr, t('meeting.qr', { seat })),
    h('div', { class: 'invitation-words' },
      h('p', { class: 'invitation-code' },
        h('span', { class: 'invitation-hint' }, t('meeting.code')),
        h('strong', null, code)),
      copyField({
        id: `invite-${seat}`, text: link, label: t('meeting.link', { seat }), share: t('meeting.share.title'),
      })));
}

/**
 * @param {string} qr
 * @param {string} words
 */
export function qrPicture(qr, words) {
  return h('img', { class: 'qr', src: qr, alt: words, width: 168, height: 168 });
}

/**
 * Nothing where others can reach this server; else how it would be done.
 *
 * @param {About} about
 */
export function reachNote(about) {
  if (about.reachable) return null;
  return h('div', { class: 'reach' },
    h('p', null, t('meeting.unreachable')),
    copyField({ id: 'reach-command', text: COMMAND, label: t('meeting.command') }));
}
