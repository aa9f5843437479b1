/**
 * Why a hint's move is better than another one, in the words of a review; fetched with the hint that tells it.
 *
 * @import { Choices, Comparison } from '../messages.js'
 */

import { t } from '../text/catalogue.js';
import { moveText } from './mistakes.js';
import { tenths } from './numbers.js';
import { partsText } from './words.js';

/** @param {Comparison} comparison @param {Choices | null} choices */
export function comparisonText({ other, move, why }, choices) {
  return t(`review.hint.${other}`, { move: moveText(choices, move), points: tenths(why.gap), parts: partsText(why) });
}
