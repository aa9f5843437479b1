/**
 * A game that can be shown and played, whoever runs it: the server, a lesson, a record. `TableView` shows any of them, and
 * knows no more of it than this.
 */

import type { Entry, Now, Problem, State, Step, Table, You } from '../messages.js';
import type { Notice, NumberedMessage } from '../net/socket.js';
import type { Store } from './store.js';

export interface Session {
  /** All that is known; the session dispatches what happens to it. */
  readonly store: Store;
  /** Does a move wait for an answer from elsewhere? Then it is shown ahead of it. */
  readonly remote: boolean;
  /** Why the move was refused; null: it was not. */
  play(move: string): Promise<Problem | null>;
  undo(to: 'move' | 'round'): Promise<void>;
}

/** Where displays and lines glow: a hint, or what a lesson waits for. */
export interface Advice {
  readonly look: { source: number; take?: string } | null;
  readonly spot: { line: number; column: number } | null;
  /** What it is compared with. */
  readonly instead?: { source: number | null; take: string; line: number; column: number } | null;
  /** Something else was chosen. */
  forget(): void;
}

/** `at`: when we heard it. */
export type Presence = Omit<Extract<Notice, { type: 'presence' }>, 'type'> & { at: number };

/** Read by everybody, written by `reduce` in `store.js` alone. */
export interface TableState {
  readonly table: Table | null;
  readonly now: Now | null;
  /** When that came, as `performance.now` counts. */
  readonly since: number;
  readonly you: You;
  readonly presence: Presence | null;
  /** Seats of people who have been seen here. */
  readonly came: readonly number[];
  readonly history: readonly Entry[];
  /** The state that is shown while what happened is played, or looked back at; null: `now` is shown. */
  readonly frame: State | null;
  /** Is what happened still being played? */
  readonly playing: boolean;
  /** How many messages wait for those before them to be played: what they take still lies there. */
  readonly behind: number;
  /** The entry that is being played, or was last. */
  readonly entry: Entry | null;
  /** The move on its way to the server. */
  readonly sent: string | null;
  /** Is there no connection? */
  readonly lost: boolean;
  /** Whose board is large. */
  readonly viewer: number;
  /** Whose board a watcher wants to see; 0: of the player to move. */
  readonly watched: number;
  /** Whose points are being counted. */
  readonly counting: number;
  /** Whose board takes the large place for a moment, on screens that show one at a time. */
  readonly spotlight: number;
}

/** Everything that changes the state: what the server says, and what the page does about it. */
export type Action =
  | NumberedMessage
  | Notice
  | { type: 'connection'; lost: boolean }
  | { type: 'sent'; move: string | null }
  | { type: 'queued'; behind: number }
  | { type: 'entry_begins'; entry: Entry }
  | { type: 'step_begins'; step: Step }
  | { type: 'frame'; state: State | null }
  | { type: 'entry_ends'; entry: Entry; state: State }
  /** Nothing is left to play. */
  | { type: 'settled' }
  | { type: 'spotlight'; player: number }
  /** This was the position after that entry; null: before any. */
  | { type: 'position'; entry: Entry | null; state: State }
  | { type: 'watch'; seat: number };

export type Subscriber = (action: Action, before: TableState) => void;

/** What is done about actions, by their type. */
export type Handlers = {
  [T in Action['type']]?: (action: Extract<Action, { type: T }>, before: TableState) => void;
};

/** Why something that was tried has no effect. */
export type Idle = 'playing' | 'not_now' | 'tiling' | 'marker' | 'wall' | 'other';
