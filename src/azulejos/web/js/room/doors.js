/**
 * The ways into a waiting room: for friends who are to play, and for those who look on.
 *
 * @import { About, Invitation } from '../messages.js'
 */

import { h } from '../dom.js';
import { t } from '../text/catalogue.js';
import { invitationCard, reachNote } from './invitation.js';
import { copyField } from './share.js';

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
