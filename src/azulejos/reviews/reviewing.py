"""A record, judged ply by ply.

The curve has a value V for every ply: that of the best move where somebody moves, the average over
sampled deals where a deal is due, the result at the end. What happens between two values is luck
where a deal was made, error where the move was not the best, and what is left of the difference
goes to the remainder. So the sum over the game is its result, whatever the judge is worth.

The luck of a deal needs the same judge for the deal that came and for those that might have come:
the round, played to its end by weak players (`deals.py`), each time from scratch. Then its mean is
0, however good they are. The deal that came is played often, because each time says little.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from dataclasses import replace
from hashlib import sha256
from itertools import repeat
from math import fsum
from typing import TypeVar

from ..analysis.errors import AnalysisError
from ..analysis.evaluation import Evaluator
from ..analysis.ranking import analyse, same_move
from ..analysis.searching import network_of, state_of
from ..analysis.values import Analysis, RankedMove
from ..core import Generator as Chance
from ..core import State
from ..notation import Record
from ..protocol import Limit
from ..rules import Deal, Move, Phase, Position, play
from ..search.calibration import Estimate, shares_of
from .deals import Average, RoundPlayer, average_of, luck_of
from .errors import ReviewError
from .ledgers import ledgers_of
from .values import (
    Decision,
    Luck,
    Progress,
    Review,
    Stake,
    Worth,
    judgement_of,
    worth_on_grid,
)

NODES = {2: 200_000, 3: 100_000, 4: 80_000}
"""For each decision, by the number of players, if nobody says how many."""
DEALS = 96
"""That might have come. The one that came is played half as often, which is enough."""
OBVIOUS = 0.10  # how far the best move is ahead if it is obvious
AT_STAKE = 0.02  # what the worst move costs at least, if there is something to decide

PORTION = 12  # rounds that are played in one step

Report = Callable[[Progress], None]
Found = TypeVar("Found")
Steps = Generator[Progress | None, None, Found]
"""Work in small steps: how far it is, where that has changed."""


def review(
    record: Record,
    *,
    nodes: int | None = None,
    deals: int = DEALS,
    threads: int = 1,
    report: Report | None = None,
) -> Review:
    """What each move and each deal of a record was worth.

    `nodes` is how many positions are looked at for each decision, `deals` with how many others each
    deal is compared. `report` is told at once the curve as the network alone sees it, and then how
    it gets better, ply by ply. With one thread the same record has the same review.

    Raises NotationError at a move that does not fit, ReviewError if nobody has moved.
    """
    steps = review_steps(record, nodes=nodes, deals=deals, threads=threads)
    while True:
        try:
            progress = next(steps)
        except StopIteration as ended:
            found: Review = ended.value
            return found
        if progress is not None and report is not None:
            report(progress)


def review_steps(
    record: Record, *, nodes: int | None = None, deals: int = DEALS, threads: int = 1
) -> Steps[Review]:
    """The same for whoever has other things to do in between: a step takes a fraction of a second.

    Raises at once what `review` raises.
    """
    if nodes is not None and (type(nodes) is not int or nodes < 1):
        raise AnalysisError("bad_limit", limit="nodes", value=str(nodes))
    if type(deals) is not int or deals < 2:
        raise AnalysisError("bad_deals", value=str(deals))
    positions, moves = _replayed(record)
    game = _Game(record, positions, moves, nodes or NODES[record.players], deals, threads)
    return game.steps()


def _replayed(record: Record) -> tuple[list[Position], list[Move]]:
    """All positions, the first one included; raises NotationError, ReviewError."""
    steps = list(record.replay())
    if all(isinstance(step.move, Deal) for step in steps):
        raise ReviewError("nothing_to_review")
    positions = [record.start(), *(step.position for step in steps)]
    record.check_result(positions[-1])
    return positions, [step.move for step in steps]


class _Game:
    """Judges the positions of one record one after the other."""

    def __init__(
        self,
        record: Record,
        positions: list[Position],
        moves: list[Move],
        nodes: int,
        samples: int,
        threads: int,
    ) -> None:
        self._record = record
        self._positions = positions
        self._moves = moves
        self._nodes = nodes
        self._samples = samples
        self._threads = threads
        network = network_of(positions[0])
        self._at_once = Evaluator(network, Limit())
        # From all moves: games that begin alike must not be compared with the same few deals.
        text = " ".join(map(str, moves))
        self._chance = Chance(int.from_bytes(sha256(text.encode()).digest()[:8], "big"))
        self._rounds = RoundPlayer(network, nodes, self._chance)
        self._decisions: list[Decision] = []
        self._deals: list[Luck] = []
        self._kept: tuple[Position, Analysis] | None = None

    def steps(self) -> Steps[Review]:
        curve = [_worth(self._at_once.estimate(state_of(each))) for each in self._positions]
        yield Progress(0, len(self._moves), tuple(curve))
        for ply, position in enumerate(self._positions):
            curve[ply] = yield from self._value(ply, position)
            yield Progress(min(ply + 1, len(self._moves)), len(self._moves), tuple(curve))
        final = self._positions[-1]
        return Review(
            rules=str(final.rules),
            players=final.players,
            names=self._record.names,
            finished=final.phase is Phase.OVER,
            scores=tuple(board.score for board in final.boards),
            curve=tuple(curve),
            decisions=tuple(self._decisions),
            deals=tuple(self._deals),
            ledgers=ledgers_of(curve, self._decisions, self._deals),
            nodes=self._nodes,
            samples=self._samples,
        )

    def _value(self, ply: int, position: Position) -> Steps[Worth]:
        """What the position is worth; keeps what that says about the move that was made there."""
        if position.phase is Phase.OVER:
            return _worth(self._at_once.estimate(state_of(position)))
        if position.phase is Phase.PREPARATION:
            return (yield from self._deal(ply, position))
        found = self._analysis(position)
        if ply < len(self._moves):
            self._decisions.append(self._decision(ply, position, found))
        return _worth_of_analysis(found)

    def _analysis(self, position: Position) -> Analysis:
        """Kept for the next ply, which is looked at twice."""
        if self._kept is None or self._kept[0] is not position:
            found = analyse(position, nodes=self._nodes, threads=self._threads)
            self._kept = position, found
        return self._kept[1]

    def _decision(self, ply: int, position: Position, found: Analysis) -> Decision:
        """With three or four players a tree looks closely at few moves, and may wrong the others.

        So both moves are searched once more, each from the position after it. That says what the
        move changed for all players; but it counts only as far as the first search saw a loss too.
        """
        decision = decision_of(ply, position, self._moves[ply], found)
        if position.players == 2 or not decision.loss:
            return decision
        best_value = self._value_after(play(position, decision.best).position)
        value = self._value_after(self._positions[ply + 1])
        mover = position.turn - 1
        loss = best_value.chances[mover] - value.chances[mover]
        if loss > 0:
            value = _between(best_value, value, min(1.0, decision.loss / loss))
        # A trace of a loss may be gone, or worse, when all chances are rounded to add up to 1.
        if value.chances[mover] >= best_value.chances[mover]:
            return replace(
                decision,
                best=decision.move,
                best_line=decision.line,
                best_value=decision.value,
                judgement=judgement_of(0.0),
            )
        judged = replace(decision, value=value, best_value=best_value)
        return replace(judged, judgement=judgement_of(judged.loss))

    def _value_after(self, position: Position) -> Worth:
        """Where the round has ended, the network judges, as it does at the ends of a search."""
        if position.phase in (Phase.OVER, Phase.PREPARATION):
            return _worth(self._at_once.estimate(state_of(position)))
        return _worth_of_analysis(self._analysis(position))

    def _deal(self, ply: int, position: Position) -> Steps[Worth]:
        mean = yield from self._sampled(state_of(position))
        if ply < len(self._moves):
            dealt = state_of(self._positions[ply + 1])
            came = yield from self._played(repeat(dealt, max(2, self._samples // 2)))
            self._deals.append(Luck(ply, position.round, *luck_of(came, mean)))
        return mean.worth

    def _sampled(self, before: State) -> Steps[Average]:
        """The deals that might have come, each played once."""

        def dealt() -> State:
            state = before.copy()
            state.deal(self._chance)
            return state

        return self._played(dealt() for _ in range(self._samples))

    def _played(self, states: Iterable[State]) -> Steps[Average]:
        found: list[Estimate] = []
        for number, state in enumerate(states):
            if number % PORTION == PORTION - 1:
                yield None
            found.append(self._rounds.estimate(state))
        return average_of(found)


def _worth(estimate: Estimate) -> Worth:
    return worth_on_grid(estimate.chances, estimate.leads)


def _worth_of_move(ranked: RankedMove) -> Worth:
    return worth_on_grid(ranked.chances, ranked.leads)


def _worth_of_analysis(found: Analysis) -> Worth:
    """As much as the best move; after a tree search, as the moves that it tried, by its visits.

    The tree has an average for the mover alone: what the others can expect is read at the ends of
    lines, and the ends of many lines say more than that of one.
    """
    tried = {(each.visits, each.chances, each.leads) for each in found.moves if each.visits}
    if not tried:
        return _worth_of_move(found.best)
    visits = sum(number for number, _, _ in tried)
    chances = zip(*([n * chance for chance in chances] for n, chances, _ in tried), strict=True)
    leads = zip(*([n * lead for lead in leads] for n, _, leads in tried), strict=True)
    return worth_on_grid(
        shares_of(list(map(fsum, chances))), [fsum(each) / visits for each in leads]
    )


def _between(one: Worth, other: Worth, part: float) -> Worth:
    """So far on the way from one to the other."""
    way = other - one
    return worth_on_grid(
        shares_of([a + part * b for a, b in zip(one.chances, way.chances, strict=True)]),
        [a + part * b for a, b in zip(one.leads, way.leads, strict=True)],
    )


def decision_of(ply: int, position: Position, move: Move, found: Analysis) -> Decision:
    """A move beside the best one of an analysis."""
    played = next(ranked for ranked in found.moves if ranked.move == move)
    best = played if same_move(position, move, found.best.move) else found.best
    return Decision(
        ply=ply,
        player=position.turn,
        position=position,
        move=move,
        best=best.move,
        value=_worth_of_move(played),
        best_value=_worth_of_move(best),
        line=played.line,
        best_line=best.line,
        exact=found.exact,
        stake=_stake(position, played, found),
        judgement=judgement_of(played.loss),
        ranked=found.moves,
    )


def _stake(position: Position, played: RankedMove, found: Analysis) -> Stake:
    others = [each for each in found.moves if not same_move(position, each.move, found.best.move)]
    if not others:
        return Stake.FORCED
    if others[-1].loss < AT_STAKE:
        return Stake.IDLE
    if others[0].loss >= OBVIOUS and not played.loss:
        return Stake.OBVIOUS
    return Stake.REAL
