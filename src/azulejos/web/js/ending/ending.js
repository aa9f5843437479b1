/**
 * A game's ending. The walls leave their boards and come together; complete rows, columns and colours stay lit as their
 * bonuses are counted; then the winner is named, and it is told where the points came from and what can be done next.
 *
 * @import { Place, Result, Step } from '../messages.js'
 * @import { Stage } from '../play/stage.js'
 * @import { LiveSession } from '../table/live-session.js'
 */

import { face } from '../art/face.js';
import { icon } from '../art/icons.js';
import { fillCell } from '../board/cells.js';
import { signElement } from '../board/sign.js';
import { fill, h, write } from '../dom.js';
import { nextView } from '../opponents/next.js';
import { signed } from '../play/choices.js';
import { faceOf, signOf } from '../play/models.js';
import { winsText, wonText } from '../play/transcript.js';
import { settings } from '../settings.js';
import { language, t } from '../text/catalogue.js';
import { actionsView } from './actions.js';
import { kindOf, withGame } from './bests.js';
import { celebrate, comeFrom, laurel } from './celebration.js';
import { pointsView } from './points.js';
import { verdictOf, verdictText } from './verdict.js';

/** @typedef {{ live: LiveSession, replay: () => void, skip: () => void }} Surroundings */
/** @typedef {{ element: HTMLElement, wanted: string }} Room `wanted`: who wants another game. */
/** @typedef {{ item: HTMLElement, wall: HTMLElement, cells: HTMLElement[][], score: HTMLElement, bonuses: HTMLElement, said: HTMLElement }} Player */

const FIVE = [1, 2, 3, 4, 5];
/** What stands at a wall for each kind of bonus. */
const BONUSES = /** @type {const} */ ({ row: 'rows', column: 'columns', colour: 'colours' });

export class Ending {
  /** @param {Room} room @param {Surroundings} surroundings */
  constructor(room, surroundings) {
    this.room = room;
    this.element = room.element;
    this.surroundings = surroundings;
    this.store = surroundings.live.store;
    this.title = h('h2', { class: 'result-title', tabindex: '-1' });
    this.words = h('div', { class: 'ending-words' });
    this.skip = h('button', { class: 'button button-small', 'data-action': 'skip-ending', onclick: surroundings.skip });
    this.walls = h('ol', { class: 'ending-walls' });
    this.rest = h('div', { class: 'ending-rest' });
    /** @type {Map<number, Player>} */
    this.players = new Map();
    /** Bonuses that have been counted. @type {Set<Step>} */
    this.lit = new Set();
    /** Did the walls come together before the reader's eyes? */
    this.gathered = false;
    this.drawn = '';
    fill(this.element, h('div', { class: 'ending-head' }, this.title, this.words, this.skip), this.walls, this.rest);
  }

  // While it is counted

  /** @param {Stage} stage */
  async gather(stage) {
    const places = new Map(this.store.table.seats.map(({ seat }) => [seat, stage.wallOf(seat)]));
    this.lit.clear();
    this.drawn = '';
    this.gathered = true;
    fill(this.title, t('ending.counting'));
    fill(this.words);
    fill(this.rest);
    fill(this.skip, icon('skip'), t('table.skip'));
    this.open();
    this.show();
    if (stage.pace.still) return;
    await Promise.all([...this.players].map(([player, { wall, item }]) => comeFrom(stage.pace, places.get(player), wall, item)));
  }

  /** @param {Step} step */
  light(step) {
    this.lit.add(step);
    this.show();
  }

  /** The table knows by a mark of its own: to look for what is in it would style all of it anew with every change. @param {boolean} seen */
  reveal(seen) {
    this.element.hidden = !seen;
    this.element.parentElement?.toggleAttribute('data-ending', seen);
  }

  open() {
    this.reveal(true);
    this.element.dataset.phase = 'counting';
    this.element.toggleAttribute('data-shared', this.store.shared);
    this.skip.hidden = false;
    const { table: { seats }, state: { viewer } } = this.store;
    const order = seats.map((_, step) => ((viewer - 1 + step) % seats.length) + 1);
    const built = `${language()} ${order}`;
    if (this.walls.dataset.built === built) return;
    this.walls.dataset.built = built;
    fill(this.walls, order.map((player) => this.build(player)));
  }

