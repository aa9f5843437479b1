"""Why one move is better than another: two expected lines, compared by what happens in them.

Both lines are played to the end of the round by the law, whose events and scores are facts. What
starting the next round is worth, the network says about the better line's end with either starter.
Whatever is then left of the gap is the judgement of the wall to come.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ..analysis.evaluation import Evaluator
from ..analysis.searching import network_of, searcher_of, state_of
from ..core import move_of
from ..protocol import Limit
from ..rules import Event, Move, Phase, Position, legal_moves, play, preview
from ..rules.events import BonusScored, FloorCharged, Tiled
from .values import GRID, Decision, Explanation, Part, PartKind, Sight

NODES = 2000  # for each move that a line lacks to the end of the round


def explain(decision: Decision) -> Explanation:
    """Why the best move was better than the one that was played."""
    return compare_lines(decision.position, decision.best_line, decision.line, gap=decision.points)


def compare_lines(
    position: Position,
    better: Sequence[Move],
    worse: Sequence[Move],
    *,
    gap: float,
    nodes: int = NODES,
) -> Explanation:
    """The parts of a gap in points between two moves of the player to move.

    The lines begin with the two moves; where they end before the round, a search of so many nodes
    adds each move.
    """
    player = position.turn
    player_lines = _LinePlayer(position, nodes)
    one, other = player_lines.play_out(better), player_lines.play_out(worse)
    gap = round(GRID * gap) / GRID
    parts = [
        Part(PartKind.TILES, one.tiles(player) - other.tiles(player)),
        Part(PartKind.FLOOR, other.floor(player) - one.floor(player)),
        Part(PartKind.BONUS, one.bonus(player) - other.bonus(player)),
        Part(PartKind.RIVAL, other.best_rival(player) - one.best_rival(player)),
        Part(PartKind.START, _worth_of_starting(one, other, player)),
    ]
    rest = gap - sum(part.points for part in parts)
    found = [part for part in (*parts, Part(PartKind.WALL, rest)) if part.points]
    return Explanation(
        better=one.moves,
        worse=other.moves,
        parts=tuple(sorted(found, key=lambda part: part.kind is PartKind.WALL)),
        gap=gap,
        ends=(one.ends, other.ends),
        starters=(one.end.starter, other.end.starter),
        sight=_sight(position, one.moves[0], other.moves[0]),
    )


@dataclass(frozen=True)
class _Line:
    """A line to the end of the round, and what happened in it."""

    moves: tuple[Move, ...]
    events: tuple[Event, ...]
    end: Position

    @property
    def ends(self) -> bool:
        return self.end.phase is Phase.OVER

    def tiles(self, player: int) -> float:
        found = [event for event in self.events if isinstance(event, Tiled)]
        return float(sum(event.points for event in found if event.player == player))

    def floor(self, player: int) -> float:
        found = [event for event in self.events if isinstance(event, FloorCharged)]
        return float(sum(event.lost for event in found if event.player == player))

    def bonus(self, player: int) -> float:
        found = [event for event in self.events if isinstance(event, BonusScored)]
        return float(sum(event.points for event in found if event.player == player))

    def best_rival(self, player: int) -> float:
        boards = enumerate(self.end.boards, start=1)
        return float(max(board.score for seat, board in boards if seat != player))


class _LinePlayer:
    """Plays lines of one position to the end of the round."""

    def __init__(self, position: Position, nodes: int) -> None:
        self._position = position
        self._nodes = nodes
        self._searcher = searcher_of(network_of(position))

    def play_out(self, line: Sequence[Move]) -> _Line:
        position, events, moves = self._position, list[Event](), list[Move]()
        given = iter(line)
        while position.phase in (Phase.OFFER, Phase.TILING):
            move = next(given, None) or self._next_move(position)
            played = play(position, move)
            position = played.position
            moves.append(move)
            events += played.events
        return _Line(tuple(moves), tuple(events), position)

    def _next_move(self, position: Position) -> Move:
        self._searcher.forget()
        return move_of(self._searcher.think(state_of(position), nodes=self._nodes).action)


def _worth_of_starting(one: _Line, other: _Line, player: int) -> float:
    """What the better line's end is worth more because of who starts the next round."""
    starter = other.end.starter
    if one.ends or other.ends or one.end.starter == starter:
        return 0.0
    judge = Evaluator(network_of(one.end), Limit())
    swapped = replace(one.end, starter=starter, turn=starter)
    leads = [judge.estimate(state_of(end)).leads[player - 1] for end in (one.end, swapped)]
    return round(GRID * (leads[0] - leads[1])) / GRID


def _sight(position: Position, better: Move, worse: Move) -> Sight:
    if gain_of(position, better) > gain_of(position, worse):
        return Sight.AT_ONCE
    if _gain_after_reply(position, better) > _gain_after_reply(position, worse):
        return Sight.REPLY
    return Sight.ROUND


def gain_of(position: Position, move: Move) -> int:
    """What the next tiling brings more with the move, floor included."""
    look = preview(position, move)
    return look.points - look.penalty


def _gain_after_reply(position: Position, move: Move) -> int:
    after = play(position, move).position
    gain = gain_of(position, move)
    if after.phase is not Phase.OFFER:
        return gain
    return gain - max(gain_of(after, reply) for reply in legal_moves(after))
