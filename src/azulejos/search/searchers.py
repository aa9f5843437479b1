"""The two searches as callers use them: limits in, findings out.

A search goes from stage to stage, each knowing more than the one before; a move, a ranking and a
decision are three ways to read the last one. `AlphaBeta` deepens step by step, `TreeSearch` lets
its tree grow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import itemgetter
from threading import Lock
from typing import NamedTuple

from ..core import State
from .alphabeta import Minimax
from .finding import ENDLESS, Finding, Limits, limits_of, words_of
from .network import Network, check_state
from .tree import Tree
from .watch import Watch

HABIT = 1.0  # seconds that a tree grows if nobody sets a limit


class Stage(NamedTuple):
    """What is known at some time."""

    values: list[tuple[int, int]]  # actions with their values, the best first, or it alone
    depth: int = 0
    solved: bool = False


class Searcher:
    """A search for one thread at a time: another one waits, but for `stop`."""

    def __init__(self, network: Network) -> None:
        if not isinstance(network, Network):
            raise TypeError(f"a Network is needed, not a {type(network).__name__}")
        self.network = network
        self._watch = Watch()
        self._lock = Lock()

    @property
    def nodes(self) -> int:
        """The positions that the latest search has judged or looked into."""
        return self._watch.nodes

    def stop(self) -> None:
        """Lets `think` in another thread answer at once."""
        self._watch.stop()

    def forget(self) -> None:
        """Forgets all that was found, as for a new game."""

    def think(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        report: Callable[[Finding], None] | None = None,
    ) -> Finding:
        """The best move; `movetime` is seconds of CPU time. Reports what is found meanwhile."""
        limits = limits_of(movetime, nodes, depth)
        state = self._checked(state)
        with self._lock:
            for stage in self._stages(state, limits, False):
                if report is not None and stage.depth:
                    report(self._finding(state, stage, 0))
            return self._finding(state, stage, 0)

    def rank(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> list[Finding]:
        """Every move with a value of its own, the best first: for analysis."""
        limits = limits_of(movetime, nodes, depth)
        state = self._checked(state)
        with self._lock:
            *_, stage = self._stages(state, limits, True)
            return [self._finding(state, stage, place) for place in range(len(stage.values))]

    def decide(self, state: State, nodes: int) -> tuple[int, int]:
        """The best move and its value, and nothing for people to read: for self-play."""
        limits = limits_of(None, nodes, None)
        state = self._checked(state)
        with self._lock:
            *_, stage = self._stages(state, limits, False)
            return stage.values[0]

    def _checked(self, state: State) -> State:
        """A copy, which no other thread can change; a state without a move to find is refused."""
        state = check_state(self.network, state)
        if state.is_over or state.deal_is_due:
            from ..rules.errors import UsageError

            raise UsageError("no_move_due")
        return state

    def _finding(self, state: State, stage: Stage, place: int) -> Finding:
        action, value = stage.values[place]
        found = words_of(self.network, state, self._line(state, action))
        return found._replace(value=value, depth=stage.depth, nodes=self.nodes, solved=stage.solved)

    def _stages(self, state: State, limits: Limits, exactly: bool) -> Iterator[Stage]:
        """At least one; `exactly` if every move's value is wanted, not only the best one's."""
        raise NotImplementedError

    def _line(self, state: State, action: int) -> tuple[int, ...]:
        """What is expected after a first move, itself included."""
        raise NotImplementedError


class AlphaBeta(Searcher):
    """Alpha-beta over the rest of the round, for two players; without a limit it solves the round.

    `nodes` counts positions; what is found is remembered from move to move.
    """

    def __init__(self, network: Network) -> None:
        super().__init__(network)
        if network.players != 2:
            raise ValueError("alpha-beta is for two players; TreeSearch is for more")
        self._minimax = Minimax(network, self._watch)

    def forget(self) -> None:
        with self._lock:
            self._minimax.forget()

    def _stages(self, state: State, limits: Limits, exactly: bool) -> Iterator[Stage]:
        minimax = self._minimax
        self._watch.start(limits.movetime, limits.nodes)
        groups = minimax.begin(state)
        actions = minimax.first_order()
        yield Stage(self._at_first_sight(state, actions) if exactly else [(actions[0], 0)])
        for level in range(1, min(limits.depth, groups) + 1):
            values = minimax.one_level(actions, level, exactly)
            whole = not self._watch.halted
            if whole or (values and not exactly):
                if exactly:
                    values.sort(key=itemgetter(1), reverse=True)
                    actions = [action for action, _ in values]
                else:
                    values = [max(values, key=itemgetter(1))]
                    actions.remove(values[0][0])
                    actions.insert(0, values[0][0])
                depth = level if whole else level - 1
                yield Stage(values, depth, whole and minimax.exact and level >= groups)
            if not whole or (len(actions) == 1 and limits != ENDLESS):
                return

    def _at_first_sight(self, state: State, actions: list[int]) -> list[tuple[int, int]]:
        """What the network says, if there is no time to search."""
        values = dict(self.network.judge_actions(state))
        return sorted(
            [(action, values[action]) for action in actions], key=itemgetter(1), reverse=True
        )

    def _line(self, state: State, action: int) -> tuple[int, ...]:
        return self._minimax.expected_line(state, action)


class TreeSearch(Searcher):
    """Monte Carlo tree search over the rest of the round, for two to four players.

    `nodes` counts positions judged; nothing is kept from move to move. Without a limit it thinks
    for a second.
    """

    def __init__(self, network: Network) -> None:
        super().__init__(network)
        self._tree = Tree(network, self._watch)

    def _stages(self, state: State, limits: Limits, exactly: bool) -> Iterator[Stage]:
        tree = self._tree
        self._watch.start(HABIT if limits == ENDLESS else limits.movetime, limits.nodes)
        tree.begin(state, limits.depth)
        values = tree.tilings()
        if values:
            yield Stage(sorted(values, key=itemgetter(1), reverse=True), 1, True)
            return
        told = 1
        going = True
        while going:
            going = tree.more()
            if not going or self.nodes >= 2 * told:
                told = self.nodes
                yield Stage(tree.first_moves(), tree.deepest)

    def _line(self, state: State, action: int) -> tuple[int, ...]:
        return self._tree.expected_line(action) or (action,)
