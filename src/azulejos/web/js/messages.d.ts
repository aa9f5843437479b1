/**
 * What the server and the page say to each other; docs/server.md tells it in words.
 *
 * Made by `script/types` from tables/messages/{types,answers,requests}.py: change that, and run it.
 *
 * Tiles are letters of the notation: B Y R K W, J joker, F the first-player marker. Players,
 * lines, rows, columns and displays count from 1; source 0 is the centre, line 0 the floor.
 */

export type Stage = 'open' | 'playing' | 'over';
export type Ended = 'played' | 'resigned' | 'abandoned';
export type SeatKind = 'person' | 'bot' | 'open';
export type Asked = 'undo' | 'abandon';
/**
 * What happens at a table besides moves.
 *
 * A person took a seat; a bot did; a seat became free. A person gave up the seat for good, and a bot
 * has it; one is away and a bot plays; one is back. The time was up: the next move is a bot's. A
 * person gave up. Four about a proposal. The game ended without a result; by resigning; there is a
 * rematch; the host changed what the host decides.
 */
export type TableEventName =
  | 'joined' | 'bot' | 'opened' | 'left' | 'stand_in' | 'back' | 'late' | 'resigned' | 'asked'
  | 'agreed' | 'declined' | 'withdrawn' | 'abandoned' | 'ended' | 'rematch' | 'options';
export type Rules = 'std' | 'grey' | 'joker' | 'grey+joker';
export type Tile = 'B' | 'Y' | 'R' | 'K' | 'W' | 'J' | 'F';
/** Several tiles, a letter each. */
export type Tiles = string;
/** `display/3`, `centre`, `player/1/line/2`, `player/1/wall/3/4`, `player/1/floor`, `bag`, `lid`. */
export type Place = string;
/** Ready-made phrases (`company.say.<code>`) and reactions. */
export type Phrase =
  | 'hello' | 'good_luck' | 'nice_move' | 'well_played' | 'thanks' | 'sorry' | 'oops' | 'thinking'
  | 'your_turn' | 'be_right_back' | 'again' | 'bye' | 'thumbs_up' | 'smile' | 'laugh' | 'wow'
  | 'sad' | 'clap' | 'heart' | 'party';

