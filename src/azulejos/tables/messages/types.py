"""What the server says to its clients: the models of `web/js/messages.d.ts`.

A test compares the two; who sits at a table is in `seating.py`, answers to requests are in
`answers.py`, what clients say is in `requests.py`. Only shapes: how a message is made is in
`telling.py`, `views.py` and `steps.py`. Tiles are letters of the notation; players, lines, rows,
columns and displays count from 1; source 0 is the centre, line 0 the floor.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import ConfigDict, Field

from .seating import Away, Happening, Message, Phrase, Proposal, Table, You

TileLetter = Literal["B", "Y", "R", "K", "W", "J", "F"]
Cell = tuple[int, int]
Datum = str | int


# The state: all that lies on the table.


class Board(Message):
    score: int
    lines: list[str]
    wall: list[str]
    floor: str


class State(Message):
    position: str
    phase: Literal["offer", "tiling", "preparation", "over"]
    round: int
    turn: int
    starter: int
    displays: list[str]
    centre: str
    boards: list[Board]
    bag: dict[str, int]
    lid: dict[str, int]


# What the player to move may do, and what it would bring.


class Problem(Message):
    code: str
    data: dict[str, Datum]
    rule: str
    sentence: str


class Preview(Message):
    laid: int
    falling: int
    marker: bool
    completes: bool
    penalty: int
    points: int
    score: int


class Target(Message):
    line: int
    column: int
    move: str | None
    preview: Preview | None
    refusal: Problem | None


class Take(Message):
    source: int
    take: str
    tiles: str
    targets: list[Target]


class Choices(Message):
    player: int
    takes: list[Take]
    cells: list[Target]


class Undo(Message):
    move: bool
    round: bool
    ask: bool


# What happened.


class Flight(Message):
    """Tiles go from one place to another."""

    model_config = ConfigDict(serialize_by_alias=True)

    tiles: str
    origin: str = Field(serialization_alias="from")
    to: str


def _optional() -> Any:
    """Of a step: left out where the event has none."""
    return Field(default=None, exclude_if=lambda value: value is None)


class Step(Message):
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
    player: int | None = _optional()
    score: int | None = _optional()
    source: int | None = _optional()
    display: int | None = _optional()
    tiles: str | None = _optional()
    line: int | None = _optional()
    space: int | None = _optional()
    completed: bool | None = _optional()
    row: int | None = _optional()
    column: int | None = _optional()
    tile: TileLetter | None = _optional()
    horizontal: int | None = _optional()
    vertical: int | None = _optional()
    across: list[Cell] | None = _optional()
    down: list[Cell] | None = _optional()
    penalty: int | None = _optional()
    lost: int | None = _optional()
    reason: Literal["row", "rounds", "no_tiles"] | None = _optional()
    kind: Literal["row", "column", "colour"] | None = _optional()
    which: Datum | None = _optional()
    points: int | None = _optional()
    cells: list[Cell] | None = _optional()
    winners: list[int] | None = _optional()
    won_by: Literal["points", "rows", "shared"] | None = _optional()


class Entry(Message):
    """A move or a deal, in its place in the game."""

    ply: int
    move: str
    player: int
    round: int
    steps: list[Step]
    scores: list[int]


class Sources(Message):
    """Where a player's points came from."""

    tiles: int
    floor: int
    rows: int
    columns: int
    colours: int


class Result(Message):
    scores: list[int]
    winners: list[int]
    won_by: Literal["points", "rows", "shared", "resigned"]
    sources: list[Sources]
    curve: list[list[int]]


class Now(Message):
    """How things stand after the message with this number."""

    number: int
    state: State
    choices: Choices | None
    undo: Undo
    proposal: Proposal | None
    left: int | None
    result: Result | None


class Reason(Message):
    """`hint.why.<code>` of the catalogue, with its data."""

    code: str
    data: dict[str, Datum]


class Hint(Message):
    move: str
    source: int | None
    take: str | None
    line: int
    column: int | None
    reasons: list[Reason]


# From the server, on the socket of a table.


class Welcome(Now):
    type: Literal["welcome"] = "welcome"
    table: Table
    you: You
    history: list[Entry]


class Played(Now):
    type: Literal["played"] = "played"
    entry: Entry


class Undone(Now):
    type: Literal["undone"] = "undone"
    keep: int
    player: int


class TableNews(Now):
    type: Literal["table"] = "table"
    happening: Happening
    table: Table


class Presence(Message):
    """Who is away, for whom a bot may play, and how many look on."""

    type: Literal["presence"] = "presence"
    away: list[Away]
    may_stand_in: list[int]
    watchers: int


class YouAre(Message):
    type: Literal["you"] = "you"
    you: You


class Said(Message):
    type: Literal["said"] = "said"
    seat: int
    phrase: Phrase


class Accepted(Message):
    type: Literal["accepted"] = "accepted"
    request: str
    number: int


class Hinted(Message):
    type: Literal["hint"] = "hint"
    request: str
    hint: Hint


class Refused(Message):
    type: Literal["error"] = "error"
    request: str | None
    error: Problem


class Deleted(Message):
    type: Literal["deleted"] = "deleted"


class Pong(Message):
    type: Literal["pong"] = "pong"


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
