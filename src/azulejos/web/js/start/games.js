/**
 * Lists of tables: my games, those first that wait for me; tables of others with a free seat, or to
 * watch; and my finished games to look back at.
 */

/** @import { Summary } from '../messages.js' */

import { icon } from '../art/icons.js';
import { confirmDanger, toast, toastProblem } from '../dialogs.js';
import { fill, find, h } from '../dom.js';
import { ask, problemOf, recordAddress } from '../net/api.js';
import { nameIn } from '../play/names.js';
import { listing, locale, t } from '../text/catalogue.js';
import { ago } from '../text/time.js';
import { rulesText } from './new-table.js';

const SHOWN = 6;

/** @typedef {'waiting' | 'lobby' | 'public' | 'over'} Kind */

/** @param {Summary} game @param {number[]} without  Seats. */
const namesAt = (game, without = []) => game.seats.filter(({ kind, seat }) => kind !== 'open' && !without.includes(seat))
  .map(({ seat }) => nameIn(game, seat, game.yours));

/** @param {Summary} game */
export const playersText = (game) => listing(namesAt(game));

/** Those who play with the reader. @param {Summary} game */
export const othersText = (game) => listing(namesAt(game, game.yours));

/** Games that are not over: those first where it is my turn, then the latest. @param {Summary[]} games */
export function waiting(games) {
  const open = games.filter(({ stage }) => stage !== 'over');
  return [...open.filter(isMyTurn), ...open.filter((game) => !isMyTurn(game))];
}

/** Tables of others that wait for players. @param {Summary[]} open */
export const lobby = (open) => open.filter(({ free }) => free);

/** Is it the turn of the one person here? @param {Summary} game */
export const calls = (game) => isMyTurn(game) && game.yours.length === 1;

/** @param {Summary} game */
function isMyTurn({ stage, turn, yours }) {
  return stage === 'playing' && yours.includes(turn);
}

/**
 * Draws the lists into `root`; `changed` is called with what is left of mine after a deletion.
 *
 * @param {HTMLElement} root
 * @param {{ mine: Summary[], open: Summary[] }} lists
 * @param {(games: Summary[]) => void} changed
 */
export function renderGames(root, { mine, open }, changed) {
  const going = waiting(mine);
  const over = mine.filter(({ stage }) => stage === 'over');
  /** @param {Summary} game */
  const remove = async (game) => {
    if (!await deleted(game)) return;
    const group = game.stage === 'over' ? over : going;
    const next = group[group.indexOf(game) + 1] ?? group[group.indexOf(game) - 1];
    changed(mine.filter(({ id }) => id !== game.id));
    focusAfter(root, next);
  };
  /** Whoever had all shown does not want to ask again. */
  const all = new Set([...root.querySelectorAll('[data-all]')].map((list) => list.id));
  fill(root,
    list('waiting', going, all, (game) => item(game, remove, seriesText(game, over))),
    list('lobby', lobby(open), all, (game) => item(game)),
    list('public', open.filter(({ free }) => !free), all, (game) => item(game)),
    list('over', over, all, (game) => item(game, remove)));
}

/**
 * @param {Kind} kind
 * @param {Summary[]} games
 * @param {Set<string>} all  Ids of the lists that are shown whole.
 * @param {(game: Summary) => HTMLElement} show
 */
function list(kind, games, all, show) {
  if (!games.length) return null;
  const id = `games-list-${kind}`;
  const whole = all.has(id) || games.length <= SHOWN;
  const items = h('ul', { class: 'games', id, 'data-all': all.has(id) },
    (whole ? games : games.slice(0, SHOWN)).map(show));
  const button = h('button', { class: 'button', id: `games-all-${kind}` }, t('shell.games.all', { count: games.length }));
  button.addEventListener('click', () => {
    button.remove();
    items.dataset.all = '';
    items.append(...games.slice(SHOWN).map(show));
    document.getElementById(`enter-${games[SHOWN]?.id}`)?.focus();
  });
  return h('section', { class: 'games-group', 'aria-labelledby': `games-${kind}` },
    h('h2', { id: `games-${kind}`, tabindex: '-1' }, t(`meeting.games.${kind}`)),
    items, !whole && button);
}

/**
 * @param {Summary} game
 * @param {(game: Summary) => void} [remove] None where games are only listed.
 * @param {string} [series]
 */
