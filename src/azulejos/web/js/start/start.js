/**
 * The start page: one big Play, the table to set up, and the games that are kept.
 */

/** @import { NewTable, Summary } from '../messages.js' */

import { installArt, tileSvg } from '../art/tile.js';
import { toast } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { api, problemOf } from '../net/api.js';
import { go } from '../routes.js';
import { settings } from '../settings.js';
import { errorText, t } from '../text/catalogue.js';
import { playersText, renderGames } from './games.js';
import { icon } from './icons.js';
import { mosaic } from './mosaic.js';
import { renameSeats, renderSetup } from './setup.js';
import { firstWish, fitting, matchText, rulesText } from './wish.js';

/**
 * @param {HTMLElement} root
 * @returns {Promise<{ unmount(): void, render(): void }>}
 */
export async function mountStart(root) {
  const [about, found] = await Promise.all([api.about(), api.tables()]);
  installArt();
  let games = found;
  let open = false;
  let starting = false;
  const remembered = settings.get('lastTable');
  let wish = remembered ? fitting(remembered, about) : firstWish(about, settings.get('names'));

  const hero = h('section', { class: 'hero' });
  const setup = h('section', { class: 'setup', 'aria-labelledby': 'setup-title' });
  const choices = h('div', { class: 'setup-choices', id: 'setup-choices' });
  const kept = h('div', { class: 'kept' });
  const art = mosaic();

  /** @param {NewTable} changed */
  const keep = (changed) => {
    wish = changed;
    settings.set('lastTable', wish);
    const here = wish.seats.filter(({ kind }) => kind === 'person').map(({ name }) => name);
    settings.set('names', [...here, ...settings.get('names').slice(here.length)]);
    renameSeats(choices, wish);
    renderMatch(hero, wish);
  };
  /** @param {NewTable} changed */
  const change = (changed) => {
    keep(changed);
    renderSetup(choices, setting);
  };
  const setting = { about, wish: () => wish, change, keep, names: () => settings.get('names') };

  const play = async () => {
    if (starting) return;
    starting = true;
    try {
      settings.set('lastTable', wish);
      const table = await api.create(wish);
      await go(`/table/${table.id}`);
    } catch (error) {
      toast(errorText(problemOf(error)), { tone: 'bad' });
    } finally {
      starting = false;
    }
  };

  const toggle = () => {
    open = !open;
    render();
  };

  /** @param {Summary[]} left */
  const changeGames = (left) => {
    games = left;
    renderGames(kept, games, changeGames);
    renderHero();
  };

  const renderHero = () => {
    fill(hero, art, greeting(games, play));
    renderMatch(hero, wish);
  };

  const render = () => {
    const focused = root.contains(document.activeElement) ? document.activeElement?.id : '';
    root.className = 'start';
    renderHero();
    setup.classList.toggle('setup-open', open);
    fill(setup, setupHead(open, toggle), choices,
      h('button', { type: 'button', id: 'start-this', class: 'button setup-start', onclick: play },
        t('shell.start_this')));
    renderSetup(choices, setting);
    renderGames(kept, games, changeGames);
    if (focused) document.getElementById(focused)?.focus();
  };

  const refresh = async () => {
    if (document.hidden) return;
    const latest = await api.tables().catch(() => games);
    if (root.contains(kept) && JSON.stringify(latest) !== JSON.stringify(games)) changeGames(latest);
  };
  document.addEventListener('visibilitychange', refresh);

  render();
  fill(root, hero, setup, kept);
  return { unmount: () => document.removeEventListener('visibilitychange', refresh), render };
}

/**
 * The name, Play and what it will start; for newcomers the way to learn, for others the way on.
 *
 * @param {Summary[]} games
 * @param {() => void} play
 */
function greeting(games, play) {
  const last = games.find(({ winners }) => winners === null);
  return h('div', { class: 'greeting' },
    h('h1', { tabindex: '-1' }, t('shell.tagline')),
    h('div', { class: 'play-row' },
      h('button', {
        type: 'button', id: 'play', class: 'button button-main play', 'aria-describedby': 'match', onclick: play,
      }, t('shell.play')),
      h('p', { class: 'match', id: 'match' })),
    last && h('p', null, h('a', { class: 'button resume', href: `/table/${last.id}` },
      t('shell.resume_last', { players: playersText(last) }))),
    games.length ? learnLinks() : firstTime());
}

/** For those who have never played here. */
function firstTime() {
  return h('div', { class: 'first-time' },
    h('span', { class: 'first-time-sign' }, tileSvg('F')),
    h('div', { class: 'first-time-words' },
      h('p', null, h('strong', null, t('shell.first_time')), ' ', t('shell.learn_about')),
      learnLinks()));
}

function learnLinks() {
  return h('p', { class: 'learn-links' },
    h('a', { class: 'learn-link', href: '/learn' }, t('shell.learn_by_playing')),
    h('a', { href: '/rules' }, t('shell.read_rules')));
}

/**
 * @param {HTMLElement} hero
 * @param {NewTable} wish
 */
function renderMatch(hero, wish) {
  const line = hero.querySelector('#match');
  const rules = wish.rules === 'std' ? '' : rulesText(wish.rules).join(' · ');
  if (line) fill(line, h('span', null, matchText(wish)), ' ', h('span', { class: 'match-rules' }, rules));
}

/**
 * On wide windows the choices are always there; on narrow ones a button shows them.
 *
 * @param {boolean} open
 * @param {() => void} toggle
 */
function setupHead(open, toggle) {
  return h('h2', { id: 'setup-title' },
    h('span', { class: 'setup-title' }, t('shell.setup')),
    h('button', {
      type: 'button', id: 'setup-toggle', class: 'button setup-toggle', onclick: toggle,
      'aria-expanded': String(open), 'aria-controls': 'setup-choices',
    }, t('shell.setup.open'), icon('down')));
}
