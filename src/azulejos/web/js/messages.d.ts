/**
 * What the server and the page say to each other. The same shapes are pydantic models in
 * `azulejos/server/messages.py`; a test compares the two. The words are in docs/server.md.
 *
 * Tiles are letters of the notation: B Y R K W, J joker, F the first-player marker. Players, lines,
 * rows, columns and displays count from 1; source 0 is the centre, line 0 the floor.
 */

export type Tile = 'B' | 'Y' | 'R' | 'K' | 'W' | 'J' | 'F';
/** Several tiles, a letter each. */
export type Tiles = string;
/** `display/3`, `centre`, `player/1/line/2`, `player/1/wall/3/4`, `player/1/floor`, `bag`, `lid`. */
export type Place = string;
export type Rules = 'std' | 'grey' | 'joker' | 'grey+joker';

// The table: what never changes while a game is played.

export interface Seat {
  seat: number;
  kind: 'person' | 'bot';
  /** May be empty: the page then finds a word in the reader's language. */
  name: string;
  /** Of a bot: the name of its level. */
  level: string | null;
}

export interface Table {
  id: string;
  rules: Rules;
  seats: Seat[];
  /** Who started the first round. */
  starter: number;
  /** Milliseconds since 1970. */
  created: number;
  /** The colours printed on the wall, a row a text; null on a grey wall. */
  pattern: string[] | null;
  /** What the spaces of the floor line cost, left to right. */
  penalties: number[];
}

export interface Summary {
  id: string;
  rules: Rules;
  seats: Seat[];
  created: number;
  changed: number;
  round: number;
  /** Whose turn it is; 0 when the game is over. */
  turn: number;
  scores: number[];
  /** The winners' seats; null while the game goes on. */
  winners: number[] | null;
}

// The state: all that lies on the table.

export interface Board {
  score: number;
  /** Five pattern lines; a line's number is its size. */
  lines: Tiles[];
  /** Five rows of five: a letter or a dot. */
  wall: string[];
  /** Left to right; an eighth can only be F. */
  floor: Tiles;
}

export interface State {
  /** As in the notation. */
  position: string;
  phase: 'offer' | 'tiling' | 'preparation' | 'over';
  round: number;
  turn: number;
  starter: number;
  displays: Tiles[];
  /** F first while the marker lies there. */
  centre: Tiles;
  boards: Board[];
  bag: Record<string, number>;
  lid: Record<string, number>;
}

// What the player to move may do, and what it would bring.

export interface Problem {
  code: string;
  data: Record<string, string | number>;
  /** The rule of docs/rules.md, such as "R16"; may be empty. */
  rule: string;
  /** English, for engineers; people read the catalogue's text for the code. */
  sentence: string;
}

export interface Preview {
  laid: number;
  falling: number;
  marker: boolean;
  completes: boolean;
  penalty: number;
  points: number;
  score: number;
}

/** A line (or 0, the floor) for a take, or a cell of the wall for a tiling decision. */
export interface Target {
  line: number;
  /** Of a tiling decision; else 0. */
  column: number;
  /** Null where `refusal` says why not. */
  move: string | null;
  preview: Preview | null;
  refusal: Problem | null;
}

export interface Take {
  source: number;
  /** As in the notation: `B`, `J`, or `BJ` for blue with the jokers. */
  take: string;
  tiles: Tiles;
  /** The floor (0), then lines 1 to 5. */
  targets: Target[];
}

export interface Choices {
  player: number;
  takes: Take[];
  /** For a tiling decision: the five cells of the row that is due. */
  cells: Target[];
}

export interface Undo {
  /** May the last decision of a person be taken back? */
  move: boolean;
  /** May all of this round be taken back? */
  round: boolean;
}

// What happened.

export interface Flight {
  tiles: Tiles;
  from: Place;
  to: Place;
}

