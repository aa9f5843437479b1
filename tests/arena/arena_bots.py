"""Bots for the arena's tests: quick ones, and one for each way to fail."""

from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path
from random import Random
from typing import Any, cast

from azulejos import Deal, Heap, Position, legal_moves
from azulejos.arena.schedule import Contest
from azulejos.protocol import BotError, Limit, Thought
from azulejos.protocol.contract import Report

MAKER = "arena_bots:make_fake"


class Fake:
    """Plays the first legal move, or one by chance; does what its spec says at its third move."""

    def __init__(self, spec: str, seed: int) -> None:
        self.name = spec
        self.limits: list[Limit] = []
        self.closed = False
        self._what, _, self._detail = spec.partition(":")
        self._generator = Random(seed)

    def new_game(self) -> None:
        if self._what == "sulk":
            raise BotError("does not want to play")

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        self.limits.append(limit)
        if len(self.limits) == 3:
            self._misbehave()
            if self._what == "illegal":
                return Thought(Deal((Heap.of("BYRK"),)))
            if self._what == "nonsense":
                return Thought(cast(Any, "3B2"))
        moves = legal_moves(position)
        if self._what == "noisy":
            print("what engines say to nobody", flush=True)  # noqa: T201
        return Thought(self._generator.choice(moves) if self._what == "dice" else moves[0])

    def _misbehave(self) -> None:
        match self._what:
            case "error":
                raise BotError("it hung")
            case "bug":
                raise ZeroDivisionError("a bug\nof two lines")
            case "leave":
                sys.exit(3)
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "die-once":
                flag = Path(self._detail)
                if flag.exists():
                    flag.unlink()
                    os.kill(os.getpid(), signal.SIGKILL)
            case "sleep":
                time.sleep(600)

    def stop(self) -> None: ...

    def close(self) -> None:
        self.closed = True
        if self._what == "clumsy":
            raise OSError("can't close")


def make_fake(spec: str, seed: int, players: int) -> Fake:
    if spec == "unmade":
        raise BotError("can't be made")
    return Fake(spec, seed)


def contest(*specs: str, **terms: Any) -> Contest:
    return Contest(specs, terms.pop("limits", (Limit(),) * len(specs)), **terms)


def __getattr__(name: str) -> object:
    """A maker that can't even be imported: whoever asks for it dies."""
    if name == "deadly":
        os._exit(7)
    raise AttributeError(name)
