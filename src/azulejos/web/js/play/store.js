/**
 * What the page knows of its table: the server's last word, and what is shown of it just now.
 *
 * `now` is the truth. `shown` runs behind it while the queue plays what happened, and is elsewhere
 * while an earlier position is looked at. Nobody may move unless the two are the same.
 *
 * @import { Board, Choices, Entry, Now, State, Table, You } from '../messages.js'
 * @import { Aside, Told } from '../net/socket.js'
 */

import { nameIn, nameless } from './names.js';

/** @typedef {{ ply: number, last: number, entry: Entry | null, state: State }} Look A position of the past. */
/** @typedef {Omit<Extract<Aside, { type: 'presence' }>, 'type'> & { at: number }} Presence `at`: when we heard it. */

export class Store {
  constructor() {
    /** @type {Table | null} */
    this.found = null;
    /** @type {Now | null} */
    this.told = null;
    /** When that was, as `performance.now` counts. */
    this.since = 0;
    /** @type {You} */
    this.you = { seats: [], host: false, alone: true };
    /** @type {Presence | null} */
    this.presence = null;
    /** @type {Entry[]} */
    this.history = [];
    /** @type {State | null} */
    this.stage = null;
    /** Does the queue still play what happened? */
    this.playing = false;
    /** How many messages wait for those before them to be played: what they take still lies there. */
    this.behind = 0;
    /** The entry that is being played, or was last. @type {Entry | null} */
    this.current = null;
    /** @type {Look | null} */
    this.look = null;
    /** The move on its way to the server. @type {string | null} */
    this.sent = null;
    this.lost = false;
    this.viewer = 1;
    /** Whose board a watcher wants to see; 0: of the player to move. */
    this.chosen = 0;
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
      this.you = message.you;
    } else if (message.type === 'table') {
      this.found = message.table;
    } else if (message.type === 'played') {
      this.history = [...this.history, message.entry];
    } else {
      this.history = this.history.filter((entry) => entry.ply <= message.keep);
    }
    const { number, state, choices, undo, proposal, left, result } = message;
    this.told = { number, state, choices, undo, proposal, left, result };
    this.since = performance.now();
    if (message.type !== 'table') this.sent = null;
    this.age();
  }

  /** With the first deal the game begins; its last move ends it. No message says so but these. */
  age() {
    const { stage, series } = this.table;
    const { state, result } = this.now;
    if (state.phase === 'over' && stage !== 'over') {
      const wins = series?.wins.map((count, index) => count + Number(result?.winners.includes(index + 1)));
      this.found = { ...this.table, stage: 'over', ended: 'played', series: series && { ...series, wins: wins ?? [] } };
    } else if (stage === 'open' && this.history.length) this.found = { ...this.table, stage: 'playing' };
  }

  /** @param {Aside} message */
  hearAside(message) {
    if (message.type === 'you') this.you = message.you;
    else if (message.type === 'presence') this.presence = { ...message, at: Date.now() };
  }

  /** May a person move here and now? @returns {Choices | null} */
  get choices() {
    return this.playing ? null : this.due;
  }

  /** Likewise, once what is in the air has landed; who picks a tile makes it land. @returns {Choices | null} */
  get due() {
    return this.look || this.sent || this.behind ? null : this.now.choices;
  }

  /** @param {number} player */
  seat(player) {
    return this.table.seats[player - 1];
  }

  /** @param {number} player @returns {Board} */
  board(player) {
    return /** @type {Board} */ (this.shown.boards[player - 1]);
  }

  /** @returns {number[]} The seats that I play for. */
  get mine() {
    return this.you.seats;
  }

  /** Have I one seat only, and can be called “you”? */
  get single() {
    return this.mine.length === 1;
  }

  /** Am I here to look on? */
  get watching() {
    return !this.mine.length;
  }

  /** Do people sit here who are elsewhere? */
  get company() {
    return !this.you.alone;
  }

  /** Does another game belong to this one? */
  get continues() {
    return this.company || this.table.series !== null;
  }

  get over() {
    return this.table.stage === 'over';
  }

  /** @param {number} player */
  isMine(player) {
    return this.mine.includes(player);
  }

  /** Does a bot move for this seat? @param {number} player */
  isBot(player) {
    const seat = this.seat(player);
    return seat?.kind === 'bot' || Boolean(seat?.stand_in);
  }

  /** @param {number} player */
  nameOf(player) {
    return nameIn(this.table, player, this.mine);
  }

  /** My seat, if I am called “you”; else 0. */
  get nameless() {
    return nameless(this.table, this.mine);
  }

  /** Whose board should be large: mine, that of the one of mine who is to move, or who is watched. */
  turnView() {
    const { turn, phase } = this.now.state;
    const { mine } = this;
    const moves = phase !== 'over' && !this.over;
    if (this.watching) this.viewer = this.chosen || (moves ? turn : this.viewer);
    else if (!mine.includes(this.viewer) || (moves && mine.includes(turn))) this.viewer = mine.includes(turn) ? turn : mine[0] ?? 1;
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
