/**
 * The start page: one big Play, the table to set up, and the games that are kept.
 */

/** @import { About, NewTable, Summary } from '../messages.js' */

import { icon } from '../art/icons.js';
import { installArt } from '../art/tile.js';
import { announce } from '../dialogs.js';
import { fill, h, keepingFocus } from '../dom.js';
import { profile, setProfile } from '../me/profile.js';
import { ask, ensureKey, fetchAbout, server } from '../net/api.js';
import { openTable } from '../routes.js';
import { settings } from '../settings.js';
import { loadRoom, t } from '../text/catalogue.js';
import { renderGames } from './games.js';
import { greeting, mosaic, renderMatch } from './greeting.js';
import { OPEN, defaultTable, orderOf, supportedBy } from './new-table.js';
import { moreChoices, renameSeats, renderSetup } from './setup.js';

/** Milliseconds after which the lists are looked at again: somebody may have moved. */
const LOOK_AGAIN = 15000;
/** Milliseconds in which a server answers that has been running for a while. */
const SOON = 120;

/** @typedef {{ mine: Summary[], open: Summary[] }} Lists  My games, and what others let everybody watch. */

/** @returns {Promise<Lists>} */
async function fetchLists() {
  const [{ tables: mine }, { tables: open }] = await Promise.all([ask('GET /api/tables'), ask('GET /api/tables/public')]);
  const known = new Set(mine.map(({ id }) => id));
  return { mine, open: open.filter(({ id }) => !known.has(id)) };
}

/**
 * @param {HTMLElement} root
 * @returns {Promise<import('../screens.js').View>}
 */
export async function mountStart(root) {
  // Without what opponents are like the page is there all the same.
  const answers = Promise.all([fetchAbout(), fetchLists(), loadRoom('opponents').catch(() => {})]);
  installArt();
  const hero = h('section', { class: 'hero' }, mosaic(), h('div'));
  const pressed = await greetMeanwhile(root, hero, answers);
  const [about, lists] = await answers;
  const page = new StartPage(root, hero, about, lists);
  if (root.isConnected && pressed === 'play') void page.play(); // else the reader has gone elsewhere
  if (root.isConnected && pressed === 'friends') void page.playWithFriends();
  return page;
}

export class StartPage {
  /** Are the choices shown, where there is little room? */
  open = false;

  /** @param {HTMLElement} root @param {HTMLElement} hero @param {About} about @param {Lists} lists */
  constructor(root, hero, about, lists) {
    const remembered = settings.get('lastTable');
    this.root = root;
    this.hero = hero;
    this.about = about;
    this.lists = lists;
    this.draft = remembered ? supportedBy(remembered, about) : defaultTable(about);
    this.setup = h('section', { class: 'setup', 'aria-labelledby': 'setup-title' });
    this.choices = h('div', { class: 'setup-choices', id: 'setup-choices' });
    this.begin = h('button', { id: 'start-this', class: 'button setup-start', onclick: () => void this.play() });
    this.kept = h('div', { class: 'kept' });
    this.more = moreChoices(this);
    this.refresh = () => void this.fetchAgain();
    document.addEventListener('visibilitychange', this.refresh);
    this.timer = setInterval(this.refresh, LOOK_AGAIN);
    if (!hero.parentElement) root.append(hero);
    root.append(this.setup, this.kept);
    this.render();
  }

  // The table to set up

  /** @param {NewTable} draft */
  keep(draft) {
    this.draft = draft;
    settings.set('lastTable', draft);
    const here = draft.seats.filter(({ kind }) => kind === 'person').map(({ name }) => name);
    settings.set('names', [...here, ...settings.get('names').slice(here.length)]);
    if (here[0] !== settings.get('profile')?.name) setProfile({ name: here[0] ?? '' });
    renameSeats(this.choices, draft);
    renderMatch(this.hero, draft);
  }

  /** @param {NewTable} draft */
  change(draft) {
    this.keep(draft);
    this.renderSetup();
  }

  get invites() {
    return this.draft.seats.some(({ kind }) => kind === OPEN);
  }

  async play() {
    if (this.invites && !profile().name) {
      const { askName } = await import('./friends.js');
      if (!await askName()) return;
      this.change(supportedBy(this.draft, this.about));
    }
    settings.set('lastTable', this.draft);
    await openTable(() => orderOf(this.draft));
  }

  async playWithFriends() {
    if (!server.invites) return (await import('../site/friends.js')).offerServer();
    const { askFriends } = await import('./friends.js');
    const wanted = await askFriends(this.draft, this.about);
    return wanted ? openTable(() => orderOf(wanted)) : undefined;
  }

  // What is shown

  /** @param {Lists} latest */
  showLists(latest) {
    this.lists = latest;
    keepingFocus(this.root, () => {
      this.renderGames();
      this.renderHero();
    });
  }

  async fetchAgain() {
    if (document.hidden) return;
    const { lists } = this;
    const latest = await fetchLists().catch(() => lists);
    if (this.root.contains(this.kept) && JSON.stringify(latest) !== JSON.stringify(this.lists)) this.showLists(latest);
  }

  renderGames() {
    renderGames(this.kept, this.lists, (left) => this.showLists({ ...this.lists, mine: left }));
  }

  /** A code that somebody types is kept. */
  renderHero() {
    const typed = this.hero.querySelector('#code');
    const code = typed instanceof HTMLInputElement ? typed.value : '';
    const ways = { play: () => void this.play(), friends: () => void this.playWithFriends() };
    this.hero.lastElementChild?.replaceWith(greeting(this.lists, ways));
    renderMatch(this.hero, this.draft);
    const field = this.hero.querySelector('#code');
    if (field instanceof HTMLInputElement) field.value = code;
  }

  renderSetup() {
    renderSetup(this.choices, this);
    fill(this.begin, t(this.invites ? 'meeting.open_table' : 'shell.start_this'));
  }

  render() {
    keepingFocus(this.root, () => {
      this.root.className = 'start';
      this.renderHero();
      this.setup.classList.toggle('setup-open', this.open);
      fill(this.setup, this.setupHead(), this.choices, this.begin);
      this.more.render();
      this.renderSetup();
      this.renderGames();
    });
  }

  /** On wide windows the choices are always there; on narrow ones a button shows them. */
  setupHead() {
    const toggle = () => {
      this.open = !this.open;
      this.render();
    };
    return h('h2', { id: 'setup-title' },
      h('span', { class: 'setup-title' }, t('shell.setup')),
      h('button', {
        id: 'setup-toggle', class: 'button setup-toggle', onclick: toggle,
        'aria-expanded': String(this.open), 'aria-controls': 'setup-choices',
      }, t('shell.setup.open'), icon('down')));
  }

  unmount() {
    clearInterval(this.timer);
    document.removeEventListener('visibilitychange', this.refresh);
  }
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
