/**
 * The reader's own page: name and colour, the games that were finished on their seats, and the ways
 * to take all of it along or to be forgotten.
 *
 * @import { Sources, Statistics, Summary } from '../messages.js'
 */

import { confirmDanger, orToast, toast } from '../dialogs.js';
import { h, plainView } from '../dom.js';
import { ask, ensureKey, fetchAbout } from '../net/api.js';
import { fetchPlaying } from '../review/profile.js';
import { go } from '../routes.js';
import { settings } from '../settings.js';
import { finishedGames } from '../start/games.js';
import { rulesText } from '../start/new-table.js';
import { levelName, locale, t } from '../text/catalogue.js';
import { profileFields } from './profile.js';
import { bestFigures, ratingBody } from './rating.js';

/** So many finished games are listed. */
const LATEST = 10;
const SOURCES = /** @type {const} */ (['tiles', 'rows', 'columns', 'colours', 'floor']);

/**
 * @param {HTMLElement} root
 * @returns {Promise<import('../screens.js').View>}
 */
export async function mountMe(root) {
  const [found, about, { tables }, playing] = await Promise.all([
    ask('GET /api/me'),
    fetchAbout(),
    // The rest of the page does without.
    ask('GET /api/tables').catch(() => ({ tables: [] })),
    fetchPlaying().catch(() => () => null),
  ]);
  return plainView(root, 'me', () => [
    h('h1', { tabindex: '-1' }, t('meeting.me')),
    h('div', { class: 'me-left' }, who(), playing()),
    h('div', { class: 'me-results' }, card('rating', {}, ...ratingBody(found, about)), statistics(found)),
    latest(tables),
    data(found),
  ]);
}

/** @param {string} name @param {import('../dom.js').Attributes} attributes @param {...(import('../dom.js').Child | import('../dom.js').Child[])} body */
function card(name, attributes, ...body) {
  return h('section', { class: 'room-card', 'aria-labelledby': `me-${name}`, ...attributes },
    h('h2', { id: `me-${name}` }, t(`meeting.me.${name}`)), ...body);
}

function who() {
  return card('who', {},
    h('p', { class: 'room-facts' }, t('meeting.me.who.about')),
    profileFields());
}

/** @param {Summary[]} tables */
function latest(tables) {
  const games = finishedGames(tables, LATEST);
  return games && card('latest', { class: 'room-card me-latest' }, games);
}

/** @param {Statistics} found */
function data(found) {
  return card('data', { class: 'room-card me-data' },
    h('p', { class: 'room-facts' }, t('meeting.me.data.about')),
    h('p', { class: 'me-ways' },
      h('a', { class: 'button', href: '/api/me/export', download: '' }, t('meeting.me.export')),
      importButton(),
      h('button', { class: 'button button-danger', id: 'me-forget', onclick: () => forget(found) },
        t('meeting.me.forget'))));
}

/** For games from elsewhere. */
function importButton() {
  const button = h('button', { class: 'button', id: 'me-import' }, t('meeting.me.import'));
  button.addEventListener('click', async () => (await import('./imports.js')).chooseGames(button));
  return button;
}

/** @param {Statistics} found */
async function forget({ games }) {
  const yes = await confirmDanger({
    title: t('meeting.me.forget.title'),
    body: t.count('meeting.me.forget.body', games),
    yes: t('meeting.me.forget'),
  });
  if (!yes) return;
  ensureKey.forget();
  if (await orToast(ask('DELETE /api/me')) === undefined) return;
  for (const name of /** @type {const} */ (['profile', 'lastTable'])) settings.set(name, null);
  settings.set('names', []);
  settings.set('joined', {});
  toast(t('meeting.me.forgotten'));
  go('/', { replace: true });
}

/** @param {Statistics} found */
function statistics(found) {
  return card('games', { class: 'room-card me-games' },
    found.games ? [
      figures(found), chart(found.sources),
      table('meeting.me.opponents', found.opponents.map(({ name, level, games, won }) => (
        [opponent(name, level), games, won]
      ))),
      table('meeting.me.kinds', found.by_rules.map(({ rules, players, games, won }) => (
        [[t.count('meeting.me.players', players), ...rulesText(rules)].join(' · '), games, won]
      ))),
      table('meeting.me.series', found.series.map(({ name, games, won }) => [name || t('meeting.me.nameless'), games, won])),
    ] : h('p', { class: 'room-facts' }, t('meeting.me.none')));
}

/** @param {Statistics} found */
function figures(found) {
  const { games, won, shared, resigned, score } = found;
  /** @type {[string, string][]} */
  const all = [
    ['games', number(games)], ['won', t('meeting.me.share', { count: number(won), percent: percent(won / games) })],
    ['shared', number(shared)], ['resigned', number(resigned)], ['score', number(score)],
  ];
  const shown = all.filter(([name, text]) => !(['shared', 'resigned'].includes(name) && text === '0'));
  /** @type {[string, import('../dom.js').Child][]} */
  const named = shown.map(([name, text]) => [`meeting.me.${name}`, text]);
  return h('dl', { class: 'me-figures' }, [...named, ...bestFigures(found)].map(([key, body]) => (
    h('div', { class: 'me-figure' }, h('dt', null, t(key)), h('dd', null, body)))));
}

/**
 * Bars from the same line; what the floor cost goes to the other side by its sign and its colour.
 *
 * @param {Sources} sources  Means of a game.
 */
function chart(sources) {
  const most = Math.max(1, ...SOURCES.map((name) => Math.abs(sources[name])));
  return h('table', { class: 'me-bars' },
    h('caption', null, t('meeting.me.sources')),
    h('tbody', null, SOURCES.map((name) => {
      const value = sources[name];
      return h('tr', null,
        h('th', { scope: 'row' }, t(`table.sources.${name}`)),
        h('td', { class: 'me-bar-number' }, number(value)),
        h('td', { class: 'me-bar-cell', 'aria-hidden': 'true' },
          h('span', { class: ['me-bar', value < 0 && 'me-bar-cost'], style: { '--part': Math.abs(value) / most } })));
    })));
}

/**
 * @param {string} key
 * @param {[string, number, number][]} rows
 */
function table(key, rows) {
  if (!rows.length) return null;
  return h('table', { class: 'tally' },
    h('caption', null, t(key)),
    h('thead', null, h('tr', null,
      h('td', null), h('th', { scope: 'col' }, t('meeting.me.games')), h('th', { scope: 'col' }, t('meeting.me.won')))),
    h('tbody', null, rows.map(([name, games, won]) => h('tr', null,
      h('th', { scope: 'row' }, name), h('td', null, number(games)), h('td', null, number(won))))));
}

/**
 * @param {string} name
 * @param {string | null} level
 */
function opponent(name, level) {
  if (!level) return name || t('meeting.me.nameless');
  return name ? t('shell.bot', { name, level: levelName(level) }) : levelName(level);
}

/** @param {number} value */
function number(value) {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value).replace('-', '−');
}

/** @param {number} part */
function percent(part) {
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: 0 }).format(part);
}
