"""How strong the levels are: measured lists, one for each kind of game that was measured.

Only data, as `azulejos ratings` wrote it (`ratings/std-2.json`), and how it is read and written.
Ratings of different kinds of game can't be compared: in each, `greedy` is 1000 by definition.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..files import write_atomically
from ..rules import RuleSet
from ..rules.material import PLAYER_COUNTS
from .levels import level_names

FOLDER = "ratings"
ANCHOR = "greedy"
ANCHOR_ELO = 1000
STANDARD_ERRORS = 1.96
"""On each side of a 95 % interval."""
Interval = tuple[float, float]
"""A plain pair: lists are read in browsers too, where the statistics of the arena are not."""


@dataclass(frozen=True, slots=True)
class LevelRating:
    """A level's Elo, with its 95 % interval, from so many games."""

    elo: int
    interval: Interval
    games: int

    @property
    def deviation(self) -> float:
        """The standard error of the Elo."""
        low, high = self.interval
        return (high - low) / (2 * STANDARD_ERRORS)


@dataclass(frozen=True, slots=True)
class Step:
    """What a level won against the one below: against one of them, or a table full of them."""

    level: str
    against: str
    share: float
    interval: Interval
    games: int


@dataclass(frozen=True, slots=True)
class RatingList:
    """The levels in one kind of game; one that is missing was not measured."""

    rules: str
    players: int
    date: str
    command: str
    levels: Mapping[str, LevelRating]
    steps: Sequence[Step]

    @property
    def fair_share(self) -> float:
        """What equal players would win."""
        return 1 / self.players

    def step_of(self, level: str) -> Step | None:
        return next((step for step in self.steps if step.level == level), None)

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {
            "levels": {
                name: {"elo": found.elo, "interval": list(found.interval), "games": found.games}
                for name, found in self.levels.items()
            },
            "steps": [asdict(step) | {"interval": list(step.interval)} for step in self.steps],
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> RatingList:
        levels = {
            name: LevelRating(found["elo"], _interval(found), found["games"])
            for name, found in data["levels"].items()
        }
        steps = [Step(**step | {"interval": _interval(step)}) for step in data["steps"]]
        return cls(**{**data, "levels": levels, "steps": steps})


def _interval(found: Mapping[str, Any]) -> Interval:
    low, high = found["interval"]
    return low, high


def shipped_folder() -> Path:
    """Where the lists lie that come with the package."""
    return Path(str(files(__package__))) / FOLDER


@cache
def rating_list(rules: str, players: int) -> RatingList | None:
    """The list of a kind of game, if it was measured.

    >>> novice, master = (rating_list("std", 2).levels[name] for name in ("novice", "master"))
    >>> novice.elo < 1000 < master.elo
    True
    """
    source = files(__package__).joinpath(FOLDER, _name(rules, players))
    if not source.is_file():
        return None
    return RatingList.from_json(json.loads(source.read_text(encoding="utf-8")))


def write_list(folder: Path, found: RatingList) -> None:
    """Raises OSError; the file is whole or as it was."""
    text = json.dumps(found.to_json(), indent=1, ensure_ascii=False)
    write_atomically(folder / _name(found.rules, found.players), f"{text}\n".encode())


def _name(rules: str, players: int) -> str:
    return f"{rules}-{players}.json"


@cache
def measured_levels() -> dict[str, dict[str, int]]:
    """By kind of game (`std-2`) and level, weakest first, its Elo; only what was measured."""
    lists = (rating_list(rules, players) for rules in RuleSet for players in PLAYER_COUNTS)
    return {
        f"{found.rules}-{found.players}": {
            name: found.levels[name].elo for name in level_names() if name in found.levels
        }
        for found in lists
        if found is not None
    }
