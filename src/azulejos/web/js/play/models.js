/**
 * What the widgets are given to show, from what the page knows.
 *
 * @import { Place, State } from '../messages.js'
 * @import { BoardModel, BoardTarget, OfferModel } from '../board/models.js'
 * @import { Hint } from '../table/hint.js'
 * @import { Picking } from './picking.js'
 * @import { Store } from './store.js'
 */

import { has, t } from '../text/catalogue.js';
import { plightOf, plightText } from '../people/seat-status.js';
import { boardLabels, offerLabels } from './labels.js';
import { badge, ghostOf, targetText } from './choices.js';

/** @typedef {{ store: Store, picking: Picking, hint: Hint }} Parts */

/** Where the last move took from and went to. @param {Store} store @returns {Place[]} */
function lastPlaces(store) {
  const entry = store.lastEntry;
  if (!entry || store.playing) return [];
  const places = [];
  for (const step of entry.steps) {
    if (step.event === 'offer_ended') break;
    if (step.event === 'taken') places.push(step.source ? `display/${step.source}` : 'centre');
    if (['laid', 'fallen', 'tiled'].includes(step.event)) places.push(...step.flights.map(({ to }) => to));
  }
  return places.filter((place) => place !== 'lid');
}

/** The small words beside a name. @param {Store} store @param {number} player */
function noteOf(store, player) {
  const seat = store.seat(player);
  const plight = plightText(store, player);
  if (plight) return plight;
  if (store.board(player).floor.includes('F')) return t('table.note.starts');
  if (seat?.kind === 'bot') return seat.name && has(`level.${seat.level}`) ? t(`level.${seat.level}`) : t('table.note.bot');
  return store.single && store.isMine(player) && seat?.name ? t('table.note.you') : '';
}

/** @param {State} state @param {number} player */
const isActive = (state, player) => state.turn === player && (state.phase === 'offer' || state.phase === 'tiling');

/**
 * @param {Parts} parts
 * @param {number} player
 * @param {boolean} large
 * @returns {BoardModel}
 */
export function boardModel(parts, player, large) {
  const { store } = parts;
  const board = store.board(player);
  const name = store.nameOf(player);
  /** @type {BoardModel} */
  const model = {
    board,
    player,
    name,
    colour: store.seat(player)?.colour ?? null,
    plight: plightOf(store, player),
    pattern: store.table.pattern,
    penalties: store.table.penalties,
    note: noteOf(store, player),
    mine: store.isMine(player) && player === store.viewer,
    active: store.counting ? store.counting === player : isActive(store.shown, player),
    compact: !large,
    labels: boardLabels(board, name),
    last: lastPlaces(store),
    targets: [],
    ghost: null,
  };
  if (large && store.choices?.player === player) addTargets(model, parts);
  return model;
}

/** @param {BoardModel} model @param {Parts} parts */
function addTargets(model, { picking, hint }) {
  const targets = picking.targets;
  const wanted = picking.aim ?? hint.spot;
  model.targets = targets.map((target) => {
    /** @type {BoardTarget} */
    const shown = {
      line: target.line,
      column: target.column,
      legal: target.move !== null,
      text: targetText(target),
      badge: target.preview ? badge(target.preview) : '',
      chosen: target.line === wanted?.line && target.column === wanted.column,
    };
    return shown;
  });
  const aimed = targets.find((target) => target.line === wanted?.line && target.column === wanted.column);
  if (aimed && picking.take) model.ghost = ghostOf(picking.take, aimed);
}

/** @param {Parts} parts @returns {OfferModel} */
export function offerModel({ store, picking, hint }) {
  const state = store.shown;
  const { picked } = picking;
  return {
    displays: state.displays,
    centre: state.centre,
    picked: picked && store.choices ? { source: picked.source, take: picked.take } : null,
    pickable: Boolean(store.due?.takes.length),
    labels: offerLabels(state),
    last: lastPlaces(store),
    look: hint.look,
  };
}
