/**
 * The strip at the top: the name, a place for the page's own controls, and the ☰ menu.
 *
 * @import { Settings } from './settings.js'
 */

import { fill, h, keepingFocus, set } from './dom.js';
import { segments, select, switchRow } from './forms.js';
import { fetchAbout } from './net/api.js';
import { settings } from './settings.js';
import { play } from './sound.js';
import { LANGUAGES, PSEUDO, language, onLanguage, t } from './text/catalogue.js';

const THEMES = /** @type {const} */ (['auto', 'light', 'dark']);
const SPEEDS = /** @type {const} */ ([0, 1, 2, 4]);

/**
 * Where nothing can be kept, it says so on every page.
 *
 * @param {HTMLElement} header
 */
export function mountHeader(header) {
  const brand = h('a', { class: 'brand', href: '/' });
  const slot = h('div', { id: 'header-slot' });
  const opener = h('button', { class: 'button menu-opener', popovertarget: 'menu' }, '☰');
  const menu = h('nav', { id: 'menu', class: 'menu', popover: 'auto' });
  const warning = h('p', { class: 'not-kept', id: 'not-kept', role: 'note', hidden: true });
  fill(header, brand, slot, opener, menu, warning);
  const render = () => {
    fill(brand, t('shell.name'));
    for (const element of [opener, menu]) set(element, { 'aria-label': t('shell.menu') });
    const about = renderMenu(menu);
    fill(warning, t('shell.not_kept'));
    fetchAbout().then(({ keeps, version }) => {
      warning.hidden = keeps;
      fill(about, t('shell.about', { version }));
    }, () => {});
  };
  menu.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) menu.hidePopover();
  });
  onLanguage(render);
  for (const name of /** @type {const} */ (['theme', 'speed', 'sound'])) settings.watch(name, render);
  render();
}

/** @param {HTMLElement} menu */
function renderMenu(menu) {
  const about = h('p', { class: 'menu-about', id: 'menu-about' });
  keepingFocus(menu, () => fill(menu,
    h('ul', { class: 'menu-links' },
      link('/', 'shell.new_game'), link('/me', 'meeting.me'), link('/learn', 'shell.learn'), link('/rules', 'shell.rules')),
    h('label', { class: 'menu-row', for: 'menu-language' }, h('span', null, t('shell.language')), languageSelect()),
    choice('theme', 'shell.theme', THEMES), choice('speed', 'shell.speed', SPEEDS), soundSwitch(), about));
  return about;
}

/**
 * @param {string} path
 * @param {string} key
 */
function link(path, key) {
  return h('li', null, h('a', { href: path }, t(key)));
}

function languageSelect() {
  const names = language() === PSEUDO ? [...LANGUAGES, PSEUDO] : LANGUAGES;
  const list = select({ id: 'menu-language' }, language(), names.map((name) => [name, ownName(name)]), (name) => {
    forgetAddressLanguage();
    settings.set('language', name);
  });
  for (const option of list.options) option.lang = option.value === PSEUDO ? 'en' : option.value;
  return list;
}

/**
 * What speakers call their language.
 *
 * @param {string} name
 */
function ownName(name) {
  if (name === PSEUDO) return PSEUDO;
  const own = new Intl.DisplayNames([name], { type: 'language' }).of(name) ?? name;
  return own.charAt(0).toLocaleUpperCase(name) + own.slice(1);
}

/** A language in the address goes before the chosen one: it must not outlive a choice. */
function forgetAddressLanguage() {
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}

/**
 * A choice among few, side by side.
 *
 * @template {'theme' | 'speed'} N
 * @param {N} name
 * @param {string} key  Of the text for what is chosen; those of the values are below it.
 * @param {readonly Settings[N][]} values
 */
function choice(name, key, values) {
  return h('fieldset', { class: 'menu-row' },
    h('legend', null, t(key)),
    segments(`menu-${name}`, settings.get(name), values.map((value) => [value, t(`${key}.${value}`)]), (value) => settings.set(name, value)));
}

function soundSwitch() {
  return switchRow(t('shell.sound'), settings.get('sound'), (on) => {
    settings.set('sound', on);
    play('lay');
  }, { id: 'menu-sound' });
}
