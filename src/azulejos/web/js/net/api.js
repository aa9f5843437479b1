/**
 * Requests to the server. Every failure is a `RequestError` with a Problem inside, also when no
 * server answers: who calls shows `errorText(error.problem)`.
 *
 * @import { NewTable, Problem, Welcome } from '../messages.js'
 * @import { Answer, Body, Requests } from './requests.js'
 */

import { transport } from './transport.js';

/** @typedef {{ welcome: Welcome, progress: HTMLElement }} Preview A table that is not made yet, and how far that is. */

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
  const { status } = response;
  const body = await response.json().catch(() => null); // Something between us and the server may have answered.
  return new RequestError(typeof body?.error?.code === 'string' ? body.error : problem('bad_answer', `HTTP ${status}`), status);
}

/**
 * The answer of one of the requests that `requests.d.ts` lists.
 *
 * @template {keyof Requests} R
 * @param {R} request
 * @param {string} [parameter] What stands for `{…}`.
 * @param {Body<R>} [body]
 * @returns {Promise<Answer<R>>}
 */
export async function ask(request, parameter = '', body) {
  const [method, path = ''] = request.split(' ');
  const response = await transport.request(path.replace(/\{\w+\}/, encodeURIComponent(parameter)), {
    method,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  }).catch(() => {
    throw new RequestError(problem('no_connection', 'The server does not answer.'), 0);
  });
  if (!response.ok) throw await refusal(response);
  return response.status === 204 ? null : response.json().catch(() => {
    throw new RequestError(problem('bad_answer', 'The answer is not JSON.'), response.status);
  });
}

/**
 * Does the server keep games? Until it has said so we believe it. May people elsewhere come to its tables? Where the host
 * is a worker of this page, nobody can. And what a table will look like that it takes a while to make.
 */
export const server = {
  keeps: true,
  invites: true,
  /** Null: it is there in a moment. @type {(order: NewTable) => Preview | null} */
  preview: () => null,
};

/**
 * Asked for once, and again only if that failed.
 *
 * @template T
 * @param {() => Promise<T>} fetch
 */
function once(fetch) {
  /** @type {Promise<T> | null} */
  let asked = null;
  const forget = () => { asked = null; };
  const get = () => {
    asked ??= fetch();
    asked.catch(forget);
    return asked;
  };
  return Object.assign(get, { forget });
}

/** What does not change while the page is open. */
export const fetchAbout = once(async () => {
  const found = await ask('GET /api/about');
  server.keeps = found.keeps;
  return found;
});

/** The guided game, and the examples of the rules. */
export const fetchLesson = once(() => ask('GET /api/lesson'));

/**
 * Makes sure that this browser has a key, before it is given a seat: an answer that is lost on its
 * way must not take the only key with it. Once a page load is enough.
 */
export const ensureKey = once(() => ask('POST /api/me'));

/** Where a game's record can be downloaded. @param {string} id */
export const recordAddress = (id) => `/api/tables/${encodeURIComponent(id)}/record`;
