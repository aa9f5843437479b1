/** What the widgets are given to show. Words come from outside: the widgets hold no text. */

import type { Board, Place, Tile, Tiles } from '../messages.js';

/** Words for screen readers. */
export interface BoardLabels {
  /** Of the whole board. */
  board: string;
  /** Of the score, such as "28 points". */
  score: string;
  /** What each of the five pattern lines holds. */
  lines: string[];
  /** What each of the five rows of the wall holds. */
  rows: string[];
  floor: string;
}

/** How a player is told from the others at a glance. */
export interface Sign {
  seat: number;
  letter: string;
  /** Of a person's badge, from 1. */
  colour: number | null;
  /** A colour of CSS for lines; empty: that of the seat. */
  tone: string;
  mine: boolean;
}

/** A line (0: the floor) with column 0, or a cell of the wall. */
export interface Aim {
  line: number;
  column: number;
}

export interface BoardTarget extends Aim {
  legal: boolean;
  /** What would happen, or why it may not; shown when pointed at, and the button's name. */
  text: string;
  chosen?: boolean;
  /** Does a hint compare itself with this? */
  instead?: boolean;
  /** Very short, such as "+4": shown on the lit line at all times. */
  badge?: string;
}

export interface Ghost {
  line: number;
  /** Of a cell of the wall: then the first of `tiles` is shown there. */
  column?: number;
  tiles: Tiles;
  falling: Tiles;
}

export interface BoardModel {
  board: Board;
  /** The colours printed on the wall; null on a grey wall. */
  pattern: string[] | null;
  penalties: number[];
  name: string;
  note: string;
  /** May the note go where the board is small? */
  isMinor?: boolean;
  sign?: Sign | null;
  /** The level of the opponent whose face is shown; '' for others. */
  face?: string;
  /** Why the person does not play as usual; '' if they do. */
  seatStatus?: string;
  mine: boolean;
  active: boolean;
  compact: boolean;
  labels: BoardLabels;
  targets?: BoardTarget[];
  ghost?: Ghost | null;
  /** Cells of the wall that complete lines will fill, as `row/column`. */
  coming?: string[];
  /** Where the last move went. */
  last?: Place[];
  /** Whose board it is: then places of others in `last` are not marked here. */
  player?: number;
}

export interface OfferLabels {
  offer: string;
  /** What each display holds. */
  displays: string[];
  centre: string;
  /** The name of a group that can be picked, such as "2 blue tiles on display 3". */
  group: (source: number, tile: Tile, count: number) => string;
}

export interface Pick {
  source: number;
  take: string;
}

export interface OfferModel {
  displays: Tiles[];
  centre: Tiles;
  picked: Pick | null;
  pickable: boolean;
  labels: OfferLabels;
  last?: Place[];
  /** Where a hint says to look. */
  look?: { source: number; take?: string } | null;
  /** What it is compared with. */
  instead?: { source: number | null; take: string } | null;
}

export interface TrackModel {
  players: { name: string; score: number; active: boolean; sign: Sign }[];
  /** Said before the scores. */
  label?: string;
}

/** A place in pieces. */
export type Spot =
  | { kind: 'display'; number: number }
  | { kind: 'centre' }
  | { kind: 'bag' }
  | { kind: 'lid' }
  | { kind: 'line'; player: number; line: number }
  | { kind: 'wall'; player: number; row: number; column: number }
  | { kind: 'floor'; player: number };

declare global {
  interface HTMLElementEventMap {
    'az-pick': CustomEvent<{ source: number; tile: Tile }>;
    'az-dragstart': CustomEvent<{ source: number; tile: Tile; pointer: PointerEvent }>;
    'az-target': CustomEvent<Aim>;
    'az-hover': CustomEvent<Aim | null>;
  }
}
