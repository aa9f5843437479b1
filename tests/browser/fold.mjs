/** Carries out flights: lines of [state, flights] in, the states that they lead to out. */

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { applyFlights } = await import(pathToFileURL(process.argv[2]).href);

for await (const line of createInterface({ input: process.stdin })) {
  const [state, flights] = JSON.parse(line);
  const before = JSON.stringify(state);
  const after = applyFlights(state, flights);
  if (JSON.stringify(state) !== before) throw new Error('the state before was changed');
  process.stdout.write(`${JSON.stringify(after)}\n`);
}
