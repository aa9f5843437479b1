"""What a position is worth: by its result, by the network, by a search, or averaged over deals."""

from __future__ import annotations

from math import fsum, sqrt
from statistics import stdev

from ..core import Generator, State
from ..protocol import Limit
from ..rules import Position
from ..search import Network, SearchResult
from ..search.calibration import Estimate, calibrations_of, judge_line, judge_state, shares_of
from .errors import AnalysisError
from .searching import TilingLines, checked_limits, network_of, searcher_of, state_of
from .values import Evaluation

DEALS = 32  # that are sampled if nobody says how many


def evaluate(
    position: Position,
    *,
    movetime: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    deals: int | None = None,
    seed: int = 0,
) -> Evaluation:
    """The winning chances and expected leads of all players.

    Without a limit the network judges at once. With one (`movetime` in milliseconds of CPU time,
    `nodes`, `depth`) the search looks ahead to the end of the round. Where a deal is due, a limit
    or a number of `deals` makes it the average over sampled deals, each evaluated within the limit;
    the same `seed` samples the same deals. A game that is over has its result.

    >>> from ..rules import start
    >>> evaluate(start(2)).error
    0.0
    >>> evaluate(start(2), deals=8).error > 0
    True
    """
    if deals is not None and (type(deals) is not int or deals < 2):
        raise AnalysisError("bad_deals", value=str(deals))
    limit = Limit(movetime, nodes, depth)
    state = state_of(position)
    evaluator = Evaluator(network_of(position), limit)
    if state.deal_is_due and (limit.given or deals):
        return _average(evaluator, state, deals or DEALS, seed)
    chances, leads = evaluator.estimate(state)
    return Evaluation(chances, leads, final=state.is_over)


class Evaluator:
    """Judges states of one kind of game, each as if it were the only one."""

    def __init__(self, network: Network, limit: Limit) -> None:
        self._network = network
        self._calibrations = calibrations_of(network.card)
        self._tiling = TilingLines(network)
        self._limits = checked_limits(limit) if limit.given else None
        self._searcher = searcher_of(network) if limit.given else None

    def estimate(self, state: State) -> Estimate:
        return self.look(state)[0]

    def look(self, state: State) -> tuple[Estimate, tuple[int, ...]]:
        """With the actions that are expected; none where nothing was searched."""
        if self._searcher is not None and self._limits is not None and state.legal_actions():
            self._searcher.forget()
            found = self._searcher.think(state, *self._limits)
            if found.depth:  # else there was no time to search
                return self._of_search(state, found)
        return self._calibrations.few.estimate(judge_state(self._network, state)), ()

    def _of_search(self, state: State, found: SearchResult) -> tuple[Estimate, tuple[int, ...]]:
        line = self._tiling.complete(state, found.line)
        judgement = judge_line(self._network, state, line, found.value)
        return self._calibrations.at(found.nodes).estimate(judgement, found.solved), line


def _average(evaluator: Evaluator, state: State, deals: int, seed: int) -> Evaluation:
    generator = Generator(seed)
    found = []
    for _ in range(deals):
        dealt = state.copy()
        dealt.deal(generator)
        found.append(evaluator.estimate(dealt))
    chances = list(zip(*(estimate.chances for estimate in found), strict=True))
    leads = zip(*(estimate.leads for estimate in found), strict=True)
    return Evaluation(
        chances=shares_of([fsum(each) for each in chances]),
        leads=tuple(fsum(each) / deals for each in leads),
        error=max(stdev(each) for each in chances) / sqrt(deals),
        deals=deals,
    )
