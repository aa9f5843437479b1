"""The networks that come with the package, one for each kind of game, and their file format.

A file holds the weights of the features that training has met, as integers; the card beside it says
how it was made.
"""

from __future__ import annotations

import json
from array import array
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from ..core.lazy_numpy import np
from ..files import read_bounded
from ..rules import RuleSet
from ..rules.material import PLAYER_COUNTS
from .arrays import IntegerArray, read_integers, write_arrays
from .calibration import calibrations_of
from .errors import WeightsError
from .layout import ALL_ROWS, STAGES, UNITS
from .network import HEAD_SHAPES, Network, unpack_rows

Content = TypeVar("Content")

MAX_BYTES = {  # of a network in which every feature is used
    "places": 2 * ALL_ROWS,
    "high": UNITS * ALL_ROWS,
    "low": UNITS * ALL_ROWS,
    "heads": 2 * 3 * UNITS * STAGES,
    "step": 8,
}
MAX_CARD_BYTES = 1_000_000


def name_of(rules: str, players: int) -> str:
    return f"{rules}-{players}"


@cache
def load_network(rules: str, players: int) -> Network:
    """The network for a kind of game.

    >>> load_network("std", 2).players
    2
    """
    rules = str(rules)  # a RuleSet is a text too, but not for compiled code
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
    """A network's file and card; without a card, it is empty."""

    path: Path
    row_bytes: bytearray
    head_bytes: bytes
    card: dict[str, Any]

    @property
    def rows(self) -> Any:
        """The weights of all features as an array of NumPy."""
        return np.frombuffer(self.row_bytes, np.int16).reshape(ALL_ROWS, UNITS)

    @property
    def heads(self) -> Any:
        """Three for all stages, or for each."""
        return np.frombuffer(self.head_bytes, np.int16).reshape(-1, UNITS)

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
        return Network(rules, players, self.row_bytes, self.head_bytes, self.card)


def read_weights(path: Path) -> Weights:
    """Raises WeightsError if a file can't be read, or is none of ours."""
    rows, heads = _read(path, _read_integers, "not_weights")
    card = path.with_suffix(".json")
    return Weights(path, rows, heads, read_card(card) if card.exists() else {})


def read_numbers(path: Path) -> tuple[Any, Any]:
    """A network's rows and heads as arrays of NumPy; raises WeightsError."""
    found = Weights(path, *_read(path, _read_integers, "not_weights"), {})
    return found.rows, found.heads


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


def _read_integers(path: Path) -> tuple[bytearray, bytes]:
    """The weights of all features, and those of the heads."""
    arrays = read_integers(path, MAX_BYTES)
    places, (step,) = arrays["places"].numbers(), arrays["step"].numbers()
    high, low, heads = arrays["high"], arrays["low"], arrays["heads"]
    if not (high.shape == low.shape == (UNITS, len(places)) and heads.shape in HEAD_SHAPES):
        raise ValueError("the sizes don't fit together")
    if high.type != "|u1" or low.type != "|u1" or not 0 < step < 2**15:
        raise ValueError("these are no codes of weights")
    rows = unpack_rows(places, _by_feature(high), _by_feature(low), step)
    return rows, array("h", heads.numbers()).tobytes()


def _by_feature(codes: IntegerArray) -> bytes:
    """The bytes in Fortran's order: the 32 of a feature side by side."""
    if codes.fortran:
        return codes.data
    data, count = bytearray(len(codes.data)), codes.shape[1]
    for unit in range(UNITS):
        data[unit::UNITS] = codes.data[unit * count : (unit + 1) * count]
    return bytes(data)


def _read_card(path: Path) -> dict[str, Any]:
    card: dict[str, Any] = json.loads(read_bounded(path, MAX_CARD_BYTES))
    game = card["game"]
    if game["rules"] not in list(RuleSet) or game["players"] not in PLAYER_COUNTS:
        raise ValueError("there is no such kind of game")
    calibrations_of(card)  # Now, rather than when somebody analyses.
    return card


def write_network(path: Path, rows: Any, heads: Any, step: int = 1) -> None:
    """Writes weights rounded to multiples of a step: a coarse step makes a small file.

    High and low bytes of the zigzag codes are separate arrays: that compresses best.
    """
    numbers = np.rint(np.asarray(rows) / step).astype(np.int32)
    places = np.flatnonzero(numbers.any(axis=1)).astype(np.uint16)
    codes = _zigzag(numbers[places].T)
    write_arrays(
        path,
        places=places,
        high=(codes >> 8).astype(np.uint8),
        low=(codes & 255).astype(np.uint8),
        heads=np.rint(heads).astype(np.int16),
        step=np.array(step),
    )


def _zigzag(numbers: Any) -> Any:
    """0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …"""
    return np.where(numbers < 0, -2 * numbers - 1, 2 * numbers)
