"""Answers to requests, as messages: lists, replays, what the server knows, what went wrong."""

from __future__ import annotations

from pydantic import ConfigDict

from .seating import Message, RulesName, Summary, Table
from .types import Entry, Now, Problem, Result, State


class Tables(Message):
    tables: list[Summary]


class Standing(Now):
    """A table and how things stand there."""

    table: Table


class Ply(Message):
    entry: Entry
    state: State


class Replay(Message):
    table: Table
    start: State
    plies: list[Ply]
    result: Result | None


class About(Message):
    version: str
    languages: list[str]
    levels: list[str]
    friendly: str
    rules: list[RulesName]
    keeps: bool
    reachable: bool
    base: str
    phrases: list[str]


class Failure(Message):
    """The body of every answer that is not a success."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "error": {
                        "code": "stale",
                        "data": {"number": 7},
                        "rule": "",
                        "sentence": "the table has moved on to message 7",
                    }
                }
            ]
        }
    )

    error: Problem
