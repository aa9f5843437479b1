/**
 * Where links lead. An invitation: who asks, which game, who sits there; a name, a colour, and in.
 * A personal link: the same seats on this device too.
 *
 * @import { Invited } from '../messages.js'
 * @import { View } from '../screens.js'
 */

import { address } from '../address.js';
import { seatBadge } from '../art/badge.js';
import { installArt, tileSvg } from '../art/tile.js';
import { toastProblem } from '../dialogs.js';
import { h, plainView } from '../dom.js';
import { profile, profileFields, profileIn, setProfile } from '../me/profile.js';
import { RequestError, ask, ensureKey, problemOf } from '../net/api.js';
import { nameIn } from '../play/names.js';
import { go } from '../routes.js';
import { settings } from '../settings.js';
import { rulesText } from '../start/new-table.js';
import { errorText, listing, t } from '../text/catalogue.js';
import { duration } from '../text/time.js';
import { codeForm } from './code.js';

/** So much of an invitation is remembered after its use: enough to know it again, of no use to anybody. */
const REMEMBERED = 8;
const MOST_REMEMBERED = 20;
/** Links are at least so long, codes are not. */
const TOKEN = 20;

/**
 * @param {HTMLElement} root
 * @param {string} [token]  None: a code is asked for.
 * @returns {Promise<View>}
 */
export async function mountJoin(root, token) {
  installArt();
  if (!token) return shown(root, () => codePage());
  try {
    const [invited, { tables }] = await Promise.all([ask('GET /api/invitations/{token}', token), ask('GET /api/tables')]);
    const there = tables.some(({ id, yours }) => id === invited.table && yours.length > 0);
    return shown(root, () => invitationPage(root, token, invited, there));
  } catch (error) {
    if (!(error instanceof RequestError) || error.status === 0) throw error;
    const before = settings.get('joined')[token.slice(0, REMEMBERED)];
    if (before) {
      // The same link again, by who has used it: they want to come back.
      await go(`/table/${before}`, { replace: true });
      return { render() {} };
    }
    history.replaceState(null, '', address.of('/join'));
    // A code may be mistyped, a link can only be used up.
    if (error.code !== 'no_such_invite' || token.length < TOKEN) return shown(root, () => codePage(errorText(error.problem), token));
    return shown(root, () => usedPage('', null));
  }
}

/**
 * @param {HTMLElement} root
 * @param {() => import('../dom.js').Child[]} draw
 * @returns {View}
 */
function shown(root, draw) {
  return plainView(root, 'join', () => [h('div', { class: 'join-card' }, draw())]);
}

/** @param {string} [trouble]  What went wrong just now. @param {string} [typed] */
function codePage(trouble, typed) {
  return [
    h('h1', { tabindex: '-1' }, t('meeting.join.code')),
    trouble && h('p', { class: 'warning', role: 'alert' }, trouble),
    h('p', { class: 'room-facts' }, t('meeting.join.code.about')),
    codeForm({ autofocus: true, typed }),
  ];
}

/**
 * @param {string} why  More than that it was used, if that is known.
 * @param {string | null} table  Where it was, if watching is allowed there.
 */
function usedPage(why, table) {
  return [
    h('h1', { tabindex: '-1' }, t('meeting.join.used')),
    why && h('p', null, why),
    h('p', { class: 'room-facts' }, t('meeting.join.used.way')),
    table && h('p', null, h('a', { class: 'button', href: `/table/${table}` }, t('meeting.watch'))),
    codeForm(),
    h('p', null, h('a', { href: '/' }, t('shell.to_start'))),
  ];
}

/**
 * @param {HTMLElement} root
 * @param {string} token
 * @param {Invited} invited
 * @param {boolean} there  Does the reader sit there already?
 */
function invitationPage(root, token, invited, there) {
  const people = invited.seats.filter(({ kind, name }) => kind === 'person' && name).map(({ name }) => name);
  const taken = invited.seats.map(({ colour }) => colour);
  const sit = h('button', { type: 'submit', class: 'button button-main join-sit', id: 'join-sit' }, t('meeting.join.sit'));
  return [
    h('div', { class: 'join-sign', 'aria-hidden': 'true' }, /** @type {const} */ (['B', 'Y', 'R', 'K', 'W']).map((tile) => tileSvg(tile))),
    h('h1', { tabindex: '-1' }, people.length
      ? t.count('meeting.join.title', people.length, { names: listing(people) }) : t('meeting.join.nobody')),
    h('p', { class: 'room-facts' }, facts(invited).join(' · ')),
    h('ol', { class: 'join-seats', 'aria-label': t('shell.seats') }, invited.seats.map((_, index) => seat(invited, index))),
    there && h('p', { class: 'reach' }, t('meeting.join.there'), ' ',
      h('a', { href: `/table/${invited.table}` }, t('meeting.enter'))),
    h('form', {
      class: 'join-form',
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        sitDown(root, token, invited, sit);
      },
    }, profileFields({ taken, autofocus: true, required: true }), sit),
    h('p', { class: 'learn-links' },
      h('span', { class: 'room-facts' }, t('shell.first_time')),
      h('a', { href: '/learn' }, t('shell.learn_by_playing')), h('a', { href: '/rules' }, t('shell.read_rules'))),
  ];
}

