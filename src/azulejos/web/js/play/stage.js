/**
 * The widgets on the screen: sets their models, knows where each place is, turns the boards.
 *
 * The large board and the small ones are fixed elements; which player each shows may change, so
 * that people who share a screen each have theirs in front of them, and no element ever moves.
 *
 * @import { Place, State, Step } from '../messages.js'
 * @import { AzBoard } from '../board/board.js'
 * @import { AzOffer } from '../board/offer.js'
 * @import { AzTrack } from '../board/track.js'
 * @import { Parts } from './models.js'
 * @import { Store } from './store.js'
 */

import { t } from '../text/catalogue.js';
import { Overlay } from './animation/overlay.js';
import { Pace } from './animation/pace.js';
import { boardModel, offerModel, signOf } from './models.js';

/**
 * @typedef {object} EndingPlace
 * @property {boolean} isOpen Do the walls lie there?
 * @property {(stage: Stage) => Promise<void>} open
 * @property {() => void} show What lies on the walls just now.
 * @property {(step: Step) => void} light A bonus has been counted.
 * @property {(place: Place) => HTMLElement | null} cellAt
 * @property {(player: number) => HTMLElement | null} speakerAt
 */

/**
 * @typedef {object} Widgets
 * @property {AzOffer} offer
 * @property {AzBoard} large
 * @property {AzBoard[]} small
 * @property {AzTrack} track
 * @property {{ show(state: State): void, rectOf(place: 'bag' | 'lid', tile?: string): DOMRect }} supply Bag and lid.
 * @property {{ show(store: Store): void }} [players] All of them in short.
 * @property {EndingPlace} [ending] Where the walls come together at the end.
 * @property {boolean} [alike] Is the large board no larger than the others?
 * @property {boolean} [together] May points be counted on several boards at once?
 * @property {(player: number) => HTMLElement} elsewhere What stands for a board that is not on the screen.
 */

/** The stage for one thing that happens. @typedef {Pick<Stage, 'pace' | 'overlay' | 'show' | 'rectOf'>} Scene */

const TURN = 320;
/** A game is new for so long, in milliseconds. */
const FRESH = 8000;
/** What each widget was given last, as text, by whichever stage. @type {WeakMap<object, string>} */
const given = new WeakMap();

export class Stage {
  /** @param {Parts} parts @param {Widgets} widgets */
  constructor(parts, widgets) {
    this.parts = parts;
    this.widgets = widgets;
    /** Does another stage have the widgets? */
    this.covered = false;
    this.pace = new Pace(() => this.covered);
    this.overlay = new Overlay();
    /** Which player each board showed last. @type {number[]} */
    this.seated = [];
    /** The frame with which the table is painted, if that is to be done. */
    this.due = 0;
  }

  /** For what begins now: after a cut its motions end at once, and it shows nothing any more. @returns {Scene} */
  scene() {
    const { pace, overlay } = this;
    return {
      pace,
      overlay,
      rectOf: (...where) => this.rectOf(...where),
      show: (state) => {
        if (pace === this.pace) this.show(state);
      },
    };
  }

  /** Whatever moves has no say any more. */
  cut() {
    this.pace.stop();
    this.pace = new Pace(this.pace.unseen);
    this.overlay.clear();
  }

  /**
   * Shows a state between two messages. Where several players' points are counted at once, states follow each other faster
   * than frames: the table is painted once a frame.
   *
   * @param {State} state
   */
  show(state) {
    this.parts.store.dispatch({ type: 'frame', state });
    if (this.pace.instant) this.paint();
    else this.due ||= requestAnimationFrame(() => this.paint());
  }

  paint() {
    cancelAnimationFrame(this.due);
    this.due = 0;
    if (this.covered) return;
    const { store } = this.parts;
    const { offer, large, small, track, supply, players, ending } = this.widgets;
    this.setModel(offer, offerModel(this.parts));
    this.setModel(large, boardModel(this.parts, store.large, !this.widgets.alike));
    large.dataset.player = String(store.large);
    store.others.forEach((player, index) => {
      const board = small[index];
      if (!board) return;
      this.setModel(board, boardModel(this.parts, player, false));
      board.dataset.player = String(player);
    });
    this.setModel(track, {
      label: t('table.label.scores'),
      players: store.table.seats.map(({ seat }) => ({
        name: store.nameOf(seat),
        score: store.board(seat).score,
        sign: signOf(store, seat),
        active: store.shown.turn === seat && store.shown.phase !== 'over',
      })),
    });
    supply.show(store.shown);
    players?.show(store);
    ending?.show();
    this.animateTurn();
  }

