/** Requests: every failure is a Problem that can be told, whoever answered or did not. */

import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';

/** Each time the module is loaded anew: it remembers what was asked for once. */
let count = 0;
const load = () => import(`../../src/azulejos/web/js/net/api.js?${count += 1}`);

const answer = (body, status = 200) => new Response(status === 204 ? null : body, { status });
const json = (value, status) => answer(JSON.stringify(value), status);

/** The server answers with these, one after the other. */
function serve(...answers) {
  return mock.method(globalThis, 'fetch', async () => {
    const next = answers.shift();
    if (!next) throw new TypeError('nobody there');
    return next;
  });
}

afterEach(() => mock.restoreAll());

test('parameters are escaped, bodies are JSON', async () => {
  const fetched = serve(json({ table: 't' }));
  const { ask } = await load();
  assert.deepEqual(await ask('POST /api/invitations/{token}', 'a/b', { name: 'Ana', colour: null }), { table: 't' });
  const [path, { method, body }] = fetched.mock.calls[0].arguments;
  assert.deepEqual([path, method, JSON.parse(body)], ['/api/invitations/a%2Fb', 'POST', { name: 'Ana', colour: null }]);
});

test('an answer without content is null', async () => {
  serve(answer('', 204));
  const { ask } = await load();
  assert.equal(await ask('DELETE /api/me'), null);
});

const FAILURES = [
  ['the server refuses', json({ error: { code: 'seat_taken', data: {}, rule: '', sentence: 'taken' } }, 409), 'seat_taken', 409],
  ['something else answers', answer('<h1>Bad gateway</h1>', 502), 'bad_answer', 502],
  ['JSON of another kind', json({ detail: 'no' }, 404), 'bad_answer', 404],
  ['no JSON where it was promised', answer('<h1>Hello</h1>'), 'bad_answer', 200],
  ['nobody answers', null, 'no_connection', 0],
];
for (const [name, response, code, status] of FAILURES) {
  test(`${name}: ${code}`, async () => {
    serve(response);
    const { RequestError, ask, problemOf } = await load();
    const error = await ask('GET /api/tables').then(() => null, (found) => found);
    assert.ok(error instanceof RequestError);
    assert.deepEqual([error.code, error.status, problemOf(error).code], [code, status, code]);
  });
}

test('what does not change is asked for once, and again only after a failure', async () => {
  const fetched = serve(null, json({ keeps: false, version: '1' }));
  const { fetchAbout, server } = await load();
  await assert.rejects(fetchAbout());
  assert.equal(server.keeps, true, 'until somebody says so');
  assert.equal(await fetchAbout(), await fetchAbout());
  assert.deepEqual([fetched.mock.callCount(), server.keeps], [2, false]);
});

test('whatever was thrown has a Problem', async () => {
  const { problemOf } = await load();
  assert.deepEqual(problemOf(new Error('odd')), { code: 'unexpected', data: {}, rule: '', sentence: 'odd' });
  assert.equal(problemOf('odd').sentence, 'odd');
});
