/**
 * <az-board>: a player's board: pattern lines, wall, floor line, name and score. Shows what its model
 * says and tells what was pointed at or chosen; it knows no rules and holds no words.
 */

import { face } from '../art/face.js';
import { installArt } from '../art/tile.js';
import { fill, h, set, whenIdle, write } from '../dom.js';
import { fillCell, findCell, makeCell } from './cells.js';
import { Hits, keyOf } from './hits.js';
import { signElement } from './sign.js';
import { at, sorted, spotOf, without } from './view.js';
import { Widget } from './widget.js';

/** @typedef {import('../messages.js').Place} Place */
/** @typedef {import('./models.js').Aim} Aim */
/** @typedef {import('./models.js').BoardModel} BoardModel */

const FIVE = [1, 2, 3, 4, 5];

/** @param {string} className @param {string} [role] */
const part = (className, role) => h('div', { class: className, role });

/** Gains and losses, one below the other. @param {HTMLElement} element @param {string} badge */
function writeBadge(element, badge) {
  if (element.dataset.badge === badge) return;
  element.dataset.badge = badge;
  element.replaceChildren(...badge.split(/\s+/).filter(Boolean).map((text) => (
    h('span', { class: /^[-\u2212]/.test(text) && 'is-loss' }, text)
  )));
}

