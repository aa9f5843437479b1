/**
 * The place of a game's ending on the table. The ending itself is fetched when a game may come to its end; until then, and
 * where it can't be fetched, the table does without it.
 *
 * @import { Place, Step } from '../messages.js'
 * @import { Ending, Surroundings } from '../ending/ending.js'
 * @import { Stage } from '../play/stage.js'
 */

import { h } from '../dom.js';
import { loadRoom } from '../text/catalogue.js';

export class EndingPlace {
  element = h('section', { class: 'ending', 'data-panel': 'result', hidden: true });
  /** Who wants another game, if that is known. */
  wanted = '';
  /** @type {Ending | null} */
  #ending = null;
  #fetching = false;

  get ready() {
    return this.#ending !== null;
  }

  /** Is it seen, and do the walls lie there? */
  get isOpen() {
    return !this.element.hidden;
  }

  /** @param {Surroundings} surroundings @param {() => void} changed It is there now. */
  prepare(surroundings, changed) {
    if (this.#fetching) return;
    this.#fetching = true;
    Promise.all([import('../ending/ending.js'), loadRoom('ending'), loadRoom('opponents')]).then(([found]) => {
      this.#ending = new found.Ending(this, surroundings);
      changed();
    }, () => {
      this.#fetching = false; // There may be a connection the next time.
    });
  }

  /** The walls come together to be counted. @param {Stage} stage */
  async open(stage) {
    await this.#ending?.gather(stage);
  }

  /** A bonus has been counted. @param {Step} step */
  light(step) {
    this.#ending?.light(step);
  }

  /** What lies on the walls just now. */
  show() {
    if (this.isOpen) this.#ending?.show();
  }

  /** @param {boolean} over Is the game over, and all of it told? @param {boolean} playing Is some of it still being told? */
  update(over, playing) {
    if (over) this.#ending?.tell();
    else if (!playing) this.#ending?.close();
  }

  focus() {
    this.#ending?.title.focus({ preventScroll: true });
  }

  /** A cell of a wall, while the walls lie here. @param {Place} place */
  cellAt(place) {
    return this.isOpen ? this.#ending?.cellAt(place) ?? null : null;
  }

  /** Where a player speaks, while their board can't be seen. @param {number} player */
  speakerAt(player) {
    return this.isOpen ? this.#ending?.speakerAt(player) ?? null : null;
  }
}
