/**
 * The page of the first game: fetches the lesson and its words, and starts a real game at its end.
 */

import { toast } from '../dialogs.js';
import { fetchAbout, fetchLesson } from '../net/api.js';
import { openTable } from '../routes.js';
import { settings } from '../settings.js';
import { defaultTable } from '../start/new-table.js';
import { loadRoom, t } from '../text/catalogue.js';
import { GuidedGame } from './guided-game.js';
import { scenesOf } from './scenes.js';

/**
 * @param {HTMLElement} root
 * @returns {Promise<import('../screens.js').View>}
 */
export async function mountLearn(root) {
  const [lesson] = await Promise.all([fetchLesson(), loadRoom('learn')]);
  /** The learner against the weakest bot, and begins. */
  const play = async () => {
    await openTable(async () => {
      const about = await fetchAbout();
      return { ...defaultTable({ ...about, friendly: about.levels[0] ?? about.friendly }), starter: 1 };
    }, () => toast(t('learn.play_failed'), { tone: 'bad' }));
    if (!root.isConnected) settings.set('lesson', ''); // They have gone there.
  };
  const game = new GuidedGame(root, scenesOf(lesson, settings.get('names')[0] ?? ''), play);
  return { unmount: () => game.remove(), render: () => game.render() };
}