  /** @param {number} player */
  build(player) {
    const cells = FIVE.map(() => FIVE.map(() => h('span', { class: 'ending-cell' })));
    const wall = h('div', { class: 'ending-wall', 'aria-hidden': 'true' }, cells.flat());
    const score = h('strong', { class: 'ending-score' });
    const bonuses = h('ul', { class: 'ending-bonuses' });
    const said = h('div', { class: 'ending-said' });
    const level = faceOf(this.store, player);
    const item = h('li', { class: 'ending-player', 'data-player': player },
      h('div', { class: 'ending-name' },
        h('span', { class: 'ending-sign' }, laurel(), level ? face(level) : signElement(signOf(this.store, player))),
        h('span', { class: 'ending-who' }, this.store.nameOf(player)), score),
      wall, bonuses, said);
    this.players.set(player, { item, wall, cells, score, bonuses, said });
    return item;
  }

  show() {
    for (const [player, { cells, score, bonuses }] of this.players) {
      const board = this.store.board(player);
      const counted = [...this.lit].filter((step) => step.player === player);
      const gold = new Set(counted.flatMap((step) => (step.cells ?? []).map(String)));
      cells.forEach((row, r) => row.forEach((cell, c) => {
        const letter = board.wall[r]?.[c] ?? '.';
        fillCell(cell, { tile: letter.replace('.', ''), hint: this.store.table.pattern?.[r]?.[c] ?? '' });
        cell.classList.toggle('is-gold', gold.has(`${r + 1},${c + 1}`));
      }));
      write(score, String(board.score));
      fill(bonuses, Object.entries(BONUSES).map(([kind, name]) => {
        const points = counted.filter((step) => step.kind === kind).reduce((sum, step) => sum + (step.points ?? 0), 0);
        return points > 0 && h('li', { 'data-bonus': kind }, `${t(`table.sources.${name}`)} ${signed(points)}`);
      }));
    }
  }

  // When it is told

  tell() {
    const { store, room } = this;
    const { result, number } = store.now;
    const drawn = [language(), number, store.table.rematch, store.mine, room.wanted].join('|');
    if (drawn === this.drawn && !this.element.hidden) return;
    const first = !this.drawn;
    this.drawn = drawn;
    this.open();
    this.lit = new Set(store.state.history.at(-1)?.steps.filter(({ event }) => event === 'bonus'));
    this.show();
    this.element.dataset.phase = 'told';
    this.skip.hidden = true;
    fill(this.title, result ? wonText(store, result) : t('company.over.abandoned'));
    fill(this.words, result && [this.margin(result), this.best(result)], this.series());
    fill(this.rest, actionsView(this), result && nextView(store, result), result && pointsView(store, result));
    for (const [player, { item }] of this.players) item.classList.toggle('is-winner', Boolean(result?.winners.includes(player)));
    if (first && this.gathered) celebrate(this, result);
    this.gathered = false;
  }

  /** The seat of who looks at it; 0: they are several, or watch. */
  get mine() {
    return this.store.single ? this.store.mine[0] ?? 0 : 0;
  }

  /** @param {Result} result */
  margin(result) {
    const verdict = verdictOf(result, this.mine);
    return verdict && h('p', { class: 'result-margin' }, verdictText(verdict));
  }

  /** The reader's own record in this kind of game. @param {Result} result */
  best(result) {
    const { table } = this.store;
    const score = result.scores[this.mine - 1];
    if (score === undefined || table.ended !== 'played') return null;
    const others = result.scores.filter((_, index) => index !== this.mine - 1);
    const { kept, note } = withGame(settings.get('bests'), {
      table: table.id, kind: kindOf(table), score, margin: result.winners.includes(this.mine) ? score - Math.max(...others) : 0,
    });
    if (kept !== settings.get('bests')) settings.set('bests', kept);
    return h('p', { class: ['ending-best', note.news !== 'none' && 'is-news'], 'data-best': note.news }, t(`ending.best.${note.news}`, { ...note }));
  }

  /** How the games of this series went. */
  series() {
    const { series } = this.store.table;
    return series && h('p', { class: 'result-series' }, t('company.series', { game: series.game, wins: winsText(this.store) }));
  }

  close() {
    if (this.element.hidden) return;
    this.reveal(false);
    this.drawn = '';
  }

  /** @param {Place} place */
  cellAt(place) {
    const [, player, part, row, column] = place.split('/');
    return part === 'wall' ? this.players.get(Number(player))?.cells[Number(row) - 1]?.[Number(column) - 1] ?? null : null;
  }

  /** Where a player speaks: under their wall, where it covers nothing. @param {number} player */
  speakerAt(player) {
    return this.players.get(player)?.said ?? null;
  }
}