/** @extends {Widget<BoardModel>} */
export class AzBoard extends Widget {
  /** @type {Aim | null} */
  #aim = null;
  /** May it draw, if it is patient? After it was laid out on the screen, and where it is a tap away as soon as there is time. */
  #awake = false;
  #shown = new ResizeObserver(([entry]) => {
    if (entry?.contentRect.width) setTimeout(() => this.#wake());
  });

  #hits = new Hits(this, (aim) => {
    this.#aim = aim;
    this.#renderTargets();
  });

  #sign = part('ab-sign');
  #name = part('ab-name');
  #note = part('ab-note');
  #face = part('ab-face');
  #score = part('ab-score', 'img');
  #say = part('ab-say');
  #floor = part('ab-floor', 'img');
  /** @type {HTMLElement[]} */
  #lines = [];
  /** @type {HTMLElement[]} */
  #arrows = [];
  /** @type {HTMLElement[]} */
  #rows = [];
  /** @type {HTMLElement[][]} */
  #lineCells = [];
  /** @type {HTMLElement[][]} */
  #wallCells = [];
  /** @type {HTMLElement[]} */
  #floorCells = [];

  /** @override */
  build() {
    installArt();
    this.classList.add('az-board');
    set(this, { role: 'group', tabindex: '-1' });
    FIVE.forEach((n) => {
      const style = { '--r': n - 1 };
      const spaces = FIVE.slice(0, n).map(() => makeCell('ab-space'));
      const bricks = FIVE.map(() => makeCell('ab-brick'));
      at(spaces, n - 1).dataset.number = String(n);
      this.#lineCells.push(spaces);
      this.#wallCells.push(bricks);
      this.#lines.push(h('div', { class: 'ab-line', role: 'img', style }, spaces));
      this.#rows.push(h('div', { class: 'ab-row', role: 'img', style }, bricks));
      this.#arrows.push(set(makeCell('ab-arrow'), { style }));
    });
    for (const element of [this.#say, ...this.#arrows]) set(element, { 'aria-hidden': 'true' });
    this.append(h('div', { class: 'ab-card' }, h('div', { class: 'ab-grid' },
      h('div', { class: 'ab-head' }, this.#sign, this.#name, this.#note, this.#score, this.#face),
      part('ab-wall'), this.#hits.element, this.#lines, this.#arrows, this.#rows, this.#floor, this.#say)));
  }

  /** @override */
  connectedCallback() {
    if (this.patient && !this.#awake) {
      this.#shown.observe(this);
      whenIdle(() => this.#wake());
    }
    this.render();
  }

  disconnectedCallback() {
    this.#shown.disconnect();
  }

  /** @override @param {BoardModel} model */
  draw(model) {
    if (this.patient && !this.#awake) return;
    this.#ensure();
    for (const look of /** @type {const} */ (['mine', 'active', 'compact'])) {
      this.classList.toggle(`is-${look}`, model[look]);
    }
    set(this, { 'aria-label': model.labels.board, 'data-seat-status': model.seatStatus ?? '' });
    const sign = JSON.stringify(model.sign);
    if (this.#sign.dataset.sign !== sign) fill(this.#sign, model.sign && signElement(model.sign));
    this.#sign.dataset.sign = sign;
    if (this.#face.dataset.level !== (model.face ?? '')) fill(this.#face, model.face && face(model.face));
    this.#face.dataset.level = model.face ?? '';
    write(this.#name, model.name);
    write(this.#note, model.note);
    this.#note.classList.toggle('is-minor', Boolean(model.isMinor));
    write(this.#score, String(model.board.score));
    set(this.#score, { 'aria-label': model.labels.score });
    FIVE.forEach((_, i) => {
      this.#renderLine(model, i);
      this.#renderRow(model, i);
    });
    this.#renderFloor(model);
    this.#renderLast(model);
    const targets = model.targets ?? [];
    if (!targets.some((target) => this.#aim && keyOf(target) === keyOf(this.#aim))) this.#aim = null;
    this.#hits.show(targets);
    this.#renderTargets();
  }

  #wake() {
    this.#shown.disconnect();
    if (this.#awake) return;
    this.#awake = true;
    this.render();
  }

  #ensure() {
    if (!this.firstChild) this.build();
  }

  /** @param {BoardModel} model @param {number} i */
  #renderLine({ board, ghost, labels }, i) {
    const held = at(board.lines, i);
    const coming = ghost?.line === i + 1 && !ghost.column ? ghost.tiles : '';
    let real = held;
    [...sorted(held + coming).padEnd(i + 1)].slice(0, i + 1).forEach((letter, k) => {
      const tile = letter.trim();
      const isGhost = Boolean(tile) && !real.includes(tile);
      if (!isGhost) real = without(real, tile);
      fillCell(at(at(this.#lineCells, i), k), { tile, ghost: isGhost });
    });
    set(at(this.#lines, i), { 'aria-label': at(labels.lines, i) });
  }

  /** @param {BoardModel} model @param {number} i */
  #renderRow({ board, ghost, pattern, labels, coming: filled }, i) {
    [...at(board.wall, i)].forEach((letter, c) => {
      const coming = letter === '.' && ghost?.line === i + 1 && ghost.column === c + 1;
      const tile = coming ? ghost.tiles.charAt(0) : letter.replace('.', '');
      const cell = at(at(this.#wallCells, i), c);
      fillCell(cell, { tile, ghost: coming, hint: pattern?.[i]?.[c] ?? '' });
      cell.classList.toggle('is-coming', Boolean(filled?.includes(`${i + 1}/${c + 1}`)));
    });
    set(at(this.#rows, i), { 'aria-label': at(labels.rows, i) });
  }

  /** @param {BoardModel} model */
  #renderFloor({ board, ghost, penalties, labels }) {
    const falling = ghost ? ghost.falling + (ghost.line ? '' : ghost.tiles) : '';
    const all = board.floor + falling;
    // A marker that finds the floor full stands beside it (E1).
    const beside = all.length > penalties.length && all.includes('F', penalties.length) ? 'F' : '';
    const shown = all.slice(0, penalties.length) + beside;
    const spaces = Math.max(penalties.length, shown.length);
    while (this.#floorCells.length < spaces) this.#floorCells.push(makeCell('ab-tread'));
    this.#floor.append(...this.#floorCells.slice(this.#floor.childElementCount));
    while (this.#floorCells.length > spaces) this.#floorCells.pop()?.remove();
    this.#floorCells.forEach((cell, k) => {
      fillCell(cell, { tile: shown[k] ?? '', ghost: k >= board.floor.length });
      const cost = penalties[k];
      set(cell, { 'data-cost': cost ? `\u2212${cost}` : '', 'data-number': k === 0 && '0' });
    });
    set(this.#floor, { 'aria-label': labels.floor });
    this.classList.toggle('has-beside', spaces > penalties.length);
  }

  /** @param {BoardModel} model */
  #renderLast({ last = [], player }) {
    const marked = new Set(last.filter((place) => place.startsWith(player ? `player/${player}/` : 'player/'))
      .map((place) => this.cellElement(place)));
    for (const element of [...this.#lines, this.#floor, ...this.#wallCells.flat()]) {
      element.classList.toggle('is-last', marked.has(element));
    }
  }

  /** What is lit, and the words of the target that is pointed at or chosen. */
  #renderTargets() {
    const targets = this.model?.targets ?? [];
    const byKey = new Map(targets.map((target) => [keyOf(target), target]));
    /** @param {HTMLElement} element @param {Aim} aim */
    const light = (element, aim) => {
      const target = byKey.get(keyOf(aim));
      const aimed = this.#aim !== null && keyOf(this.#aim) === keyOf(aim);
      element.classList.toggle('is-lit', Boolean(target?.legal));
      element.classList.toggle('is-barred', Boolean(target && !target.legal));
      element.classList.toggle('is-aimed', Boolean(target) && aimed);
      element.classList.toggle('is-chosen', Boolean(target?.chosen));
      element.classList.toggle('is-instead', Boolean(target?.instead));
      return target;
    };
    this.#lines.forEach((line, i) => {
      const target = light(line, { line: i + 1, column: 0 });
      const arrow = at(this.#arrows, i);
      light(arrow, { line: i + 1, column: 0 });
      writeBadge(arrow, target?.badge ?? '');
    });
    light(this.#floor, { line: 0, column: 0 });
    this.#wallCells.forEach((row, r) => row.forEach((cell, c) => light(cell, { line: r + 1, column: c + 1 })));
    const spoken = (this.#aim && byKey.get(keyOf(this.#aim))) || targets.find((target) => target.chosen);
    write(this.#say, spoken?.text ?? '');
    this.#say.classList.toggle('is-refusal', Boolean(spoken && !spoken.legal));
  }

  /** Moves the focus to the first legal target; false when there is none. */
  focusTargets() {
    return this.#hits.focusFirst();
  }

  /**
   * The line, the floor or the cell of the wall.
   * @param {Place} place
   * @returns {HTMLElement}
   */
  cellElement(place) {
    this.#ensure();
    const spot = spotOf(place);
    if (spot.kind === 'line') return at(this.#lines, spot.line - 1);
    if (spot.kind === 'wall') return at(at(this.#wallCells, spot.row - 1), spot.column - 1);
    return spot.kind === 'floor' ? this.#floor : this;
  }

  /**
   * Where a tile of that kind lies (the `index`-th from 0, else the last), or where the next one will.
   * @param {Place} place the player in it does not matter: this board is meant
   * @param {string} [tile]
   * @param {number} [index]
   * @param {string} [tiles] where it will lie once these lie there: nothing need be drawn for it
   * @returns {DOMRect}
   */
  slotRect(place, tile, index, tiles) {
    this.#ensure();
    const spot = spotOf(place);
    if (spot.kind === 'line') return findCell(at(this.#lineCells, spot.line - 1), tile, index, tiles).getBoundingClientRect();
    if (spot.kind === 'floor') return findCell(this.#floorCells, tile, index, tiles).getBoundingClientRect();
    return this.cellElement(place).getBoundingClientRect();
  }
}

customElements.define('az-board', AzBoard);
