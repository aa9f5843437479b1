/**
 * Lets the page's words tell the reviews that it is given: JSON on standard input, sentences on standard output. Run by
 * test_review_words.py.
 */

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(`${process.argv[2]}/`);
const { useTexts } = await import(new URL('text/catalogue.js', folder));
const words = await import(new URL('review/words.js', folder));
const { comparisonText } = await import(new URL('review/hint-words.js', folder));

const { texts, names, reviews } = JSON.parse(readFileSync(0, 'utf8'));
const told = Object.entries(texts).map(([language, found]) => {
  useTexts(language, found);
  return [language, reviews.map((review) => {
    const who = { nameOf: (player) => names[player - 1], you: 0 };
    return {
      ledgers: review.ledgers.map(({ player }) => words.ledgerSentence(review, player, who)),
      reasons: review.costliest.map(({ why }) => words.reasonsText(why)),
      comparisons: review.costliest.map(({ why }) => comparisonText({ other: 'next', move: '3B2', why }, null)),
      sights: review.costliest.map(({ why }) => words.sightText(why)),
      levels: review.play.map(({ player, level }) => (level ? words.levelText(level, player, who) : '')),
    };
  })];
});
process.stdout.write(JSON.stringify(Object.fromEntries(told)));
