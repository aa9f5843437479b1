/**
 * What the server and the page say to each other; docs/server.md tells it in words.
 *
 * Made by `script/types` from tables/messages/{types,review_types,answers,requests}.py: change that, and run it.
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
  /** May others take an open seat who have the table's address? Else they need an invitation. */
  joining: boolean;
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
  /**
   * Seats that whoever has the table's address may take: open ones, and bots' that the host has
   * opened.
   */
  free: number[];
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
  /** Seats that whoever has the table's address may take. */
  free: number;
  /** In the list of public tables: nobody who sits there is connected now. */
  deserted: boolean;
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

/** What tiles would do at a line, or why they may not go there. */
export interface Outlook {
  preview: Preview | null;
  refusal: Problem | null;
}

/** A line (or 0, the floor) for a take, or a cell of the wall for a tiling decision. */
export interface Target extends Outlook {
  line: number;
  /** Of a tiling decision; else 0. */
  column: number;
  /** Null where `refusal` says why not. */
  move: string | null;
}

/** Tiles that lie together and can be taken together. */
export interface Group {
  source: number;
  /** As in the notation: `B`, `J`, or `BJ` for blue with the jokers. */
  take: string;
  tiles: string;
}

export interface Take extends Group {
  /** Which of `Choices.outlooks` is its own, counted from 0: groups that are alike share one. */
  outlook: number;
}

