/**
 * What the widgets and the keyboard tell, and what is done about it.
 *
 * @import { Game } from '../../table/game.js'
 * @import { Deeds } from './keys.js'
 * @import { Spot } from '../choices.js'
 */

import { announce } from '../../dialogs.js';
import { dragTiles } from '../../board/drag.js';
import { listing, t } from '../../text/catalogue.js';
import { spotText, takeText } from '../choices.js';

/** @typedef {{ source: number, tile: string, pointer: PointerEvent }} Drag */

/** @param {Game} game @returns {() => void} */
export function listenToWidgets(game) {
  const { offer, large, element } = game.layout;
  const ending = new AbortController();
  const { signal } = ending;
  /** @param {EventTarget} target @param {string} type @param {(detail: any) => void} act */
  const on = (target, type, act) => target.addEventListener(type, (event) => act(/** @type {CustomEvent} */ (event).detail), { signal });
  on(offer, 'az-pick', (detail) => pick(game, detail));
  on(offer, 'az-dragstart', (detail) => drag(game, detail));
  on(large, 'az-target', (spot) => game.picking.choose(spot));
  on(large, 'az-hover', (spot) => game.picking.point(spot));
  // A press on the table while tiles fly: they are there.
  element?.addEventListener('pointerdown', (event) => {
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest('.offer-area, .large')) game.queue.skip();
  }, { signal });
  element?.addEventListener('click', (event) => elsewhere(game, event.target), { signal });
  return () => ending.abort();
}

/** Newcomers try the wall first, or somebody else's board. @param {Game} game @param {EventTarget | null} target */
function elsewhere(game, target) {
  if (!game.picking.picked || !(target instanceof Element)) return;
  if (target.closest('.small')) game.idle('other');
  else if (target.closest('.large .ab-wall')) game.idle('wall');
}

/** Nobody has to wait for what is still in the air. @param {Game} game @param {{ source: number, tile: string }} wish */
async function pick(game, wish) {
  if (game.store.playing && game.store.due) await game.queue.skip();
  game.hint.forget();
  game.typed?.hush();
  game.picking.pick(wish);
  tellPick(game);
  if (game.focus.keyboard && game.picking.picked) game.focus.lines();
}

/** Who listens hears what is picked and where it may go. @param {Game} game */
function tellPick({ picking }) {
  const { take } = picking;
  if (!take) return;
  const spots = take.targets.filter((target) => target.move !== null).map(spotText);
  announce(t('table.picked', { take: takeText(take), spots: listing(spots) }));
}

/** @param {Game} game @param {Drag} start */
function drag(game, { source, tile, pointer }) {
  const { picking } = game;
  game.hint.forget();
  picking.pick({ source, tile }, { keep: true });
  const { take } = picking;
  if (!take) return;
  dragTiles(pointer, {
    tiles: take.tiles,
    size: game.layout.offer.tileSize,
    onOver: (spot) => picking.point(spot),
    onDrop: (spot) => drop(game, spot),
  });
}

/** Tiles let go elsewhere stay picked: a tap on a line is as good. @param {Game} game @param {Spot | null} spot */
function drop({ picking }, spot) {
  if (spot) picking.choose(spot);
  else picking.point(null);
}

/** @param {Game} game @returns {Deeds} */
export function deedsOf(game) {
  const { picking, speaker, store, replay } = game;
  return {
    displays: () => void game.focus.offer(),
    lines: () => game.focus.lines(),
    digit: (digit) => {
      if (picking.picked) game.focus.lines(digit);
      else game.focus.offer(digit);
    },
    jokers: () => {
      picking.cycle();
      tellPick(game);
    },
    hint: () => void game.orders.hint(),
    undo: () => void game.orders.undo('move'),
    typed: () => game.typeMove(),
    answer: () => {
      const button = game.status.more.querySelector('.company-card :is(button, select)');
      if (button instanceof HTMLElement) button.focus();
    },
    talk: () => game.company?.talk.opener.click(),
    readDisplays: () => speaker.displays(),
    readBoard: () => speaker.board(store.large),
    readOthers: () => speaker.others(),
    readScores: () => speaker.scores(),
    skip: () => {
      const was = store.playing;
      game.queue.skip();
      return was;
    },
    cancel: () => cancel(game),
    step: (name) => {
      if (!store.look) return false;
      replay.press(name);
      return true;
    },
  };
}

/** Escape: lets go of what is picked, or comes back from the past. @param {Game} game */
function cancel(game) {
  const { picking, store } = game;
  const source = picking.picked?.source;
  const onBoard = game.layout.large.contains(document.activeElement);
  if (picking.cancel()) {
    game.hint.forget();
    game.update();
    if (onBoard && game.focus.keyboard) game.focus.offer(source);
    return true;
  }
  if (!store.look) return false;
  game.replay.leave();
  return true;
}
