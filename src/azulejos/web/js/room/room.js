/**
 * The waiting room of a table: who is there, who is missing, and how they are asked in. The first
 * deal ends it.
 *
 * @import { About, Act, Invitations } from '../messages.js'
 * @import { Store } from '../play/store.js'
 */

import { installArt } from '../art/tile.js';
import { announce, confirmDanger, orToast, toast } from '../dialogs.js';
import { fill, h, keepingFocus } from '../dom.js';
import { ask, fetchAbout } from '../net/api.js';
import { winsText } from '../play/transcript.js';
import { go } from '../routes.js';
import { play } from '../sound.js';
import { rulesText } from '../start/new-table.js';
import { t } from '../text/catalogue.js';
import { addressCard, invitationsCard } from './invitation.js';
import { seatList, startBar } from './seats.js';
import { sitCard } from './sit.js';
import { optionsFields, optionsText } from './table-options.js';

export class Room {
  /** @param {HTMLElement} root @param {Store} store */
  constructor(root, store) {
    this.root = root;
    this.store = store;
    /** @type {About | null} */
    this.about = null;
    /** The ways in, once they are known to the host. @type {Invitations | null} */
    this.door = null;
    this.asked = '';
    this.gone = false;
    /** What each part was last drawn from. @type {Map<string, string>} */
    this.drawn = new Map();
    this.leaving = false;
    this.seats = store.table.seats;
    this.mine = store.state.you.seats;
    this.head = h('div', { class: 'room-head' });
    this.side = h('div', { class: 'room-side' });
    this.foot = h('div', { class: 'room-ways' });
    this.doors = h('div', { class: 'room-doors' });
    this.options = h('div', { class: 'room-options' });
    installArt();
    root.className = 'room';
    fill(root, h('div', { class: 'room-left' }, this.head, this.side), this.doors, h('div', { class: 'room-foot' }, this.foot, this.options));
    this.unsubscribe = store.subscribe(() => this.update());
    this.render();
    void orToast(fetchAbout()).then((about) => {
      this.about = about ?? null;
      this.render();
    });
  }

  get isHost() {
    return this.store.state.you.host;
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
    this.drawn.clear();
    this.update();
  }

  remove() {
    this.gone = true;
    this.unsubscribe();
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
    if (this.mine.length && !this.store.state.you.seats.length && !this.leaving) toast(t('meeting.seat_lost'));
    this.mine = this.store.state.you.seats;
  }

  /** Open seats have invitations; those of new ones must be fetched. */
  async fetchInvitations() {
    const open = this.store.table.seats.filter(({ kind }) => kind === 'open').map(({ seat }) => seat);
    const wanted = open.join();
    if (wanted === this.asked) return;
    this.asked = wanted;
    const found = await orToast(ask('GET /api/tables/{id}/invitations', this.store.table.id));
    if (this.asked !== wanted || this.gone) return;
    if (!found) this.asked = '';
    this.door = found ?? this.door;
    this.draw();
  }

  draw() {
    const { table, state: { you, presence } } = this.store;
    const { options, series, seats } = table;
    const away = presence?.away.map(({ seat }) => seat) ?? [];
    const about = this.about !== null;
    keepingFocus(this.root, () => {
      this.part('head', [options, series, seats], () => this.drawHead());
      this.part('side', [seats, you, away, about], () => this.drawSide());
      this.part('foot', [you, about], () => this.drawFoot());
      this.part('doors', [you, seats, options.watching, options.joining, this.door, about], () => this.drawDoors());
      this.part('options', [you.host, options], () => this.drawOptions());
    });
  }

  /**
   * Drawn only when something in it has changed: nobody's open list, caret or picture is disturbed.
   *
   * @param {string} name
   * @param {unknown} from
   * @param {() => void} draw
   */
  part(name, from, draw) {
    const key = JSON.stringify(from);
    if (this.drawn.get(name) === key) return;
    this.drawn.set(name, key);
    draw();
  }

  drawHead() {
    const { options, rules, series } = this.store.table;
    const facts = [...rulesText(rules), ...optionsText(options)];
    fill(this.head,
      h('h1', { tabindex: '-1', id: 'room-title' }, options.name || t('meeting.room')),
      h('p', { class: 'room-facts' }, facts.join(' · ')),
      series && series.game > 1 && h('p', { class: 'room-facts' },
        t('meeting.series', { game: series.game, score: winsText(this.store) })));
  }

  drawSide() {
    const open = this.store.table.seats.filter(({ kind }) => kind === 'open').length;
    fill(this.side,
      seatList(this),
      h('p', { class: 'room-missing' }, t.count('meeting.missing', open)),
      !this.isHost && h('p', { class: 'room-facts' }, t('meeting.guest.about')));
  }

  drawFoot() {
    fill(this.foot, this.isHost
      ? [this.about && startBar(this.about, this.store.table, (level) => this.act({ do: 'start', fill: level })), h('button', { class: 'button', id: 'room-off', onclick: () => this.callOff() }, t('meeting.call_off'))]
      : this.store.state.you.seats.length > 0 && h('button', { class: 'button', id: 'room-leave', onclick: () => this.leave() }, t('meeting.leave')));
  }

  drawDoors() {
    const { table, state: { you } } = this.store;
    const { joining, watching } = table.options;
    const waits = table.seats.some(({ kind }) => kind === 'open');
    const unfolded = this.doors.querySelector('details')?.open ?? false;
    fill(this.doors,
      waits && table.free.length > 0 && !this.isHost && !you.seats.length && sitCard(table),
      this.isHost && waits && this.door && invitationsCard(this.openDoor(this.door), table, this.about, unfolded),
      (watching || joining) && !(joining && this.isHost) && addressCard(table, this.about?.base ?? location.origin));
  }

  /** Without invitations to seats that were taken meanwhile. @param {Invitations} door */
  openDoor(door) {
    const { seats } = this.store.table;
    return { ...door, invitations: door.invitations.filter(({ seat }) => seats[seat - 1]?.kind === 'open') };
  }

  drawOptions() {
    const { options } = this.store.table;
    const open = this.options.querySelector('details')?.open ?? false;
    fill(this.options, this.isHost && h('details', { class: 'setup-more', open },
      h('summary', { id: 'room-options' }, t('meeting.options')),
      optionsFields(options, (changed) => {
        this.drawn.set('options', JSON.stringify([true, changed])); // They stand there already.
        this.act({ do: 'options', options: changed });
      })));
  }

  // What people do

  /** @param {Act} act */
  async act(act) {
    if (await orToast(ask('POST /api/tables/{id}/acts', this.store.table.id, act)) === undefined) this.render();
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
    this.leaving = true;
    for (const seat of this.store.state.you.seats) await this.act({ do: 'leave', seat });
    go('/');
  }

  async callOff() {
    const yes = await confirmDanger({
      title: t('meeting.call_off.title'), body: t('meeting.call_off.body'), yes: t('meeting.call_off'),
    });
    if (yes) await orToast(ask('DELETE /api/tables/{id}', this.store.table.id));
  }
}
