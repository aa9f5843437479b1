"""Which games a study is made of: everything that decides how they go.

A game is known by the config and its number, so that it can be played anywhere, and again.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from .. import __version__
from ..protocol.contract import Limit
from ..rules import RuleSet, UsageError
from ..rules.material import PLAYER_COUNTS
from ..workers.identity import identity

SCHEMA = 2  # of the files; counts up whenever a column changes its name or its meaning
FILE_GAMES = 250
MOST_GAMES = 1_000_000_000
NODES = 1000  # a move, of the bot that plays if none is named


class Shard(NamedTuple):
    """A part of the games; they have a file each for their moves and for themselves."""

    number: int  # from 0
    first: int  # game; they count from 1
    games: int


@dataclass(frozen=True, slots=True)
class StudyConfig:
    """Bots and limits in the same order; who sits where turns from game to game."""

    bots: tuple[str, ...]
    limits: tuple[Limit, ...]
    rules: RuleSet
    seed: int
    games: int
    slips: float = 0.05  # share of moves that are made at random
    observations: bool = False
    file_games: int = FILE_GAMES

    def __post_init__(self) -> None:
        if self.players not in PLAYER_COUNTS:
            raise UsageError("player_count", players=self.players)
        if not 0 <= self.slips <= 1:
            raise ValueError(f"the share of slips lies between 0 and 1, not {self.slips}")
        if not (1 <= self.games <= MOST_GAMES and self.file_games >= 1):
            raise ValueError(f"1 to {MOST_GAMES} games, at least one in a file")

    @property
    def players(self) -> int:
        return len(self.bots)

    @property
    def files(self) -> list[Shard]:
        starts = range(0, self.games, self.file_games)
        return [
            Shard(number, start + 1, min(self.file_games, self.games - start))
            for number, start in enumerate(starts)
        ]

    def seats(self, game: int) -> tuple[int, ...]:
        """By seat, which of the bots sits there; bots count from 0."""
        return tuple((seat + game - 1) % self.players for seat in range(self.players))

    def deal_seed(self, game: int) -> str:
        return f"{self.seed}/{game}"

    def bot_seed(self, game: int, seat: int) -> int:
        return Random(f"{self.seed}/{game}/seat {seat}").getrandbits(32)

    def slip_seed(self, game: int) -> str:
        return f"{self.seed}/{game}/slips"

    def to_json(self) -> dict[str, Any]:
        """What makes two studies the same; how many games it has may grow."""
        return {
            "selfplay": SCHEMA,
            "azulejos": __version__,
            "code": identity().code,  # within a version bots may change, and with them games
            "bots": list(self.bots),
            "limits": [limit.given for limit in self.limits],
            "rules": str(self.rules),
            "seed": self.seed,
            "slips": self.slips,
            "observations": self.observations,
            "file_games": self.file_games,
        }


def default_bot(players: int) -> str:
    """What plays best with so many players, with a number of nodes, which can be repeated."""
    return f"{'alphabeta' if players == 2 else 'mcts'}:nodes={NODES}"
