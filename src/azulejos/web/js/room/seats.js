/**
 * The seats of the waiting room: who sits there, and what the host may do about it.
 *
 * @import { About, Seat, Table } from '../messages.js'
 * @import { Room } from './room.js'
 */

import { seatBadge } from '../art/badge.js';
import { h } from '../dom.js';
import { select } from '../forms.js';
import { levelChoices } from '../start/level-rating.js';
import { levelName, t } from '../text/catalogue.js';

const OPEN = 'open';

/** @typedef {Pick<Room, 'store' | 'about' | 'act' | 'free'>} Seating `about`: null until it is known. */

/** @param {Seating} seating */
export function seatList(seating) {
  return h('ol', { class: 'room-seats', 'aria-label': t('shell.seats') },
    seating.store.table.seats.map((seat) => h('li', { class: ['room-seat', `room-seat-${seat.kind}`] },
      seatBadge(seat),
      h('div', { class: 'room-who' }, h('strong', null, name(seating, seat)), ' ',
        h('span', { class: 'room-note' }, note(seating, seat))),
      seating.store.state.you.host && control(seating, seat))));
}

/**
 * The host's way to begin without those who are missing.
 *
 * @param {About} about
 * @param {Table} table
 * @param {(level: string) => void} start
 */
export function startBar(about, { rules, seats }, start) {
  let level = about.friendly;
  return h('div', { class: 'room-start' },
    h('button', { class: 'button', id: 'room-start', onclick: () => start(level) }, t('meeting.start')),
    select({ id: 'room-fill', 'aria-label': t('meeting.fill') }, level, levelChoices(about, rules, seats.length), (chosen) => { level = chosen; }));
}

/** @param {Seating} seating @param {Seat} seat */
function name({ store }, seat) {
  return seat.kind === 'open' ? t('meeting.open_seat') : store.nameOf(seat.seat);
}

/** @param {Seating} seating @param {Seat} seat */
function note({ store }, { seat, kind, level, name: given }) {
  if (kind === 'open') return store.state.you.host ? '' : t('meeting.is_open');
  if (kind === 'bot') return store.state.you.host ? t('meeting.is_bot') : levelName(level);
  if (store.state.you.seats.includes(seat)) return given ? t('meeting.is_you') : '';
  return t(store.state.presence?.away.some((away) => away.seat === seat) ? 'meeting.is_away' : 'meeting.is_here');
}

/** @param {Seating} seating @param {Seat} seat */
function control(seating, seat) {
  if (seat.kind !== 'person') return whoSelect(seating, seat);
  if (seating.store.state.you.seats.includes(seat.seat)) return null;
  return h('button', {
    class: 'button button-quiet', id: `room-free-${seat.seat}`, onclick: () => void seating.free(seat.seat),
    'aria-label': t('meeting.free.label', { name: name(seating, seat) }),
  }, t('meeting.free'));
}

/** @param {Seating} seating @param {Seat} seat */
function whoSelect(seating, { seat, kind, level }) {
  const { about, store: { table: { rules, seats } } } = seating;
  if (!about) return null;
  return select(
    { id: `room-seat-${seat}`, 'aria-label': t('shell.seat.who', { number: seat }) },
    kind === 'open' ? OPEN : level ?? '',
    [[OPEN, t('meeting.seat.friend')], { group: t('shell.seat.bots'), options: levelChoices(about, rules, seats.length) }],
    (who) => void seating.act(who === OPEN ? { do: 'seat_open', seat } : { do: 'seat_bot', seat, level: who }),
  );
}
