/**
 * The games that are kept: those in progress to go on with, the finished ones to look back at.
 */

/** @import { Summary } from '../messages.js' */

import { confirmDanger, toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { api, problemOf } from '../net/api.js';
import { errorText, listing, locale, t } from '../text/catalogue.js';
import { icon } from './icons.js';
import { rulesText, seatName } from './wish.js';

const SHOWN = 6;
/** Seconds of the units, from large to small. @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ['year', 31557600], ['month', 2629800], ['week', 604800], ['day', 86400], ['hour', 3600], ['minute', 60],
];

/** @param {Summary} game */
export function playersText(game) {
  return listing(game.seats.map((_, index) => seatName(game.seats, index)));
}

/**
 * Draws both lists into `root`; `changed` is called with what is left after a deletion.
 *
 * @param {HTMLElement} root
 * @param {Summary[]} games
 * @param {(games: Summary[]) => void} changed
 */
export function renderGames(root, games, changed) {
  const open = games.filter(({ winners }) => winners === null);
  const over = games.filter(({ winners }) => winners !== null);
  /** @param {Summary} game */
  const remove = async (game) => {
    if (!await deleted(game)) return;
    const group = game.winners === null ? open : over;
    const next = group[group.indexOf(game) + 1] ?? group[group.indexOf(game) - 1];
    changed(games.filter(({ id }) => id !== game.id));
    focusAfter(root, next);
  };
  fill(root, list('open', open, remove), list('over', over, remove));
}

/**
 * @param {'open' | 'over'} kind
 * @param {Summary[]} games
 * @param {(game: Summary) => void} remove
 */
function list(kind, games, remove) {
  if (!games.length) return null;
  const items = h('ul', { class: 'games' }, games.slice(0, SHOWN).map((game) => item(game, remove)));
  const all = h('button', { type: 'button', class: 'button' }, t('shell.games.all', { count: games.length }));
  all.addEventListener('click', () => {
    all.remove();
    items.append(...games.slice(SHOWN).map((game) => item(game, remove)));
    items.querySelectorAll('a')[SHOWN * 2]?.focus();
  });
  return h('section', { class: 'games-group', 'aria-labelledby': `games-${kind}` },
    h('h2', { id: `games-${kind}`, tabindex: '-1' }, t(`shell.games.${kind}`)),
    items, games.length > SHOWN && all);
}

/**
 * @param {Summary} game
 * @param {(game: Summary) => void} remove
 */
function item(game, remove) {
  const players = playersText(game);
  /** @param {string} action */
  const named = (action) => t('shell.action', { action: t(action), players });
  const enter = game.winners === null ? 'shell.resume' : 'shell.replay';
  return h('li', { class: 'game', id: `game-${game.id}` },
    h('ul', { class: 'game-seats' }, game.seats.map((_, index) => score(game, index))),
    h('p', { class: 'game-facts' }, facts(game)),
    h('div', { class: 'game-actions' },
      h('a', { class: 'button', href: `/table/${game.id}`, 'aria-label': named(enter) }, t(enter)),
      h('a', {
        class: 'button button-quiet', href: api.recordAddress(game.id), download: '',
        'aria-label': named('shell.download'), title: t('shell.download'),
      }, icon('download')),
      h('button', {
        type: 'button', class: 'button button-quiet', onclick: () => remove(game),
        'aria-label': named('shell.delete'), title: t('shell.delete'),
      }, icon('delete'))));
}

/**
 * @param {Summary} game
 * @param {number} index
 */
function score(game, index) {
  const won = game.winners?.includes(index + 1);
  return h('li', { class: ['game-seat', won && 'game-winner'] },
    h('span', { class: 'game-name' }, seatName(game.seats, index)), ' ',
    won && h('span', { class: 'hush' }, t('shell.winner')),
    h('span', { class: 'game-score' }, game.scores[index]));
}

/** @param {Summary} game */
function facts(game) {
  const mine = game.turn > 0 && game.seats[game.turn - 1]?.kind === 'person'
    && game.seats.filter(({ kind }) => kind === 'person').length === 1;
  const turn = mine ? [t('shell.your_turn')] : [];
  const told = [t('label.round', { round: game.round }), ...turn, ...rulesText(game.rules)];
  const moment = new Date(game.changed);
  const exact = { datetime: moment.toISOString(), title: moment.toLocaleString(locale()) };
  const when = h('time', exact, ago(game.changed));
  return [...told.flatMap((fact) => [fact, ' · ']), when];
}

/**
 * `2 hours ago`, `yesterday`.
 *
 * @param {number} moment
 */
function ago(moment) {
  const seconds = Math.max(0, (Date.now() - moment) / 1000);
  const format = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  const [unit, length] = UNITS.find(([, size]) => seconds >= size) ?? ['second', Infinity];
  return format.format(-Math.floor(seconds / length), unit);
}

/** @param {Summary} game */
async function deleted(game) {
  const players = playersText(game);
  const body = t('shell.delete.body', { players });
  if (!await confirmDanger({ title: t('shell.delete.title'), body, yes: t('shell.delete') })) return false;
  try {
    await api.remove(game.id);
  } catch (error) {
    if (problemOf(error).code !== 'no_such_table') {
      toast(errorText(problemOf(error)), { tone: 'bad' });
      return false;
    }
  }
  toast(t('shell.deleted'));
  return true;
}

/**
 * The game beside the one that is gone gets the focus; without any, the page's heading.
 *
 * @param {HTMLElement} root
 * @param {Summary | undefined} next
 */
function focusAfter(root, next) {
  const beside = next && root.querySelector(`#game-${CSS.escape(next.id)} a`);
  const target = beside ?? root.querySelector('h2') ?? document.querySelector('h1');
  if (target instanceof HTMLElement) target.focus();
}
