"""What clients say to the server, on the socket and as requests; the rest of `messages.d.ts`.

Taken strictly: nothing unknown, nothing bent into shape, nothing too long.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from .messages import RulesName

LONGEST_NAME = 30
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


class Ping(Request):
    type: Literal["ping"]


ClientMessage = Annotated[
    Hello | MoveMessage | UndoMessage | HintMessage | Ping, Field(discriminator="type")
]


class NewSeat(Request):
    kind: Literal["person", "bot"]
    name: str = Field(max_length=LONGEST_NAME, examples=["Ana"])
    level: str | None = Field(max_length=LONGEST_NAME, examples=["casual"])


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


class MoveRequest(Request):
    number: Number
    move: MoveText


class UndoRequest(Request):
    number: Number
    to: Literal["move", "round"]


class HintRequest(Request):
    number: Number
