"""What was thought in games, and how they ended: a table that parameters are fitted to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ...analysis.searching import TilingLines
from ...search import Network
from ...search.calibration import Judgement, judge_line, judge_state
from .games import Game, positions_of


@dataclass(frozen=True)
class Observations:
    """Judgements of positions and how the games ended; a row a position, a column a seat."""

    game: Any
    mover: Any  # the seat that the search was made for, -1 if only the network was asked
    deep: Any  # was the search a long one?
    exact: Any  # is the result known, as in a finished line of a solved round?
    values: Any
    results: Any  # the share of the win at the end of the expected line; -1 if it goes on
    leads: Any
    won: Any  # the share of the win in the end
    final_leads: Any

    @property
    def players(self) -> int:
        return int(self.values.shape[1])

    def where(self, mask: Any) -> Observations:
        return Observations(*(column[mask] for column in vars(self).values()))

    @property
    def kinds(self) -> dict[str, Any]:
        """Which rows were judged how."""
        searched = self.mover >= 0
        return {"search": searched & ~self.deep, "deep": self.deep, "network": ~searched}


def join(parts: list[Observations]) -> Observations:
    columns = zip(*(vars(part).values() for part in parts), strict=True)
    return Observations(*(np.concatenate(column) for column in columns))


def observe_games(network: Network, games: list[Game]) -> Observations:
    tiling = TilingLines(network)
    return join([_observe(network, tiling, game) for game in games])


def _observe(network: Network, tiling: TilingLines, game: Game) -> Observations:
    """Every position, judged by the network alone and, where a move was due, by the searches."""
    judged: list[_Row] = []
    for state, decision in positions_of(network, game):
        judgement = judge_state(network, state)
        judged.append(_Row(judgement, judgement.results is not None))
        if decision is None:
            continue
        for found in (decision.found, decision.deep):
            if found is not None:
                line = tiling.complete(state, found.line)
                judgement = judge_line(network, state, line, found.value)
                exact = found.solved and judgement.results is not None
                judged.append(_Row(judgement, exact, found is decision.deep))
    end = judged.pop().judgement
    return _table(game.seed, judged, end)


class _Row(NamedTuple):
    judgement: Judgement
    exact: bool
    deep: bool = False


def _table(seed: int, rows: list[_Row], end: Judgement) -> Observations:
    judgements = [row.judgement for row in rows]
    unknown = (-1.0,) * len(end.leads)
    return Observations(
        game=np.full(len(rows), seed),
        mover=np.array([-1 if each.mover is None else each.mover for each in judgements]),
        deep=np.array([row.deep for row in rows]),
        exact=np.array([row.exact for row in rows]),
        values=np.array([each.values for each in judgements]),
        results=np.array([each.results or unknown for each in judgements]),
        leads=np.array([each.leads for each in judgements]),
        won=np.tile(end.results or unknown, (len(rows), 1)),
        final_leads=np.tile(end.leads, (len(rows), 1)),
    )
