/**
 * A wall of tiles that is not quite finished, the big Play, the way to friends, and the ways on: for newcomers the way to learn, for others the
 * game that waits for them.
 *
 * @import { NewTable, Summary, Tile } from '../messages.js'
 */

import { face } from '../art/face.js';
import { icon } from '../art/icons.js';
import { slotSvg, tileSvg } from '../art/tile.js';
import { fill, find, h, write } from '../dom.js';
import { server } from '../net/api.js';
import { isOpponent } from '../opponents/opponents.js';
import { codeForm } from '../room/code.js';
import { t } from '../text/catalogue.js';
import { calls, lobby, othersText, playersText, waiting } from './games.js';
import { OPEN, matchText, rulesText } from './new-table.js';

/** Row by row; a small letter is a cell that still waits for its tile. */
const PATTERN = [
  'WBWYWBWYWBW',
  'BYBWRWRWBYB',
  'WBKBWJWBKBW',
  'BYBWRWRWByb',
  'WBWYWBWYwbw',
];

/**
 * @param {{ mine: Summary[], open: Summary[] } | null} lists  Null: not known yet.
 * @param {{ play(): void, friends(): void }} ways
 */
export function greeting(lists, ways) {
  const [last] = waiting(lists?.mine ?? []);
  const free = lobby(lists?.open ?? []).filter(({ deserted }) => !deserted).length;
  return h('div', { class: 'greeting' },
    h('h1', { tabindex: '-1', id: 'greeting' }, t('shell.tagline')),
    h('div', { class: 'play-row' },
      h('button', {
        id: 'play', class: 'button button-main play', 'aria-describedby': 'match', onclick: ways.play,
      }, t('shell.play')),
      h('button', { id: 'play-friends', class: 'button play-friends', onclick: ways.friends }, t('meeting.with_friends')),
      h('p', { class: 'match', id: 'match' }),
      free > 0 && h('a', { class: 'button to-lobby', id: 'to-lobby', href: '#games-lobby' }, t.count('meeting.to_lobby', free), icon('down'))),
    last && h('p', null, h('a', { class: 'button resume', id: 'resume', href: `/table/${last.id}` },
      calls(last) ? t('meeting.your_turn', { players: othersText(last) }) : t('shell.resume_last', { players: playersText(last) }))),
    h('div', { class: 'ways' }, lists?.mine.length === 0 ? firstTime() : learnLinks(), server.invites && codeForm()));
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
    h('a', { class: 'learn-link', id: 'to-learn', href: '/learn' }, t('shell.learn_by_playing')),
    h('a', { id: 'to-rules', href: '/rules' }, t('shell.read_rules')));
}

/**
 * What Play will start; where somebody is still to come, it opens the table for them.
 *
 * @param {HTMLElement} hero
 * @param {NewTable} draft
 */
export function renderMatch(hero, draft) {
  const line = hero.querySelector('#match');
  const play = find(hero, '#play');
  if (play) write(play, t(draft.seats.some(({ kind }) => kind === OPEN) ? 'meeting.open_table' : 'shell.play'));
  const rules = draft.rules === 'std' ? '' : rulesText(draft.rules).join(' · ');
  if (!line) return;
  const faces = draft.seats.flatMap(({ kind, level }) => (kind === 'bot' && level && isOpponent(level) ? [level] : []));
  if (line.getAttribute('data-faces') !== faces.join()) fill(line, faces.length > 0 && h('span', { class: 'match-faces' }, faces.map(face)));
  line.setAttribute('data-faces', faces.join());
  line.querySelector('.match-words')?.remove();
  line.append(h('span', { class: 'match-words' }, matchText(draft), ' ', h('span', { class: 'match-rules' }, rules)));
}

/** Decoration only: nothing in it has to be known. */
export function mosaic() {
  const cells = PATTERN.flatMap((row, y) => [...row].map((letter, x) => cell(letter, x, y)));
  return h('div', { class: 'mosaic', 'aria-hidden': 'true' }, cells);
}

/**
 * @param {string} letter
 * @param {number} x
 * @param {number} y
 */
function cell(letter, x, y) {
  const tile = /** @type {Tile} */ (letter.toUpperCase());
  const waiting = letter !== tile;
  return h('span', { class: ['mosaic-cell', y > 2 && 'mosaic-low'], style: { '--turn': x + y } },
    waiting ? slotSvg(tile) : tileSvg(tile));
}
