"""What evaluation and ranking ask the search: states, searchers, limits that end."""

from __future__ import annotations

from ..core import State
from ..protocol import Limit
from ..rules import Phase, Position
from ..search import AlphaBeta, Network, TreeSearch, load_network
from .errors import AnalysisError

SearchLimits = tuple[float | None, int | None, int | None]  # seconds, nodes, depth


def state_of(position: Position) -> State:
    """The position for the core; raises AnalysisError if a score is in the thousands."""
    try:
        return State.from_position(position)
    except OverflowError as error:
        raise AnalysisError("score_too_high") from error


def network_of(position: Position) -> Network:
    return load_network(str(position.rules), position.players)


def searcher_of(network: Network, threads: int = 1) -> AlphaBeta | TreeSearch:
    """The stronger search for the number of players."""
    return (AlphaBeta if network.players == 2 else TreeSearch)(network, threads)


def checked_limits(limit: Limit) -> SearchLimits:
    """For the search, which counts in seconds; raises AnalysisError."""
    if not limit.given:
        raise AnalysisError("no_limit")
    for name, value in limit.given.items():
        if type(value) is not int or value < 1:
            raise AnalysisError("bad_limit", limit=name, value=str(value))
    seconds = None if limit.movetime is None else limit.movetime / 1000
    return seconds, limit.nodes, limit.depth


class TilingLines:
    """Adds to a tiling decision the player's own that follow: the search names only the first.

    The others place their tiles where they score most, which is no choice to tell of.
    """

    def __init__(self, network: Network) -> None:
        self._network = network
        self._searcher: AlphaBeta | TreeSearch | None = None

    def complete(self, state: State, line: tuple[int, ...]) -> tuple[int, ...]:
        if state.phase is not Phase.TILING:
            return line
        self._searcher = self._searcher or searcher_of(self._network)
        found, end = list(line), state.copy()
        for action in line:
            end.apply(action)
        while end.phase is Phase.TILING and end.turn == state.turn:
            found.append(self._searcher.decide(end, nodes=1)[0])
            end.apply(found[-1])
        return tuple(found)
