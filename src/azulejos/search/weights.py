"""The networks that come with the package, one for each kind of game, and how they are kept.

A file holds the rows that training has met, as whole numbers; beside it lies a card that says how
it was made.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..files import read_bounded
from ..rules import RuleSet
from ..rules.material import PLAYER_COUNTS
from .arrays import read_arrays, write_arrays
from .errors import WeightsError
from .layout import ALL_ROWS, UNITS
from .network import Network

Content = TypeVar("Content")

MOST_BYTES = {  # of a network in which every row is used
    "places": 2 * ALL_ROWS,
    "high": UNITS * ALL_ROWS,
    "low": UNITS * ALL_ROWS,
    "heads": 2 * 3 * UNITS,
    "step": 8,
}
MOST_CARD = 1_000_000  # bytes


def name_of(rules: str, players: int) -> str:
    return f"{rules}-{players}"


@cache
def load_network(rules: str, players: int) -> Network:
    """The network for a kind of game.

    >>> load_network("std", 2).players
    2
    """
    return read_network(shipped_file(name_of(rules, players)), rules, players)


def shipped_file(name: str) -> Path:
    """Where the network of a kind of game lies, by the kind's name."""
    return Path(str(files(__package__))) / "weights" / f"{name}.npz"


def kinds() -> list[str]:
    """The names of all kinds of game."""
    return [name_of(rules.value, players) for rules in RuleSet for players in PLAYER_COUNTS]


def read_network(path: Path, rules: str, players: int) -> Network:
    """The network of a file for a kind of game; raises WeightsError."""
    return read_weights(path).network(rules, players)


class Weights(NamedTuple):
    """What a file holds, and what its card says; without a card, nothing."""

    path: Path
    rows: Any
    heads: Any
    card: dict[str, Any]

    def check(self, rules: str | None, players: int | None) -> None:
        """Raises WeightsError if the card is for another kind of game; None is not known yet."""
        if not self.card:
            return
        game = self.card["game"]
        known, number = str(game["rules"]), int(game["players"])
        if rules not in (None, known) or players not in (None, number):
            file = str(self.path)
            raise WeightsError("weights_of_other_game", file=file, rules=known, players=number)

    def network(self, rules: str, players: int) -> Network:
        self.check(rules, players)
        return Network(rules, players, self.rows, self.heads, self.card)


def read_weights(path: Path) -> Weights:
    """Raises WeightsError if a file can't be read, or is none of ours."""
    rows, heads = read_numbers(path)
    card = path.with_suffix(".json")
    return Weights(path, rows, heads, read_card(card) if card.exists() else {})


def read_numbers(path: Path) -> tuple[Any, Any]:
    """A network's rows and heads; raises WeightsError."""
    return _read(path, _read_numbers, "not_weights")


def read_card(path: Path) -> dict[str, Any]:
    """What a network's card says; raises WeightsError."""
    return _read(path, _read_card, "bad_weights_card")


def _read(path: Path, reader: Callable[[Path], Content], code: str) -> Content:
    """For a damaged file there are a dozen kinds of exceptions, which all mean the same."""
    try:
        if path.exists() and not path.is_file():
            raise OSError(0, "it is not a file")  # A pipe would keep us waiting.
        return reader(path)
    except OSError as error:
        why = error.strerror or str(error)
        raise WeightsError("weights_unreadable", file=str(path), why=why) from error
    except Exception as error:
        raise WeightsError(code, file=str(path)) from error


def _read_numbers(path: Path) -> tuple[Any, Any]:
    arrays = read_arrays(path, MOST_BYTES)
    places, high, low, heads = (arrays[name] for name in ("places", "high", "low", "heads"))
    step = int(arrays["step"])
    if not (high.shape == low.shape == (UNITS, len(places)) and heads.shape == (3, UNITS)):
        raise ValueError("the sizes don't fit together")
    rows = np.zeros((ALL_ROWS, UNITS), np.int16)
    rows[places] = _unfold(high.astype(np.int32) << 8 | low).T * step
    return rows, heads.astype(np.int16, casting="safe")


def _read_card(path: Path) -> dict[str, Any]:
    card: dict[str, Any] = json.loads(read_bounded(path, MOST_CARD))
    game = card["game"]
    if game["rules"] not in list(RuleSet) or game["players"] not in PLAYER_COUNTS:
        raise ValueError("there is no such kind of game")
    return card


def write_network(path: Path, rows: Any, heads: Any, step: int = 1) -> None:
    """Keeps rows to the nearest multiple of a step: a coarse step makes a small file.

    High and low bytes lie apart, unit by unit, signs folded in: so they are squeezed best.
    """
    numbers = np.rint(np.asarray(rows) / step).astype(np.int32)
    places = np.flatnonzero(numbers.any(axis=1)).astype(np.uint16)
    folded = _fold(numbers[places].T)
    write_arrays(
        path,
        places=places,
        high=(folded >> 8).astype(np.uint8),
        low=(folded & 255).astype(np.uint8),
        heads=np.rint(heads).astype(np.int16),
        step=np.array(step),
    )


def _fold(numbers: Any) -> Any:
    """0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …"""
    return np.where(numbers < 0, -2 * numbers - 1, 2 * numbers)


def _unfold(folded: Any) -> Any:
    return np.where(folded & 1, -(folded + 1) // 2, folded // 2)
