/**
 * The ways to a table: an invitation as its host sees it (a picture to scan, a code to type, a link
 * to send), and the address for those who look on.
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

/**
 * @param {Invitation[]} open  One for each seat that waits.
 * @param {About | null} about  Null until it is known.
 */
export function invitationsCard(open, about) {
  return h('section', { class: 'room-card', 'aria-labelledby': 'room-invite' },
    h('h2', { id: 'room-invite', tabindex: '-1' }, t('meeting.invite.title')),
    h('p', { class: 'room-facts' }, t('meeting.invite.about')),
    about && reachNote(about),
    open.map((invitation) => h('div', { class: 'invited-seat' },
      open.length > 1 && h('h3', null, t('meeting.seat', { seat: invitation.seat })), invitationCard(invitation))));
}

/**
 * @param {string} table  Its id.
 * @param {string} base  An address by which others reach this server.
 */
export function watchingCard(table, base) {
  return h('section', { class: 'room-card', 'aria-labelledby': 'room-watch-title' },
    h('h2', { id: 'room-watch-title', tabindex: '-1' }, t('meeting.watch_link')),
    h('p', { class: 'room-facts' }, t('meeting.watch_link.about')),
    copyField({ id: 'room-watch', text: new URL(`/table/${table}`, base).href, label: t('meeting.watch_link') }));
}
