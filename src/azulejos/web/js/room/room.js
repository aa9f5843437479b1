/**
 * The waiting room of a table: who is there, who is missing, and how they are asked in. The first
 * deal ends it.
 *
 * @import { About, Act, Invitation, Table, You } from '../messages.js'
 */

import { installArt } from '../art/tile.js';
import { announce, confirmDanger, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { keepingFocus } from '../focus.js';
import { api, problemOf } from '../net/api.js';
import { friends } from '../net/friends.js';
import { go } from '../routes.js';
import { play } from '../sound.js';
import { rulesText } from '../start/words.js';
import { errorText, listing, t } from '../text/catalogue.js';
import { invitationCard, reachNote } from './invitation.js';
import { mannersFields, mannersText } from './manners.js';
import { levelOptions, seatList } from './seats.js';
import { copyField } from './share.js';

/** @typedef {{ away: { seat: number, seconds: number }[], watchers: number }} Presence */
/** @typedef {{ table: Table, you: You, presence: Presence | null, nameOf(seat: number): string }} Known What the room reads of the store. */

/**
 * @param {HTMLElement} root
 * @param {Known} store
 * @returns {{ update(): void, render(): void, remove(): void }}
 */
export function mountRoom(root, store) {
  const room = new Room(root, store);
  return { update: () => room.update(), render: () => room.render(), remove: () => room.remove() };
}

class Room {
  /** @param {HTMLElement} root @param {Known} store */
  constructor(root, store) {
    this.root = root;
    this.store = store;
    /** @type {About | null} */
    this.about = null;
    /** @type {Invitation[]} */
    this.invitations = [];
    this.fill = '';
    this.asked = '';
    this.gone = false;
    this.drawnManners = '';
    this.seats = store.table.seats;
    this.head = h('div', { class: 'room-head' });
    this.side = h('div', { class: 'room-side' });
    this.foot = h('div', { class: 'room-ways' });
    this.doors = h('div', { class: 'room-doors' });
    this.manners = h('div', { class: 'room-manners' });
    installArt();
    root.className = 'room';
    fill(root, h('div', { class: 'room-left' }, this.head, this.side), this.doors, h('div', { class: 'room-foot' }, this.foot, this.manners));
    this.render();
    this.prepare();
  }

  async prepare() {
    this.about = await api.about().catch((error) => this.refused(error));
    this.fill = this.about?.friendly ?? '';
    this.render();
  }

  get isHost() {
    return this.store.you.host;
  }

  /** The store knows something new. */
  update() {
    if (this.gone) return;
    this.greet();
    this.draw();
    if (this.isHost) this.fetchInvitations();
  }

  /** All of it, in the reader's language. */
  render() {
    this.drawnManners = '';
    this.update();
  }

  remove() {
    this.gone = true;
  }

  /** Says who has come, and who has gone. */
  greet() {
    const { table } = this.store;
    for (const { seat, kind } of table.seats) {
      const before = this.seats[seat - 1]?.kind;
      if (before === kind) continue;
      if (kind === 'person') {
        play('lay');
        toast(t('meeting.sat_down', { name: this.store.nameOf(seat) }), { tone: 'good' });
      } else if (before === 'person') announce(t('meeting.seat_free', { seat }));
    }
    this.seats = table.seats;
  }

  /** Open seats have invitations; those of new ones must be fetched. */
  async fetchInvitations() {
    const open = this.store.table.seats.filter(({ kind }) => kind === 'open').map(({ seat }) => seat);
    const wanted = open.join();
    if (wanted === this.asked) return;
    this.asked = wanted;
    try {
      const found = open.length ? await friends.invitations(this.store.table.id) : [];
      if (this.asked !== wanted || this.gone) return;
      this.invitations = found;
      this.draw();
    } catch (error) {
      this.asked = '';
      this.refused(error);
    }
  }

  draw() {
    keepingFocus(this.root, () => {
      this.drawHead();
      this.drawSide();
      this.drawDoors();
      this.drawManners();
    });
  }

  drawHead() {
    const { manners, rules, series } = this.store.table;
    const facts = [...rulesText(rules), ...mannersText(manners)];
    fill(this.head,
      h('h1', { tabindex: '-1', id: 'room-title' }, manners.name || t('meeting.room')),
      h('p', { class: 'room-facts' }, facts.join(' · ')),
      series && series.game > 1 && h('p', { class: 'room-facts' }, this.seriesText(series)));
  }

  /** @param {import('../messages.js').Series} series */
  seriesText({ game, wins }) {
    const score = wins.map((count, index) => `${this.store.nameOf(index + 1)} ${count}`);
    return t('meeting.series', { game, score: listing(score) });
  }

  drawSide() {
    const { table, you } = this.store;
    const open = table.seats.filter(({ kind }) => kind === 'open').length;
    fill(this.side,
      seatList({
        store: this.store, about: this.about, act: (act) => this.act(act), free: (seat) => this.free(seat),
      }),
      h('p', { class: 'room-missing', role: 'status' }, t.count('meeting.missing', open)),
      !this.isHost && h('p', { class: 'room-facts' }, t('meeting.guest.about')));
    fill(this.foot, this.isHost
      ? [this.starting(), h('button', { type: 'button', class: 'button', id: 'room-off', onclick: () => this.callOff() }, t('meeting.call_off'))]
      : you.seats.length > 0 && h('button', { type: 'button', class: 'button', id: 'room-leave', onclick: () => this.leave() }, t('meeting.leave')));
  }

  starting() {
    if (!this.about) return null;
    const level = h('select', { id: 'room-fill', 'aria-label': t('meeting.fill') }, levelOptions(this.about));
    level.value = this.fill;
    level.addEventListener('change', () => { this.fill = level.value; });
    return h('div', { class: 'room-start' },
      h('button', {
        type: 'button', class: 'button', id: 'room-start',
        onclick: () => this.act({ do: 'start', fill: this.fill || null }),
      }, t('meeting.start')),
      level);
  }

  drawDoors() {
    const { table } = this.store;
    const cards = this.isHost ? this.invitations.filter(({ seat }) => table.seats[seat - 1]?.kind === 'open') : [];
    const watching = table.manners.watching && copyField({
      id: 'room-watch', text: new URL(`/table/${table.id}`, this.invitations[0]?.link ?? location.origin).href, label: t('meeting.watch_link'),
    });
    fill(this.doors,
      cards.length > 0 && h('section', { class: 'room-card', 'aria-labelledby': 'room-invite' },
        h('h2', { id: 'room-invite', tabindex: '-1' }, t('meeting.invite.title')),
        h('p', { class: 'room-facts' }, t('meeting.invite.about')),
        this.about && reachNote(this.about),
        cards.map((card) => h('div', { class: 'invited-seat' },
          cards.length > 1 && h('h3', null, t('meeting.seat', { seat: card.seat })), invitationCard(card)))),
      watching && h('section', { class: 'room-card', 'aria-labelledby': 'room-watch-title' },
        h('h2', { id: 'room-watch-title', tabindex: '-1' }, t('meeting.watch_link')),
        h('p', { class: 'room-facts' }, t('meeting.watch_link.about')), watching));
  }

  /** Only when they have changed, or the language has: somebody may be typing. */
  drawManners() {
    const { manners } = this.store.table;
    const drawn = this.isHost ? JSON.stringify(manners) : 'none';
    if (drawn === this.drawnManners) return;
    this.drawnManners = drawn;
    const open = this.manners.querySelector('details')?.open ?? false;
    fill(this.manners, this.isHost && h('details', { class: 'setup-more', open },
      h('summary', { id: 'room-manners' }, t('meeting.manners')),
      mannersFields(manners, (changed) => {
        this.drawnManners = JSON.stringify(changed);
        this.act({ do: 'manners', manners: changed });
      })));
  }

  // What people do

  /** @param {Act} act */
  async act(act) {
    try {
      await friends.act(this.store.table.id, act);
    } catch (error) {
      this.refused(error);
      this.render();
    }
  }

  /** @param {number} seat */
  async free(seat) {
    const name = this.store.nameOf(seat);
    const yes = await confirmDanger({
      title: t('meeting.free.title', { name }), body: t('meeting.free.body'), yes: t('meeting.free'),
    });
    if (yes) await this.act({ do: 'seat_open', seat });
  }

  async leave() {
    for (const seat of this.store.you.seats) await this.act({ do: 'leave', seat });
    go('/');
  }

  async callOff() {
    const yes = await confirmDanger({
      title: t('meeting.call_off.title'), body: t('meeting.call_off.body'), yes: t('meeting.call_off'),
    });
    if (!yes) return;
    await api.remove(this.store.table.id).catch((error) => this.refused(error));
  }

  /** @param {unknown} error */
  refused(error) {
    if (!this.gone) toast(errorText(problemOf(error)), { tone: 'bad' });
    return null;
  }
}
