/**
 * The table: connects the socket, the queue, the widgets and the panels. What each of them does
 * stands in its own file.
 */

import { toast } from '../dialogs.js';
import { TableSocket } from '../net/socket.js';
import { RequestError, problem } from '../net/api.js';
import { go } from '../routes.js';
import { t } from '../text/catalogue.js';
import { Game } from './game.js';
import { Store } from './store.js';

/** @import { Told } from '../net/socket.js' */

/**
 * Shows a table as soon as its server has said how things stand there.
 *
 * @param {HTMLElement} root
 * @param {string} id
 * @returns {Promise<{ unmount(): void, render(): void }>}
 */
export async function mountTable(root, id) {
  const store = new Store();
  /** @type {Game | null} */
  let game = null;
  /** @type {TableSocket | undefined} */
  let socket;
  try {
    await new Promise((resolve, reject) => {
      socket = new TableSocket(id, {
        told: (message) => {
          if (game) game.hear(message);
          else resolve(begin(message));
        },
        lost: (lost) => {
          if (game) game.lost(lost);
          else if (lost) reject(new RequestError(problem('no_connection', 'The server does not answer.'), 0));
        },
        refused: (why) => {
          if (game) game.refused(why);
          else reject(new RequestError(why, why.code === 'no_such_table' ? 404 : 503));
        },
        deleted: () => {
          toast(t('table.deleted'));
          go('/', { replace: true });
        },
      });
    });
  } catch (error) {
    socket?.close();
    throw error;
  }

  /** @param {Told} message */
  function begin(message) {
    store.hear(message);
    game = new Game(root, store, /** @type {TableSocket} */ (socket));
  }

  const shown = /** @type {Game} */ (/** @type {unknown} */ (game));
  return {
    unmount: () => {
      socket?.close();
      shown.remove();
    },
    render: () => shown.render(),
  };
}
