"""What a study's games tell about its bots: shares and scores, with intervals.

The unit is the game. A move is none: a game has dozens of them, and all share one result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..statistics import Estimate, estimate_mean, estimate_share


class BotSummary(NamedTuple):
    """How a bot fared, over all seats or in one of them."""

    bot: str
    seat: int | None  # from 1; None: all seats
    games: int
    share: Estimate  # of the wins
    score: Estimate


def summarise(folder: Path | str) -> list[BotSummary]:
    """Of each bot in a folder of self-play, then of each in each seat; reads a row a game.

    In a game in which a bot has several seats it counts with the mean of them.
    """
    import pyarrow.parquet as pq

    columns = ["bots", "outcomes", "scores"]
    return summary_of(pq.read_table(Path(folder) / "games", columns=columns).to_pylist())


def summary_of(games: Iterable[Mapping[str, Any]]) -> list[BotSummary]:
    """The same, from the rows of games."""
    found: dict[tuple[str, int | None], list[tuple[float, float]]] = {}
    for game in games:
        results = list(zip(game["outcomes"], game["scores"], strict=True))
        for seat, (bot, result) in enumerate(zip(game["bots"], results, strict=True), start=1):
            found.setdefault((bot, seat), []).append(result)
        for bot in dict.fromkeys(game["bots"]):
            own = [
                result for name, result in zip(game["bots"], results, strict=True) if name == bot
            ]
            means = (sum(column) / len(own) for column in zip(*own, strict=True))
            found.setdefault((bot, None), []).append((next(means), next(means)))
    order = sorted(found, key=lambda key: (key[1] is not None, key[0], key[1] or 0))
    return [_summary(*key, found[key]) for key in order if len(found[key]) > 1]


def _summary(bot: str, seat: int | None, results: list[tuple[float, float]]) -> BotSummary:
    shares, scores = zip(*results, strict=True)
    return BotSummary(bot, seat, len(results), estimate_share(shares), estimate_mean(scores))
