/** Moves shown ahead: lines of [choices, state, table, moves] in, what is shown of each move out. */

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { predict } = await import(pathToFileURL(process.argv[2]).href);

for await (const line of createInterface({ input: process.stdin })) {
  const [choices, state, table, moves] = JSON.parse(line);
  const predictions = moves.map((move) => predict(choices, state, table, move));
  process.stdout.write(`${JSON.stringify(predictions)}\n`);
}