/** One event; flights of all steps, carried out in order, lead from one state to the next. */
export interface Step {
  event:
    | 'dealt' | 'lid_tipped' | 'taken' | 'to_centre' | 'marker' | 'laid' | 'fallen' | 'discarded'
    | 'offer_ended' | 'tiled' | 'line_dropped' | 'floor_charged' | 'starter' | 'ended' | 'bonus' | 'won';
  flights: Flight[];
  player?: number;
  /** The player's score after this step, where it changed. */
  score?: number;
  source?: number;
  display?: number;
  tiles?: Tiles;
  line?: number;
  space?: number;
  completed?: boolean;
  row?: number;
  column?: number;
  tile?: Tile;
  horizontal?: number;
  vertical?: number;
  /** The cells [row, column] that were counted across and down, the new one included. */
  across?: [number, number][];
  down?: [number, number][];
  penalty?: number;
  lost?: number;
  reason?: 'row' | 'rounds' | 'no_tiles';
  kind?: 'row' | 'column' | 'colour';
  which?: number | string;
  points?: number;
  /** The cells [row, column] of a bonus. */
  cells?: [number, number][];
  winners?: number[];
  won_by?: 'points' | 'rows' | 'shared';
}

export interface Entry {
  /** Its place in the game, from 1; deals count too. */
  ply: number;
  move: string;
  /** Whose move it was; 0 for a deal. */
  player: number;
  /** The round in which it was made. */
  round: number;
  steps: Step[];
  /** All scores after it. */
  scores: number[];
}

export interface Sources {
  tiles: number;
  floor: number;
  rows: number;
  columns: number;
  colours: number;
}

export interface Result {
  scores: number[];
  winners: number[];
  won_by: 'points' | 'rows' | 'shared';
  /** Where each player's points came from; `floor` is 0 or negative. They add up to the score. */
  sources: Sources[];
  /** For each player the score after each round, from 0 on; the last includes the bonuses. */
  curve: number[][];
}

/** How things stand after the message with this number. */
export interface Now {
  number: number;
  state: State;
  /** Null unless a person who may move here is to move. */
  choices: Choices | null;
  undo: Undo;
  result: Result | null;
}

export interface Hint {
  move: string;
  source: number | null;
  take: string | null;
  line: number;
  column: number | null;
  /** Keys `hint.why.<code>` of the catalogue with their data, the weightiest first. */
  reasons: { code: string; data: Record<string, string | number> }[];
}

// From the server, on the socket of a table.

export type ServerMessage =
  | ({ type: 'welcome'; table: Table; history: Entry[] } & Now)
  | ({ type: 'played'; entry: Entry } & Now)
  /** The game is back at the position after ply `keep`. */
  | ({ type: 'undone'; keep: number; player: number } & Now)
  | { type: 'accepted'; request: string; number: number }
  | { type: 'hint'; request: string; hint: Hint }
  | { type: 'error'; request: string | null; error: Problem }
  | { type: 'deleted' }
  | { type: 'pong' };

// To the server. `number` is the last message number seen: a move made in another position is refused.

export type ClientMessage =
  /** First of all; `after` is the last number that the client has, if it has any. */
  | { type: 'hello'; after: number | null }
  | { type: 'move'; request: string; number: number; move: string }
  | { type: 'undo'; request: string; number: number; to: 'move' | 'round' }
  | { type: 'hint'; request: string; number: number }
  | { type: 'ping' };

// Requests.

export interface About {
  version: string;
  languages: string[];
  /** Weakest first; `level.<name>` and `level.<name>.about` are their texts. */
  levels: string[];
  friendly: string;
  rules: Rules[];
}

export interface NewTable {
  rules: Rules;
  seats: { kind: 'person' | 'bot'; name: string; level: string | null }[];
  /** Null: by chance. */
  starter: number | null;
}

export interface Replay {
  table: Table;
  start: State;
  /** Every ply with the state after it. */
  plies: { entry: Entry; state: State }[];
  result: Result | null;
}
