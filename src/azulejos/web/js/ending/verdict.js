/**
 * How a result feels to whoever looks at it: by how much it was won, for the winner, for who lost, and for all others.
 *
 * @import { Result } from '../messages.js'
 */

import { t } from '../text/catalogue.js';

/** So few points apart is close, so many are a lot. */
const CLOSE = 4;
const FAR = 25;

/**
 * @typedef {object} Verdict
 * @property {'won' | 'lost' | 'seen'} whose
 * @property {'close' | 'clear' | 'far'} how
 * @property {number} points The winner's points ahead, or those that somebody lacked.
 */

/**
 * Nothing where the win was shared, decided by rows or by giving up.
 *
 * @param {Result} result
 * @param {number} mine The seat of who looks at it; 0: of nobody, or of several.
 * @returns {Verdict | null}
 */
export function verdictOf({ scores, winners, won_by }, mine) {
  if (won_by !== 'points') return null;
  const [first = 0, second = 0] = scores.toSorted((one, other) => other - one);
  const won = winners.includes(mine);
  const points = mine && !won ? first - (scores[mine - 1] ?? 0) : first - second;
  const whose = !mine ? 'seen' : won ? 'won' : 'lost';
  return { whose, how: points <= CLOSE ? 'close' : points < FAR ? 'clear' : 'far', points };
}

/** @param {Verdict} verdict */
export function verdictText({ whose, how, points }) {
  const key = `ending.${whose}.${how}`;
  return how === 'close' ? t.count(key, points) : t(key, { count: points });
}
