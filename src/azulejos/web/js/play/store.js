/**
 * The page's one truth about a table: what is known of it, and what is shown just now. It changes in one way only: an
 * action is dispatched, `reduce` makes the next state from it, and subscribers are told. Knows no widgets and no rules.
 *
 * `now` is the server's last word. `shown` runs behind it while what happened is played. Nobody may move unless the two are
 * the same.
 *
 * @import { Board, Choices, Entry, Now, State, Table } from '../messages.js'
 * @import { NumberedMessage } from '../net/socket.js'
 * @import { Action, Subscriber, TableState } from './session.js'
 */

import { nameIn, nameless } from './names.js';

/** @type {TableState} */
const EMPTY = {
  table: null, now: null, since: 0, you: { seats: [], host: false, alone: true }, presence: null, came: [], history: [],
  frame: null, playing: false, behind: 0, entry: null, sent: null, lost: false,
  viewer: 1, watched: 0, counting: 0, spotlight: 0,
};
/** Nothing is being played. */
export const SETTLED = { playing: false, behind: 0, frame: null, spotlight: 0, counting: 0 };
/** What may bring another board before the reader. @type {Action['type'][]} */
const TURNING = ['welcome', 'you', 'settled', 'watch'];

/** @param {TableState} state @param {Action} action @returns {TableState} */
export function reduce(state, action) {
  const next = { ...state, ...changes(state, action) };
  return TURNING.includes(action.type) && next.now ? { ...next, viewer: viewerOf(next, next.now.state) } : next;
}

/** @param {TableState} state @param {{ seat: number }[]} away */
function cameBy({ table, came }, away) {
  const here = (table?.seats ?? []).filter(({ kind, seat }) => kind === 'person' && !away.some((one) => one.seat === seat));
  return [...new Set([...came, ...here.map(({ seat }) => seat)])];
}

/** @param {TableState} state @param {Action} action @returns {Partial<TableState>} */
function changes(state, action) {
  switch (action.type) {
    case 'you': return { you: action.you };
    case 'presence': return { presence: { ...action, at: Date.now() }, came: cameBy(state, action.away) };
    case 'said': return {};
    case 'connection': return { lost: action.lost };
    case 'sent': return { sent: action.move };
    case 'queued': return { playing: true, behind: action.behind };
    case 'entry_begins': return { entry: action.entry };
    case 'step_begins': return { counting: action.step.player ?? 0 };
    case 'frame': return { frame: action.state };
    case 'entry_ends': return { frame: action.state, counting: 0 };
    case 'settled': return SETTLED;
    case 'spotlight': return { spotlight: action.player };
    case 'position': return { entry: action.entry, frame: action.state };
    case 'watch': return { watched: action.seat };
    default: return received(state, action);
  }
}

/** A numbered message of the server. @param {TableState} state @param {NumberedMessage} message @returns {Partial<TableState>} */
function received(state, message) {
  const { number, state: position, choices, undo, proposal, left, result } = message;
  const now = { number, state: position, choices, undo, proposal, left, result };
  const history = historyAfter(state, message);
  const found = 'table' in message ? message.table : state.table;
  const common = { now, since: performance.now(), history, table: found && aged(found, now, history) };
  if (message.type === 'table') return common;
  // What was played is shown step by step, from the state before it.
  if (message.type === 'played') return { ...common, sent: null, playing: true, frame: state.frame ?? state.now?.state ?? null };
  const you = message.type === 'welcome' ? message.you : state.you;
  return { ...common, sent: null, you, entry: history.at(-1) ?? null };
}

/** @param {TableState} state @param {NumberedMessage} message */
function historyAfter({ history }, message) {
  if (message.type === 'welcome') return message.history;
  if (message.type === 'played') return [...history, message.entry];
  return message.type === 'undone' ? history.filter((entry) => entry.ply <= message.keep) : history;
}

