"""The two searches as callers use them: limits in, results out.

A search runs in iterations; a move, a ranking and a decision are three ways to read the last one.
`AlphaBeta` deepens iteratively, `TreeSearch` runs simulations.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from operator import index, itemgetter
from threading import Event, Lock, Thread
from typing import NamedTuple

from ..core import WHY_SLOW, State
from .alphabeta import Minimax, TranspositionTable
from .clock import SearchClock
from .network import Network, check_state
from .tree import NodePool, SearchTree

DEFAULT_SECONDS = 1.0  # of a tree search without a limit
MAX_SECONDS, MAX_NODES, MAX_DEPTH = 1e9, 1 << 60, 1 << 20  # as good as no limit
MAX_THREADS = 64


class SearchResult(NamedTuple):
    """A root move with its evaluation, for the player to move.

    `value` is what the search compares, 1000 to a logit; `score` the expected final difference of
    points and `chance` the winning chance, both at the end of the principal variation `line`.
    """

    action: int
    depth: int = 0
    nodes: int = 0
    value: int = 0
    score: float = 0.0
    chance: float = 0.5
    line: tuple[int, ...] = ()
    solved: bool = False  # to the end of the round; tiling decisions go where they score most
    visits: int = 0  # of a tree search: how often the move was tried


class Limits(NamedTuple):
    """How long a search may take; the first limit that is reached ends it."""

    movetime: float = MAX_SECONDS  # of CPU time
    nodes: int = MAX_NODES
    depth: int = MAX_DEPTH


NO_LIMITS = Limits()


def make_limits(movetime: float | None, nodes: int | None, depth: int | None) -> Limits:
    """Checked limits; None means none."""
    for name, limit in (("movetime", movetime), ("nodes", nodes), ("depth", depth)):
        if limit is not None and not limit > 0:
            raise ValueError(f"{name} must be more than 0, not {limit}")
    return Limits(
        MAX_SECONDS if movetime is None else min(float(movetime), MAX_SECONDS),
        MAX_NODES if nodes is None else min(index(nodes), MAX_NODES),
        MAX_DEPTH if depth is None else min(index(depth), MAX_DEPTH),
    )


def evaluate_line(network: Network, state: State, line: tuple[int, ...]) -> SearchResult:
    """A root move with the evaluation at the end of its principal variation."""
    end = state.copy()
    for action in line:
        end.apply(action)
    score, chance = network.evaluate(end, state.turn - 1)
    return SearchResult(line[0], score=score, chance=chance, line=line)


class Iteration(NamedTuple):
    """The outcome of an iteration."""

    values: list[tuple[int, int]]  # actions with their values, the best first, or it alone
    depth: int = 0
    solved: bool = False


class Searcher:
    """A search that serves one caller at a time: others wait, except for `stop`.

    It uses one thread, or several. Then its results depend on how they take turns: only with one
    does a limit in nodes give the same result again. `movetime` is the CPU time of each thread,
    `nodes` and the nodes that are reported are those of all.
    """

    def __init__(self, network: Network, threads: int = 1) -> None:
        if not isinstance(network, Network):
            raise TypeError(f"a Network is needed, not a {type(network).__name__}")
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"a search has 1 to {MAX_THREADS} threads, not {threads}")
        self.network = network
        self._clock = SearchClock()
        # Interpreted, more threads would only take turns.
        self._helper_clocks = [] if WHY_SLOW else [SearchClock() for _ in range(threads - 1)]
        self._lock = Lock()

    @property
    def nodes(self) -> int:
        """The nodes of the latest search."""
        return self._clock.nodes + sum(clock.nodes for clock in self._helper_clocks)

    def stop(self) -> None:
        """Makes `think` in another thread return at once."""
        self._clock.stop()

    def forget(self) -> None:
        """Clears what is kept from move to move, as for a new game."""

    def think(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        report: Callable[[SearchResult], None] | None = None,
    ) -> SearchResult:
        """The best move; `movetime` is seconds of CPU time. Calls `report` after each iteration."""
        limits = make_limits(movetime, nodes, depth)
        state = self._checked(state)
        with self._lock:
            for iteration in self._iterations(state, limits, False):
                if report is not None and iteration.depth:
                    report(self._result(state, iteration, 0))
            return self._result(state, iteration, 0)

    def rank(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> list[SearchResult]:
        """Every move with a value of its own, the best first."""
        *_, ranking = self.rankings(state, movetime, nodes, depth)
        return ranking

    def rankings(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> Generator[list[SearchResult]]:
        """The ranking after each iteration, for analysis; whoever iterates holds the search."""
        limits = make_limits(movetime, nodes, depth)
        return self._rankings(self._checked(state), limits)

    def _rankings(self, state: State, limits: Limits) -> Generator[list[SearchResult]]:
        with self._lock:
            for iteration in self._iterations(state, limits, True):
                ranks = range(len(iteration.values))
                yield [self._result(state, iteration, rank) for rank in ranks]

    def decide(self, state: State, nodes: int) -> tuple[int, int]:
        """The best move and its value, without the principal variation: for self-play."""
        limits = make_limits(None, nodes, None)
        state = self._checked(state)
        with self._lock:
            *_, iteration = self._iterations(state, limits, False)
            return iteration.values[0]

    def _checked(self, state: State) -> State:
        """A copy, which no other thread can change; a state without legal moves is refused."""
        state = check_state(self.network, state)
        if state.is_over or state.deal_is_due:
            from ..rules.errors import UsageError

            raise UsageError("no_move_due")
        return state

    def _result(self, state: State, iteration: Iteration, rank: int) -> SearchResult:
        action, value = iteration.values[rank]
        found = evaluate_line(self.network, state, self._principal_variation(state, action))
        return found._replace(
            value=value,
            depth=iteration.depth,
            nodes=self.nodes,
            solved=iteration.solved,
            visits=self._visits(action),
        )

    def _start_clocks(self, movetime: float, nodes: int) -> None:
        """Begins to count; helpers start theirs again when they begin."""
        for clock in (self._clock, *self._helper_clocks):
            clock.start(movetime, self._share(nodes))

    @contextmanager
    def _helping(self, works: Iterable[Callable[[], None]], limits: Limits) -> Iterator[None]:
        """Lets a thread do each of these, until a limit or the end of the block."""
        ended = Event()
        nodes = self._share(limits.nodes)

        def help_out(clock: SearchClock, work: Callable[[], None]) -> None:
            clock.start(limits.movetime, nodes)  # here, because it counts this thread's CPU time
            if not ended.is_set():  # else a stop came before the start, and was lost
                work()

        threads: list[Thread] = []
        try:
            for each in zip(self._helper_clocks, works, strict=True):
                thread = Thread(target=help_out, args=each, name="search helper", daemon=True)
                thread.start()
                threads.append(thread)
            yield
        finally:
            ended.set()
            for clock in self._helper_clocks:
                clock.stop()
            for thread in threads:
                thread.join()

    def _share(self, nodes: int) -> int:
        """Of the nodes, for each thread."""
        return -(-nodes // (1 + len(self._helper_clocks)))

    def _iterations(self, state: State, limits: Limits, exact_values: bool) -> Iterator[Iteration]:
        """At least one; with `exact_values` every move's value is exact, else the best one's."""
        raise NotImplementedError

    def _principal_variation(self, state: State, action: int) -> tuple[int, ...]:
        """The expected moves from a root move on, itself included."""
        raise NotImplementedError

    def _visits(self, action: int) -> int:
        """How often a root move was tried, if the search counts that."""
        return 0


class AlphaBeta(Searcher):
    """Alpha-beta over the rest of the round, for two players; without a limit it solves the round.

    `nodes` counts positions; the transposition table is kept from move to move. Further threads
    search the same position, some of them a ply deeper, and share what they find through the table
    ("lazy SMP").
    """

    def __init__(self, network: Network, threads: int = 1) -> None:
        super().__init__(network, threads)
        if network.players != 2:
            raise ValueError("alpha-beta is for two players; TreeSearch is for more")
        self._table = TranspositionTable()
        self._minimax = Minimax(network, self._clock, self._table)
        self._helpers = [Minimax(network, clock, self._table) for clock in self._helper_clocks]

    def forget(self) -> None:
        with self._lock:
            self._table.clear()
            for minimax in (self._minimax, *self._helpers):
                minimax.clear()

    def _iterations(self, state: State, limits: Limits, exact_values: bool) -> Iterator[Iteration]:
        self._start_clocks(limits.movetime, limits.nodes)
        groups = self._minimax.begin(state)
        depth = min(limits.depth, groups)
        actions = self._minimax.root_moves()
        yield Iteration(self._static_values(state, actions) if exact_values else [(actions[0], 0)])
        works = [
            partial(self._help, helper, state, actions[:], range(1 + number % 2, depth + 1))
            for number, helper in enumerate(self._helpers, 1)
        ]
        with self._helping(works, limits):
            yield from self._deepen(actions, limits, groups, exact_values)

    @staticmethod
    def _help(minimax: Minimax, state: State, actions: list[int], depths: range) -> None:
        """Deepens in another thread, for what that leaves in the transposition table."""
        minimax.begin(state)
        for depth in depths:
            values = minimax.search_root(actions, depth, False)
            if not values:
                return
            best = max(values, key=itemgetter(1))[0]
            actions.sort(key=lambda action: action != best)

    def _deepen(
        self, actions: list[int], limits: Limits, groups: int, exact_values: bool
    ) -> Iterator[Iteration]:
        minimax = self._minimax
        for depth in range(1, min(limits.depth, groups) + 1):
            values = minimax.search_root(actions, depth, exact_values)
            complete = not self._clock.stopped
            if complete or (values and not exact_values):
                if exact_values:
                    values.sort(key=itemgetter(1), reverse=True)
                    actions = [action for action, _ in values]
                else:
                    values = [max(values, key=itemgetter(1))]
                    actions.remove(values[0][0])
                    actions.insert(0, values[0][0])
                completed = depth if complete else depth - 1
                yield Iteration(values, completed, complete and minimax.exact and depth >= groups)
            forced = len(actions) == 1 and not exact_values and limits != NO_LIMITS
            if not complete or forced:
                return

    def _static_values(self, state: State, actions: list[int]) -> list[tuple[int, int]]:
        """The static evaluation of each move, if there is no time to search."""
        values = dict(self.network.evaluate_actions(state))
        return sorted(
            [(action, values[action]) for action in actions], key=itemgetter(1), reverse=True
        )

    def _principal_variation(self, state: State, action: int) -> tuple[int, ...]:
        return self._minimax.principal_variation(state, action)


class TreeSearch(Searcher):
    """Monte Carlo tree search over the rest of the round, for two to four players.

    `nodes` counts evaluated positions; nothing is kept from move to move. Without a limit it
    searches for a second. Further threads grow the same tree.
    """

    def __init__(self, network: Network, threads: int = 1) -> None:
        super().__init__(network, threads)
        pool = NodePool()
        self._tree = SearchTree(network, self._clock, pool)
        self._helpers = [SearchTree(network, clock, pool) for clock in self._helper_clocks]

    def _iterations(self, state: State, limits: Limits, exact_values: bool) -> Iterator[Iteration]:
        tree = self._tree
        seconds = DEFAULT_SECONDS if limits == NO_LIMITS else limits.movetime
        self._start_clocks(seconds, limits.nodes)
        tree.begin(state, limits.depth)
        values = tree.tiling_values()
        if values:
            yield Iteration(sorted(values, key=itemgetter(1), reverse=True), 1, True)
            return
        works = [partial(self._help, helper, state, limits.depth) for helper in self._helpers]
        with self._helping(works, limits._replace(movetime=seconds)):
            yield from self._grow(limits)
        # Now no visit is counted whose value is still to come.
        yield self._reading(limits, complete=not self._clock.stopped)

    def seat_chances(self) -> list[float]:
        """Every seat's winning chance as the latest search with one thread sees it; for training.

        Not of a tiling decision, for which no tree is grown.
        """
        return self._tree.seat_chances()

    @staticmethod
    def _help(tree: SearchTree, state: State, depth: int) -> None:
        tree.join(state, depth)
        while tree.grow():
            pass

    def _grow(self, limits: Limits) -> Iterator[Iteration]:
        """Grows the tree; what it says now and then, but for the last time."""
        reported_nodes = 1
        while self._tree.grow():
            if self.nodes >= 2 * reported_nodes:
                reported_nodes = self.nodes
                yield self._reading(limits, complete=False)

    def _reading(self, limits: Limits, complete: bool) -> Iteration:
        depth = max(each.depth_reached for each in (self._tree, *self._helpers))
        # Where every move ends the round, nothing was left to search.
        solved = complete and depth == 1 and limits.depth > 1
        return Iteration(self._tree.root_move_values(), depth, solved)

    def _principal_variation(self, state: State, action: int) -> tuple[int, ...]:
        return self._tree.principal_variation(action) or (action,)

    def _visits(self, action: int) -> int:
        return self._tree.visits_of(action)
