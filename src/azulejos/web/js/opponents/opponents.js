/**
 * The opponents: one a level, each with a name of their own. Nobody has two names, and no name two levels; portraits are in
 * `art/portraits.js`, what they say in the texts (`opponents.<level>.hello`). Knows nothing of tables.
 */

/** Weakest first. Portuguese first names that read well in every language of ours. @type {Readonly<Record<string, string>>} */
const NAMES = {
  novice: 'Tomás',
  beginner: 'Beatriz',
  casual: 'Inês',
  medium: 'Duarte',
  skilled: 'Leonor',
  advanced: 'Vasco',
  expert: 'Rui',
  master: 'Matilde',
};
const LEVELS = Object.keys(NAMES);

/** Is that one of them? A bot that the server's host has brought along is not. @param {string | null | undefined} level */
export function isOpponent(level) {
  return Object.hasOwn(NAMES, level ?? '');
}

/** What the bot of a level is called; other bots bear the name that their host gave them. @param {string | null | undefined} level */
export function opponentName(level) {
  return NAMES[level ?? ''] ?? level ?? '';
}

/** The same beside others: the second of a level is told apart by a number. @param {string} level @param {readonly string[]} taken */
export function freeName(level, taken) {
  const name = opponentName(level);
  const numbers = [name, ...taken.map((_, index) => `${name} ${index + 2}`)];
  return numbers.find((free) => !taken.includes(free)) ?? name;
}

/** How strong, from 0; -1 for other bots. @param {string | null | undefined} level */
export function strengthOf(level) {
  return LEVELS.indexOf(level ?? '');
}

/** Who comes after that one; null: nobody is stronger. @param {string} level */
export function nextOf(level) {
  return LEVELS[strengthOf(level) + 1] ?? null;
}