  /**
   * A widget that shows this already is left alone: most of the table stays as it is.
   *
   * @template M
   * @param {{ model: M }} widget
   * @param {M} model
   */
  setModel(widget, model) {
    const text = JSON.stringify(model);
    if (given.get(widget) === text) return;
    given.set(widget, text);
    widget.model = model;
  }

  /** Boards that changed their player come in softly. */
  animateTurn() {
    const { store } = this.parts;
    const now = [store.large, ...store.others];
    const boards = [this.widgets.large, ...this.widgets.small];
    const before = this.seated;
    this.seated = now;
    if (!before.length || this.pace.instant) return;
    now.forEach((player, index) => {
      if (before[index] === player) return;
      boards[index]?.animate(
        this.pace.still ? { opacity: [0.3, 1] } : { opacity: [0, 1], transform: ['translateY(10px)', 'none'] },
        { duration: TURN, easing: 'ease-out' },
      );
    });
  }

  /** The first tiles of a new game come in; they can be picked all the while. */
  async open() {
    const { state, table } = this.parts.store;
    if (this.pace.still || state.history.length > 1 || Date.now() - table.created > FRESH) return;
    await this.widgets.offer.laid;
    this.widgets.offer.querySelectorAll('.ao-tile').forEach((tile, index) => {
      tile.animate({ opacity: [0, 1], translate: ['0 -28px', '0 0'], scale: [0.6, 1] }, {
        duration: 320, delay: index * 16, easing: 'cubic-bezier(0.2, 0.8, 0.3, 1)', fill: 'backwards',
      });
    });
  }

  /** @param {number} player @returns {AzBoard} */
  boardOf(player) {
    const { store } = this.parts;
    if (player === store.large) return this.widgets.large;
    return this.widgets.small[store.others.indexOf(player)] ?? this.widgets.large;
  }

  /** Are all boards in sight, and may things happen on all of them at once? */
  get seesAll() {
    const { together, large, small, ending } = this.widgets;
    if (ending?.isOpen) return true;
    return Boolean(together) && [large, ...small].every((board) => board.offsetWidth);
  }

  /** The walls come together for the bonuses. */
  async gather() {
    await this.widgets.ending?.open(this);
  }

  /** A bonus was counted, and stays lit. @param {Step} step */
  light(step) {
    this.widgets.ending?.light(step);
  }

  /** Brings a player's board before our eyes, where it is not there anyway. @param {number} player */
  async spotlight(player) {
    const { store } = this.parts;
    if (player === store.large || this.boardOf(player).offsetWidth || this.widgets.ending?.isOpen) return;
    store.dispatch({ type: 'spotlight', player: player === store.state.viewer ? 0 : player });
    this.paint();
    await this.pace.wait(TURN / 2);
  }

  /** Where a player's wall is, or what stands for it. @param {number} player */
  wallOf(player) {
    const rect = this.boardOf(player).querySelector('.ab-wall')?.getBoundingClientRect();
    return rect?.width ? rect : this.widgets.elsewhere(player).getBoundingClientRect();
  }

  /**
   * Where a tile lies, or a place.
   *
   * @param {Place} place
   * @param {string} [tile]
   * @param {number} [index]
   * @param {string} [tiles] Where it will lie once these lie there.
   * @returns {DOMRect}
   */
  rectOf(place, tile, index, tiles) {
    const rect = this.found(place, tile, index, tiles);
    if (rect.width) return rect;
    const [kind, number] = place.split('/');
    return dot(this.widgets.elsewhere(kind === 'player' ? Number(number) : 0).getBoundingClientRect());
  }

  /** @param {Place} place @param {string} [tile] @param {number} [index] @param {string} [tiles] @returns {DOMRect} */
  found(place, tile, index, tiles) {
    if (this.due) this.paint(); // Tiles are looked for where they lie.
    if (place === 'bag' || place === 'lid') return this.widgets.supply.rectOf(place, tile);
    const [kind, number] = place.split('/');
    if (kind !== 'player') return this.widgets.offer.slotRect(place, tile, index, tiles);
    const cell = this.widgets.ending?.cellAt(place);
    if (cell) return cell.getBoundingClientRect();
    const board = this.boardOf(Number(number));
    return tile || !place.endsWith('/floor')
      ? board.slotRect(place, tile, index, tiles)
      : board.cellElement(place).getBoundingClientRect();
  }

  remove() {
    cancelAnimationFrame(this.due);
    this.pace.stop();
    this.overlay.remove();
  }
}

/** A small square in the middle. @param {DOMRect} rect */
function dot(rect) {
  const size = 18;
  return new DOMRect(rect.left + (rect.width - size) / 2, rect.top + (rect.height - size) / 2, size, size);
}
