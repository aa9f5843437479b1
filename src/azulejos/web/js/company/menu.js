/**
 * The part of the table's menu that is about other people. Fetched when the menu is first opened.
 *
 * @import { Game } from '../table/game.js'
 */

import { openDialog, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { api } from '../net/api.js';
import { t } from '../text/catalogue.js';
import { canCall, isCalling, switchCalls } from '../table/calls.js';
import { goAway } from './leaving.js';

/** @typedef {'call' | 'link' | 'invite' | 'watch' | 'manners' | 'abandon' | 'resign' | 'leave'} Name */
/** @type {readonly Name[]} */
const NAMES = ['call', 'link', 'invite', 'watch', 'manners', 'abandon', 'resign', 'leave'];

export class CompanyMenu {
  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    /** Can others reach this server? */
    this.reachable = false;
    this.watchers = h('p', { class: 'table-menu-note', hidden: true });
    this.items = new Map(NAMES.map((name) => [name, game.controls.item(name, () => void this.press(name))]));
    game.controls.menu.append(this.watchers, ...this.items.values());
    api.about().then(({ reachable }) => {
      this.reachable = reachable;
      this.update();
    }, () => {});
    this.render();
  }

  /** @returns {Record<Name, boolean>} */
  get possible() {
    const { store } = this.game;
    const { company, watching, over, table, you } = store;
    const shared = company || this.reachable;
    const plays = company && !watching && !over;
    const able = store.mine.some((seat) => !store.seat(seat)?.resigned);
    return {
      call: plays,
      link: shared && !watching,
      invite: shared && you.host && !over && table.seats.some(({ kind }) => kind === 'bot'),
      watch: shared && table.manners.watching,
      manners: shared && you.host && !over,
      abandon: plays && able,
      resign: plays && able,
      leave: plays,
    };
  }

  /** @param {Name} name */
  async press(name) {
    const { game } = this;
    const { id } = game.store.table;
    if (name === 'call') toast(await switchCalls());
    else if (name === 'link') await (await import('../room/link-dialog.js')).openLinkDialog(id);
    else if (name === 'invite') await (await import('../room/invite-dialog.js')).openInviteDialog(id);
    else if (name === 'manners') await (await import('../room/manners-dialog.js')).openMannersDialog(game.store);
    else if (name === 'watch') await watchLink(id);
    else await goAway(game, /** @type {'leave'} */ (name));
    this.update();
  }

  render() {
    for (const [name, item] of this.items) fill(item, t(`company.menu.${name}`));
    this.update();
  }

  update() {
    const { possible } = this;
    const count = this.game.store.presence?.watchers ?? 0;
    this.watchers.hidden = !count || this.game.store.watching;
    fill(this.watchers, t.count('company.watchers', count));
    for (const [name, item] of this.items) item.hidden = !possible[name];
    this.items.get('call')?.setAttribute('aria-pressed', String(isCalling()));
    this.items.get('call')?.classList.toggle('is-on', canCall() && isCalling());
  }
}

/** @param {string} id */
async function watchLink(id) {
  const { copyField } = await import('../room/share.js');
  const text = new URL(`/table/${id}`, location.origin).href;
  await openDialog({ title: t('meeting.watch_link'), body: copyField({ id: 'watch-link', text, label: t('meeting.watch_link'), share: t('meeting.watch_link') }) });
}
