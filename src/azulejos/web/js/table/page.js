/**
 * A visit to a table: the socket, and what is shown of it. Until the first deal that is a waiting
 * room, then the game.
 */

import { toast, toastProblem } from '../dialogs.js';
import { h, plainView } from '../dom.js';
import { RequestError } from '../net/api.js';
import { tableLeft } from '../net/pending.js';
import { TableSocket } from '../net/socket.js';
import { Store } from '../play/store.js';
import { go } from '../routes.js';
import { showError } from '../start/error-page.js';
import { errorText, t } from '../text/catalogue.js';
import { Game } from './game.js';

/** @import { Problem } from '../messages.js' */
/** @import { Preview } from '../net/api.js' */
/** @import { NumberedMessage } from '../net/socket.js' */
/** @typedef {{ render(): void, remove?(): void }} Shown A game, or what is shown instead of it. */

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
    await visit.begun.promise;
  } catch (error) {
    visit.unmount();
    throw error;
  }
  return visit;
}

/** Nobody is there yet who would answer. */
const NOBODY = { ask: () => Promise.reject(tableLeft()), reconnectNow: () => {} };

/**
 * A table before its first deal, which nobody hosts yet.
 *
 * @param {HTMLElement} root
 * @param {Preview} preview
 * @returns {import('../screens.js').View}
 */
export function mountEmptyTable(root, { welcome, progress }) {
  const store = new Store();
  store.dispatch(welcome);
  const game = new Game(root, store, NOBODY);
  game.open();
  game.layout.element.dataset.empty = '';
  game.controls.element.inert = true;
  game.status.element.append(progress);
  return { render: () => game.render(), unmount: () => game.remove() };
}

/** From the first word of the server on: a waiting room, then a game, or neither. */
class Visit {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.store = new Store();
    /** @type {Shown | null} */
    this.shown = null;
    /** Shown before there is anything else. @type {Shown | null} */
    this.error = null;
    this.gone = false;
    /** @type {PromiseWithResolvers<void>} */
    this.begun = Promise.withResolvers();
    this.socket = new TableSocket(id, {
      message: (message) => void this.receive(message),
      notice: (message) => this.store.dispatch(message),
      lost: (lost) => this.connection(lost),
      refused: (why) => this.refused(why),
      forbidden: (why) => this.forbid(why),
      deleted: () => {
        toast(t('table.deleted'));
        go('/', { replace: true });
      },
    });
  }

  /** @param {NumberedMessage} message */
  async receive(message) {
    this.store.dispatch(message);
    if (this.shown instanceof Game) return;
    if (this.store.table.stage === 'open') await this.wait();
    else this.play();
  }

  /** Made and shown in two tasks: together they would keep a phone busy for too long. */
  play() {
    const game = new Game(this.root, this.store, this.socket);
    this.show(game);
    setTimeout(() => {
      if (!this.gone && this.shown === game) game.open();
      this.begun.resolve();
    });
  }

  /** People are still missing. */
  async wait() {
    if (this.shown) return;
    const { Room } = await import('../room/room.js');
    if (this.gone || this.shown || this.store.table.stage !== 'open') return;
    this.show(new Room(this.root, this.store));
    this.begun.resolve();
  }

  /** @param {Shown} shown */
  show(shown) {
    this.shown?.remove?.();
    this.shown = shown;
  }

  /** @param {boolean} lost */
  connection(lost) {
    this.store.dispatch({ type: 'connection', lost });
    if (this.shown instanceof Game) return;
    if (this.shown) toast(t(lost ? 'table.status.lost' : 'table.status.found'));
    else if (lost) {
      // The socket goes on trying.
      this.error = showError(this.root, 'server');
      this.begun.resolve();
    }
  }

  /** @param {Problem} why */
  refused(why) {
    if (this.shown) toastProblem(why);
    else if (why.code === 'not_invited') this.forbid(why);
    else this.begun.reject(new RequestError(why, why.code === 'no_such_table' ? 404 : 503));
  }

  /** The host wants no watchers. @param {Problem} why */
  forbid(why) {
    this.show(plainView(this.root, 'trouble', () => [
      h('h1', { tabindex: '-1' }, t('company.barred')),
      h('p', null, errorText(why)),
      h('a', { class: 'button button-main', href: '/' }, t('shell.to_start')),
    ]));
    this.begun.resolve();
  }

  render() {
    (this.shown ?? this.error)?.render();
  }

  unmount() {
    this.gone = true;
    this.socket.close();
    this.shown?.remove?.();
  }
}
