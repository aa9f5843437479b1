/**
 * The ways to a table: an invitation as its host sees it (a picture to scan, a code to type, a link
 * to send), and the address for those who look on. On plain http browsers hide clipboard and sharing,
 * so there is always a field that can be copied by hand.
 *
 * @import { About, Invitation, Invitations, Table } from '../messages.js'
 */

import { openDialog, orToast, toast } from '../dialogs.js';
import { find, h } from '../dom.js';
import { ask, fetchAbout } from '../net/api.js';
import { t } from '../text/catalogue.js';

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
 * The table's own address for all, where the host lets everybody sit down; and a link for each seat.
 *
 * @param {Invitations} door  One invitation for each seat that waits.
 * @param {Table} table
 * @param {About | null} about  Null until it is known.
 * @param {boolean} unfolded  Are the links of the seats shown?
 */
export function invitationsCard(door, { options }, about, unfolded) {
  return h('section', { class: 'room-card', 'aria-labelledby': 'room-invite' },
    h('h2', { id: 'room-invite', tabindex: '-1' }, t(options.joining ? 'meeting.group.title' : 'meeting.invite.title')),
    options.joining && h('p', { class: 'room-facts' }, t(options.watching ? 'meeting.group.about' : 'meeting.group.about.unwatched')),
    about && reachNote(about),
    options.joining ? [
      h('div', { class: 'invitation' },
        qrPicture(door.qr, t('meeting.group.qr')),
        h('div', { class: 'invitation-words' },
          copyField({ id: 'room-link', text: door.link, label: t('meeting.group.title'), share: t('meeting.share.title') }))),
      h('details', { class: 'setup-more', open: unfolded },
        h('summary', { id: 'room-each' }, t('meeting.group.each')), seatInvitations(door.invitations)),
    ] : seatInvitations(door.invitations));
}

/** @param {Invitation[]} open */
function seatInvitations(open) {
  return h('div', { class: 'invited-seats' },
    h('p', { class: 'room-facts' }, t('meeting.invite.about')),
    open.map((invitation) => h('div', { class: 'invited-seat' },
      open.length > 1 && h('h3', null, t('meeting.seat', { seat: invitation.seat })), invitationCard(invitation))));
}

/**
 * The table's own address: for those who look on or, where the host lets them, sit down.
 *
 * @param {Table} table
 * @param {string} base  An address by which others reach this server.
 */
export function addressCard({ id, options: { joining, watching } }, base) {
  const title = t(joining ? 'meeting.group.title' : 'meeting.watch_link');
  const about = joining && !watching ? 'meeting.group.about.unwatched' : joining ? 'meeting.group.about' : 'meeting.watch_link.about';
  return h('section', { class: 'room-card', 'aria-labelledby': 'room-watch-title' },
    h('h2', { id: 'room-watch-title', tabindex: '-1' }, title),
    h('p', { class: 'room-facts' }, t(about)),
    copyField({ id: 'room-watch', text: new URL(`/table/${id}`, base).href, label: title }));
}

/**
 * A field with a text, and a button that copies it.
 *
 * @param {{ id: string, text: string, label: string, share?: string }} what  `share`: a title, where sharing is offered too.
 */
export function copyField({ id, text, label, share }) {
  const field = h('input', {
    type: 'text', id, class: 'copy-text', value: text, readonly: true, 'aria-label': label, spellcheck: 'false',
    onfocus: () => field.select(),
  });
  return h('div', { class: 'copy' }, field,
    h('button', {
      class: 'button', id: `${id}-copy`, onclick: () => copy(field), 'aria-label': t('meeting.copy.label', { what: label }),
    }, t('meeting.copy')),
    share && typeof navigator.share === 'function' && h('button', {
      class: 'button', id: `${id}-share`, 'aria-label': t('meeting.share.label', { what: label }),
      onclick: () => navigator.share({ title: share, url: text }).catch(() => {}), // Closed without sharing: the link is still there.
    }, t('meeting.share')));
}

/** @param {HTMLInputElement} field */
async function copy(field) {
  if (await copied(field)) toast(t('meeting.copied'), { tone: 'good' });
  else toast(t(/mac|iphone|ipad/i.test(navigator.userAgent) ? 'meeting.copy_by_hand.mac' : 'meeting.copy_by_hand'));
}

/**
 * Puts a text on the clipboard, in the new way or, on plain http, in the old one; where that is refused too, its field is
 * selected.
 *
 * @param {HTMLInputElement} field
 */
async function copied(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch { // Not allowed, or not there at all.
    const before = find(document, ':focus');
    field.focus();
    const done = document.execCommand('copy');
    if (done) before?.focus();
    return done;
  }
}

// Dialogs, while a game is played

/** For seats that wait for somebody. @param {string} table Its id. */
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

/** A personal link, for another device. @param {string} table Its id. */
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
