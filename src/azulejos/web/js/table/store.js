/**
 * What the page knows of its table: the server's last word, and what is shown of it just now.
 *
 * `now` is the truth. `shown` runs behind it while the queue plays what happened, and is elsewhere
 * while an earlier position is looked at. Nobody may move unless the two are the same.
 *
 * @import { Board, Choices, Entry, Now, State, Table } from '../messages.js'
 * @import { Told } from '../net/socket.js'
 */

import { nameIn } from './names.js';

/** @typedef {{ ply: number, last: number, entry: Entry | null, state: State }} Look A position of the past. */

export class Store {
  constructor() {
    /** @type {Table | null} */
    this.found = null;
    /** @type {Now | null} */
    this.told = null;
    /** @type {Entry[]} */
    this.history = [];
    /** @type {State | null} */
    this.stage = null;
    /** Does the queue still play what happened? */
    this.playing = false;
    /** The entry that is being played, or was last. @type {Entry | null} */
    this.current = null;
    /** @type {Look | null} */
    this.look = null;
    /** The move on its way to the server. @type {string | null} */
    this.sent = null;
    this.lost = false;
    this.viewer = 1;
    /** Whose points are being counted. */
    this.counting = 0;
    /** Whose board takes the large place for a moment, on screens that show one at a time. */
    this.spotlight = 0;
  }

  /** The table; there is one as soon as the page is built. @returns {Table} */
  get table() {
    if (!this.found) throw new Error('no table yet');
    return this.found;
  }

  /** @returns {Now} */
  get now() {
    if (!this.told) throw new Error('no state yet');
    return this.told;
  }

  /** What is on the screen. @returns {State} */
  get shown() {
    return this.look?.state ?? this.stage ?? this.now.state;
  }

  /** @param {Told} message */
  hear(message) {
    if (message.type === 'welcome') {
      this.found = message.table;
      this.history = message.history;
    } else if (message.type === 'played') {
      this.history = [...this.history, message.entry];
    } else {
      this.history = this.history.filter((entry) => entry.ply <= message.keep);
    }
    const { number, state, choices, undo, result } = message;
    this.told = { number, state, choices, undo, result };
    this.sent = null;
  }

  /** May a person move here and now? @returns {Choices | null} */
  get choices() {
    if (this.playing || this.look || this.sent) return null;
    return this.now.choices;
  }

  /** @param {number} player */
  seat(player) {
    return this.table.seats[player - 1];
  }

  /** @param {number} player @returns {Board} */
  board(player) {
    return /** @type {Board} */ (this.shown.boards[player - 1]);
  }

  /** @returns {number[]} The seats of people. */
  get people() {
    return this.table.seats.filter((seat) => seat.kind === 'person').map((seat) => seat.seat);
  }

  /** Is there one person only, who can be called “you”? */
  get alone() {
    return this.people.length === 1;
  }

  /** @param {number} player */
  isMine(player) {
    return this.people.includes(player);
  }

  /** @param {number} player */
  nameOf(player) {
    return nameIn(this.table, player);
  }

  /** Whose board should be large: the person's, or that of the one of several who is to move. */
  turnView() {
    const { turn, phase } = this.now.state;
    const people = this.people;
    if (people.includes(this.viewer) && !(people.includes(turn) && phase !== 'over')) return;
    this.viewer = people.includes(turn) ? turn : people[0] ?? 1;
  }

  /** The board in the large place. */
  get large() {
    return this.spotlight || this.viewer;
  }

  /** All other seats, clockwise from the large board. @returns {number[]} */
  get others() {
    const count = this.table.seats.length;
    return Array.from({ length: count - 1 }, (_, step) => ((this.large + step) % count) + 1);
  }

  /** What was done last on the table shown; nothing after a deal. @returns {Entry | null} */
  get lastEntry() {
    const entry = this.look ? this.look.entry : this.current;
    return entry && entry.player ? entry : null;
  }
}
