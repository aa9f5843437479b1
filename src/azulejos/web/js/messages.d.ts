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

// The table: the game that is played there, and who sits there.

export interface Seat {
  seat: number;
  /** An open seat waits for a person, who needs an invitation. */
  kind: 'person' | 'bot' | 'open';
  /** May be empty: the page then finds a word in the reader's language. */
  name: string;
  /** Of a bot: the name of its level. */
  level: string | null;
  /** Of a person: one of the page's eight colours, from 1; null: none was chosen. */
  colour: number | null;
  /** The level of the bot that plays for a person who is away or has resigned; else null. */
  stand_in: string | null;
  /** A person who gave up: a bot plays on, but can't win. */
  resigned: boolean;
}

/** Earlier games of the same people at tables of the same name. */
export interface Series {
  id: string;
  /** Which game of the series this is, from 1. */
  game: number;
  /** Games won so far, by seat; a shared win counts for all who share it. */
  wins: number[];
}

/** What the host decides, and may change. */
export interface Manners {
  /** Of the table and its series; may be empty. */
  name: string;
  /** Is the table on the list of public tables? */
  public: boolean;
  /** May others watch who have the table's address? */
  watching: boolean;
  /** Seconds that watchers are behind. */
  delay: number;
  /** Seconds for a move, after which a bot makes it; null: no limit. */
  clock: number | null;
}

export interface Table {
  id: string;
  rules: Rules;
  /** `open` until the first deal. */
  stage: 'open' | 'playing' | 'over';
  /** Why it is over; null until then. */
  ended: 'played' | 'resigned' | 'abandoned' | null;
  manners: Manners;
  series: Series | null;
  /** The table of the rematch, once there is one. */
  rematch: string | null;
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
  name: string;
  stage: 'open' | 'playing' | 'over';
  ended: 'played' | 'resigned' | 'abandoned' | null;
  /** Your seats there. */
  yours: number[];
  /** You may delete it. */
  host: boolean;
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
  /** May your last decision be taken back? */
  move: boolean;
  /** May all that you did in this round be taken back? */
  round: boolean;
  /** Must the others be asked? */
  ask: boolean;
}

/** Something that all other persons must agree to. */
export interface Proposal {
  /** The number of the message that asked: answers name it. */
  number: number;
  /** Who asks. */
  seat: number;
  what: 'undo' | 'abandon';
  /** Of an undo: how many plies would be kept; else null. */
  keep: number | null;
  /** Who has agreed. */
  agreed: number[];
  /** Whose answer is waited for. */
  waits: number[];
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
  /** `resigned`: all others gave up. */
  won_by: 'points' | 'rows' | 'shared' | 'resigned';
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
  proposal: Proposal | null;
  /** Milliseconds that the player to move has left; null: no limit. */
  left: number | null;
  /** Null until the game is over, and if it was abandoned. */
  result: Result | null;
}

/** What happened at the table besides moves; `seat` is whom it concerns, 0 for all. */
export interface Happening {
  event:
    /** A person took a seat; a bot did; a seat became free. */
    | 'joined' | 'bot' | 'opened'
    /** A person gave up the seat for good, and a bot has it; one is away and a bot plays; one is back. */
    | 'left' | 'stand_in' | 'back'
    /** The time was up: the next move is a bot's. A person gave up. */
    | 'late' | 'resigned'
    /** About a proposal. */
    | 'asked' | 'agreed' | 'declined' | 'withdrawn'
    /** The game ended without a result; by resigning; there is a rematch; the host changed the manners. */
    | 'abandoned' | 'ended' | 'rematch' | 'manners';
  seat: number;
  /** Of `asked`. */
  what?: 'undo' | 'abandon';
}

/** Who you are here: your seats, whether you are a host, whether all persons' seats are yours. */
export interface You {
  seats: number[];
  host: boolean;
  alone: boolean;
}

