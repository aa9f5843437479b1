/**
 * What to do now, in a sentence, made from the move that the lesson waits for.
 *
 * @import { Take, Target } from '../messages.js'
 * @import { Picking } from '../play/picking.js'
 * @import { Scene } from './scenes.js'
 * @import { Advice } from '../play/session.js'
 * @import { GuidedGame } from './guided-game.js'
 */

import { findMove, targetText } from '../play/choices.js';
import { t } from '../text/catalogue.js';

/** @typedef {{ take: Take | null, target: Target }} Wanted */

/** The move that the lesson waits for; null where any will do. @param {Scene} scene @returns {Wanted | null} */
export function wantedIn({ stage }) {
  const move = Object.keys(stage.outcomes)[0];
  return stage.choices && move && !stage.free ? findMove(stage.choices, move) : null;
}

/** Is it in hand already? @param {Wanted | null} wanted @param {Picking} picking */
export function isPicked(wanted, { picked }) {
  const take = wanted?.take;
  return Boolean(take && picked?.source === take.source && picked.take === take.take);
}

/** @param {Take} take */
function pickText({ source, take }) {
  const kind = take.includes('J') ? 'pick_jokers' : source ? 'pick' : 'pick_centre';
  return t(`learn.${kind}.${take[0]}`, { source });
}

/** @param {Scene} scene @param {Picking} picking */
export function promptText(scene, picking) {
  const { choices } = scene.stage;
  if (!choices) return '';
  const wanted = wantedIn(scene);
  if (!wanted?.take) return t(choices.cells.length ? 'learn.cell' : 'learn.free');
  if (!isPicked(wanted, picking)) return pickText(wanted.take);
  return wanted.target.line ? t('learn.lay', { line: wanted.target.line }) : t('learn.lay_floor');
}

/** What choosing would do: the target that is pointed at, else the one that the lesson waits for. @param {Scene} scene @param {Picking} picking */
export function whatText(scene, picking) {
  const wanted = wantedIn(scene);
  const target = picking.aimed ?? (isPicked(wanted, picking) ? wanted?.target : null);
  return target ? targetText(target) : '';
}

/** What the stage teaches; some have more to say once the tiles are in hand. @param {Scene} scene @param {Picking} picking */
export function lessonText(scene, picking) {
  const laying = isPicked(wantedIn(scene), picking) && scene.name === 'take';
  const values = { ...scene.stage.values, name: scene.table.seats[1]?.name };
  return t(laying ? 'learn.take.lay' : `learn.${scene.name}.text`, values);
}

/** Where displays and lines glow: at what is wanted, where a real table has its hint. @param {GuidedGame} game @returns {Advice} */
export function adviceOf(game) {
  return {
    forget: () => { game.note = ''; },
    get look() {
      const wanted = game.store.choices && wantedIn(game.scene);
      if (!wanted?.take || isPicked(wanted, game.picking)) return null;
      return { source: wanted.take.source, take: wanted.take.take };
    },
    get spot() {
      const wanted = wantedIn(game.scene);
      return isPicked(wanted, game.picking) ? wanted?.target ?? null : null;
    },
  };
}
