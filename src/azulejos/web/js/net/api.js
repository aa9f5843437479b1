/**
 * Requests to the server. Every failure is a `RequestError` with a Problem inside, also when no
 * server answers: who calls shows `errorText(error.problem)`.
 *
 * @import { About, Act, Invitation, Invited, Joined, NewTable, Now, PersonalLink, Statistics, Problem, Replay, Result, State, Choices, Summary, Table, Undo } from '../messages.js'
 */

/** A request that was refused or not answered. */
export class RequestError extends Error {
  /** @param {Problem} problem @param {number} status 0 when there was no answer. */
  constructor(problem, status) {
    super(problem.sentence);
    this.name = 'RequestError';
    this.problem = problem;
    this.status = status;
  }

  get code() {
    return this.problem.code;
  }
}

/** @param {string} code @param {string} sentence @returns {Problem} */
export function problem(code, sentence) {
  return { code, data: {}, rule: '', sentence };
}

/** The Problem inside whatever was thrown. @param {unknown} error @returns {Problem} */
export function problemOf(error) {
  if (error instanceof RequestError) return error.problem;
  return problem('unexpected', error instanceof Error ? error.message : String(error));
}

/** @param {Response} response @returns {Promise<RequestError>} */
async function refusal(response) {
  try {
    const body = await response.json();
    if (typeof body?.error?.code === 'string') return new RequestError(body.error, response.status);
  } catch {
    // Not JSON: something between us and the server answered.
  }
  return new RequestError(problem('bad_answer', `HTTP ${response.status}`), response.status);
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>} The JSON of the answer; null where there is none.
 */
export async function ask(method, path, body) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  } catch {
    throw new RequestError(problem('no_connection', 'The server does not answer.'), 0);
  }
  if (!response.ok) throw await refusal(response);
  if (response.status === 204) return null;
  try {
    return await response.json();
  } catch {
    throw new RequestError(problem('bad_answer', 'The answer is not JSON.'), response.status);
  }
}

/** @param {string} id */
const at = (id) => `/api/tables/${encodeURIComponent(id)}`;

/** @typedef {{ table: Table, number: number, state: State, choices: Choices | null, undo: Undo, result: Result | null }} Standing */

/** @type {Promise<About> | null} */
let known = null;
/** Does the server keep games? Until it has said so we believe it. */
export const server = { keeps: true };

/** @returns {Promise<About>} */
async function fetchAbout() {
  try {
    const about = await ask('GET', '/api/about');
    server.keeps = about.keeps;
    return about;
  } catch (error) {
    known = null;
    throw error;
  }
}

export const api = {
  /** What does not change while the page is open: asked for once. */
  about: () => known ??= fetchAbout(),
  /** Is there a server? */
  knock: () => ask('GET', '/api/about'),
  /** @returns {Promise<Summary[]>} Latest change first. */
  tables: async () => (await ask('GET', '/api/tables')).tables,
  /** @param {NewTable} wish @returns {Promise<Table>} */
  create: (wish) => ask('POST', '/api/tables', wish),
  /** @param {string} id @returns {Promise<Standing>} */
  table: (id) => ask('GET', at(id)),
  /** @param {string} id @returns {Promise<Replay>} */
  replay: (id) => ask('GET', `${at(id)}/replay`),
  /** @param {string} id @returns {Promise<null>} */
  remove: (id) => ask('DELETE', at(id)),
  /** Where the record can be downloaded. @param {string} id */
  recordAddress: (id) => `${at(id)}/record`,
};

// About other people: invitations, acts at a table, personal links, the reader's own games.

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
