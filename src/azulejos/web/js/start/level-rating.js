/**
 * How strong a level is in a kind of game, where that was measured.
 *
 * @import { About, Rules } from '../messages.js'
 */

import { levelName } from '../text/catalogue.js';

/** As the server names it: `std-2`. @param {Rules} rules @param {number} players */
export const kindOf = (rules, players) => `${rules}-${players}`;

/** @param {About} about @param {string | null} level @param {Rules} rules @param {number} players */
export const levelRating = ({ ratings }, level, rules, players) => ratings[kindOf(rules, players)]?.[level ?? ''] ?? null;

/**
 * The levels to choose from: `Medium · 1409`, or only their names.
 *
 * @param {About} about
 * @param {Rules} rules
 * @param {number} players
 * @param {(level: string) => string} name
 * @returns {import('../forms.js').Choice[]}
 */
export function levelChoices(about, rules, players, name = levelName) {
  return about.levels.map((level) => [level, [name(level), levelRating(about, level, rules, players)].filter(Boolean).join(' · ')]);
}
