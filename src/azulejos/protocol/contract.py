"""What a bot is: it sees a position and a limit, and answers with a thought.

The same for our own bots and for programs behind the engine protocol. Nothing here thinks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

from ..rules import Move, Position


class Limit(NamedTuple):
    """How long a bot may think; what is None is not limited. All None: the bot's own default.

    `movetime` is milliseconds of CPU time on one core.
    """

    movetime: int | None = None
    nodes: int | None = None
    depth: int | None = None

    @property
    def given(self) -> dict[str, int]:
        """What is limited, by name."""
        return {name: value for name, value in self._asdict().items() if value is not None}


class Thought(NamedTuple):
    """What a bot has found so far; its move last of all is the one it plays.

    `score` is the expected final difference of points and `chance` the winning chance, both for
    the player to move; None from bots that do not say.
    """

    move: Move
    depth: int = 0
    nodes: int = 0
    score: float | None = None
    chance: float | None = None
    line: tuple[Move, ...] = ()


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
