/**
 * The pictures of the rules page: boards and displays that stand still, with what they show in words
 * for those who listen.
 *
 * @import { Group, Place, State, Step, Tile } from '../messages.js'
 * @import { BoardModel, OfferModel } from '../board/models.js'
 * @import { Example } from '../learn/lesson.js'
 * @import { View } from './page.js'
 */

import { tileSvg } from '../art/tile.js';
import { AzBoard } from '../board/board.js';
import { AzOffer } from '../board/offer.js';
import { h } from '../dom.js';
import { takeText } from '../play/choices.js';
import { boardLabels, offerLabels, targetModel } from '../play/models.js';
import { t } from '../text/catalogue.js';
import { boardText, displaysText } from '../text/teller.js';

const PLAYER = 1;

/** @param {[number, number]} cell @returns {Place} */
const wallPlace = ([row, column]) => `player/${PLAYER}/wall/${row}/${column}`;

/** The cells that were counted. @param {Step[]} steps @returns {Place[]} */
function counted(steps) {
  const mine = steps.filter((step) => step.player === PLAYER);
  const bonuses = mine.flatMap((step) => (step.event === 'bonus' ? step.cells ?? [] : []));
  const tiled = mine.flatMap(({ across = [], down = [] }) => [...across, ...down]);
  return (bonuses.length ? bonuses : tiled).map(wallPlace);
}

/** The cells of the wall that got their tile. @param {Step[]} steps @returns {Place[]} */
function tiled(steps) {
  return steps.filter((step) => step.event === 'tiled' && step.player === PLAYER)
    .flatMap(({ flights }) => flights.map(({ to }) => to).filter((to) => to.includes('wall')));
}

/**
 * @param {Example} example
 * @param {State} state
 * @param {boolean} after
 * @returns {BoardModel}
 */
function boardModel({ table, targets, steps }, state, after) {
  const board = /** @type {State['boards'][0]} */ (state.boards[PLAYER - 1]);
  return {
    board,
    player: PLAYER,
    name: '',
    note: '',
    mine: false,
    active: false,
    compact: false,
    pattern: table.pattern,
    penalties: table.penalties,
    labels: boardLabels(board, ''),
    last: after ? tiled(steps) : [],
    targets: (after ? [] : targets).map((target) => ({ ...targetModel(target), ...(target.column ? { badge: '' } : {}) })),
  };
}

/** @param {Example} example @param {State} state @returns {OfferModel} */
function offerModel({ take }, state) {
  const picked = take && { source: take.source, take: take.take };
  return { displays: state.displays, centre: state.centre, picked, pickable: false, labels: offerLabels(state) };
}

/** The tiles in hand. @param {Group} take */
function hand(take) {
  const tiles = [...take.tiles].map((tile) => tileSvg(/** @type {Tile} */ (tile)));
  return h('div', { class: 'rules-hand' }, h('span', { 'aria-hidden': 'true' }, tiles), h('span', { class: 'hush' }, takeText(take)));
}

/** @param {Example} example @param {View} view */
function picture(example, view) {
  const after = view.endsWith('after');
  const state = after ? example.after ?? example.before : example.before;
  const isBoard = view.startsWith('board');
  const words = isBoard
    ? boardText(/** @type {State['boards'][0]} */ (state.boards[PLAYER - 1]), t('shell.you'))
    : displaysText(state);
  const widget = isBoard ? new AzBoard() : new AzOffer();
  // They are pictures: nothing in them can be chosen, and the words beside them tell what they show.
  const frame = h('div', { class: ['rules-picture', isBoard ? 'is-board' : 'is-offer'] },
    h('div', { class: 'rules-widget', inert: true }, widget),
    isBoard && !after && example.take && hand(example.take),
    h('p', { class: 'hush' }, words.join(' ')));
  return { frame, fill: () => fillIn(widget, example, state, after) };
}

/** @param {AzBoard | AzOffer} widget @param {Example} example @param {State} state @param {boolean} after */
function fillIn(widget, example, state, after) {
  if (widget instanceof AzOffer) widget.model = offerModel(example, state);
  else widget.model = boardModel(example, state, after);
  if (!after) return;
  for (const place of counted(example.steps)) widget.cellElement(place).classList.add('rules-counted');
}

/**
 * A figure with its caption; `fill` must be called when it is on the page.
 *
 * @param {Example} example
 * @param {View[]} views
 */
export function figure(example, views) {
  const pictures = views.map((view) => picture(example, view));
  const caption = t(`rules.figure.${example.name}`, example.values);
  const frames = pictures.map(({ frame }, index) => (pictures.length < 2 ? frame : h('div', { class: 'rules-moment' },
    h('p', { class: 'rules-when' }, t(index ? 'rules.after' : 'rules.before')), frame)));
  return {
    element: h('figure', { class: 'rules-figure', 'data-figure': example.name, 'data-views': views.length },
      h('div', { class: 'rules-pictures' }, frames), h('figcaption', null, caption)),
    fill: () => pictures.forEach((one) => one.fill()),
  };
}
