"""The networks that come with the package, one for each kind of game, and how they are kept.

A file holds the rows that training has met, as whole numbers; beside it lies a card that says how
it was made.
"""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from .layout import ALL_ROWS, UNITS
from .network import Network


def name_of(rules: str, players: int) -> str:
    return f"{rules}-{players}"


@cache
def load_network(rules: str, players: int) -> Network:
    """The network for a kind of game.

    >>> load_network("std", 2).players
    2
    """
    folder = Path(str(files(__package__))) / "weights"
    return read_network(folder / f"{name_of(rules, players)}.npz", rules, players)


def read_network(path: Path, rules: str, players: int) -> Network:
    with np.load(path) as arrays:
        folded = arrays["high"].astype(np.int32) << 8 | arrays["low"]
        rows = np.zeros((ALL_ROWS, UNITS), np.int16)
        rows[arrays["places"]] = _unfold(folded).T * int(arrays["step"])
        heads = arrays["heads"]
    card = path.with_suffix(".json")
    said = json.loads(card.read_text(encoding="utf-8")) if card.exists() else {}
    return Network(rules, players, rows, heads, said)


def write_network(path: Path, rows: Any, heads: Any, step: int = 1) -> None:
    """Keeps rows to the nearest multiple of a step: a coarse step makes a small file.

    High and low bytes lie apart, unit by unit, signs folded in: so they are squeezed best.
    """
    numbers = np.rint(np.asarray(rows) / step).astype(np.int32)
    places = np.flatnonzero(numbers.any(axis=1)).astype(np.uint16)
    folded = _fold(numbers[places].T)
    partial = path.with_suffix(".partial.npz")
    np.savez_compressed(
        partial,
        places=places,
        high=(folded >> 8).astype(np.uint8),
        low=(folded & 255).astype(np.uint8),
        heads=np.rint(heads).astype(np.int16),
        step=np.array(step),
    )
    partial.replace(path)


def _fold(numbers: Any) -> Any:
    """0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 …"""
    return np.where(numbers < 0, -2 * numbers - 1, 2 * numbers)


def _unfold(folded: Any) -> Any:
    return np.where(folded & 1, -(folded + 1) // 2, folded // 2)
