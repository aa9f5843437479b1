"""Answers to requests: lists, replays, invitations, statistics. Shapes only, as in `types.py`."""

from __future__ import annotations

from typing import TypedDict

from ..values import Stage
from .types import Entry, Now, Problem, Result, Rules, Seat, State, Summary, Table


class Tables(TypedDict):
    tables: list[Summary]


class Standing(Now):
    """A table and how things stand there."""

    table: Table


class Ply(TypedDict):
    entry: Entry
    state: State


class Replay(TypedDict):
    table: Table
    start: State
    plies: list[Ply]
    """Every ply with the state after it."""
    result: Result | None


class About(TypedDict):
    version: str
    languages: list[str]
    levels: list[str]
    """Weakest first; `level.<name>` and `level.<name>.about` are their texts. Those without texts
    are bots that the server's host has brought along."""
    friendly: str
    rules: list[Rules]
    keeps: bool
    """False: games are in memory only, and lost when the server stops."""
    reachable: bool
    """Can others reach this server? Else invitations say how to start it so that they can."""
    base: str
    """What links for others begin with: they may not reach the server by the reader's address."""
    phrases: list[str]
    """The phrases that can be said."""


class Failure(TypedDict):
    """The body of every answer that is not a success."""

    error: Problem


class Invitation(TypedDict):
    """As the host sees it: open to whoever has it."""

    seat: int
    link: str
    """`https://…/join/<token>`"""
    code: str
    """To be typed: eight signs, `K7QM-2XPD`."""
    qr: str
    """The link as a picture: `data:image/svg+xml,…`"""


class Invitations(TypedDict):
    invitations: list[Invitation]


class Invited(TypedDict):
    """What somebody who was invited sees before sitting down."""

    table: str
    name: str
    rules: Rules
    seat: int
    seats: list[Seat]
    stage: Stage
    clock: int | None


class Joined(TypedDict):
    table: str
    seats: list[int]


class PersonalLink(TypedDict):
    """A link that opens your seats at a table on another device, once."""

    link: str
    qr: str
    expires: int
    """Seconds until it is of no use."""


class Averages(TypedDict):
    """Of the points of a game, by source."""

    tiles: float
    floor: float
    rows: float
    columns: float
    colours: float


class Opponent(TypedDict):
    """Somebody else at the table; `won` are the visitor's own games."""

    name: str
    level: str | None
    games: int
    won: int


class Kind(TypedDict):
    rules: Rules
    players: int
    games: int
    won: int
    score: float


class SeriesPlayed(TypedDict):
    id: str
    name: str
    games: int
    won: int


class Statistics(TypedDict):
    """`won` counts shared wins too."""

    games: int
    won: int
    shared: int
    resigned: int
    score: float
    """Means over all games."""
    best: int
    sources: Averages
    opponents: list[Opponent]
    """The latest opponents first; `level` of a bot."""
    by_rules: list[Kind]
    series: list[SeriesPlayed]


class ExportedGame(TypedDict):
    """A game with its record in the notation."""

    table: str
    name: str
    rules: Rules
    created: int
    stage: Stage
    yours: list[int]
    seats: list[Seat]
    scores: list[int]
    winners: list[int] | None
    record: str


class Export(TypedDict):
    """All that is kept of a visitor's games."""

    version: str
    games: list[ExportedGame]
