/**
 * Who works out reviews, as the page asks for them: the server, or the worker of a page without one. `device.js` works
 * them out for a server's page.
 *
 * @import { Replay, ReviewStatus, Scene } from '../messages.js'
 */

import { ask } from '../net/api.js';

/**
 * @typedef {object} ReviewHost
 * @property {() => Promise<ReviewStatus>} begin Asks for the review, unless it is there.
 * @property {() => Promise<ReviewStatus>} look How far it is.
 * @property {() => Promise<Replay>} replay The game that it is about.
 * @property {(position: string, moves: string[]) => Promise<Scene>} scene What moves lead to.
 * @property {() => Promise<number[]>} mine The reader's own seats there.
 * @property {string} table The table's address; empty for a record.
 */

/** Reviews of records, which belong to no table, are named so. */
const RECORD = 'record-';

/** @param {string} id @returns {ReviewHost} */
export function serverHost(id) {
  const scene = (/** @type {string} */ position, /** @type {string[]} */ moves) => ask('POST /api/scenes', '', { position, moves });
  if (id.startsWith(RECORD)) {
    const look = () => ask('GET /api/reviews/{id}', id);
    return { begin: look, look, replay: () => ask('GET /api/reviews/{id}/replay', id), scene, mine: async () => [], table: '' };
  }
  return {
    begin: () => ask('POST /api/tables/{id}/review', id),
    look: () => ask('GET /api/tables/{id}/review', id),
    replay: () => ask('GET /api/tables/{id}/replay', id),
    scene,
    mine: async () => (await ask('GET /api/tables')).tables.find((table) => table.id === id)?.yours ?? [],
    table: `/table/${id}`,
  };
}

/** Asks for the review of a record; gives its id. @param {string} record */
export async function reviewRecord(record) {
  return (await ask('POST /api/reviews', '', { record })).id;
}

/** Milliseconds between two looks: soon at first, so that the first curve is there at once. */
const SOON = 250;
const LATER = 1000;
/** Looks that may fail one after the other: a server may be starting again. */
const PATIENCE = 20;

/**
 * Looks again and again until the review is there.
 *
 * @param {Pick<ReviewHost, 'begin' | 'look'>} host
 * @param {(status: ReviewStatus) => void} tell
 * @param {AbortSignal} signal Ends it.
 */
export async function follow(host, tell, signal) {
  let status = await host.begin();
  let failures = 0;
  for (let wait = SOON; !signal.aborted; wait = Math.min(LATER, 2 * wait)) {
    tell(status);
    if (status.stage === 'done' || status.stage === 'failed') return;
    await new Promise((resolve) => { setTimeout(resolve, wait); });
    if (signal.aborted) return;
    const found = await host.look().catch((error) => {
      failures += 1;
      if (failures > PATIENCE) throw error;
      return null;
    });
    if (found) [status, failures] = [found, 0];
  }
}
