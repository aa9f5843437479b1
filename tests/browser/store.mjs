/** The store on its own: lists of actions in, one a line; what can be read of it after each of them out. */

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const { Store } = await import(pathToFileURL(process.argv[2]).href);

/** Whoever wrote to a state would be heard. */
function frozen(value) {
  if (value && typeof value === 'object' && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(frozen);
  }
  return value;
}

function read(store) {
  const { frame, playing, behind, sent, look, viewer, history, lost } = store.state;
  return {
    frame: frame?.position ?? null, playing, behind, sent, look: look?.ply ?? null, viewer, plies: history.length, lost,
    shown: store.shown.position, choices: store.choices?.player ?? null, due: store.due?.player ?? null, stage: store.table.stage,
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const store = new Store();
  const told = [];
  store.subscribe(({ type }, before) => told.push([type, before === store.state]));
  const unsubscribe = store.subscribe(() => { throw new Error('told after unsubscribing'); });
  unsubscribe();
  const states = JSON.parse(line).map((action) => {
    store.dispatch(frozen(action));
    frozen(store.state);
    return read(store);
  });
  process.stdout.write(`${JSON.stringify({ states, told })}\n`);
}
