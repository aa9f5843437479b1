/**
 * The page of a review: fetches the game and its words, and shows what the host finds out. Without an address of a review
 * it takes a record.
 *
 * @import { View } from '../screens.js'
 * @import { SentEngine } from '../site/settings.js'
 */

import { installArt } from '../art/tile.js';
import { toast, toastProblem } from '../dialogs.js';
import { h, plainView } from '../dom.js';
import { RequestError, problemOf } from '../net/api.js';
import { errorText, loadRoom, t } from '../text/catalogue.js';
import { DeviceWork, findEngine } from './device.js';
import { serverHost } from './host.js';
import { chooseRecord } from './record.js';
import { ReviewScreen } from './screen.js';
import { Workplace } from './workplace.js';

/** There is nothing to review, or not yet; what is not there at all, others tell. @param {HTMLElement} root @param {unknown} error @param {string} table @returns {View} */
function refused(root, error, table) {
  if (!(error instanceof RequestError) || error.status < 400 || error.status === 404 || error.status >= 500) throw error;
  return plainView(root, 'trouble', () => [
    h('h1', { tabindex: '-1' }, t('review.heading')),
    h('p', null, errorText(error.problem)),
    h('a', { class: 'button button-main', href: table || '/' }, t(table ? 'review.to_table' : 'shell.to_start')),
  ]);
}

/** @param {HTMLElement} root @param {string} [id] Of a table, or of a record's review. @returns {Promise<View>} */
export async function mountReview(root, id = '') {
  await loadRoom('review');
  installArt();
  if (!id) {
    return plainView(root, 'review-record', () => [
      h('h1', { tabindex: '-1' }, t('review.record')),
      h('p', null, t('review.record.about')),
      chooseRecord(),
    ]);
  }
  const host = serverHost(id);
  const engine = host.table ? await findEngine() : null;
  const asked = engine ? host.look() : host.begin();
  const refusal = await asked.then(() => null, (error) => error);
  if (refusal) return refused(root, refusal, host.table);
  const [replay, mine] = await Promise.all([host.replay(), host.mine().catch(() => [])]);
  const { rules, seats } = replay.table;
  const makeDevice = () => new DeviceWork(id, `${rules}-${seats.length}`, /** @type {SentEngine} */ (engine));
  const workplace = new Workplace(host, {
    tell: (status) => screen.tell(status),
    deviceFailed: () => toast(t('review.place.failed'), { tone: 'bad' }),
    serverFailed: (error) => toastProblem(problemOf(error)),
  }, engine, makeDevice);
  const screen = new ReviewScreen(root, host, replay, mine, workplace);
  workplace.begin(await asked);
  return {
    render: () => screen.render(),
    unmount: () => {
      workplace.end();
      screen.remove();
    },
  };
}
