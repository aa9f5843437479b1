"""Invitations, personal links and what is known of a visitor's games, as messages."""

from __future__ import annotations

from pydantic import Field

from .requests import LONGEST_NAME, Colour, Request
from .seating import Message, RulesName, Seat, Stage


class Invitation(Message):
    """As the host sees it: open to whoever has it."""

    seat: int
    link: str
    code: str
    qr: str


class Invitations(Message):
    invitations: list[Invitation]


class Invited(Message):
    """What somebody who was invited sees before sitting down."""

    table: str
    name: str
    rules: RulesName
    seat: int
    seats: list[Seat]
    stage: Stage
    clock: int | None


class Join(Request):
    """Who sits down."""

    name: str = Field(max_length=LONGEST_NAME, examples=["Ana"])
    colour: Colour | None = None


class Joined(Message):
    table: str
    seats: list[int]


class PersonalLink(Message):
    link: str
    qr: str
    expires: int


class Averages(Message):
    """Of the points of a game, by source."""

    tiles: float
    floor: float
    rows: float
    columns: float
    colours: float


class Opponent(Message):
    """Somebody else at the table; `won` are the visitor's own games."""

    name: str
    level: str | None
    games: int
    won: int


class Kind(Message):
    rules: RulesName
    players: int
    games: int
    won: int
    score: float


class SeriesPlayed(Message):
    id: str
    name: str
    games: int
    won: int


class Statistics(Message):
    """`won` counts shared wins too."""

    games: int
    won: int
    shared: int
    resigned: int
    score: float
    best: int
    sources: Averages
    opponents: list[Opponent]
    by_rules: list[Kind]
    series: list[SeriesPlayed]


class ExportedGame(Message):
    """A game with its record in the notation."""

    table: str
    name: str
    rules: RulesName
    created: int
    stage: Stage
    yours: list[int]
    seats: list[Seat]
    scores: list[int]
    winners: list[int] | None
    record: str


class Export(Message):
    """All that is kept of a visitor's games."""

    version: str
    games: list[ExportedGame]
