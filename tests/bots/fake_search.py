"""A search for tests: prefers high action numbers, and remembers what it was asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from azulejos.core import State
from azulejos.rules import Position
from azulejos.search import SearchResult


class Asked(NamedTuple):
    movetime: float | None
    nodes: int | None
    depth: int | None


def result(action: int, depth: int = 2) -> SearchResult:
    chance = (action + depth) / 1000
    return SearchResult(action, depth, 10 * depth, action, action / 10, chance, (action,), False)


class FakeSearch:
    """Opens itself: `FakeSearch().open` is an opener that counts."""

    def __init__(self) -> None:
        self.opened: list[tuple[str, int]] = []
        self.asked: list[Asked] = []
        self.stopped = self.forgotten = 0

    def open(self, position: Position) -> FakeSearch:
        self.opened.append((str(position.rules), position.players))
        return self

    def think(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        report: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        self.asked.append(Asked(movetime, nodes, depth))
        action = max(state.legal_actions())
        if report is not None:
            report(result(action, depth=1))
        return result(action)

    def rank(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> list[SearchResult]:
        self.asked.append(Asked(movetime, nodes, depth))
        return [result(action) for action in sorted(state.legal_actions(), reverse=True)]

    def stop(self) -> None:
        self.stopped += 1

    def forget(self) -> None:
        self.forgotten += 1


class FakeNetwork:
    """Values an action by its number, as the fake search does."""

    def __init__(self, rules: str, players: int) -> None:
        self.kind = (rules, players)

    def evaluate_actions(self, state: State) -> list[tuple[int, int]]:
        assert (state.rules, state.players) == self.kind
        return [(action, action) for action in state.legal_actions()]


class FakeModule:
    """Stands for `azulejos.search`."""

    load_network = FakeNetwork
    SearchResult = SearchResult

    def __init__(self) -> None:
        self.made: list[tuple[str, int]] = []

    def AlphaBeta(self, network: FakeNetwork, threads: int) -> FakeSearch:  # noqa: N802
        self.made.append(("alphabeta", network.kind[1]))
        return FakeSearch()

    def TreeSearch(self, network: FakeNetwork, threads: int) -> FakeSearch:  # noqa: N802
        self.made.append(("mcts", network.kind[1]))
        return FakeSearch()
