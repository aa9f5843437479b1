"""Bots as users write them, good and bad, for the tests of `python:` specs."""

from __future__ import annotations

from random import Random
from typing import ClassVar

from azulejos import Move, Position, format_move, legal_moves
from azulejos.protocol import Limit, Thought


class First:
    def choose(self, position: Position) -> Move:
        return legal_moves(position)[0]


class InText:
    def choose(self, position: Position) -> str:
        return format_move(legal_moves(position)[0])


class Lucky:
    """Its chances come from the match."""

    def __init__(self, random: Random) -> None:
        self.random = random

    def choose(self, position: Position) -> Move:
        return self.random.choice(legal_moves(position))


class Diary:
    """Has all that a class may have, and writes down what is called."""

    calls: ClassVar[list[str]] = []  # of all that are made

    def new_game(self) -> None:
        self.calls.append("new_game")

    def choose(self, position: Position, limit: Limit) -> Thought:
        self.calls.append(f"choose {limit.given}")
        return Thought(legal_moves(position)[0], nodes=7)

    def stop(self) -> None:
        self.calls.append("stop")

    def close(self) -> None:
        self.calls.append("close")


class Illegal:
    def choose(self, position: Position) -> str:
        return "0B1"


class Nonsense:
    def choose(self, position: Position) -> str:
        return "castle"


class Nothing:
    def choose(self, position: Position) -> None:
        return None


class Failing:
    def choose(self, position: Position) -> Move:
        raise KeyError("plan")


class Leaving:
    def choose(self, position: Position) -> Move:
        raise SystemExit


class Unmade:
    def __init__(self) -> None:
        raise ValueError("no licence")

    def choose(self, position: Position) -> Move:
        return legal_moves(position)[0]


class Mute:
    """No bot: it can't choose."""
