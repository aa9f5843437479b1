/**
 * Where displays and lines glow: at what the lesson waits for. Stands where a real table has its hint.
 *
 * @import { Glow } from './playhouse.js'
 * @import { Tutor } from './tutor.js'
 */

import { isPicked, wantedIn } from './prompts.js';

/** @param {Tutor} tutor @returns {Glow & { forget(): void }} */
export function glowOf(tutor) {
  return {
    forget: () => { tutor.note = ''; },
    get look() {
      const wanted = tutor.store.choices && wantedIn(tutor.scene);
      if (!wanted?.take || isPicked(wanted, tutor.picking)) return null;
      return { source: wanted.take.source, take: wanted.take.take };
    },
    get spot() {
      const wanted = wantedIn(tutor.scene);
      return isPicked(wanted, tutor.picking) ? wanted?.target ?? null : null;
    },
  };
}
