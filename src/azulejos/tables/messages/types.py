"""What a table says: the shape of every message, and the one source of `web/js/messages.d.ts`.

`script/types` makes that file from this one, `answers.py` and `requests.py`, with the sentences
below the fields. Only shapes: how a message is made is in the modules beside this one. Tiles are
letters of the notation; players, lines, rows, columns and displays count from 1; source 0 is the
centre, line 0 the floor.
"""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ..values import Asked, Ended, SeatKind, Stage, TableEventName
from .review_types import WhyDocument

Rules = Literal["std", "grey", "joker", "grey+joker"]
Tile = Literal["B", "Y", "R", "K", "W", "J", "F"]
Tiles = str
"""Several tiles, a letter each."""
Place = str
"""`display/3`, `centre`, `player/1/line/2`, `player/1/wall/3/4`, `player/1/floor`, `bag`, `lid`."""

Phrase = Literal[
    "hello",
    "good_luck",
    "nice_move",
    "well_played",
    "thanks",
    "sorry",
    "oops",
    "thinking",
    "your_turn",
    "be_right_back",
    "again",
    "bye",
    "thumbs_up",
    "smile",
    "laugh",
    "wow",
    "sad",
    "clap",
    "heart",
    "party",
]
"""Ready-made phrases (`company.say.<code>`) and reactions."""


class Seat(TypedDict):
    seat: int
    kind: SeatKind
    """An open seat waits for a person, who needs an invitation."""
    name: str
    """May be empty: the page then finds a word in the reader's language."""
    level: str | None
    """Of a bot: the name of its level."""
    colour: int | None
    """Of a person: one of the page's eight colours, from 1; null: none was chosen."""
    stand_in: str | None
    """The level of the bot that plays for a person who is away or has resigned; else null."""
    resigned: bool
    """A person who gave up: a bot plays on, but can't win."""


class Series(TypedDict):
    """Games of the same people: which this is, and who won the others."""

    id: str
    game: int
    """Which game of the series this is, from 1."""
    wins: list[int]
    """Games won so far, by seat; a shared win counts for all who share it."""


class TableOptions(TypedDict):
    """What the host decides."""

    name: str
    """Of the table and its series; may be empty."""
    public: bool
    """Is the table on the list of public tables?"""
    watching: bool
    """May others watch who have the table's address?"""
    delay: int
    """Seconds that watchers are behind."""
    clock: int | None
    """Seconds for a move, after which a bot makes it; null: no limit."""
    joining: bool
    """May others take an open seat who have the table's address? Else they need an invitation."""


class Table(TypedDict):
    id: str
    rules: Rules
    stage: Stage
    """`open` until the first deal."""
    ended: Ended | None
    """Why it is over; null until then."""
    options: TableOptions
    series: Series | None
    rematch: str | None
    """The table of the rematch, once there is one."""
    seats: list[Seat]
    free: list[int]
    """Seats that whoever has the table's address may take: open ones, and bots' that the host has
    opened."""
    starter: int
    """Who started the first round."""
    created: int
    """Milliseconds since 1970."""
    pattern: list[str] | None
    """The colours printed on the wall, a row a text; null on a grey wall."""
    penalties: list[int]
    """What the spaces of the floor line cost, left to right."""


class Summary(TypedDict):
    id: str
    rules: Rules
    name: str
    stage: Stage
    ended: Ended | None
    yours: list[int]
    """Your seats there."""
    host: bool
    """You may delete it."""
    seats: list[Seat]
    created: int
    changed: int
    round: int
    turn: int
    """Whose turn it is; 0 when the game is over."""
    scores: list[int]
    winners: list[int] | None
    """The winners' seats; null while the game goes on."""
    free: int
    """Seats that whoever has the table's address may take."""
    deserted: bool
    """In the list of public tables: nobody who sits there is connected now."""


