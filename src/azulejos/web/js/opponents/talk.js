/**
 * What opponents say: a line when a game begins, one at a great move of the reader's, one at the end. One of them speaks, the
 * strongest, and only where one person plays with bots; the setting `talk` makes all of them silent. Fetched for such games.
 *
 * @import { Entry, Result } from '../messages.js'
 * @import { Stage } from '../play/stage.js'
 * @import { Store } from '../play/store.js'
 */

import { announce } from '../dialogs.js';
import { fill, h } from '../dom.js';
import { Bubbles } from '../play/bubbles.js';
import { settings } from '../settings.js';
import { t } from '../text/catalogue.js';
import { isOpponent, strengthOf } from './opponents.js';

/** So many points for one tile are a great move. */
export const GREAT = 7;
/** A game is new for so long, in milliseconds. */
const FRESH = 8000;

/** @typedef {'hello' | 'great' | 'won' | 'lost'} Occasion */

/** Who speaks for all of them: the strongest; 0: nobody. @param {Pick<Store, 'table' | 'single' | 'shared'>} store */
export function speakerOf({ table, single, shared }) {
  const bots = table.seats.filter(({ kind, level }) => kind === 'bot' && isOpponent(level));
  const [strongest] = bots.toSorted((one, other) => strengthOf(other.level) - strengthOf(one.level));
  return single && !shared ? strongest?.seat ?? 0 : 0;
}

/** Is that a move to be praised? @param {Entry} entry @param {number} player */
export function isGreat({ steps }, player) {
  return steps.some((step) => step.event === 'tiled' && step.player === player && (step.horizontal ?? 0) + (step.vertical ?? 0) >= GREAT);
}

export class Talk {
  /** What was said at this table. @type {Set<Occasion>} */
  said = new Set();

  /** @param {Store} store @param {Stage} stage */
  constructor(store, stage) {
    this.store = store;
    this.stage = stage;
    this.bubbles = new Bubbles(stage);
    const begun = store.state.history.some(({ player }) => store.isMine(player));
    if (!begun && Date.now() - store.table.created < FRESH) this.say('hello');
  }

  /** @param {Entry} entry */
  heard(entry) {
    const [mine = 0] = this.store.mine;
    if (!this.store.over && isGreat(entry, mine)) this.say('great');
  }

  /** @param {Result | null} result */
  over(result) {
    const speaker = speakerOf(this.store);
    if (result) this.say(result.winners.includes(speaker) ? 'won' : 'lost');
  }

  /** @param {Occasion} occasion */
  say(occasion) {
    const { store } = this;
    const speaker = speakerOf(store);
    const level = store.seat(speaker)?.level;
    if (!level || !settings.get('talk') || this.said.has(occasion)) return;
    this.said.add(occasion);
    const words = t(`opponents.${level}.${occasion}`);
    announce(t('company.said', { name: store.nameOf(speaker), words }));
    const look = { class: 'bubble is-line', 'data-line': occasion };
    const place = this.stage.widgets.ending?.speakerAt(speaker);
    // Nothing is played any more: the last word stays.
    if (place) fill(place, h('p', { ...look, 'aria-hidden': 'true' }, words));
    else this.bubbles.show(speaker, look, [this.nameFor(speaker), h('span', null, words)]);
  }

  /** A single opponent needs no name, and the bubble little room. @param {number} speaker */
  nameFor(speaker) {
    const { store } = this;
    return store.table.seats.length > 2 && h('b', { class: 'bubble-name' }, store.nameOf(speaker));
  }

  /** Who has tiles in hand looks for a line: nothing may lie over the board then. */
  update() {
    if (this.stage.parts.picking.picked) this.bubbles.remove(speakerOf(this.store));
    else this.bubbles.place();
  }
}
