"""Numbers as people read them in each language."""

from __future__ import annotations

from typing import Literal

from . import Catalogue


def percent(share: float, words: Catalogue, sign: Literal["", "+"] = "") -> str:
    """With "+" as the sign, a change."""
    number = f"{round(100 * share, 1) + 0.0:{sign}.1f}"  # never -0.0
    return words.text("analyse.percent", number=decimal(number, words))


def signed(points: float, words: Catalogue) -> str:
    """A lead or a change, with its sign."""
    return decimal(f"{round(points, 1) + 0.0:+.1f}", words)


def decimal(number: str, words: Catalogue) -> str:
    """With the comma that five of our six languages write."""
    return number if words.language == "en" else number.replace(".", ",")