function item(game, remove, series = '') {
  const players = playersText(game);
  /** @param {string} action */
  const named = (action) => t('shell.action', { action: t(action), players });
  const enter = wayIn(game);
  return h('li', { class: ['game', isMyTurn(game) && 'game-turn'], id: `game-${game.id}` },
    game.name && h('h3', { class: 'game-title' }, game.name),
    series && h('p', { class: 'game-facts' }, series),
    h('ul', { class: 'game-seats' }, game.seats.map((_, index) => seatScore(game, index))),
    h('p', { class: 'game-facts' }, facts(game)),
    h('div', { class: 'game-actions' },
      h('a', { class: 'button', id: `enter-${game.id}`, href: `/table/${game.id}`, 'aria-label': named(enter) }, t(enter)),
      game.stage === 'over' && h('a', { class: 'button', href: `/review/${game.id}`, 'aria-label': named('shell.review') }, t('shell.review')),
      remove && game.stage !== 'open' && h('a', {
        class: 'button button-quiet', id: `record-${game.id}`, href: recordAddress(game.id), download: '',
        'aria-label': named('shell.download'), title: t('shell.download'),
      }, icon('download')),
      remove && game.host && h('button', {
        class: 'button button-quiet', id: `delete-${game.id}`, onclick: () => remove(game),
        'aria-label': named('shell.delete'), title: t('shell.delete'),
      }, icon('delete'))));
}

/** The latest that were finished on the reader's seats, to look at once more. @param {Summary[]} games @param {number} most */
export function finishedGames(games, most) {
  const over = games.filter(({ stage, yours }) => stage === 'over' && yours.length > 0);
  return over.length > 0 && h('ul', { class: 'games' }, over.slice(0, most).map((game) => item(game)));
}

/**
 * Who has won how often at tables of this name; nothing where none has been finished.
 *
 * @param {Summary} game
 * @param {Summary[]} over
 */
function seriesText(game, over) {
  const before = over.filter(({ name, winners }) => name && name === game.name && winners);
  if (!before.length) return '';
  /** @param {string} player */
  const wins = (player) => before.filter((one) => one.winners?.some((seat) => nameIn(one, seat, one.yours) === player)).length;
  return t('meeting.series.won', { score: listing(namesAt(game).map((player) => `${player} ${wins(player)}`)) });
}

/** @param {Summary} game */
function wayIn({ stage, yours, free }) {
  if (stage === 'over') return 'shell.replay';
  if (!yours.length) return free ? 'meeting.join.sit' : 'meeting.watch';
  return stage === 'open' ? 'meeting.enter' : 'shell.resume';
}

/**
 * @param {Summary} game
 * @param {number} index
 */
function seatScore(game, index) {
  const won = game.winners?.includes(index + 1);
  const open = game.seats[index]?.kind === 'open';
  return h('li', { class: ['game-seat', won && 'game-winner', open && 'game-open'] },
    h('span', { class: 'game-name' }, open ? t('meeting.open_seat') : nameIn(game, index + 1, game.yours)), ' ',
    won && h('span', { class: 'hush' }, t('shell.winner')),
    game.stage !== 'open' && h('span', { class: 'game-score' }, game.scores[index]));
}

/** @param {Summary} game */
function facts(game) {
  const told = [...rulesText(game.rules)];
  if (game.stage === 'playing') told.unshift(t('label.round', { round: game.round }));
  if (game.deserted) told.unshift(t('meeting.deserted'));
  if (game.stage === 'open') told.unshift(game.free ? t.count('meeting.free_seats', game.free) : t('meeting.waiting'));
  if (game.ended === 'abandoned' || game.ended === 'resigned') told.unshift(t(`meeting.ended.${game.ended}`));
  const moment = new Date(game.changed);
  const exact = { datetime: moment.toISOString(), title: moment.toLocaleString(locale()) };
  return [
    isMyTurn(game) && h('strong', { class: 'turn-sign' }, turnWords(game)), isMyTurn(game) && ' ',
    ...told.flatMap((fact) => [fact, ' · ']), h('time', exact, ago(game.changed)),
  ];
}

/** Where several people share this device, whose turn it is. @param {Summary} game */
function turnWords(game) {
  return calls(game) ? t('shell.your_turn') : t('meeting.turn_of', { name: nameIn(game, game.turn, game.yours) });
}

/** @param {Summary} game */
async function deleted(game) {
  const body = t('shell.delete.body', { players: playersText(game) });
  if (!await confirmDanger({ title: t('shell.delete.title'), body, yes: t('shell.delete') })) return false;
  const problem = await ask('DELETE /api/tables/{id}', game.id).then(() => null, problemOf);
  if (problem && problem.code !== 'no_such_table') toastProblem(problem);
  else toast(t('shell.deleted'));
  return !problem || problem.code === 'no_such_table';
}

/**
 * The game beside the one that is gone gets the focus; without any, the page's heading.
 *
 * @param {HTMLElement} root
 * @param {Summary | undefined} next
 */
function focusAfter(root, next) {
  const beside = next && find(root, `#game-${CSS.escape(next.id)} a`);
  (beside ?? find(root, 'h2') ?? find(document, 'h1'))?.focus();
}