/** The move that lays a take to a line is `source`, `take` and the line, as in `3B2`. */
export interface Choices {
  player: number;
  takes: Take[];
  /** Each for the floor (0), then lines 1 to 5. */
  outlooks: Outlook[][];
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

/** Why a hint's move is better than another one, as a review tells it. */
export interface Comparison {
  /** What the other move is: it brings more at the next tiling, or it is the next best. */
  other: 'tempting' | 'next';
  move: string;
  why: WhyDocument;
}

export interface Hint {
  move: string;
  source: number | null;
  take: string | null;
  line: number;
  column: number | null;
  /** Keys `hint.why.<code>` of the catalogue with their data, the weightiest first. */
  reasons: Reason[];
  /** Null where there is no clear reason to tell. */
  comparison: Comparison | null;
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
export type JudgementName = 'best' | 'excellent' | 'good' | 'inaccuracy' | 'mistake' | 'blunder';
export type StakeName = 'real' | 'forced' | 'obvious' | 'idle';
export type PartName = 'tiles' | 'floor' | 'bonus' | 'rival' | 'start' | 'wall';
export type SightName = 'at_once' | 'reply' | 'round';
export type MistakeName = 'floor' | 'tempo' | 'colours' | 'wall' | 'end';

/** What something is worth to every player, by seat: winning chances and leads in points. */
export interface WorthDocument {
  chances: number[];
  leads: number[];
}

/** How much more a deal was worth than the average one. */
export interface DealDocument extends WorthDocument {
  ply: number;
  round: number;
  /** The standard error of that difference. */
  errors: WorthDocument;
}

/** A move beside the best one. */
export interface DecisionDocument {
  /** Its place among the record's moves, from 0: the position before it is that after so many. */
  ply: number;
  round: number;
  player: number;
  position: string;
  move: string;
  best: string;
  /** The winning chance that it gave away. */
  loss: number;
  points: number;
  judgement: JudgementName;
  stake: StakeName;
  exact: boolean;
  line: string[];
  best_line: string[];
}

/** seat + luck + errors of all players + remainder = result. */
export interface AccountDocument {
  seat: number;
  luck: number;
  errors: number[];
  remainder: number;
  result: number;
}

export interface LedgerDocument {
  player: number;
  chance: AccountDocument;
  points: AccountDocument;
}

/** Levels of bots that a measure of play lies between, and those that its interval allows. */
export interface PlacementDocument {
  nearest: string;
  below: string | null;
  above: string | null;
  weakest: string;
  strongest: string;
}

/** How well somebody played. */
export interface PlayDocument {
  player: number;
  /** The chance lost a real decision; null for less than two. */
  loss: number | null;
  interval: number[] | null;
  decisions: number;
  /** Of each real decision: several games together are measured by them. */
  losses: number[];
  level: PlacementDocument | null;
  judgements: Record<string, number>;
  /** What each kind of mistake cost, in winning chance. */
  kinds: Record<string, number>;
}

/** Why the better move is better; the parts sum to the gap, in points. */
export interface WhyDocument {
  gap: number;
  parts: Record<string, number>;
  /** Do facts make up most of it? Else it is mainly a judgement. */
  clear: boolean;
  /** Does the game end with this round, after the better move, after the other? */
  ends: boolean[];
  starters: number[];
  sight: SightName;
  /** The better move and what is expected to follow, to the end of the round. */
  better: string[];
  worse: string[];
}

/** A legal move, and what it would have cost. */
export interface TryDocument {
  move: string;
  loss: number;
  points: number;
  /** The moves that are expected, with this one. */
  line: string[];
}

/** One of a player's costliest decisions. */
export interface CostlyDocument {
  ply: number;
  player: number;
  kind: MistakeName;
  why: WhyDocument;
  /** All that could have been played, the best first. */
  moves: TryDocument[];
}

export interface ReviewDocument {
  version: number;
  rules: string;
  players: number;
  /** Is the game over? Else the last value stands for the result. */
  finished: boolean;
  scores: number[];
  nodes: number;
  samples: number;
  /** At first, and after every ply. */
  curve: WorthDocument[];
  deals: DealDocument[];
  decisions: DecisionDocument[];
  /** By seat. */
  ledgers: LedgerDocument[];
  /** By seat. */
  play: PlayDocument[];
  /** At most three of each player, the costliest first. */
  costliest: CostlyDocument[];
}

/** How far a review is, and the curve as far as it is known. */
export interface ProgressDocument {
  done: number;
  plies: number;
  curve: WorthDocument[];
}

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

/** How far a review is: a first curve comes at once, the whole when it is done. */
export interface ReviewStatus extends ProgressDocument {
  stage: 'unasked' | 'waiting' | 'working' | 'done' | 'failed';
  /** Null until it is done. */
  review: ReviewDocument | null;
  /** Why there is none, if it has failed. */
  error: Problem | null;
}

/** Where the review of a record can be asked for. */
export interface RecordReview {
  id: string;
}

/** A position by itself, what may be done there, and what some moves lead to. */
export interface Scene {
  start: State;
  choices: Choices | null;
  plies: Ply[];
}

/** How well a visitor played a game. */
export interface ReviewedGame {
  table: string;
  /** Milliseconds since 1970. */
  finished: number;
  rules: Rules;
  players: number;
  /** The chance lost a decision. */
  loss: number;
  decisions: number;
}

/** How well a visitor plays, by the games that were reviewed. */
export interface Playing {
  /** The latest last. */
  games: ReviewedGame[];
  /** Over all of them. */
  loss: number | null;
  interval: number[] | null;
  decisions: number;
  /** By the games of the kind that was played last. */
  level: PlacementDocument | null;
  /** What each kind of mistake cost a game, in winning chance. */
  kinds: Record<string, number>;
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
  /** Is it for others too? Else whoever comes acts for all persons, and hosts every table. */
  shared: boolean;
  /** Can others reach this server? Else invitations say how to start it so that they can. */
  reachable: boolean;
  /** What links for others begin with: they may not reach the server by the reader's address. */
  base: string;
  /** The phrases that can be said. */
  phrases: string[];
  /** By kind of game (`std-2`) and level the measured Elo; what was not measured is missing. */
  ratings: Record<string, Record<string, number>>;
  /** Does the server send an engine, so that visitors may work out reviews themselves? */
  engine: boolean;
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
  /** The table's address: for all, where the host lets them sit down. */
  link: string;
  qr: string;
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

/** A rating after a game. */
export interface RatingPoint {
  at: number;
  table: string;
  elo: number;
  deviation: number;
}

/** In one kind of game, against bots whose strength was measured there. */
export interface OwnRating {
  rules: Rules;
  players: number;
  elo: number;
  /** A standard error: the truth lies within two of it 19 times in 20. */
  deviation: number;
  /** It is only a guess yet. */
  provisional: boolean;
  games: number;
  /** The highest that was more than a guess. */
  peak: number | null;
  /** The earliest first. */
  course: RatingPoint[];
}

export interface BestGame {
  points: number;
  table: string;
  at: number;
}

export interface BestLevel {
  level: string;
  table: string;
  at: number;
}

/** Null where there is none yet. */
export interface Bests {
  score: BestGame | null;
  /** By which a game was won. */
  margin: BestGame | null;
  /** The strongest bot at a table that was won. */
  level: BestLevel | null;
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
  /** The kind of game that was played most first. */
  ratings: OwnRating[];
  /** Games won in a row until now. */
  streak: number;
  longest_streak: number;
  bests: Bests;
}

/** A game with its record in the notation. */
export interface ExportedGame {
  table: string;
  name: string;
  rules: Rules;
  created: number;
  /** When something last happened there. */
  changed: number;
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
  /** With their whole courses. */
  ratings: OwnRating[];
}

/** What became of games from elsewhere. */
export interface Imported {
  added: number;
  /** They were here already, and stay as they are. */
  known: number;
  /** They can't be read, or break the rules. */
  flawed: number;
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

/** What the host decides; `clock` null: no limit, `joining` not given: by invitation only. */
export interface WantedOptions {
  name: string;
  public: boolean;
  watching: boolean;
  delay: number;
  clock: number | null;
  joining?: boolean;
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
  options: WantedOptions;
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
  /** Not given: no name, not public, watching allowed, no delay, no clock, by invitation only. */
  options?: WantedOptions | null;
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

/** A record to be reviewed, in the notation. */
export interface RecordRequest {
  record: string;
}

/** A position in the notation, and moves that are to be played from there. */
export interface SceneRequest {
  position: string;
  moves: string[];
}

export interface ImportedSeat {
  name: string;
  colour?: number | null;
}

/** A game from elsewhere: as in an export, or of its record alone. */
export interface ImportedGame {
  record: string;
  /** What its table was called: by that it is known again. */
  table?: string;
  name?: string;
  created?: number | null;
  changed?: number | null;
  /** Your seats; not given: all persons'. */
  yours?: number[] | null;
  seats?: ImportedSeat[] | null;
}

export interface ImportRequest {
  games: ImportedGame[];
}
