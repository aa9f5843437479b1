/**
 * A visit to a table: the socket, and what is shown of it. Until the first deal that is a waiting
 * room, then the game.
 */

import { toast } from '../dialogs.js';
import { TableSocket } from '../net/socket.js';
import { RequestError } from '../net/api.js';
import { go } from '../routes.js';
import { showError } from '../start/error-page.js';
import { fill, h } from '../dom.js';
import { errorText, t } from '../text/catalogue.js';
import { Game } from './game.js';
import { hearAside } from './news.js';
import { Store } from '../play/store.js';

/** @import { Problem } from '../messages.js' */
/** @import { Aside, Told } from '../net/socket.js' */
/** @typedef {{ update(): void, render(): void, remove(): void }} Room What is shown instead of a game. */

/**
 * Shows a table as soon as its server has said how things stand there.
 *
 * @param {HTMLElement} root
 * @param {string} [id]
 * @returns {Promise<import('../screens.js').View>}
 */
export async function mountTable(root, id = '') {
  const visit = new Visit(root, id);
  try {
    await visit.begun;
  } catch (error) {
    visit.unmount();
    throw error;
  }
  return visit;
}

/** From the first word of the server on: a waiting room, then a game, or neither. */
class Visit {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.store = new Store();
    /** @type {Game | Room | null} */
    this.shown = null;
    /** Shown before there is anything else. @type {{ render(): void } | null} */
    this.error = null;
    this.gone = false;
    /** @type {(value?: unknown) => void} */
    this.begin = () => {};
    /** @type {(error: RequestError) => void} */
    this.fail = () => {};
    this.begun = new Promise((resolve, reject) => {
      this.begin = resolve;
      this.fail = reject;
    });
    this.socket = new TableSocket(id, {
      told: (message) => void this.hear(message),
      aside: (message) => this.hearAside(message),
      lost: (lost) => this.lost(lost),
      refused: (why) => this.refused(why),
      barred: (why) => this.bar(why),
      deleted: () => {
        toast(t('table.deleted'));
        go('/', { replace: true });
      },
    });
  }

  /** @param {Told} message */
  async hear(message) {
    if (this.shown instanceof Game) {
      this.shown.hear(message);
      return;
    }
    this.store.hear(message);
    if (this.store.table.stage === 'open') await this.wait();
    else this.play();
  }

  /** @param {Aside} message */
  hearAside(message) {
    if (this.shown instanceof Game) hearAside(this.shown, message);
    else {
      this.store.hearAside(message);
      this.shown?.update();
    }
  }

  /** People are still missing. */
  async wait() {
    if (this.shown) {
      this.shown.update();
      return;
    }
    const { mountRoom } = await import('../room/room.js');
    if (this.gone || this.shown || this.store.table.stage !== 'open') return;
    this.shown = mountRoom(this.root, this.store);
    this.begin();
  }

  play() {
    this.shown?.remove();
    this.shown = new Game(this.root, this.store, this.socket);
    this.begin();
  }

  /** @param {boolean} lost */
  lost(lost) {
    if (this.shown instanceof Game) this.shown.lost(lost);
    else if (this.shown) toast(t(lost ? 'table.status.lost' : 'table.status.found'));
    else if (lost) {
      // The socket goes on trying.
      this.error = showError(this.root, 'server');
      this.begin();
    }
  }

  /** @param {Problem} why */
  refused(why) {
    if (this.shown instanceof Game) this.shown.refused(why);
    else if (this.shown) toast(errorText(why), { tone: 'bad' });
    else if (why.code === 'not_invited') this.bar(why);
    else this.fail(new RequestError(why, why.code === 'no_such_table' ? 404 : 503));
  }

  /** The host wants no watchers. @param {Problem} why */
  bar(why) {
    this.shown?.remove();
    this.shown = new Barred(this.root, why);
    this.begin();
  }

  render() {
    (this.shown ?? this.error)?.render();
  }

  unmount() {
    this.gone = true;
    this.socket.close();
    this.shown?.remove();
  }
}

/** Why there is nothing to see. */
class Barred {
  /** @param {HTMLElement} root @param {Problem} why */
  constructor(root, why) {
    this.root = root;
    this.why = why;
    this.render();
  }

  render() {
    this.root.className = 'trouble';
    fill(this.root,
      h('h1', { tabindex: '-1' }, t('company.barred')),
      h('p', null, errorText(this.why)),
      h('a', { class: 'button button-main', href: '/' }, t('shell.to_start')));
  }

  update() {}

  remove() {}
}