/** With the first deal the game begins; its last move ends it. No message says so but these. @param {Table} table @param {Now} now @param {readonly Entry[]} history @returns {Table} */
function aged(table, { state, result }, history) {
  const { stage, series } = table;
  if (state.phase === 'over' && stage !== 'over') {
    const wins = series?.wins.map((count, index) => count + Number(result?.winners.includes(index + 1)));
    return { ...table, stage: 'over', ended: 'played', series: series && { ...series, wins: wins ?? [] } };
  }
  return stage === 'open' && history.length ? { ...table, stage: 'playing' } : table;
}

/** Whose board should be large: mine, that of the one of mine who is to move, or who is watched. @param {TableState} state @param {State} position */
function viewerOf({ you: { seats: mine }, watched, viewer, table }, { turn, phase }) {
  const moves = phase !== 'over' && table?.stage !== 'over';
  if (!mine.length) return watched || (moves ? turn : viewer);
  if (mine.includes(viewer) && !(moves && mine.includes(turn))) return viewer;
  return mine.includes(turn) ? turn : mine[0] ?? 1;
}

export class Store {
  #state;
  /** @type {Set<Subscriber>} */
  #subscribers = new Set();
  /** @param {number} player */
  nameOf = (player) => nameIn(this.table, player, this.mine);

  /** @param {TableState} [state] What is known already. */
  constructor(state = EMPTY) {
    this.#state = state;
  }

  get state() {
    return this.#state;
  }

  /** @param {Action} action */
  dispatch(action) {
    const before = this.#state;
    this.#state = reduce(before, action);
    for (const tell of [...this.#subscribers]) tell(action, before);
  }

  /** @param {Subscriber} subscriber @returns {() => void} Call it to unsubscribe. */
  subscribe(subscriber) {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  }

  // What follows from the state

  /** The table; there is one as soon as something is shown of it. @returns {Table} */
  get table() {
    if (!this.#state.table) throw new Error('no table yet');
    return this.#state.table;
  }

  /** @returns {Now} */
  get now() {
    if (!this.#state.now) throw new Error('no state yet');
    return this.#state.now;
  }

  /** What is on the screen. @returns {State} */
  get shown() {
    return this.#state.frame ?? this.now.state;
  }

  /** May a person move here and now? @returns {Choices | null} */
  get choices() {
    return this.#state.playing ? null : this.due;
  }

  /** Likewise, once what is in the air has landed; who picks a tile makes it land. @returns {Choices | null} */
  get due() {
    const { sent, behind } = this.#state;
    return sent || behind ? null : this.now.choices;
  }

  /** @param {number} player */
  seat(player) {
    return this.table.seats[player - 1];
  }

  /** @param {number} player @returns {Board} */
  board(player) {
    const board = this.shown.boards[player - 1];
    if (!board) throw new RangeError(`no player ${player}`);
    return board;
  }

  /** The seats that I play for. */
  get mine() {
    return this.#state.you.seats;
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
  get shared() {
    return !this.#state.you.alone;
  }

  /** Does another game belong to this one? */
  get continues() {
    return this.shared || this.table.series !== null;
  }

  get over() {
    return this.table.stage === 'over';
  }

  /** The number of the last entry. */
  get lastPly() {
    return this.#state.history.at(-1)?.ply ?? 0;
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

  /** My seat, if I am called “you”; else 0. */
  get nameless() {
    return nameless(this.table, this.mine);
  }

  /** The board in the large place. */
  get large() {
    return this.#state.spotlight || this.#state.viewer;
  }

  /** All other seats, clockwise from the large board. @returns {number[]} */
  get others() {
    const count = this.table.seats.length;
    return Array.from({ length: count - 1 }, (_, step) => ((this.large + step) % count) + 1);
  }

  /** What was done last on the table shown; nothing after a deal. @returns {Entry | null} */
  get lastEntry() {
    const { entry } = this.#state;
    return entry?.player ? entry : null;
  }
}
