"""Why a move that is advised is better than the one that its player would think of.

The other move is what brings most at the next tiling; if that is the advised one itself, the next
best that a short search finds. Each is searched from the position after it, so that both are judged
alike. Where that gives no clear reason, there is none.
"""

from __future__ import annotations

from dataclasses import dataclass

from ..analysis.evaluation import Evaluator
from ..analysis.ranking import analyse, same_move
from ..analysis.searching import network_of, state_of
from ..bots.simple import greedy_value
from ..core import move_of
from ..protocol import Limit
from ..rules import Move, Position, legal_moves, play
from ..rules.names import Name
from ..search.calibration import Estimate
from .explanations import compare_lines, gain_of
from .values import Explanation

WORTH_TELLING = 1.0  # points; less is within what a short search errs by
LINE_NODES = 200  # for each move that a line lacks to the end of the round


class Other(Name):
    """The move that an advised one is compared with."""

    TEMPTING = "tempting"  # it brings more at the next tiling
    NEXT = "next"  # it is the next best


@dataclass(frozen=True, slots=True)
class Comparison:
    """Why the advised move is better than another one."""

    other: Other
    move: Move
    why: Explanation


def compare_advice(position: Position, advised: Move, limit: Limit) -> Comparison | None:
    """None where there is no clear reason; looks three times at most, each within the limit."""
    found = _tempting(position, advised) or _next_best(position, advised, limit)
    if found is None:
        return None
    other, move = found
    judge = Evaluator(network_of(position), limit)
    better, worse = (_looked_at(judge, position, each) for each in (advised, move))
    mover = position.turn - 1
    gap = better.estimate.leads[mover] - worse.estimate.leads[mover]
    if gap < WORTH_TELLING or better.estimate.chances[mover] <= worse.estimate.chances[mover]:
        return None
    why = compare_lines(position, better.line, worse.line, gap=gap, nodes=LINE_NODES)
    return Comparison(other, move, why) if why.is_clear and _is_simple(why) else None


def _is_simple(why: Explanation) -> bool:
    """Does much less speak against the move than for it? Else it takes a judge, not a sentence."""
    against = -sum(min(part.points, 0.0) for part in why.parts)
    return against <= (why.gap + against) / 2


@dataclass(frozen=True, slots=True)
class _Looked:
    """A move, with what is expected to follow."""

    estimate: Estimate
    line: tuple[Move, ...]


def _looked_at(judge: Evaluator, position: Position, move: Move) -> _Looked:
    estimate, line = judge.look(state_of(play(position, move).position))
    return _Looked(estimate, (move, *map(move_of, line)))


def _tempting(position: Position, advised: Move) -> tuple[Other, Move] | None:
    """Only where it brings more at once."""
    gains = {move: gain_of(position, move) for move in legal_moves(position)}
    most = max(gains.values())
    if most == gains[advised]:
        return None
    equals = [move for move, gain in gains.items() if gain == most]
    return Other.TEMPTING, max(equals, key=lambda move: greedy_value(position, move))


def _next_best(position: Position, advised: Move, limit: Limit) -> tuple[Other, Move] | None:
    if all(same_move(position, move, advised) for move in legal_moves(position)):
        return None
    ranked = analyse(position, **limit.given).moves
    others = [each.move for each in ranked if not same_move(position, each.move, advised)]
    return Other.NEXT, others[0]
