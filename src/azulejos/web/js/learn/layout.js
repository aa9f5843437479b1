/**
 * What is on the screen beside the coach: the displays and both boards, and what stands for the bag
 * and the lid where tiles come from or go to.
 */

import { AzBoard } from '../board/board.js';
import { AzOffer } from '../board/offer.js';
import { AzTrack } from '../board/track.js';
import { fill, h } from '../dom.js';

/** @import { Place } from '../messages.js' */
/** @import { Pace } from '../play/animation/pace.js' */

export class GuidedLayout {
  /** @param {HTMLElement} coach */
  constructor(coach) {
    this.title = h('h1', { class: 'hush', tabindex: '-1' });
    this.offer = new AzOffer();
    this.large = new AzBoard();
    this.small = [new AzBoard()];
    this.track = new AzTrack();
    this.other = h('div', { class: 'learn-other' }, this.small);
    /** Stands for the other board where there is no room for it. */
    this.chip = h('div', { class: 'learn-chip' });
    this.elsewhere = () => this.chip;
    document.getElementById('header-slot')?.replaceChildren(this.chip);
    this.element = h('div', { class: 'learn' },
      this.title, coach, this.other,
      h('div', { class: 'learn-offer' }, this.offer),
      h('div', { class: 'learn-mine' }, this.large));
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

  /** @param {string} name @param {number} score */
  showOther(name, score) {
    fill(this.chip, name, ' ', h('strong', null, score));
  }

  /** A wave goes over the wall. @param {Pace} pace */
  cheer(pace) {
    if (pace.still) return;
    for (let cell = 0; cell < 25; cell += 1) {
      const [row, column] = [Math.floor(cell / 5) + 1, (cell % 5) + 1];
      const brick = this.large.cellElement(`player/1/wall/${row}/${column}`);
      void pace.animate(brick, { transform: ['none', 'translateY(-18%) scale(1.08)', 'none'] }, {
        duration: 520, delay: (row + column) * 70, easing: 'ease-in-out', fill: 'none',
      });
    }
  }

  /** Lets places glow that the words speak of. @param {Place[]} places */
  look(places) {
    const glowing = places.map((place) => (place.startsWith('player') ? this.large : this.offer).cellElement(place));
    for (const element of this.element.querySelectorAll('.learn-look')) {
      if (!glowing.includes(/** @type {HTMLElement} */ (element))) element.classList.remove('learn-look');
    }
    glowing.forEach((element) => element.classList.add('learn-look'));
  }
}