/** Ready-made phrases (`company.say.<code>`) and reactions. */
export type Phrase =
  | 'hello' | 'good_luck' | 'nice_move' | 'well_played' | 'thanks' | 'sorry' | 'oops' | 'thinking' | 'your_turn'
  | 'be_right_back' | 'again' | 'bye'
  | 'thumbs_up' | 'smile' | 'laugh' | 'wow' | 'sad' | 'clap' | 'heart' | 'party';

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
  | ({ type: 'welcome'; table: Table; you: You; history: Entry[] } & Now)
  | ({ type: 'played'; entry: Entry } & Now)
  /** The game is back at the position after ply `keep`. */
  | ({ type: 'undone'; keep: number; player: number } & Now)
  /** Something happened besides moves; the table as it is now. */
  | ({ type: 'table'; happening: Happening; table: Table } & Now)
  /** Without a number, whenever it changes: persons who are away and for how many seconds; how many watch. */
  | { type: 'presence'; away: { seat: number; seconds: number }[]; may_stand_in: number[]; watchers: number }
  /** Your seats have changed. */
  | { type: 'you'; you: You }
  | { type: 'said'; seat: number; phrase: Phrase }
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
  | { type: 'act'; request: string; act: Act }
  | { type: 'say'; request: string; seat: number; phrase: Phrase }
  | { type: 'ping' };

/** What is done at a table besides moves. `seat` is yours unless said otherwise. */
export type Act =
  /** Host: begin; bots of the level `fill` take the open seats. */
  | { do: 'start'; fill: string | null }
  /** Host: a bot on an open seat, or another level for a bot. */
  | { do: 'seat_bot'; seat: number; level: string }
  /** Host: before the start, frees any other seat; later, invites a person to a bot's seat. */
  | { do: 'seat_open'; seat: number }
  | { do: 'manners'; manners: Manners }
  /** Let a bot play for the person of that seat, who has been away for a while. */
  | { do: 'stand_in'; seat: number }
  | { do: 'leave'; seat: number }
  | { do: 'resign'; seat: number }
  | { do: 'abandon'; seat: number }
  | { do: 'answer'; seat: number; asked: number; yes: boolean }
  | { do: 'withdraw'; seat: number; asked: number }
  | { do: 'rematch'; seat: number };

// Requests.

export interface About {
  version: string;
  languages: string[];
  /** Weakest first; `level.<name>` and `level.<name>.about` are their texts. */
  levels: string[];
  friendly: string;
  rules: Rules[];
  /** False: games are in memory only, and lost when the server stops. */
  keeps: boolean;
  /** Can others reach this server? Else invitations say how to start it so that they can. */
  reachable: boolean;
  /** What links for others begin with: they may not reach the server by the reader's address. */
  base: string;
  /** The phrases that can be said. */
  phrases: string[];
}

export interface NewTable {
  rules: Rules;
  /** A `person` sits here, at your device; an `open` seat is for somebody elsewhere. */
  seats: { kind: 'person' | 'bot' | 'open'; name: string; level: string | null; colour?: number | null }[];
  /** Null: by chance. */
  starter: number | null;
  /** Not given: no name, not public, watching allowed, no delay, no clock. */
  manners?: Manners | null;
}

/** An open seat's invitation, as its host sees it. */
export interface Invitation {
  seat: number;
  /** `https://…/join/<token>` */
  link: string;
  /** To be typed: eight signs, `K7QM-2XPD`. */
  code: string;
  /** The link as a picture: `data:image/svg+xml,…` */
  qr: string;
}

/** What who was invited sees before sitting down. */
export interface Invited {
  table: string;
  name: string;
  rules: Rules;
  seat: number;
  seats: Seat[];
  stage: 'open' | 'playing' | 'over';
  clock: number | null;
}

export interface Joined {
  table: string;
  seats: number[];
}

/** A link that opens your seats at a table on another device, once. */
export interface PersonalLink {
  link: string;
  qr: string;
  /** Seconds until it is of no use. */
  expires: number;
}

/** The games that were finished on your seats. */
export interface Statistics {
  games: number;
  won: number;
  shared: number;
  resigned: number;
  /** Means over all games. */
  score: number;
  best: number;
  sources: Sources;
  /** The latest opponents first; `level` of a bot. */
  opponents: { name: string; level: string | null; games: number; won: number }[];
  by_rules: { rules: Rules; players: number; games: number; won: number; score: number }[];
  series: { id: string; name: string; games: number; won: number }[];
}

export interface Replay {
  table: Table;
  start: State;
  /** Every ply with the state after it. */
  plies: { entry: Entry; state: State }[];
  result: Result | null;
}
