/**
 * The strip at the top: the name, a place for the page's own controls, and the ☰ menu.
 */

import { fill, h, keepingFocus, set } from './dom.js';
import { segments, select, switchRow } from './forms.js';
import { canTap, tap } from './haptics.js';
import { fetchAbout } from './net/api.js';
import { THEMES, settings } from './settings.js';
import { play } from './sound.js';
import { LANGUAGES, PSEUDO, language, onLanguage, t } from './text/catalogue.js';

const SPEEDS = /** @type {const} */ ([0, 1, 2, 4]);
/**
 * What speakers call their language. Browsers know it too, but need longer for it than for all else of the header.
 * @type {Record<string, string>}
 */
const OWN_NAMES = { en: 'English', de: 'Deutsch', fr: 'Français', nl: 'Nederlands', sv: 'Svenska', fi: 'Suomi' };

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
  for (const name of /** @type {const} */ (['theme', 'speed', 'sound', 'talk', 'haptics'])) settings.watch(name, render);
  render();
}

/** @param {HTMLElement} menu */
function renderMenu(menu) {
  const about = h('p', { class: 'menu-about', id: 'menu-about' });
  keepingFocus(menu, () => fill(menu,
    h('ul', { class: 'menu-links' },
      link('/', 'shell.new_game'), link('/me', 'meeting.me'), link('/learn', 'shell.learn'), link('/rules', 'shell.rules'), link('/review', 'shell.review_record')),
    h('label', { class: 'menu-row', for: 'menu-language' }, h('span', null, t('shell.language')), languageSelect()),
    themeSelect(), speedChoice(), soundSwitch(), canTap() && hapticsSwitch(), talkSwitch(), about));
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
  const list = select({ id: 'menu-language' }, language(), names.map((name) => [name, OWN_NAMES[name] ?? name]), (name) => {
    forgetAddressLanguage();
    settings.set('language', name);
  });
  for (const option of list.options) option.lang = option.value === PSEUDO ? 'en' : option.value;
  return list;
}

/** A language in the address goes before the chosen one: it must not outlive a choice. */
function forgetAddressLanguage() {
  const address = new URL(location.href);
  address.searchParams.delete('lang');
  history.replaceState(history.state, '', address);
}

function themeSelect() {
  return h('label', { class: 'menu-row', for: 'menu-theme' }, h('span', null, t('shell.theme')),
    select({ id: 'menu-theme' }, settings.get('theme'), THEMES.map((theme) => [theme, t(`shell.theme.${theme}`)]), (chosen) => {
      settings.set('theme', THEMES.find((theme) => theme === chosen) ?? 'auto');
    }));
}

function speedChoice() {
  return h('fieldset', { class: 'menu-row' },
    h('legend', null, t('shell.speed')),
    segments('menu-speed', settings.get('speed'), SPEEDS.map((value) => [value, t(`shell.speed.${value}`)]), (value) => settings.set('speed', value)));
}

function soundSwitch() {
  return switchRow(t('shell.sound'), settings.get('sound'), (on) => {
    settings.set('sound', on);
    play('lay');
  }, { id: 'menu-sound' });
}

function hapticsSwitch() {
  return switchRow(t('shell.haptics'), settings.get('haptics'), (on) => {
    settings.set('haptics', on);
    tap('lay');
  }, { id: 'menu-haptics' });
}

function talkSwitch() {
  return switchRow(t('shell.talk'), settings.get('talk'), (on) => settings.set('talk', on), { id: 'menu-talk' });
}
