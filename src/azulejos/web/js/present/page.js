/**
 * The presenter's view: a game as an audience sees it, large, live, and nothing to press. What is shown stands in the
 * address (`wishes.js`).
 *
 * @import { Problem } from '../messages.js'
 * @import { Notice, NumberedMessage } from '../net/socket.js'
 * @import { Wishes } from './wishes.js'
 */

import { fill, h, plainView } from '../dom.js';
import { RequestError } from '../net/api.js';
import { TableSocket } from '../net/socket.js';
import { Store } from '../play/store.js';
import { go } from '../routes.js';
import { errorText, t } from '../text/catalogue.js';
import { Presentation, playerBar } from './presentation.js';
import { CLEAR, wishesIn } from './wishes.js';

/** Whose view it is: nobody's at the table, whoever has opened it. */
const NOBODY = { seats: [], host: false, alone: false };

/**
 * @param {HTMLElement} root
 * @param {string} [id]
 * @returns {Promise<import('../screens.js').View>}
 */
export async function mountPresent(root, id = '') {
  const visit = new Visit(root, id);
  try {
    await visit.begun.promise;
  } catch (error) {
    visit.unmount();
    throw error;
  }
  return visit;
}

class Visit {
  /** @param {HTMLElement} root @param {string} id */
  constructor(root, id) {
    this.root = root;
    this.wishes = wishesIn(location.search);
    this.store = new Store();
    /** @type {{ render(): void, remove?(): void } | null} */
    this.shown = null;
    /** @type {PromiseWithResolvers<void>} */
    this.begun = Promise.withResolvers();
    /** To the next game, once there is one. @type {ReturnType<typeof setTimeout> | undefined} */
    this.leaving = undefined;
    this.ground = setGround(this.wishes);
    this.socket = new TableSocket(id, {
      message: (message) => this.receive(message),
      notice: (message) => this.notice(message),
      lost: (lost) => this.connection(lost),
      refused: (why) => this.refused(why),
      forbidden: (why) => this.say(errorText(why)),
      deleted: () => this.say(t('table.deleted')),
    });
  }

  /** @param {NumberedMessage} message */
  receive(message) {
    const you = message.type === 'welcome' ? { you: NOBODY } : {};
    this.store.dispatch({ ...message, choices: null, ...you });
    const { table } = this.store;
    if (table.stage === 'open') this.wait();
    else if (!(this.shown instanceof Presentation)) this.show(new Presentation(this.root, this.store, this.wishes));
    // Not before this screen has been entered, or nobody would leave it.
    if (table.rematch) this.leaving ??= setTimeout(() => void go(`/present/${table.rematch}${location.search}`, { replace: true }));
  }

  /** The socket goes on trying. @param {boolean} lost */
  connection(lost) {
    this.store.dispatch({ type: 'connection', lost });
    if (lost && !this.shown) this.say(t('table.status.lost'));
  }

  /** Who is there, and what is said. @param {Notice} message */
  notice(message) {
    if (message.type !== 'you') this.store.dispatch(message);
  }

  /** People are still missing. */
  wait() {
    const { store } = this;
    this.show(plainView(this.root, 'present present-waits', () => [
      h('h1', null, store.table.options.name || t('meeting.room')), fill(h('ol', { class: 'present-bar' }), playerBar(store)),
    ]));
  }

  /** @param {string} words */
  say(words) {
    this.show(plainView(this.root, 'present present-waits', () => [h('h1', null, words)]));
  }

  /** @param {{ render(): void, remove?(): void }} shown */
  show(shown) {
    this.shown?.remove?.();
    this.shown = shown;
    this.begun.resolve();
  }

  /** @param {Problem} why */
  refused(why) {
    if (this.shown) return;
    if (why.code === 'not_invited') this.say(errorText(why));
    else this.begun.reject(new RequestError(why, why.code === 'no_such_table' ? 404 : 503));
  }

  render() {
    this.shown?.render();
  }

  unmount() {
    clearTimeout(this.leaving);
    this.socket.close();
    this.shown?.remove?.();
    this.ground();
  }
}

/** No header, and the ground that the address asks for. @param {Wishes} wishes @returns {() => void} Takes it back. */
function setGround({ background, theme }) {
  const page = document.documentElement;
  const before = page.dataset.theme;
  page.dataset.present = background === CLEAR ? CLEAR : background ? 'colour' : '';
  if (background && background !== CLEAR) page.style.setProperty('--present-ground', `#${background}`);
  if (theme) page.dataset.theme = theme;
  return () => {
    delete page.dataset.present;
    page.style.removeProperty('--present-ground');
    if (theme && before) page.dataset.theme = before; // else the system may wish for another one by now
  };
}
