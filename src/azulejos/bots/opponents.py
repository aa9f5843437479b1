"""The bots of the levels: they choose among the moves that they notice, each by its own lights."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from random import Random

from ..protocol import Limit, Thought
from ..protocol.contract import Report
from ..rules import FLOOR, Move, Position, Take, preview
from .levels import Level
from .searching import SearchBot, state_of, strongest_searcher
from .sight import noticed
from .simple import GreedyBot, InstantBot, best_of, choices


def level_bot(
    level: Level, generator: Random, fixed_strength: bool = False, threads: int = 1
) -> PointsBot | LookaheadBot:
    """The bot that plays like this; of fixed strength: also if it may think for longer.

    More threads are for the strongest, which has a limit in time.
    """
    if level.looks_ahead:
        threads = threads if level.movetime else 1
        return (FixedStrengthBot if fixed_strength else LookaheadBot)(level, generator, threads)
    return (PointsBot if level.judgement == "points" else NetworkBot)(level, generator)


class PointsBot(InstantBot):
    """Counts the points of the next tiling, more or less; no thought for others or for later."""

    def __init__(self, level: Level, generator: Random) -> None:
        self.name = level.name
        self._level = level
        self._generator = generator

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        sight = self._level.sight_with(position.players)
        moves = noticed(position, choices(position), sight, self._generator)
        return Thought(self._favourite(position, moves))

    def _favourite(self, position: Position, moves: Sequence[Move]) -> Move:
        return best_of(moves, lambda m: level_value(position, m, self._level), self._generator)


class NetworkBot(PointsBot):
    """Knows what a board is worth, but does not ask what the others will do."""

    def _favourite(self, position: Position, moves: Sequence[Move]) -> Move:
        moves = without_waste(moves, choices(position))
        state = state_of(position)
        if state is None:
            return GreedyBot(self._generator).choose(position).move
        from ..core import action_of
        from ..search import load_network

        network = load_network(str(position.rules), position.players)
        values = dict(network.evaluate_actions(state))
        return best_of(moves, lambda move: values[action_of(move)], self._generator)


class LookaheadBot(SearchBot):
    """Looks ahead, from the moves that it notices on."""

    def __init__(self, level: Level, generator: Random, threads: int = 1) -> None:
        make_searcher = partial(strongest_searcher, threads=threads)
        super().__init__(level.name, level.default_limit(2), make_searcher, generator)
        self._level = level
        self._generator = generator

    def default_limit(self, position: Position) -> Limit:
        return self._level.default_limit(position.players)

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        moves = choices(position)
        sight = self._level.sight_with(position.players)
        seen = noticed(position, moves, sight, self._generator)
        if len(seen) == len(moves):
            return super().choose(position, limit, report)
        return self.choose_among(position, seen, limit)


class FixedStrengthBot(LookaheadBot):
    """Never looks further ahead than its level does, however long it may think."""

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        most = self.default_limit(position).nodes
        if limit != Limit() and most is not None:
            limit = limit._replace(nodes=min(most, limit.nodes or most))
        return super().choose(position, limit, report)


def without_waste(moves: Sequence[Move], legal: Sequence[Move]) -> list[Move]:
    """The moves without whole takes to the floor that a line is open to.

    Such a take can be right, but only who looks ahead knows when; by others it looks like a bug.
    """
    takes = [move for move in legal if isinstance(move, Take) and move.line != FLOOR]
    laid = {(take.source, take.kinds) for take in takes}
    return [
        move
        for move in moves
        if not (isinstance(move, Take) and move.line == FLOOR and (move.source, move.kinds) in laid)
    ]


def level_value(position: Position, move: Move, level: Level) -> tuple[float, int]:
    """Like `greedy_value`, but with the level's idea of floors and of complete lines."""
    look = preview(position, move)
    if not isinstance(move, Take):
        return look.score, 0
    share = look.laid / move.line if move.line != FLOOR else 0.0
    hopes = level.eagerness if look.completes else 0.0
    return look.points - level.floor * look.penalty + share + hopes, look.laid
