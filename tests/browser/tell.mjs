/**
 * Lets the page's teller tell what it is given: JSON on standard input, sentences on standard output.
 * Run by test_teller_twin.py.
 */

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const folder = pathToFileURL(`${process.argv[2]}/`);
const { errorText, useTexts } = await import(new URL('catalogue.js', folder));
const teller = await import(new URL('teller.js', folder));
const { pseudoTexts } = await import(new URL('pseudo.js', folder));

const { texts, names, steps, states, previews, problems } = JSON.parse(readFileSync(0, 'utf8'));
const nameOf = (player) => names[player - 1];

const told = Object.entries(texts).map(([language, found]) => {
  useTexts(language, found);
  return [language, {
    steps: steps.map((step) => teller.stepText(step, nameOf)),
    boards: states.flatMap(({ boards }) => boards.map((board, index) => teller.boardText(board, nameOf(index + 1)))),
    displays: states.map((state) => teller.displaysText(state)),
    scores: states.map((state) => teller.scoresText(state, nameOf)),
    previews: previews.map(({ preview, cell }) => teller.previewText(preview, cell)),
    problems: problems.map((problem) => errorText(problem)),
  }];
});
process.stdout.write(JSON.stringify({ told: Object.fromEntries(told), pseudo: pseudoTexts(texts.en) }));
