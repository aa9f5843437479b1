"""Bots around the search: positions in, thoughts out.

The search itself is loaded with the first move, or with a weights file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import TYPE_CHECKING, Protocol

from ..protocol import BotError, Limit, Thought
from ..protocol.contract import Report
from ..rules import CENTRE, Move, Position, Take, UsageError
from .errors import BotSpecError
from .simple import GreedyBot, InstantBot, choices

if TYPE_CHECKING:
    from ..core import Generator, State
    from ..search import Network, SearchResult
    from ..search.weights import Weights


class Searcher(Protocol):
    """What bots use of `AlphaBeta` and `TreeSearch`; times are in seconds."""

    def think(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        report: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The best move."""

    def rank(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> list[SearchResult]:
        """Every move with a value of its own, the best first."""

    def stop(self) -> None: ...

    def forget(self) -> None: ...


SearcherFactory = Callable[[Position], Searcher]
NetworkLoader = Callable[[Position], "Network"]


def bundled_network(position: Position) -> Network:
    """The network that comes with the package."""
    from ..search import load_network

    return load_network(str(position.rules), position.players)


def network_from(weights: Weights) -> NetworkLoader:
    """A network from a file; it fails at positions of a game that it was not made for."""

    def load(position: Position) -> Network:
        try:
            return weights.network(str(position.rules), position.players)
        except UsageError as error:
            raise BotError(str(error)) from error

    return load


def alphabeta(
    position: Position, load: NetworkLoader = bundled_network, threads: int = 1
) -> Searcher:
    """For two players only."""
    if position.players != 2:
        raise BotSpecError("two_players_only", bot="alphabeta", players=position.players)
    from ..search import AlphaBeta

    return AlphaBeta(load(position), threads)


def tree_search(
    position: Position, load: NetworkLoader = bundled_network, threads: int = 1
) -> Searcher:
    """For two to four players."""
    from ..search import TreeSearch

    return TreeSearch(load(position), threads)


def strongest_searcher(position: Position, threads: int = 1) -> Searcher:
    """The strongest search for the number of players."""
    return (alphabeta if position.players == 2 else tree_search)(position, threads=threads)


class LookaheadGreedyBot(InstantBot):
    """The core's opponent of this name: greedy, but it reckons with the next player's answer."""

    name = "lookahead"

    def __init__(self, generator: Random) -> None:
        self._greedy = GreedyBot(generator)
        self._seed = generator.getrandbits(64)
        self._chance: Generator | None = None

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        choices(position)  # refuses positions where nobody is to move
        state = state_of(position)
        if state is None:
            return self._greedy.choose(position)
        from ..core import Generator, move_of

        self._chance = self._chance or Generator(self._seed)
        return Thought(move_of(state.opponent_action(self.name, self._chance)))


class SearchBot:
    """Plays what the search finds; a position that the core can't hold is played greedily."""

    def __init__(
        self, name: str, default_limit: Limit, make_searcher: SearcherFactory, generator: Random
    ) -> None:
        self.name = name
        self._default_limit = default_limit
        self._make_searcher = make_searcher
        self._greedy = GreedyBot(generator)
        self._searcher: Searcher | None = None
        self._kind: object = None  # the rules and number of players that the searcher is for

    def new_game(self) -> None:
        if self._searcher is not None:
            self._searcher.forget()

    def stop(self) -> None:
        if self._searcher is not None:
            self._searcher.stop()

    def close(self) -> None:
        self._searcher = self._kind = None

    def choose(
        self, position: Position, limit: Limit = Limit(), report: Report | None = None
    ) -> Thought:
        moves = choices(position)
        if len(moves) == 1 and limit == Limit():
            return Thought(moves[0])  # Nobody likes to wait for what is forced.
        searcher = self._searcher_for(position)
        state = state_of(position)
        if state is None:
            return self._greedy.choose(position)
        tell = None if report is None else lambda result: report(thought_of(result))
        return thought_of(searcher.think(state, *self._limits(position, limit), tell))

    def choose_among(
        self, position: Position, moves: Iterable[Move], limit: Limit = Limit()
    ) -> Thought:
        """The best of some moves, each searched for its own value."""
        searcher = self._searcher_for(position)
        state = state_of(position)
        if state is None:
            return self._greedy.choose(position)
        wanted = {move_key(position, move): move for move in moves}
        for thought in map(thought_of, searcher.rank(state, *self._limits(position, limit))):
            if move := wanted.get(move_key(position, thought.move)):
                return thought if move == thought.move else thought._replace(move=move, line=())
        raise AssertionError("the search leaves out legal moves")

    def _searcher_for(self, position: Position) -> Searcher:
        kind = (position.rules, position.players)
        if self._searcher is None or kind != self._kind:
            self._searcher, self._kind = self._make_searcher(position), kind
        return self._searcher

    def default_limit(self, position: Position) -> Limit:
        """How long it thinks when nobody sets a limit."""
        return self._default_limit

    def _limits(
        self, position: Position, limit: Limit
    ) -> tuple[float | None, int | None, int | None]:
        movetime, nodes, depth = self.default_limit(position) if limit == Limit() else limit
        return None if movetime is None else movetime / 1000, nodes, depth


def state_of(position: Position) -> State | None:
    """The position for the core; None if it can't hold it, because of a score in the thousands."""
    from ..core import State

    try:
        return State.from_position(position)
    except OverflowError:
        return None


def move_key(position: Position, move: Move) -> object:
    """Equal for equivalent moves: of displays with equal contents the search tries only one."""
    if not isinstance(move, Take) or move.source == CENTRE:
        return move
    return position.source(move.source), move.kinds, move.line


def thought_of(result: SearchResult) -> Thought:
    """A search result with the moves of `rules/`."""
    from ..core import move_of

    return Thought(
        move=move_of(result.action),
        depth=result.depth,
        nodes=result.nodes,
        score=result.score,
        chance=result.chance,
        line=tuple(map(move_of, result.line)),
    )