class Proposal(TypedDict):
    """Something that all other persons must agree to."""

    number: int
    """The number of the message that asked: answers name it."""
    seat: int
    """Who asks."""
    what: Asked
    keep: int | None
    """Of an undo: how many plies would be kept; else null."""
    agreed: list[int]
    """Who has agreed."""
    waits: list[int]
    """Whose answer is waited for."""


class TableEvent(TypedDict):
    """What happened besides moves; seat 0: it concerns all."""

    name: TableEventName
    seat: int
    what: NotRequired[Asked]
    """Of `asked`."""


"""What the page calls it."""


class You(TypedDict):
    """Who you are here: your seats; are you a host, are all persons' seats yours?"""

    seats: list[int]
    host: bool
    alone: bool


class Away(TypedDict):
    seat: int
    seconds: int


Cell = tuple[int, int]


Datum = str | int


class Board(TypedDict):
    score: int
    lines: list[str]
    """Five pattern lines; a line's number is its size."""
    wall: list[str]
    """Five rows of five: a letter or a dot."""
    floor: str
    """Left to right; an eighth can only be F."""


class State(TypedDict):
    position: str
    """As in the notation."""
    phase: Literal["offer", "tiling", "preparation", "over"]
    round: int
    turn: int
    starter: int
    displays: list[str]
    centre: str
    """F first while the marker lies there."""
    boards: list[Board]
    bag: dict[str, int]
    lid: dict[str, int]


class Problem(TypedDict):
    code: str
    data: dict[str, Datum]
    rule: str
    """The rule of docs/rules.md, such as "R16"; may be empty."""
    sentence: str
    """English, for engineers; people read the catalogue's text for the code."""


class Preview(TypedDict):
    laid: int
    falling: int
    marker: bool
    completes: bool
    penalty: int
    points: int
    score: int


class Outlook(TypedDict):
    """What tiles would do at a line, or why they may not go there."""

    preview: Preview | None
    refusal: Problem | None


class Target(Outlook):
    """A line (or 0, the floor) for a take, or a cell of the wall for a tiling decision."""

    line: int
    column: int
    """Of a tiling decision; else 0."""
    move: str | None
    """Null where `refusal` says why not."""


class Group(TypedDict):
    """Tiles that lie together and can be taken together."""

    source: int
    take: str
    """As in the notation: `B`, `J`, or `BJ` for blue with the jokers."""
    tiles: str


class Take(Group):
    outlook: int
    """Which of `Choices.outlooks` is its own, counted from 0: groups that are alike share one."""


class Choices(TypedDict):
    """The move that lays a take to a line is `source`, `take` and the line, as in `3B2`."""

    player: int
    takes: list[Take]
    outlooks: list[list[Outlook]]
    """Each for the floor (0), then lines 1 to 5."""
    cells: list[Target]
    """For a tiling decision: the five cells of the row that is due."""


class Undo(TypedDict):
    move: bool
    """May your last decision be taken back?"""
    round: bool
    """May all that you did in this round be taken back?"""
    ask: bool
    """Must the others be asked?"""


Flight = TypedDict("Flight", {"tiles": Tiles, "from": Place, "to": Place})
"""Tiles go from one place to another."""


class Step(TypedDict):
    """One event, with the flights that carry it out."""

    event: Literal[
        "dealt",
        "lid_tipped",
        "taken",
        "to_centre",
        "marker",
        "laid",
        "fallen",
        "discarded",
        "offer_ended",
        "tiled",
        "line_dropped",
        "floor_charged",
        "starter",
        "ended",
        "bonus",
        "won",
    ]
    flights: list[Flight]
    player: NotRequired[int]
    score: NotRequired[int]
    """The player's score after this step, where it changed."""
    source: NotRequired[int]
    display: NotRequired[int]
    tiles: NotRequired[str]
    line: NotRequired[int]
    space: NotRequired[int]
    completed: NotRequired[bool]
    row: NotRequired[int]
    column: NotRequired[int]
    tile: NotRequired[Tile]
    horizontal: NotRequired[int]
    vertical: NotRequired[int]
    across: NotRequired[list[Cell]]
    """The cells [row, column] that were counted across and down, the new one included."""
    down: NotRequired[list[Cell]]
    penalty: NotRequired[int]
    lost: NotRequired[int]
    reason: NotRequired[Literal["row", "rounds", "no_tiles"]]
    kind: NotRequired[Literal["row", "column", "colour"]]
    which: NotRequired[Datum]
    points: NotRequired[int]
    cells: NotRequired[list[Cell]]
    """The cells [row, column] of a bonus."""
    winners: NotRequired[list[int]]
    won_by: NotRequired[Literal["points", "rows", "shared"]]


