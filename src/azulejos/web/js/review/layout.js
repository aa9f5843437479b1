/**
 * The table of a review: displays, the board of the seat whose view it is, the others' boards; and marks for the places
 * that the words speak of.
 *
 * @import { Place } from '../messages.js'
 */

import { AzBoard } from '../board/board.js';
import { AzOffer } from '../board/offer.js';
import { AzTrack } from '../board/track.js';
import { h, set } from '../dom.js';

/** @typedef {'better' | 'played'} Mark */
/** Tiles that are taken, or a place. @typedef {{ source: number, take: string } | Place} Marked */

export class ReviewLayout {
  /** @param {number} players */
  constructor(players) {
    this.title = h('h2', { class: 'hush', tabindex: '-1' });
    this.offer = set(new AzOffer(), { class: 'offer' });
    this.large = set(new AzBoard(), { class: 'large' });
    this.small = Array.from({ length: players - 1 }, () => set(new AzBoard(), { class: 'small' }));
    this.track = new AzTrack(); // Scores are told elsewhere.
    this.elsewhere = () => this.title;
    this.element = h('div', { class: 'review-table', 'data-players': players },
      this.title,
      h('div', { class: 'offer-area review-offer' }, this.offer),
      h('div', { class: 'review-board' }, this.large),
      h('div', { class: 'review-others' }, this.small));
    /** Bag and lid are not shown: tiles come from the middle and leave past the board's corner. */
    this.supply = {
      show: () => {},
      /** @param {string} place */
      rectOf: (place) => {
        const around = (place === 'bag' ? this.offer : this.large).getBoundingClientRect();
        const [x, y] = place === 'bag' ? [0.5, 0.5] : [0.97, 0.97];
        return new DOMRect(around.left + around.width * x - 9, around.top + around.height * y - 9, 18, 18);
      },
    };
  }

  /** @param {Marked} marked @returns {HTMLElement[]} */
  elementsOf(marked) {
    if (typeof marked !== 'string') {
      const groups = /** @type {HTMLElement[]} */ ([...this.offer.querySelectorAll(`.ao-group[data-source="${marked.source}"]`)]);
      return groups.filter(({ dataset }) => dataset.tile && marked.take.includes(dataset.tile));
    }
    const player = /^player\/(\d)/.exec(marked)?.[1];
    const board = [this.large, ...this.small].find(({ dataset }) => dataset.player === player) ?? this.large;
    return [board.cellElement(marked)];
  }

  /** Marks what the words speak of. @param {Partial<Record<Mark, Marked[]>>} places */
  mark(places) {
    for (const kind of /** @type {const} */ (['better', 'played'])) {
      const marked = (places[kind] ?? []).flatMap((place) => this.elementsOf(place));
      for (const element of this.element.querySelectorAll(`.mark-${kind}`)) {
        if (!marked.includes(/** @type {HTMLElement} */ (element))) element.classList.remove(`mark-${kind}`);
      }
      for (const element of marked) element.classList.add(`mark-${kind}`);
    }
  }
}
