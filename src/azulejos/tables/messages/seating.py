"""Who sits at a table and how they agree, as messages; the game's own are in `messages.py`."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

RulesName = Literal["std", "grey", "joker", "grey+joker"]
Stage = Literal["open", "playing", "over"]
Ended = Literal["played", "resigned", "abandoned"]
SeatKind = Literal["person", "bot", "open"]
Asked = Literal["undo", "abandon"]
EventName = Literal[
    "joined",
    "bot",
    "opened",
    "left",
    "stand_in",
    "back",
    "late",
    "resigned",
    "asked",
    "agreed",
    "declined",
    "withdrawn",
    "abandoned",
    "ended",
    "rematch",
    "manners",
]
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


class Message(BaseModel):
    """What the server says."""

    model_config = ConfigDict(frozen=True)


class Seat(Message):
    seat: int
    kind: SeatKind
    name: str
    level: str | None
    colour: int | None
    stand_in: str | None
    resigned: bool


class Series(Message):
    """Games of the same people: which this is, and who won the others."""

    id: str
    game: int
    wins: list[int]


class Manners(Message):
    """What the host decides."""

    name: str
    public: bool
    watching: bool
    delay: int
    clock: int | None


class Table(Message):
    id: str
    rules: RulesName
    stage: Stage
    ended: Ended | None
    manners: Manners
    series: Series | None
    rematch: str | None
    seats: list[Seat]
    starter: int
    created: int
    pattern: list[str] | None
    penalties: list[int]


class Summary(Message):
    id: str
    rules: RulesName
    name: str
    stage: Stage
    ended: Ended | None
    yours: list[int]
    host: bool
    seats: list[Seat]
    created: int
    changed: int
    round: int
    turn: int
    scores: list[int]
    winners: list[int] | None


class Proposal(Message):
    """Something that all other persons must agree to."""

    number: int
    seat: int
    what: Asked
    keep: int | None
    agreed: list[int]
    waits: list[int]


class Happening(Message):
    """What happened besides moves; seat 0: it concerns all."""

    event: EventName
    seat: int
    what: Asked | None = Field(default=None, exclude_if=lambda value: value is None)


class You(Message):
    """Whom the visitor acts for."""

    seats: list[int]
    host: bool
    alone: bool


class Away(Message):
    seat: int
    seconds: int
