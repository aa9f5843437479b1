/**
 * Who the reader is, kept in this browser: a name, and one of eight colours. What is changed here
 * holds for the next table too.
 */

import { settings } from './settings.js';

/** @typedef {{ name: string, colour: number | null }} Profile */

export const COLOURS = [1, 2, 3, 4, 5, 6, 7, 8];
/** The server refuses longer names. */
export const LONGEST_NAME = 30;

/** @returns {Profile} */
export function profile() {
  return settings.get('profile') ?? { name: settings.get('names')[0] ?? '', colour: null };
}

/** @param {Partial<Profile>} change */
export function setProfile(change) {
  const now = { ...profile(), ...change };
  settings.set('profile', now);
  settings.set('names', [now.name, ...settings.get('names').slice(1)]);
}
