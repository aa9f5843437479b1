"""A match or a tournament as one JSON document: what was asked for, played and found."""

from __future__ import annotations

from math import isfinite
from typing import Any

from .. import __version__
from . import statistics
from .match import MatchResults, Standing
from .ratings import Anchor, rate
from .statistics import Sprt
from .tournament import TournamentResults


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


def tournament_document(
    results: TournamentResults, anchor: Anchor | None = None, interrupted: bool = False
) -> dict[str, Any]:
    """The same for a tournament: the rating list, and all games by pairing."""
    bots = results.tournament.bots
    ratings = rate(results.scores, len(bots), anchor) if results.found else []
    return {
        **results.tournament.to_json(),
        "planned_games": results.tournament.total,
        "interrupted": interrupted,
        "ratings": [
            {"bot": bot, "elo": rating.elo, "interval": list(rating.interval)}
            for bot, rating in zip(bots, ratings, strict=False)
        ],
        "pairings": [
            {"bots": [bots[one], bots[other]], "games": [game.to_json() for game in games]}
            for ((one, other), _), games in results.found.items()
        ],
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
