/**
 * What the widgets and the keyboard tell, and what is done about it in every game.
 *
 * @import { Tile } from '../../messages.js'
 * @import { TableView } from '../table-view.js'
 * @import { KeyActions } from './keys.js'
 */

import { dragTiles } from '../../board/drag.js';
import { announce } from '../../dialogs.js';
import { listing, t } from '../../text/catalogue.js';
import { readingActions } from '../announcer.js';
import { spotText, takeText } from '../choices.js';

/** @typedef {{ source: number, tile: Tile, pointer: PointerEvent }} Drag */

/** @param {TableView} view @param {AbortSignal} signal Ends it. */
export function listenToWidgets(view, signal) {
  const { picking, queue } = view;
  const { offer, large, element } = view.layout;
  offer.addEventListener('az-pick', ({ detail }) => void pick(view, detail), { signal });
  offer.addEventListener('az-dragstart', ({ detail }) => drag(view, detail), { signal });
  large.addEventListener('az-target', ({ detail }) => picking.choose(detail), { signal });
  large.addEventListener('az-hover', ({ detail }) => picking.point(detail), { signal });
  // A press on the table while tiles fly: they are there.
  element.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && target.closest('.offer-area, .large')) queue.skip();
  }, { signal });
  element.addEventListener('click', ({ target }) => clickedElsewhere(view, target), { signal });
}

/** Newcomers try the wall first, or somebody else's board. @param {TableView} view @param {EventTarget | null} target */
function clickedElsewhere({ picking, owner }, target) {
  if (!picking.picked || !(target instanceof Element)) return;
  if (target.closest('.small')) owner.idle('other');
  else if (target.closest('.large .ab-wall')) owner.idle('wall');
}

/** Nobody has to wait for what is still in the air. @param {TableView} view @param {{ source: number, tile: Tile }} wanted */
async function pick(view, wanted) {
  const { store, picking, focus } = view;
  if (store.state.playing && store.due) await view.queue.skip();
  view.advice.forget();
  view.owner.picked?.();
  picking.pick(wanted);
  tellPick(view);
  if (focus.keyboard && picking.picked) focus.lines();
}

/** Who listens hears what is picked and where it may go. @param {TableView} view */
function tellPick({ picking: { take, targets } }) {
  if (!take) return;
  const spots = targets.filter((target) => target.move !== null).map(spotText);
  announce(t('table.picked', { take: takeText(take), spots: listing(spots) }));
}

/** @param {TableView} view @param {Drag} start */
function drag(view, { source, tile, pointer }) {
  const { picking } = view;
  view.advice.forget();
  picking.pick({ source, tile }, { keep: true });
  const { take } = picking;
  if (!take) return;
  dragTiles(pointer, {
    tiles: take.tiles,
    size: view.layout.offer.tileSize,
    onOver: (spot) => picking.point(spot),
    // Tiles let go elsewhere stay picked: a tap on a line is as good.
    onDrop: (spot) => (spot ? picking.choose(spot) : picking.point(null)),
  });
}

/** @param {TableView} view @returns {KeyActions} */
export function tableActions(view) {
  const { picking, store, focus } = view;
  return {
    displays: () => void focus.offer(),
    lines: () => focus.lines(),
    digit: (digit) => {
      if (picking.picked) focus.lines(digit);
      else focus.offer(digit);
    },
    jokers: () => {
      picking.cycle();
      tellPick(view);
    },
    ...readingActions(store),
    skip: () => {
      const was = store.state.playing;
      view.queue.skip();
      return was;
    },
    cancel: () => view.cancelPick(),
  };
}
