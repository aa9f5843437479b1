"""Answers to requests: lists, replays, invitations, statistics. Shapes only, as in `types.py`."""

from __future__ import annotations

from typing import Literal, TypedDict

from ..values import Stage
from .review_types import PlacementDocument, ProgressDocument, ReviewDocument
from .types import Choices, Entry, Now, Problem, Result, Rules, Seat, State, Summary, Table


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


class ReviewStatus(ProgressDocument):
    """How far a review is: a first curve comes at once, the whole when it is done."""

    stage: Literal["unasked", "waiting", "working", "done", "failed"]
    review: ReviewDocument | None
    """Null until it is done."""
    error: Problem | None
    """Why there is none, if it has failed."""


class RecordReview(TypedDict):
    """Where the review of a record can be asked for."""

    id: str


class Scene(TypedDict):
    """A position by itself, what may be done there, and what some moves lead to."""

    start: State
    choices: Choices | None
    plies: list[Ply]


class ReviewedGame(TypedDict):
    """How well a visitor played a game."""

    table: str
    finished: int
    """Milliseconds since 1970."""
    rules: Rules
    players: int
    loss: float
    """The chance lost a decision."""
    decisions: int


class Playing(TypedDict):
    """How well a visitor plays, by the games that were reviewed."""

    games: list[ReviewedGame]
    """The latest last."""
    loss: float | None
    """Over all of them."""
    interval: list[float] | None
    decisions: int
    level: PlacementDocument | None
    """By the games of the kind that was played last."""
    kinds: dict[str, float]
    """What each kind of mistake cost a game, in winning chance."""


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
    shared: bool
    """Is it for others too? Else whoever comes acts for all persons, and hosts every table."""
    reachable: bool
    """Can others reach this server? Else invitations say how to start it so that they can."""
    base: str
    """What links for others begin with: they may not reach the server by the reader's address."""
    phrases: list[str]
    """The phrases that can be said."""
    ratings: dict[str, dict[str, int]]
    """By kind of game (`std-2`) and level the measured Elo; what was not measured is missing."""
    engine: bool
    """Does the server send an engine, so that visitors may work out reviews themselves?"""


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
    link: str
    """The table's address: for all, where the host lets them sit down."""
    qr: str
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


class RatingPoint(TypedDict):
    """A rating after a game."""

    at: int
    table: str
    elo: int
    deviation: int


class OwnRating(TypedDict):
    """In one kind of game, against bots whose strength was measured there."""

    rules: Rules
    players: int
    elo: int
    deviation: int
    """A standard error: the truth lies within two of it 19 times in 20."""
    provisional: bool
    """It is only a guess yet."""
    games: int
    peak: int | None
    """The highest that was more than a guess."""
    course: list[RatingPoint]
    """The earliest first."""


class BestGame(TypedDict):
    points: int
    table: str
    at: int


class BestLevel(TypedDict):
    level: str
    table: str
    at: int


class Bests(TypedDict):
    """Null where there is none yet."""

    score: BestGame | None
    margin: BestGame | None
    """By which a game was won."""
    level: BestLevel | None
    """The strongest bot at a table that was won."""


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
    ratings: list[OwnRating]
    """The kind of game that was played most first."""
    streak: int
    """Games won in a row until now."""
    longest_streak: int
    bests: Bests


class ExportedGame(TypedDict):
    """A game with its record in the notation."""

    table: str
    name: str
    rules: Rules
    created: int
    changed: int
    """When something last happened there."""
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
    ratings: list[OwnRating]
    """With their whole courses."""


class Imported(TypedDict):
    """What became of games from elsewhere."""

    added: int
    known: int
    """They were here already, and stay as they are."""
    flawed: int
    """They can't be read, or break the rules."""