export interface Seat {
  seat: number;
  /** An open seat waits for a person, who needs an invitation. */
  kind: SeatKind;
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

/** Games of the same people: which this is, and who won the others. */
export interface Series {
  id: string;
  /** Which game of the series this is, from 1. */
  game: number;
  /** Games won so far, by seat; a shared win counts for all who share it. */
  wins: number[];
}

/** What the host decides. */
export interface TableOptions {
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
  stage: Stage;
  /** Why it is over; null until then. */
  ended: Ended | null;
  options: TableOptions;
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
  stage: Stage;
  ended: Ended | null;
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

/** Something that all other persons must agree to. */
export interface Proposal {
  /** The number of the message that asked: answers name it. */
  number: number;
  /** Who asks. */
  seat: number;
  what: Asked;
  /** Of an undo: how many plies would be kept; else null. */
  keep: number | null;
  /** Who has agreed. */
  agreed: number[];
  /** Whose answer is waited for. */
  waits: number[];
}

/** What happened besides moves; seat 0: it concerns all. */
export interface TableEvent {
  name: TableEventName;
  seat: number;
  /** Of `asked`. */
  what?: Asked;
}

/** Who you are here: your seats; are you a host, are all persons' seats yours? */
export interface You {
  seats: number[];
  host: boolean;
  alone: boolean;
}

export interface Away {
  seat: number;
  seconds: number;
}

export type Cell = [number, number];
export type Datum = string | number;

export interface Board {
  score: number;
  /** Five pattern lines; a line's number is its size. */
  lines: string[];
  /** Five rows of five: a letter or a dot. */
  wall: string[];
  /** Left to right; an eighth can only be F. */
  floor: string;
}

export interface State {
  /** As in the notation. */
  position: string;
  phase: 'offer' | 'tiling' | 'preparation' | 'over';
  round: number;
  turn: number;
  starter: number;
  displays: string[];
  /** F first while the marker lies there. */
  centre: string;
  boards: Board[];
  bag: Record<string, number>;
  lid: Record<string, number>;
}

export interface Problem {
  code: string;
  data: Record<string, Datum>;
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
  tiles: string;
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

/** Tiles go from one place to another. */
export interface Flight {
  tiles: Tiles;
  from: Place;
  to: Place;
}

/** One event, with the flights that carry it out. */
export interface Step {
  event:
    | 'dealt' | 'lid_tipped' | 'taken' | 'to_centre' | 'marker' | 'laid' | 'fallen' | 'discarded'
    | 'offer_ended' | 'tiled' | 'line_dropped' | 'floor_charged' | 'starter' | 'ended' | 'bonus'
    | 'won';
  flights: Flight[];
  player?: number;
  /** The player's score after this step, where it changed. */
  score?: number;
  source?: number;
  display?: number;
  tiles?: string;
  line?: number;
  space?: number;
  completed?: boolean;
  row?: number;
  column?: number;
  tile?: Tile;
  horizontal?: number;
  vertical?: number;
  /** The cells [row, column] that were counted across and down, the new one included. */
  across?: Cell[];
  down?: Cell[];
  penalty?: number;
  lost?: number;
  reason?: 'row' | 'rounds' | 'no_tiles';
  kind?: 'row' | 'column' | 'colour';
  which?: Datum;
  points?: number;
  /** The cells [row, column] of a bonus. */
  cells?: Cell[];
  winners?: number[];
  won_by?: 'points' | 'rows' | 'shared';
}

/** A move or a deal, in its place in the game. */
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

/** Where a player's points came from. */
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

/** `hint.why.<code>` of the catalogue, with its data. */
export interface Reason {
  code: string;
  data: Record<string, Datum>;
}

export interface Hint {
  move: string;
  source: number | null;
  take: string | null;
  line: number;
  column: number | null;
  /** Keys `hint.why.<code>` of the catalogue with their data, the weightiest first. */
  reasons: Reason[];
}

export interface Welcome extends Now {
  type: 'welcome';
  table: Table;
  you: You;
  history: Entry[];
}

export interface Played extends Now {
  type: 'played';
  entry: Entry;
}

/** The game is back at the position after ply `keep`. */
export interface Undone extends Now {
  type: 'undone';
  keep: number;
  player: number;
}

/** Something happened besides moves; the table as it is now. */
export interface TableNews extends Now {
  type: 'table';
  event: TableEvent;
  table: Table;
}

/**
 * Without a number, whenever it changes: who is away and for how many seconds, for whom a bot
 * may play, and how many look on.
 */
export interface Presence {
  type: 'presence';
  away: Away[];
  may_stand_in: number[];
  watchers: number;
}

/** Your seats have changed. */
export interface YouAre {
  type: 'you';
  you: You;
}

export interface Said {
  type: 'said';
  seat: number;
  phrase: Phrase;
}

export interface Accepted {
  type: 'accepted';
  request: string;
  number: number;
}

export interface Hinted {
  type: 'hint';
  request: string;
  hint: Hint;
}

export interface Refused {
  type: 'error';
  request: string | null;
  error: Problem;
}

export interface Deleted {
  type: 'deleted';
}

export interface Pong {
  type: 'pong';
}

/** From the server, on the socket of a table. */
export type ServerMessage =
  | Welcome | Played | Undone | TableNews | Presence | YouAre | Said | Accepted | Hinted | Refused
  | Deleted | Pong;

export interface Tables {
  tables: Summary[];
}

/** A table and how things stand there. */
export interface Standing extends Now {
  table: Table;
}

export interface Ply {
  entry: Entry;
  state: State;
}

export interface Replay {
  table: Table;
  start: State;
  /** Every ply with the state after it. */
  plies: Ply[];
  result: Result | null;
}

export interface About {
  version: string;
  languages: string[];
  /**
   * Weakest first; `level.<name>` and `level.<name>.about` are their texts. Those without texts
   * are bots that the server's host has brought along.
   */
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

/** The body of every answer that is not a success. */
export interface Failure {
  error: Problem;
}

/** As the host sees it: open to whoever has it. */
export interface Invitation {
  seat: number;
  /** `https://…/join/<token>` */
  link: string;
  /** To be typed: eight signs, `K7QM-2XPD`. */
  code: string;
  /** The link as a picture: `data:image/svg+xml,…` */
  qr: string;
}

export interface Invitations {
  invitations: Invitation[];
}

/** What somebody who was invited sees before sitting down. */
export interface Invited {
  table: string;
  name: string;
  rules: Rules;
  seat: number;
  seats: Seat[];
  stage: Stage;
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

/** Of the points of a game, by source. */
export interface Averages {
  tiles: number;
  floor: number;
  rows: number;
  columns: number;
  colours: number;
}

/** Somebody else at the table; `won` are the visitor's own games. */
export interface Opponent {
  name: string;
  level: string | null;
  games: number;
  won: number;
}

export interface Kind {
  rules: Rules;
  players: number;
  games: number;
  won: number;
  score: number;
}

export interface SeriesPlayed {
  id: string;
  name: string;
  games: number;
  won: number;
}

/** `won` counts shared wins too. */
export interface Statistics {
  games: number;
  won: number;
  shared: number;
  resigned: number;
  /** Means over all games. */
  score: number;
  best: number;
  sources: Averages;
  /** The latest opponents first; `level` of a bot. */
  opponents: Opponent[];
  by_rules: Kind[];
  series: SeriesPlayed[];
}

/** A game with its record in the notation. */
export interface ExportedGame {
  table: string;
  name: string;
  rules: Rules;
  created: number;
  stage: Stage;
  yours: number[];
  seats: Seat[];
  scores: number[];
  winners: number[] | null;
  record: string;
}

/** All that is kept of a visitor's games. */
export interface Export {
  version: string;
  games: ExportedGame[];
}

/** The first message; `after` is the last number that was seen, null: none. */
export interface Hello {
  type: 'hello';
  after: number | null;
}

export interface MoveMessage {
  type: 'move';
  request: string;
  number: number;
  move: string;
}

export interface UndoMessage {
  type: 'undo';
  request: string;
  number: number;
  to: 'move' | 'round';
}

export interface HintMessage {
  type: 'hint';
  request: string;
  number: number;
}

/** Host: begin; bots of the level `fill` take the open seats. */
export interface Start {
  do: 'start';
  fill: string | null;
}

/** Host: a bot on an open seat, or another level for a bot. */
export interface SeatBot {
  do: 'seat_bot';
  seat: number;
  level: string;
}

/** Host: before the start, frees any other seat; later, invites a person to a bot's seat. */
export interface SeatOpen {
  do: 'seat_open';
  seat: number;
}

export interface SetOptions {
  do: 'options';
  options: TableOptions;
}

/** Let a bot play for the person of that seat, who has been away for a while. */
export interface StandIn {
  do: 'stand_in';
  seat: number;
}

export interface Leave {
  do: 'leave';
  seat: number;
}

export interface Resign {
  do: 'resign';
  seat: number;
}

export interface Abandon {
  do: 'abandon';
  seat: number;
}

export interface Answer {
  do: 'answer';
  seat: number;
  asked: number;
  yes: boolean;
}

export interface Withdraw {
  do: 'withdraw';
  seat: number;
  asked: number;
}

export interface Rematch {
  do: 'rematch';
  seat: number;
}

/** What is done at a table besides moves. `seat` is yours unless said otherwise. */
export type Act =
  | Start | SeatBot | SeatOpen | SetOptions | StandIn | Leave | Resign | Abandon | Answer
  | Withdraw | Rematch;

export interface ActMessage {
  type: 'act';
  request: string;
  act: Act;
}

export interface SayMessage {
  type: 'say';
  request: string;
  seat: number;
  phrase: Phrase;
}

export interface Ping {
  type: 'ping';
}

/** To the server. `number` is the last that was seen: a move made in another position is refused. */
export type ClientMessage =
  | Hello | MoveMessage | UndoMessage | HintMessage | ActMessage | SayMessage | Ping;

/** A person sits here, at your device; an open seat is for somebody elsewhere. */
export interface NewSeat {
  kind: SeatKind;
  name: string;
  level: string | null;
  colour?: number | null;
}

/** A wish for a table. */
export interface NewTable {
  rules: Rules;
  seats: NewSeat[];
  /** Null: by chance. */
  starter: number | null;
  /** Not given: no name, not public, watching allowed, no delay, no clock. */
  options?: TableOptions | null;
}

export interface MoveRequest {
  number: number;
  move: string;
}

export interface UndoRequest {
  number: number;
  to: 'move' | 'round';
}

export interface HintRequest {
  number: number;
}

/** Who sits down. */
export interface Join {
  name: string;
  colour?: number | null;
}
