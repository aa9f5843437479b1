/**
 * The pseudo-language: English with accents and 40 % longer, to find texts that do not come from
 * the catalogue and places that are too narrow.
 */

const ACCENTS = new Map([...'aàeéiîoöuüAÅEÉIÏOØUÛnñNÑcçCÇyýsš'.matchAll(/(.)(.)/gu)]
  .map(([, plain, accented]) => [plain, accented]));
const LONGER = 0.4;
const NAME = 'shell.name';

/**
 * One text; what stands in braces stays as it is.
 *
 * @param {string} text
 */
export function pseudo(text) {
  const letters = text.replace(/\{\w+\}/g, '').length;
  const accented = text.replace(/\{\w+\}|./gs, (part) => ACCENTS.get(part) ?? part);
  return accented + padding(Math.ceil(letters * LONGER), text);
}

/**
 * All texts but the name of the game, which no language changes.
 *
 * @param {Record<string, string>} texts
 * @returns {Record<string, string>}
 */
export function pseudoTexts(texts) {
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, key === NAME ? text : pseudo(text)]));
}

/**
 * Words of five letters, as long as needed; within a word where there is only one.
 *
 * @param {number} length
 * @param {string} text
 */
function padding(length, text) {
  if (!/\p{L}/u.test(text)) return '';
  const filler = text.includes(' ') ? ' løñgé' : 'øñé';
  return filler.repeat(Math.ceil(length / filler.length)).slice(0, length).trimEnd();
}
