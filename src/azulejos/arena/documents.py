"""A match as one JSON document: everything that was asked for, played and found."""

from __future__ import annotations

from math import isfinite
from typing import Any

from .. import __version__, statistics
from ..statistics import Sprt
from .match import MatchResults, Standing


def match_document(
    tally: MatchResults, planned: int, sprt: Sprt | None = None, interrupted: bool = False
) -> dict[str, Any]:
    """Fit for `json.dump(…, allow_nan=False)`: what is infinite or unknown is null."""
    contest = tally.contest.to_json()
    return {
        "azulejos": __version__,
        "date": contest.pop("date"),
        **contest,
        "planned_games": planned,
        "interrupted": interrupted,
        "deal_seeds": [tally.contest.deal_seed(n + 1) for n in range(tally.groups)],
        "result": _result(tally),
        "sprt": _sprt(tally, sprt) if sprt else None,
        "failures": [
            {"game": game.scheduled.number} | game.to_json()["failure"]
            for game in tally.games
            if game.failure
        ],
        "games": [game.to_json() for game in tally.games],
    }


def _result(tally: MatchResults) -> dict[str, Any]:
    result: dict[str, Any] = {
        "games": len(tally.counted),
        "groups": tally.groups,
        "expected_share": 1 / tally.contest.players,
        "bots": [_standing(standing) for standing in tally.standings],
    }
    if tally.contest.players == 2:
        outcomes = tally.outcomes[0]
        low, high = statistics.elo_interval(outcomes)
        difference = statistics.elo_of(statistics.mean(outcomes))
        result |= {
            "elo": {"difference": _finite(difference), "low": _finite(low), "high": _finite(high)},
            "likelihood_of_superiority": statistics.superiority(outcomes),
            "pairs": tally.pairs,
        }
    return result


def _standing(standing: Standing) -> dict[str, Any]:
    return standing._asdict() | {"interval": list(standing.interval)}


def _sprt(tally: MatchResults, sprt: Sprt) -> dict[str, Any]:
    return sprt._asdict() | {
        "llr": sprt.llr(tally.outcomes[0]),
        "lower": sprt.lower,
        "upper": sprt.upper,
        "verdict": sprt.verdict(tally.outcomes[0]) or None,
    }


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None
