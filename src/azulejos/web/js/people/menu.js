/**
 * The part of the table's menu that is about other people. Fetched when the menu is first opened.
 * Leaving, resigning and ending the game ask first, and say exactly what will happen.
 *
 * @import { Store } from '../play/store.js'
 * @import { Controls } from '../table/controls.js'
 * @import { LiveSession } from '../table/live-session.js'
 */

import { confirmDanger, openDialog, toast } from '../dialogs.js';
import { fill, h, write } from '../dom.js';
import { fetchAbout } from '../net/api.js';
import { isNotifying, switchNotifications } from '../table/notifications.js';
import { listing, t } from '../text/catalogue.js';

/** @typedef {'call' | 'link' | 'invite' | 'watch' | 'present' | 'options' | 'abandon' | 'resign' | 'leave'} Name */
/** @type {readonly Name[]} */
const NAMES = ['call', 'link', 'invite', 'watch', 'present', 'options', 'abandon', 'resign', 'leave'];

export class PeopleMenu {
  /** @param {LiveSession} live @param {Controls} controls */
  constructor(live, controls) {
    this.live = live;
    this.store = live.store;
    /** Can others reach this server? */
    this.reachable = false;
    this.base = location.origin;
    this.watchers = h('p', { class: 'table-menu-note', hidden: true });
    this.items = new Map(NAMES.map((name) => [name, controls.item(name, () => void this.press(name))]));
    controls.menu.append(this.watchers, ...this.items.values());
    fetchAbout().then(({ reachable, base }) => {
      Object.assign(this, { reachable, base });
      this.update();
    }, () => {});
    this.update();
  }

  /** @returns {Record<Name, boolean>} */
  get possible() {
    const { store } = this;
    const { watching, over, table, state: { you } } = store;
    const shared = store.shared || this.reachable;
    const plays = store.shared && !watching && !over;
    const able = store.mine.some((seat) => !store.seat(seat)?.resigned);
    return {
      call: plays,
      link: shared && !watching,
      invite: shared && you.host && !over && table.seats.some(({ kind }) => kind === 'bot'),
      watch: shared && table.options.watching,
      present: true,
      options: shared && you.host && !over,
      abandon: plays && able,
      resign: plays && able,
      leave: plays,
    };
  }

  /** @param {Name} name */
  async press(name) {
    const { live } = this;
    const { table } = this.store;
    if (name === 'call') toast(await switchNotifications());
    else if (name === 'link') await (await import('../room/invitation.js')).openLinkDialog(table.id);
    else if (name === 'invite') await invite(live);
    else if (name === 'options') await (await import('../room/table-options.js')).openOptionsDialog(table);
    else if (name === 'present') globalThis.open(`/present/${table.id}`, '_blank', 'noopener');
    else if (name === 'watch') await watchLink(table.id, this.base);
    else await goAway(live, name);
    this.update();
  }

  update() {
    const { possible } = this;
    const count = this.store.state.presence?.watchers ?? 0;
    this.watchers.hidden = !count || this.store.watching;
    fill(this.watchers, t.count('company.watchers', count));
    for (const [name, item] of this.items) {
      write(item, t(`company.menu.${name}`));
      item.hidden = !possible[name];
    }
    const call = this.items.get('call');
    call?.setAttribute('aria-pressed', String(isNotifying()));
    call?.classList.toggle('is-on', isNotifying());
  }
}

/** @param {string} id @param {string} base */
async function watchLink(id, base) {
  const { copyField } = await import('../room/invitation.js');
  const text = new URL(`/table/${id}`, base).href;
  await openDialog({ title: t('meeting.watch_link'), body: copyField({ id: 'watch-link', text, label: t('meeting.watch_link'), share: t('meeting.watch_link') }) });
}

/** Somebody may have a bot's seat; the bot plays until they come. @param {LiveSession} live */
async function invite(live) {
  const { store } = live;
  const { id, seats } = store.table;
  const bots = seats.filter(({ kind }) => kind === 'bot').map(({ seat }) => seat);
  const seat = await whichSeat(store, t('company.menu.invite'), bots);
  if (!seat || !await live.act({ do: 'seat_open', seat })) return;
  await (await import('../room/invitation.js')).openInviteDialog(id);
}

// Going away

/** @typedef {'leave' | 'resign' | 'abandon'} Way */
const TEXTS = { leave: 'company.leave', resign: 'company.resign', abandon: 'company.abandon' };

/** Of several seats, which one? 0: none. @param {Store} store @param {string} title @param {number[]} seats @returns {Promise<number>} */
async function whichSeat(store, title, seats) {
  if (seats.length < 2) return seats[0] ?? 0;
  return Number(await openDialog({
    title,
    kind: 'dialog-list',
    actions: [...seats.map((seat) => ({ id: String(seat), label: store.nameOf(seat) })), { id: '', label: t('shell.cancel') }],
  }));
}

/** @param {Store} store @param {Way} way @param {number} seat */
function consequences(store, way, seat) {
  const { seats } = store.table;
  const persons = seats.filter((one) => one.kind === 'person' && one.seat !== seat && !one.resigned);
  if (way === 'leave' && persons.length) return t('company.leave.body') + (store.state.you.host ? '' : ` ${t('company.leave.guest')}`);
  if (way === 'leave') return t('company.leave.last');
  if (way === 'resign') {
    const rest = seats.filter((one) => !one.resigned && one.seat !== seat);
    if (rest.length === 1) return t('company.resign.last', { name: store.nameOf(rest[0]?.seat ?? 0) });
    return t('company.resign.body');
  }
  const asked = persons.filter((one) => !store.isMine(one.seat) && !one.stand_in);
  if (!asked.length) return t('company.abandon.alone');
  return t('company.abandon.body', { names: listing(asked.map((one) => store.nameOf(one.seat))) });
}

/** @param {LiveSession} live @param {Way} way */
async function goAway(live, way) {
  const { store } = live;
  const able = store.mine.filter((one) => way === 'leave' || !store.seat(one)?.resigned);
  const seat = way === 'abandon' ? able[0] : await whichSeat(store, t(TEXTS[way]), able);
  if (!seat) return;
  const title = t(`${TEXTS[way]}.title`);
  const yes = await confirmDanger({ title, body: consequences(store, way, seat), yes: t(TEXTS[way]) });
  if (yes) await live.act({ do: way, seat });
}
