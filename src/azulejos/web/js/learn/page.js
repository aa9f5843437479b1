/**
 * The page of the first game: fetches the lesson and its words, and starts a real game at its end.
 */

import { toast } from '../dialogs.js';
import { ask, fetchAbout, fetchLesson } from '../net/api.js';
import { go } from '../routes.js';
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
  let starting = false;

  /** The learner against the weakest bot, and begins. */
  const play = async () => {
    if (starting) return;
    starting = true;
    try {
      const about = await fetchAbout();
      const level = about.levels[0] ?? about.friendly;
      const draft = defaultTable({ ...about, friendly: level });
      const table = await ask('POST /api/tables', '', { ...draft, starter: 1 });
      settings.set('lesson', '');
      await go(`/table/${table.id}`);
    } catch {
      toast(t('learn.play_failed'), { tone: 'bad' });
    } finally {
      starting = false;
    }
  };

  const game = new GuidedGame(root, scenesOf(lesson, settings.get('names')[0] ?? ''), play);
  return { unmount: () => game.remove(), render: () => game.render() };
}
