"""All legal moves of a position by their value, while the search deepens."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from ..core import move_of
from ..protocol import Limit
from ..rules import Move, Position, Take, UsageError
from ..search import Network, SearchResult
from ..search.calibration import Calibration, Judgement, calibrations_of, judge_line
from .errors import AnalysisError
from .searching import TilingLines, checked_limits, network_of, searcher_of, state_of
from .values import Analysis, RankedMove

LAST_ITERATIONS = 3  # those that show whether a value has settled


def analyse(
    position: Position,
    *,
    movetime: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    threads: int = 1,
) -> Analysis:
    """All legal moves, the best first, as far as the limit lets the search see.

    `movetime` is milliseconds of CPU time of each thread; more than one see further, but not the
    same every time. Raises AnalysisError without a limit, and UsageError
    where nobody is to move: `evaluate` judges such positions.

    >>> from azulejos import Game
    >>> found = analyse(Game(seed=1).position, nodes=500)
    >>> found.best.loss, found.moves[-1].loss > 0
    (0.0, True)
    """
    *_, last = analyses(position, movetime=movetime, nodes=nodes, depth=depth, threads=threads)
    return last


def analyses(
    position: Position,
    *,
    movetime: int | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    threads: int = 1,
) -> Iterator[Analysis]:
    """What `analyse` knows after each iteration of the search; the last is its answer."""
    limits = checked_limits(Limit(movetime, nodes, depth))
    if type(threads) is not int or threads < 1:
        raise AnalysisError("bad_limit", limit="threads", value=str(threads))
    state = state_of(position)
    if not state.legal_actions():
        raise UsageError("no_move_due")
    ranker = _Ranker(network_of(position), position)
    rankings = searcher_of(ranker.network, threads).rankings(state, *limits)
    return (ranker.analysis(ranking) for ranking in rankings)


class _Ranker:
    """Makes an analysis of each ranking, and remembers how the values moved."""

    def __init__(self, network: Network, position: Position) -> None:
        self.network = network
        self._position = position
        self._state = state_of(position)
        self._tiling = TilingLines(network)
        self._calibrations = calibrations_of(network.card)
        self._values: dict[Move, list[float]] = defaultdict(list)
        self._twins = twins_of(position)

    def analysis(self, ranking: list[SearchResult]) -> Analysis:
        lines = [self._tiling.complete(self._state, result.line) for result in ranking]
        main = self._judge(ranking[0], lines[0])  # The search's own favourite comes first.
        calibration = self._calibrations.at(ranking[0].nodes)
        pairs = zip(ranking, lines, strict=True)
        found = [self._ranked(calibration, *pair, main) for pair in pairs]
        mover = self._position.turn - 1
        found.sort(key=lambda ranked: (ranked.value, ranked.leads[mover]), reverse=True)
        best = found[0].value
        compared = [replace(ranked, loss=best - ranked.value) for ranked in found]
        moves = [twin for ranked in compared for twin in self._each(ranked)]
        deepest = ranking[0]
        return Analysis(tuple(moves), deepest.depth, deepest.nodes, deepest.solved)

    def _judge(self, result: SearchResult, line: tuple[int, ...]) -> Judgement:
        value = result.value if result.depth else None
        return judge_line(self.network, self._state, line, value)

    def _ranked(
        self,
        calibration: Calibration,
        result: SearchResult,
        line: tuple[int, ...],
        main: Judgement,
    ) -> RankedMove:
        judgement = self._judge(result, line)
        chances, leads = calibration.estimate_move(judgement, main, result.solved)
        move, value = move_of(result.action), chances[self._position.turn - 1]
        self._values[move].append(value)
        last = self._values[move][-LAST_ITERATIONS:]
        return RankedMove(
            move=move,
            value=value,
            loss=0.0,
            chances=chances,
            leads=leads,
            line=tuple(map(move_of, line)),
            exact=result.solved,
            depth=result.depth,
            visits=result.visits,
            swing=0.0 if result.solved else max(last) - min(last),
        )

    def _each(self, ranked: RankedMove) -> Iterator[RankedMove]:
        """The move from each display that holds the same, of which the search tried only one."""
        yield ranked
        if isinstance(ranked.move, Take):
            for other in self._twins.get(ranked.move.source, ()):
                line = tuple(_swapped(move, ranked.move.source, other) for move in ranked.line)
                yield replace(ranked, move=line[0], line=line)


def twins_of(position: Position) -> dict[int, list[int]]:
    """For each display the others that hold the same."""
    numbers = range(1, len(position.displays) + 1)
    return {
        number: [
            n for n in numbers if n != number and position.source(n) == position.source(number)
        ]
        for number in numbers
    }


def same_move(position: Position, one: Move, other: Move) -> bool:
    """The same move, perhaps from another display that holds the same tiles."""
    if one == other:
        return True
    if not isinstance(one, Take) or not isinstance(other, Take):
        return False
    alike = (one.kinds, one.line) == (other.kinds, other.line)
    return alike and other.source in twins_of(position).get(one.source, ())


def _swapped(move: Move, one: int, other: int) -> Move:
    """The same move where two displays have changed places."""
    if not isinstance(move, Take) or move.source not in (one, other):
        return move
    return replace(move, source=one + other - move.source)
