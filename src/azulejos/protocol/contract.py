"""What a bot is: it sees a position and a limit, and answers with a thought.

The same for our own bots and for programs behind the engine protocol. Nothing here thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from ..rules import Move, Position

MOST_THREADS = 64  # that one bot may search with


class Limit(NamedTuple):
    """How long a bot may think; what is None is not limited. All None: the bot's own default."""

    movetime: int | None = None
    """Milliseconds of CPU time on one core."""
    nodes: int | None = None
    """Positions that it may look at."""
    depth: int | None = None
    """Plies that it may look ahead."""

    @property
    def given(self) -> dict[str, int]:
        """What is limited, by name."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class Thought(NamedTuple):
    """What a bot has found so far; its move last of all is the one it plays."""

    move: Move
    """What it would play."""
    depth: int = 0
    """How many plies deep it looked; 0 if it does not say, like the nodes."""
    nodes: int = 0
    """How many positions it looked at."""
    score: float | None = None
    """The expected final lead in points, for the player to move; None if it does not say."""
    chance: float | None = None
    """The winning chance of the player to move, from 0 to 1; None if it does not say."""
    line: tuple[Move, ...] = ()
    """The moves that it expects, its own first."""


Report = Callable[[Thought], None]


class BotError(Exception):
    """A bot failed at its task: it died, hung, talked nonsense or played what is not legal.

    It loses the game; the sentence says why.
    """


class Bot(Protocol):
    """A player that is a program. Used by one thread at a time, except for `stop`."""

    @property
    def name(self) -> str:
        """As people should see it in tables and records."""

    def new_game(self) -> None:
        """A new game begins: what was learned of the last one may be forgotten."""

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        """The move it plays, which the position must wait for; tells what it finds meanwhile."""

    def stop(self) -> None:
        """Lets a `choose` in another thread answer at once, with the best so far."""

    def close(self) -> None:
        """Gives back what it holds: processes, memory."""
