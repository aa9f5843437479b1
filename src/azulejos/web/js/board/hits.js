/** The targets of a board: buttons over its lines, its floor and the cells of its wall. */

import { fire, h, set } from '../dom.js';

/** @typedef {import('./models.js').Aim} Aim */
/** @typedef {import('./models.js').BoardTarget} BoardTarget */

/** @param {Aim} aim */
export const keyOf = ({ line, column }) => `${line}/${column}`;

export class Hits {
  /** @type {Map<string, HTMLButtonElement>} */
  #buttons = new Map();
  element = h('div', { class: 'ab-hits', onkeydown: (/** @type {KeyboardEvent} */ event) => this.#onKey(event) });
  #board;
  #onAim;

  /**
   * @param {HTMLElement} board fires the events
   * @param {(aim: Aim | null) => void} onAim when a target is pointed at or has the focus
   */
  constructor(board, onAim) {
    this.#board = board;
    this.#onAim = onAim;
  }

  /** @param {BoardTarget[]} targets */
  show(targets) {
    const wanted = new Map(targets.map((target) => [keyOf(target), target]));
    const hadFocus = this.element.contains(document.activeElement);
    for (const [key, button] of this.#buttons) {
      if (wanted.has(key)) continue;
      button.remove();
      this.#buttons.delete(key);
    }
    for (const [key, { legal, text, badge = '', chosen = false, ...aim }] of wanted) {
      const button = this.#buttons.get(key) ?? this.#make(aim);
      set(button, { 'aria-label': text, 'aria-disabled': !legal && 'true', 'data-badge': legal && aim.column > 0 && badge });
      button.classList.toggle('is-legal', legal);
      button.classList.toggle('is-chosen', chosen);
    }
    // A button that went away would take the focus with it: the board keeps it.
    if (hadFocus && !this.element.contains(document.activeElement)) this.#board.focus({ preventScroll: true });
  }

  /** @param {Aim} aim */
  #make({ line, column }) {
    const aim = { line, column };
    const kind = column ? 'cell' : line ? 'line' : 'floor';
    const point = () => this.#aim(aim);
    const leave = () => this.#aim(null);
    const button = h('button', {
      class: `ab-hit ab-hit-${kind}`, 'data-target': keyOf(aim), style: { '--c': column - 1, '--r': line - 1 },
      onclick: () => fire(this.#board, 'az-target', aim), onpointerenter: point, onfocus: point, onpointerleave: leave, onblur: leave,
    });
    this.#buttons.set(keyOf(aim), button);
    // In reading order: the lines from the top, then the floor.
    const rank = (/** @type {string} */ key) => (Number(key.split('/')[0]) || 9) * 10 + Number(key.split('/')[1]);
    const next = [...this.element.children].find((other) =>
      other instanceof HTMLElement && rank(other.dataset.target ?? '') > rank(keyOf(aim)));
    this.element.insertBefore(button, next ?? null);
    return button;
  }

  /** @param {Aim | null} aim */
  #aim(aim) {
    this.#onAim(aim);
    fire(this.#board, 'az-hover', aim);
  }

  /** Arrows go from target to target. @param {KeyboardEvent} event */
  #onKey(event) {
    const step = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const all = [...this.element.children];
    const at = all.indexOf(/** @type {Element} */ (event.target));
    const next = all[(at + step + all.length) % all.length];
    if (next instanceof HTMLElement) next.focus();
    event.preventDefault();
  }

  /** The first legal target, or the first: where the keyboard goes after a pick. */
  focusFirst() {
    const first = this.element.querySelector('.is-legal') ?? this.element.firstElementChild;
    if (first instanceof HTMLElement) first.focus();
    return Boolean(first);
  }
}