class Entry(TypedDict):
    """A move or a deal, in its place in the game."""

    ply: int
    """Its place in the game, from 1; deals count too."""
    move: str
    player: int
    """Whose move it was; 0 for a deal."""
    round: int
    """The round in which it was made."""
    steps: list[Step]
    scores: list[int]
    """All scores after it."""


class Sources(TypedDict):
    """Where a player's points came from."""

    tiles: int
    floor: int
    rows: int
    columns: int
    colours: int


class Result(TypedDict):
    scores: list[int]
    winners: list[int]
    won_by: Literal["points", "rows", "shared", "resigned"]
    """`resigned`: all others gave up."""
    sources: list[Sources]
    """Where each player's points came from; `floor` is 0 or negative. They add up to the score."""
    curve: list[list[int]]
    """For each player the score after each round, from 0 on; the last includes the bonuses."""


class Now(TypedDict):
    """How things stand after the message with this number."""

    number: int
    state: State
    choices: Choices | None
    """Null unless a person who may move here is to move."""
    undo: Undo
    proposal: Proposal | None
    left: int | None
    """Milliseconds that the player to move has left; null: no limit."""
    result: Result | None
    """Null until the game is over, and if it was abandoned."""


class Reason(TypedDict):
    """`hint.why.<code>` of the catalogue, with its data."""

    code: str
    data: dict[str, Datum]


class Comparison(TypedDict):
    """Why a hint's move is better than another one, as a review tells it."""

    other: Literal["tempting", "next"]
    """What the other move is: it brings more at the next tiling, or it is the next best."""
    move: str
    why: WhyDocument


class Hint(TypedDict):
    move: str
    source: int | None
    take: str | None
    line: int
    column: int | None
    reasons: list[Reason]
    """Keys `hint.why.<code>` of the catalogue with their data, the weightiest first."""
    comparison: Comparison | None
    """Null where there is no clear reason to tell."""


class Welcome(Now):
    type: Literal["welcome"]
    table: Table
    you: You
    history: list[Entry]


class Played(Now):
    type: Literal["played"]
    entry: Entry


class Undone(Now):
    """The game is back at the position after ply `keep`."""

    type: Literal["undone"]
    keep: int
    player: int


class TableNews(Now):
    """Something happened besides moves; the table as it is now."""

    type: Literal["table"]
    event: TableEvent
    table: Table


class Presence(TypedDict):
    """Without a number, whenever it changes: who is away and for how many seconds, for whom a bot
    may play, and how many look on."""

    type: Literal["presence"]
    away: list[Away]
    may_stand_in: list[int]
    watchers: int


class YouAre(TypedDict):
    """Your seats have changed."""

    type: Literal["you"]
    you: You


class Said(TypedDict):
    type: Literal["said"]
    seat: int
    phrase: Phrase


class Accepted(TypedDict):
    type: Literal["accepted"]
    request: str
    number: int


class Hinted(TypedDict):
    type: Literal["hint"]
    request: str
    hint: Hint


class Refused(TypedDict):
    type: Literal["error"]
    request: str | None
    error: Problem


class Deleted(TypedDict):
    type: Literal["deleted"]


class Pong(TypedDict):
    type: Literal["pong"]


ServerMessage = (
    Welcome
    | Played
    | Undone
    | TableNews
    | Presence
    | YouAre
    | Said
    | Accepted
    | Hinted
    | Refused
    | Deleted
    | Pong
)
"""From the server, on the socket of a table."""
