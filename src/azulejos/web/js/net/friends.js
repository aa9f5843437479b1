/**
 * Requests about other people: invitations, acts at a table, personal links, the reader's own games.
 * Failures are as in `api.js`.
 *
 * @import { Act, Invitation, Invited, Joined, Now, PersonalLink, Statistics, Summary } from '../messages.js'
 */

import { ask } from './api.js';

/** @param {string} id */
const at = (id) => `/api/tables/${encodeURIComponent(id)}`;
/** @param {string} token A token or a code. */
const invitation = (token) => `/api/invitations/${encodeURIComponent(token)}`;

/** @type {Promise<unknown> | null} */
let asked = null;

/**
 * Makes sure that this browser has a key, before it is given a seat: an answer that is lost on its
 * way must not take the only key with it. Once a page load is enough.
 */
export function haveKey() {
  asked ??= ask('POST', '/api/me').catch((error) => {
    asked = null;
    throw error;
  });
  return asked;
}

export const friends = {
  /** @returns {Promise<Summary[]>} Tables that anybody may watch. */
  publicTables: async () => (await ask('GET', '/api/tables/public')).tables,
  /** @param {string} id @param {Act} act @returns {Promise<Now>} */
  act: (id, act) => ask('POST', `${at(id)}/acts`, act),
  /** @param {string} id @returns {Promise<Invitation[]>} */
  invitations: async (id) => (await ask('GET', `${at(id)}/invitations`)).invitations,
  /** @param {string} token @returns {Promise<Invited>} */
  invited: (token) => ask('GET', invitation(token)),
  /** @param {string} token @param {{ name: string, colour: number | null }} who @returns {Promise<Joined>} */
  join: (token, who) => ask('POST', invitation(token), who),
  /** @param {string} id @returns {Promise<PersonalLink>} */
  link: (id) => ask('POST', `${at(id)}/link`),
  /** @param {string} token @returns {Promise<Joined>} */
  follow: (token) => ask('POST', `/api/links/${encodeURIComponent(token)}`),
  /** @returns {Promise<Statistics>} */
  me: () => ask('GET', '/api/me'),
  /** @returns {Promise<null>} */
  forgetMe: () => {
    asked = null;
    return ask('DELETE', '/api/me');
  },
  exportAddress: '/api/me/export',
};
