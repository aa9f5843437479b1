/**
 * Games from elsewhere: the file of another browser's or a server's export, or records. Read here into games, which
 * whoever hosts the tables checks and keeps: a server, or a worker of this page.
 *
 * @import { Imported, ImportedGame } from '../messages.js'
 */

import { toast, toastError } from '../dialogs.js';
import { h, write } from '../dom.js';
import { RequestError, ask, ensureKey } from '../net/api.js';
import { go } from '../routes.js';
import { t } from '../text/catalogue.js';

const LARGEST_FILE = 50; // MB: some 20 000 games
/** What a request may hold, with some room for what is around it. */
const LONGEST_BODY = 60_000;
const MOST_AT_ONCE = 20;
/** As a host names the file of one game's record, and browsers that have such a file already. */
const FILE_NAME = /^azulejos-\d{4}-\d\d-\d\d-(\w{12})(?: ?\(\d+\))?\.azul$/;

/** Lets the reader choose files, and takes the games in them. @param {HTMLButtonElement} button Shows how far it is. */
export function chooseGames(button) {
  const field = h('input', { type: 'file', accept: '.json,.azul,.txt', multiple: true, hidden: true });
  field.addEventListener('change', () => {
    field.remove();
    void bring([...field.files ?? []], button);
  });
  field.addEventListener('cancel', () => field.remove());
  document.body.append(field);
  field.click();
}

/** @param {File[]} files @param {HTMLButtonElement} button */
async function bring(files, button) {
  const games = (await Promise.all(files.map(readFile))).flat();
  if (!games.length) return;
  button.disabled = true;
  const counts = await takeAll(games, (done) => write(button, t('meeting.me.importing', { done, all: games.length })), toastError);
  const rest = games.length - counts.added - counts.known - counts.flawed;
  toast(t(rest ? 'meeting.me.imported.rest' : 'meeting.me.imported', { ...counts, rest }), { tone: rest || counts.flawed ? 'bad' : 'good' });
  if (button.isConnected) await go('/me', { replace: true });
}

/** The games of a file; where there are none, the reader is told. @param {File} file @returns {Promise<ImportedGame[]>} */
async function readFile(file) {
  if (file.size > LARGEST_FILE * 1e6) {
    toast(t('meeting.me.import.large', { file: file.name, most: LARGEST_FILE }), { tone: 'bad' });
    return [];
  }
  const games = gamesOf(await file.text(), file.name);
  if (!games.length) toast(t('meeting.me.import.none', { file: file.name }), { tone: 'bad' });
  return games;
}

/** What a file holds; nothing where it is of another kind, or damaged. @param {string} text @param {string} [fileName] */
export function gamesOf(text, fileName = '') {
  return text.trimStart().startsWith('{') ? exportedGames(text) : records(text, fileName);
}

/** Those that are over first: of others only so many are taken. @param {string} text @returns {ImportedGame[]} */
function exportedGames(text) {
  try {
    const { games } = JSON.parse(text);
    const played = games.filter((/** @type {any} */ game) => game && game.stage !== 'open');
    return [...played.filter(isOver), ...played.filter((/** @type {any} */ game) => !isOver(game))].map(asSent);
  } catch {
    return [];
  }
}

/** @param {any} game */
const isOver = (game) => game.stage === 'over';

/** Of what an export says, that which the record does not. @param {any} game @returns {ImportedGame} */
function asSent({ record, table, name, created, changed, yours, seats }) {
  const known = Array.isArray(seats) ? seats.map((seat) => ({ name: seat?.name, colour: seat?.colour ?? null })) : [];
  return { record, table, name, created, changed, yours, seats: known };
}

/** @param {string} text @param {string} fileName @returns {ImportedGame[]} */
function records(text, fileName) {
  const found = text.split(/\n(?=\[Rules )/).filter((part) => part.includes('[Rules ')).map((record) => ({ record }));
  const table = FILE_NAME.exec(fileName)?.[1];
  return found.length === 1 && table ? found.map((game) => ({ ...game, table })) : found;
}

/**
 * As far as the host takes them.
 *
 * @param {ImportedGame[]} games
 * @param {(done: number) => void} tell
 * @param {(why: unknown) => void} refused It takes no more.
 * @returns {Promise<Imported>}
 */
export async function takeAll(games, tell, refused) {
  let counts = { added: 0, known: 0, flawed: 0 };
  try {
    await ensureKey();
    for (const batch of batches(games)) {
      tell(counts.added + counts.known + counts.flawed);
      counts = sum([counts, await take(batch)]);
    }
  } catch (error) {
    refused(error);
  }
  return counts;
}

/** As many as fit into a request. @param {ImportedGame[]} games */
function* batches(games) {
  /** @type {ImportedGame[]} */
  let batch = [];
  let bytes = 0;
  for (const game of games) {
    const size = new Blob([JSON.stringify(game)]).size;
    if (batch.length === MOST_AT_ONCE || (batch.length && bytes + size > LONGEST_BODY)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(game);
    bytes += size;
  }
  yield batch;
}

/** One that is not of the shape of a game spoils no others. @param {ImportedGame[]} batch @returns {Promise<Imported>} */
async function take(batch) {
  try {
    return await ask('POST /api/me/import', '', { games: batch });
  } catch (error) {
    if (!(error instanceof RequestError) || !['bad_request', 'body_too_long'].includes(error.code)) throw error;
  }
  if (batch.length === 1) return { added: 0, known: 0, flawed: 1 };
  const found = [];
  for (const game of batch) found.push(await take([game]));
  return sum(found);
}

/** @param {Imported[]} all @returns {Imported} */
function sum(all) {
  const counts = { added: 0, known: 0, flawed: 0 };
  for (const each of all) {
    for (const name of /** @type {const} */ (['added', 'known', 'flawed'])) counts[name] += each[name];
  }
  return counts;
}
