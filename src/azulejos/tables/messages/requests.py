"""What clients say to the server, on the socket and as requests; the rest of `messages.d.ts`.

Taken strictly: nothing unknown, nothing bent into shape, nothing too long.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from .seating import Phrase, RulesName, SeatKind

LONGEST_NAME = 30
LONGEST_TABLE_NAME = 40
LONGEST_DELAY = 3600  # seconds
SHORTEST_CLOCK, LONGEST_CLOCK = 5, 30 * 24 * 3600  # seconds
COLOURS = 8
LAST_NUMBER = 2**31 - 1  # what every database holds


class Request(BaseModel):
    """What clients say."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


def _whole(number: object) -> object:
    """In JSON 3.0 is a whole number too."""
    return int(number) if isinstance(number, float) and number.is_integer() else number


Number = Annotated[int, Field(ge=0, le=LAST_NUMBER), BeforeValidator(_whole)]
SeatNumber = Annotated[int, Field(ge=1, le=4), BeforeValidator(_whole)]
RequestName = Annotated[str, Field(max_length=40)]
LevelName = Annotated[str, Field(max_length=LONGEST_NAME, examples=["casual"])]
Colour = Annotated[int, Field(ge=1, le=COLOURS), BeforeValidator(_whole)]
MoveText = Annotated[str, Field(min_length=1, max_length=100, examples=["3B2"])]


class Hello(Request):
    type: Literal["hello"]
    after: Number | None


class MoveMessage(Request):
    type: Literal["move"]
    request: RequestName
    number: Number
    move: MoveText


class UndoMessage(Request):
    type: Literal["undo"]
    request: RequestName
    number: Number
    to: Literal["move", "round"]


class HintMessage(Request):
    type: Literal["hint"]
    request: RequestName
    number: Number


class Manners(Request):
    """What the host decides; `clock` null: no limit."""

    name: str = Field(max_length=LONGEST_TABLE_NAME, examples=["Thursdays"])
    public: bool
    watching: bool
    delay: Annotated[int, Field(ge=0, le=LONGEST_DELAY), BeforeValidator(_whole)]
    clock: (
        Annotated[int, Field(ge=SHORTEST_CLOCK, le=LONGEST_CLOCK), BeforeValidator(_whole)] | None
    )


# Acts: what is done at a table besides moves.


class Start(Request):
    do: Literal["start"]
    fill: LevelName | None


class SeatBot(Request):
    do: Literal["seat_bot"]
    seat: SeatNumber
    level: LevelName


class SeatOpen(Request):
    do: Literal["seat_open"]
    seat: SeatNumber


class SetManners(Request):
    do: Literal["manners"]
    manners: Manners


class StandIn(Request):
    do: Literal["stand_in"]
    seat: SeatNumber


class Leave(Request):
    do: Literal["leave"]
    seat: SeatNumber


class Resign(Request):
    do: Literal["resign"]
    seat: SeatNumber


class Abandon(Request):
    do: Literal["abandon"]
    seat: SeatNumber


class Answer(Request):
    do: Literal["answer"]
    seat: SeatNumber
    asked: Number
    yes: bool


class Withdraw(Request):
    do: Literal["withdraw"]
    seat: SeatNumber
    asked: Number


class Rematch(Request):
    do: Literal["rematch"]
    seat: SeatNumber


Act = Annotated[
    Start
    | SeatBot
    | SeatOpen
    | SetManners
    | StandIn
    | Leave
    | Resign
    | Abandon
    | Answer
    | Withdraw
    | Rematch,
    Field(discriminator="do"),
]


class ActMessage(Request):
    type: Literal["act"]
    request: RequestName
    act: Act


class SayMessage(Request):
    type: Literal["say"]
    request: RequestName
    seat: SeatNumber
    phrase: Phrase


class Ping(Request):
    type: Literal["ping"]


ClientMessage = Annotated[
    Hello | MoveMessage | UndoMessage | HintMessage | ActMessage | SayMessage | Ping,
    Field(discriminator="type"),
]


class NewSeat(Request):
    kind: SeatKind
    name: str = Field(max_length=LONGEST_NAME, examples=["Ana"])
    level: LevelName | None
    colour: Colour | None = None


class NewTable(Request):
    """A wish for a table; `starter` null: by chance."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "rules": "std",
                    "seats": [
                        {"kind": "person", "name": "Ana", "level": None},
                        {"kind": "bot", "name": "", "level": "casual"},
                    ],
                    "starter": 1,
                }
            ]
        }
    )

    rules: RulesName
    seats: list[NewSeat] = Field(min_length=2, max_length=4)
    starter: SeatNumber | None
    manners: Manners | None = None


class MoveRequest(Request):
    number: Number
    move: MoveText


class UndoRequest(Request):
    number: Number
    to: Literal["move", "round"]


class HintRequest(Request):
    number: Number