/** @param {Invited} invited */
function facts({ name, rules, stage, clock }) {
  return [
    name, ...rulesText(rules), clock && t('meeting.clock.short', { time: duration(clock) }),
    stage === 'playing' && t('meeting.join.playing'),
  ].filter((part) => typeof part === 'string' && part !== '');
}

/** @param {Invited} invited @param {number} index */
function seat({ seats, seat: yours }, index) {
  const found = /** @type {import('../messages.js').Seat} */ (seats[index]);
  const isYours = index + 1 === yours;
  const words = isYours ? t('meeting.join.your_seat') : found.kind === 'open' ? t('meeting.open_seat') : nameIn({ seats }, index + 1, []);
  return h('li', { class: ['join-seat', isYours && 'join-yours'] }, seatBadge(isYours ? { kind: 'open' } : found), words);
}

/**
 * @param {HTMLElement} root
 * @param {string} token
 * @param {Invited} invited
 * @param {HTMLButtonElement} button
 */
async function sitDown(root, token, invited, button) {
  if (button.disabled) return undefined;
  const who = profileIn(root);
  if (profile().colour === null) setProfile({ colour: who.colour }); // Else it stays the favourite.
  button.disabled = true;
  try {
    await ensureKey();
    const { table } = await ask('POST /api/invitations/{token}', token, who);
    await enter(token, table);
  } catch (error) {
    button.disabled = false;
    // The answer may have been lost on its way: do we sit there?
    const { tables } = await ask('GET /api/tables').catch(() => ({ tables: [] }));
    if (tables.some(({ id, yours }) => id === invited.table && yours.includes(invited.seat))) return enter(token, invited.table);
    const why = problemOf(error);
    if (['no_such_invite', 'seat_taken', 'table_over', 'no_such_table'].includes(why.code)) {
      const watched = await ask('GET /api/tables/{id}', invited.table).then(() => invited.table, () => null);
      history.replaceState(null, '', address.of('/join'));
      shown(root, () => usedPage(why.code === 'no_such_invite' ? '' : errorText(why), watched));
      root.querySelector('h1')?.focus();
    } else toastProblem(why);
  }
  return undefined;
}

/** The invitation is used up: going back must not lead to it. @param {string} token @param {string} table */
function enter(token, table) {
  const known = Object.entries(settings.get('joined')).slice(1 - MOST_REMEMBERED);
  settings.set('joined', { ...Object.fromEntries(known), [token.slice(0, REMEMBERED)]: table });
  return go(`/table/${table}`, { replace: true });
}

/**
 * A personal link leads to the reader's own seats, on this device too. Nothing happens before the
 * button is pressed, because messengers open links to show what is behind them.
 *
 * @param {HTMLElement} root
 * @param {string} [token]
 * @returns {View}
 */
export function mountLink(root, token = '') {
  installArt();
  /** Why it can't be followed. */
  let why = '';
  const follow = async () => {
    try {
      await ensureKey();
      const { table } = await ask('POST /api/links/{token}', token);
      await go(`/table/${table}`, { replace: true });
    } catch (error) {
      why = errorText(problemOf(error));
      view.render();
      root.querySelector('h1')?.focus();
    }
  };
  const view = shown(root, () => [
    h('div', { class: 'join-sign', 'aria-hidden': 'true' }, tileSvg('F')),
    h('h1', { tabindex: '-1' }, t(why ? 'meeting.device.used' : 'meeting.device.here')),
    h('p', null, why || t('meeting.device.here.about')),
    !why && h('button', { class: 'button button-main join-sit', id: 'link-follow', onclick: follow }, t('meeting.device.go')),
    why && h('p', { class: 'room-facts' }, t('meeting.device.used.way')),
    why && h('p', null, h('a', { href: '/' }, t('shell.to_start'))),
  ]);
  return view;
}
