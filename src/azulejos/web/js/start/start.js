/**
 * The start page: one big Play, the table to set up, and the games that are kept.
 */

/** @import { NewTable, Summary } from '../messages.js' */

import { icon } from '../art/icons.js';
import { installArt } from '../art/tile.js';
import { announce, toastError } from '../dialogs.js';
import { fill, h, keepingFocus } from '../dom.js';
import { profile, setProfile } from '../me/profile.js';
import { api, ensureKey } from '../net/api.js';
import { go } from '../routes.js';
import { settings } from '../settings.js';
import { t } from '../text/catalogue.js';
import { renderGames } from './games.js';
import { greeting, mosaic, renderMatch } from './greeting.js';
import { OPEN, defaultTable, supportedBy, withColours } from './new-table.js';
import { moreChoices, renameSeats, renderSetup } from './setup.js';

/** Milliseconds after which the lists are looked at again: somebody may have moved. */
const LOOK_AGAIN = 15000;
/** Milliseconds in which a server answers that has been running for a while. */
const SOON = 120;

/** @typedef {{ mine: Summary[], open: Summary[] }} Lists  My games, and what others let everybody watch. */

/** @returns {Promise<Lists>} */
async function fetchLists() {
  const [mine, everybodys] = await Promise.all([api.tables(), api.publicTables()]);
  const known = new Set(mine.map(({ id }) => id));
  return { mine, open: everybodys.filter(({ id }) => !known.has(id)) };
}

/**
 * @param {HTMLElement} root
 * @returns {Promise<import('../screens.js').View>}
 */
export async function mountStart(root) {
  const answers = Promise.all([api.about(), fetchLists()]);
  installArt();
  const hero = h('section', { class: 'hero' }, mosaic(), h('div'));
  const pressed = await greetMeanwhile(root, hero, answers);
  const [about, found] = await answers;
  let lists = found;
  let open = false;
  let starting = false;
  const remembered = settings.get('lastTable');
  let draft = remembered ? supportedBy(remembered, about) : defaultTable(about, settings.get('names'));

  const setup = h('section', { class: 'setup', 'aria-labelledby': 'setup-title' });
  const choices = h('div', { class: 'setup-choices', id: 'setup-choices' });
  const begin = h('button', { id: 'start-this', class: 'button setup-start' });
  const kept = h('div', { class: 'kept' });

  /** @param {NewTable} changed */
  const keep = (changed) => {
    draft = changed;
    settings.set('lastTable', draft);
    const here = draft.seats.filter(({ kind }) => kind === 'person').map(({ name }) => name);
    settings.set('names', [...here, ...settings.get('names').slice(here.length)]);
    if (here[0] !== settings.get('profile')?.name) setProfile({ name: here[0] ?? '' });
    renameSeats(choices, draft);
    renderMatch(hero, draft);
  };
  /** @param {NewTable} changed */
  const change = (changed) => {
    keep(changed);
    renderSetup(choices, setting);
    renderBegin();
  };
  const more = moreChoices(() => draft, keep);
  const setting = {
    about, draft: () => draft, change, keep, names: () => settings.get('names'), more: more.element,
  };

  /** @param {NewTable} order */
  const create = async (order) => {
    if (starting) return;
    starting = true;
    try {
      await ensureKey();
      const table = await api.create(withColours(order));
      await go(`/table/${table.id}`);
    } catch (error) {
      toastError(error);
    } finally {
      starting = false;
    }
  };
  const play = async () => {
    if (draft.seats.some(({ kind }) => kind === OPEN) && !profile().name) {
      const { askName } = await import('./friends.js');
      if (!await askName()) return;
      change(supportedBy(draft, about));
    }
    settings.set('lastTable', draft);
    await create(draft);
  };
  const playWithFriends = async () => {
    const { askFriends } = await import('./friends.js');
    const order = await askFriends(draft, about);
    if (order) await create(order);
  };

  const toggle = () => {
    open = !open;
    render();
  };

  /** @param {Summary[]} left */
  const changeGames = (left) => showLists({ ...lists, mine: left });

  /** @param {Lists} latest */
  const showLists = (latest) => {
    lists = latest;
    keepingFocus(root, () => {
      renderGames(kept, lists, changeGames);
      renderHero();
    });
  };

  /** Kept while somebody types a code. */
  const renderHero = () => {
    const typed = hero.querySelector('#code');
    const code = typed instanceof HTMLInputElement ? typed.value : '';
    hero.lastElementChild?.replaceWith(greeting(lists.mine, { play, friends: playWithFriends }));
    renderMatch(hero, draft);
    const field = hero.querySelector('#code');
    if (field instanceof HTMLInputElement) field.value = code;
  };

  const renderBegin = () => {
    fill(begin, t(draft.seats.some(({ kind }) => kind === OPEN) ? 'meeting.open_table' : 'shell.start_this'));
  };
  begin.addEventListener('click', play);

  const render = () => keepingFocus(root, () => {
    root.className = 'start';
    renderHero();
    setup.classList.toggle('setup-open', open);
    fill(setup, setupHead(open, toggle), choices, begin);
    more.render();
    renderSetup(choices, setting);
    renderBegin();
    renderGames(kept, lists, changeGames);
  });

  const refresh = async () => {
    if (document.hidden) return;
    const latest = await fetchLists().catch(() => lists);
    if (root.contains(kept) && JSON.stringify(latest) !== JSON.stringify(lists)) showLists(latest);
  };
  document.addEventListener('visibilitychange', refresh);
  const looking = setInterval(refresh, LOOK_AGAIN);

  if (!hero.parentElement) root.append(hero);
  root.append(setup, kept);
  render();
  if (root.isConnected && pressed === 'play') play(); // else the reader has gone elsewhere
  if (root.isConnected && pressed === 'friends') playWithFriends();
  return {
    unmount: () => {
      clearInterval(looking);
      document.removeEventListener('visibilitychange', refresh);
    },
    render,
  };
}

/**
 * A server that has only just been started takes a second to answer: until then the greeting is
 * there, and what is pressed is done when it can be.
 *
 * @param {HTMLElement} root
 * @param {HTMLElement} hero
 * @param {Promise<unknown>} answers
 * @returns {Promise<'play' | 'friends' | ''>} What was pressed.
 */
async function greetMeanwhile(root, hero, answers) {
  /** @type {'play' | 'friends' | ''} */
  let pressed = '';
  /** @param {'play' | 'friends'} which */
  const press = (which) => () => {
    pressed = which;
    hero.classList.add('is-waiting');
    fill(/** @type {HTMLElement} */ (hero.querySelector('#match')), t('shell.starting'));
    announce(t('shell.starting'));
    ensureKey().catch(() => {}); // It is asked for again when the table is made.
  };
  const greet = () => {
    root.className = 'start';
    hero.lastElementChild?.replaceWith(greeting(null, { play: press('play'), friends: press('friends') }));
    root.append(hero);
  };
  const timer = setTimeout(greet, SOON);
  await answers.catch(() => {});
  clearTimeout(timer);
  hero.classList.remove('is-waiting');
  return pressed;
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
      id: 'setup-toggle', class: 'button setup-toggle', onclick: toggle,
      'aria-expanded': String(open), 'aria-controls': 'setup-choices',
    }, t('shell.setup.open'), icon('down')));
}
