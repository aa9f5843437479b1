"""Bots for tests of the protocol, by level: each does one thing, well or badly."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from random import Random

from azulejos.notation import format_position, parse_move
from azulejos.protocol import Bot, BotError, Limit, Thought
from azulejos.protocol.contract import Report
from azulejos.rules import Move, Position, legal_moves, play

UNLIMITED = Limit()
PACE = 0.01  # seconds between two thoughts


class TestBot:
    """Plays the first legal move; the others differ in `think`."""

    __test__ = False  # pytest takes it for a test otherwise

    def __init__(self, level: str) -> None:
        self.name = level
        self.games = 0
        self.is_closed = False
        self.limits: list[Limit] = []
        self.stopped = threading.Event()

    def new_game(self) -> None:
        self.games += 1

    def choose(
        self, position: Position, limit: Limit = UNLIMITED, report: Report | None = None
    ) -> Thought:
        self.limits.append(limit)
        return self.think(position, limit, report or (lambda _: None))

    def think(self, position: Position, limit: Limit, report: Report) -> Thought:
        return Thought(legal_moves(position)[0])

    def stop(self) -> None:
        self.stopped.set()

    def close(self) -> None:
        assert not self.is_closed
        self.is_closed = True


class Gambler(TestBot):
    """Any legal move, the same ones every time."""

    def think(self, position: Position, limit: Limit, report: Report) -> Thought:
        return Thought(Random(format_position(position)).choice(legal_moves(position)))


class Teller(TestBot):
    """Tells a growing line with all that a thought can hold."""

    def think(self, position: Position, limit: Limit, report: Report) -> Thought:
        line: list[Move] = []
        thought = Thought(legal_moves(position)[0])
        for depth in range(1, (limit.depth or 3) + 1):
            line.append(legal_moves(position)[-1])
            position = play(position, line[-1]).position
            thought = Thought(line[0], depth, depth * 100, -0.04 * depth, 0.5, tuple(line))
            report(thought)
        return thought


class Thinker(TestBot):
    """Thinks until its time is over or it is stopped, and tells so all the time."""

    def think(self, position: Position, limit: Limit, report: Report) -> Thought:
        self.stopped.clear()
        end = time.monotonic() + (limit.movetime or 0) / 1000
        thought = Thought(legal_moves(position)[0])
        while time.monotonic() < end and not self.stopped.wait(PACE):
            thought = thought._replace(nodes=thought.nodes + 1)
            report(thought)
        return thought


class SlowStarter(Thinker):
    """Forgets a stop that came before it began, as a bot may."""

    def think(self, position: Position, limit: Limit, report: Report) -> Thought:
        time.sleep(0.1)
        return super().think(position, limit, lambda _: None)


class Deaf(TestBot):
    """Does not hear a stop: only one who calls it by its name."""

    def __init__(self, level: str) -> None:
        super().__init__(level)
        self.woken = threading.Event()

    def think(self, position: Position, limit: Limit, report: Report) -> Thought:
        self.woken.wait(60)
        return super().think(position, limit, report)


class Thrower(TestBot):
    def think(self, position: Position, limit: Limit, report: Report) -> Thought:
        raise BotError("two\nlines \x1b[2J of trouble" + "!" * 1000)


class Leaver(TestBot):
    def think(self, position: Position, limit: Limit, report: Report) -> Thought:
        sys.exit("enough")


class Cheater(TestBot):
    def think(self, position: Position, limit: Limit, report: Report) -> Thought:
        return Thought(parse_move("1R1"))


class Mute(TestBot):
    """Gives what is no thought at all."""

    def think(self, position: Position, limit: Limit, report: Report) -> Thought:
        return None  # type: ignore[return-value]


class Spoilsport(TestBot):
    def new_game(self) -> None:
        raise RuntimeError("not again")

    def close(self) -> None:
        raise RuntimeError("never")


KINDS: dict[str, Callable[[str], TestBot]] = {
    "first": TestBot,
    "random": Gambler,
    "teller": Teller,
    "thinker": Thinker,
    "slow-starter": SlowStarter,
    "deaf": Deaf,
    "thrower": Thrower,
    "leaver": Leaver,
    "cheater": Cheater,
    "mute": Mute,
    "Spoilsport": Spoilsport,
}
UNMAKEABLE = "unmakeable"
LEVELS = [*KINDS, UNMAKEABLE]


def make(level: str, threads: int = 1) -> Bot:
    if level == UNMAKEABLE:
        raise OSError("no weights")
    return KINDS[level](level)
