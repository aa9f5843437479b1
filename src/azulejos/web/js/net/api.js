/**
 * Requests to the server. Every failure is a `RequestError` with a Problem inside, also when no
 * server answers: who calls shows `errorText(error.problem)`.
 *
 * @import { About, NewTable, Problem, Replay, Result, State, Choices, Summary, Table, Undo } from '../messages.js'
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

export const api = {
  /** @returns {Promise<About>} */
  about: () => ask('GET', '/api/about'),
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
