"""Monte Carlo tree search over the rest of the round, for two to four players.

Every player is taken to maximise the own chance. When a position is added to the tree, all its
moves are judged by the network at once: that gives each a first value and a prior, and the tree
then grows where a player would go (PUCT). Positions after the round's end are not searched; the
network judges them before the deal.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import shadow as cython

from ..core.loading import let_signals_in
from ..core.state import State
from .finding import Finding, check_limits, words_of
from .network import Network

if not cython.compiled:
    from math import sqrt

    from ..core.layout import (
        LANE_AT,
        LINE_AT,
        TILING,
        Found,
        Table,
        board_at,
        copy_table,
        free_tables,
        new_tables,
        table_at,
    )
    from ..core.moves import PACKED, list_legal, play
    from ..core.table import take
    from .alphabeta import twin_displays
    from .features import survey
    from .layout import cpu_time, give_back, new_nodes, new_offer, new_sides, node_at, side_at
    from .network import VALUE, finish
    from .walls import tiled_value

    DEEPEST = 64
    POOL = 20000  # positions in the tree; many more when compiled
    BATCH = 32  # descents between looks at the clock
    BARREN = 500  # descents in a row that found nothing new
    FRESH, GROWN, ENDED = range(3)  # a position of the tree: judged, with its moves, round over
    CHANCE_OF = [0.0] * 20001  # value + 10000: as a chance
    PRIOR_OF = [0.0] * 4001  # how much worse than the best a move looks: its weight

CURIOSITY = 0.9  # how much a prior counts against what was found
WARMTH = 250.0  # values so far apart differ in prior by a factor of e


def fill_look_up_tables() -> None:
    for value in range(-10000, 10001):
        CHANCE_OF[value + 10000] = 1 / (1 + math.exp(-value / 1000))
    for loss in range(4001):
        PRIOR_OF[loss] = math.exp(-loss / WARMTH)


fill_look_up_tables()


def chance_of(value: int) -> float:
    value = value if value < 10000 else 10000
    return CHANCE_OF[value + 10000 if value > -10000 else 0]


def value_of(chance: float) -> int:
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return round(1000 * math.log(chance / (1 - chance)))


class TreeSearch:
    """A searcher for two to four players; for one thread at a time, but for `stop`."""

    def __init__(self, network: Network) -> None:
        self.network = network
        self.lock = Lock()
        self.nodes = 0
        self.stopping = 0
        self.tables = new_tables(DEEPEST + 12)
        self.sides = new_sides(3)
        self.offer = new_offer()
        self.tree = new_nodes(POOL)
        if not cython.compiled:
            self.path = [0] * DEEPEST

    def __dealloc__(self) -> None:
        free_tables(self.tables)
        give_back(self.sides)
        give_back(self.offer)
        give_back(self.tree)

    def stop(self) -> None:
        """Lets `think` in another thread answer at once."""
        self.stopping = 1

    def forget(self) -> None:
        """Nothing is kept between moves."""

    def think(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        report: Callable[[Finding], None] | None = None,
    ) -> Finding:
        """The best move; `movetime` is seconds of CPU time, `nodes` the positions judged."""
        check_limits(self.network, state, movetime, nodes, depth)
        with self.lock:
            self.begin(state, movetime, nodes, depth)
            if table_at(self.tables, 0).phase == TILING:
                return self.tilings(state)[0]
            told = 1
            while self.more():
                let_signals_in()
                if report is not None and self.nodes >= 2 * told:
                    told = self.nodes
                    report(self.ranking(state)[0])
            return self.ranking(state)[0]

    def rank(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
    ) -> list[Finding]:
        """Every move with a value of its own, the best first: for analysis."""
        check_limits(self.network, state, movetime, nodes, depth)
        with self.lock:
            self.begin(state, movetime, nodes, depth)
            if table_at(self.tables, 0).phase == TILING:
                return self.tilings(state)
            while self.more():
                let_signals_in()
            return self.ranking(state)

    def decide(self, state: State, nodes: int) -> tuple[int, int]:
        """The best move and its value, and nothing for people to read: for self-play."""
        with self.lock:
            self.begin(state, None, nodes, None)
            if table_at(self.tables, 0).phase == TILING:
                found = self.tilings(state)[0]
                return found.action, found.value
            while self.more():
                pass
            visits, chance, action, _ = max(self.children())
            return action, value_of(chance)

    def begin(
        self, state: State, movetime: float | None, nodes: int | None, depth: int | None
    ) -> None:
        self.stopping = 0
        self.nodes = 0
        self.deepest = 0
        self.barren = 0
        self.deadline = cpu_time() + (1.0 if movetime is None and nodes is None else movetime or 1e9)
        self.most_nodes = 1 << 62 if nodes is None else nodes
        copy_table(table_at(self.tables, 0), state.table)
        root = node_at(self.tree, 0)
        root.visits = 0
        root.state = FRESH
        root.turn = state.table.turn
        self.used = 1

    def more(self) -> bool:
        """Some more descents; False when the time is up or the tree complete."""
        with cython.nogil:
            going = self.one_batch()
        return going != 0

    def tilings(self, state: State) -> list[Finding]:
        """Tiling decisions, which are not searched but tried one by one."""
        found = []
        for action in state.legal_actions():
            value = self.tiling_value(action)
            found.append(words_of(self.network, state, (action,))._replace(value=value, depth=1))
        return sorted(found, key=lambda finding: -finding.value)

    def ranking(self, state: State) -> list[Finding]:
        """The root's moves, the most visited first."""
        found = []
        for _, chance, action, index in sorted(self.children(), reverse=True):
            line = (action, *self.best_line(index))
            found.append(
                words_of(self.network, state, line)._replace(
                    value=value_of(chance), nodes=self.nodes, depth=self.deepest
                )
            )
        return found

    def children(self) -> list[tuple[int, float, int, int]]:
        """Visits, chance, action and place of each of the root's moves."""
        node = node_at(self.tree, 0)
        found = []
        for number in range(node.count):
            child = node_at(self.tree, node.first + number)
            found.append((
                child.visits, child.total / (child.visits + 1), child.action, node.first + number
            ))
        return found

    def best_line(self, index: int) -> list[int]:
        """The most visited moves below a position."""
        line: list[int] = []
        node = node_at(self.tree, index)
        while node.state == GROWN:
            best = -1
            most = 0
            for number in range(node.count):
                child = node_at(self.tree, node.first + number)
                if child.visits > most:
                    most = child.visits
                    best = node.first + number
            if best < 0:
                break
            node = node_at(self.tree, best)
            line.append(node.action)
        return line

    # From here on without Python's lock.

    def one_batch(self) -> int:
        for _ in range(BATCH):
            if self.nodes >= self.most_nodes or self.stopping or self.used > POOL - 1000:
                return 0
            before = self.nodes
            self.descend()
            self.barren = 0 if self.nodes > before else self.barren + 1
            if self.barren > BARREN:  # the tree is complete, or nearly
                return 0
        return cpu_time() < self.deadline

    def descend(self) -> None:
        """From the root to a position whose moves are not yet judged; judges them."""
        table = table_at(self.tables, 1)
        copy_table(table, table_at(self.tables, 0))
        ply = 0
        self.path[0] = 0
        node = node_at(self.tree, 0)
        while node.state == GROWN and ply < DEEPEST - 1:
            child = self.favourite(self.path[ply])
            ply += 1
            self.path[ply] = child
            node = node_at(self.tree, child)
            take(table, PACKED[node.action])
        if node.state == FRESH:
            if table.available == 0:
                node.state = ENDED
                self.judge_all(self.path[ply], table)
            else:
                self.grow(self.path[ply], table, ply)
        self.deepest = ply if ply > self.deepest else self.deepest
        self.back_up(ply)

    def favourite(self, index: int) -> int:
        """The move with the best mixture of what was found and what was hoped."""
        node = node_at(self.tree, index)
        scale = CURIOSITY * sqrt(1.0 * node.visits)
        best = -1.0
        found = node.first
        for number in range(node.first, node.first + node.count):
            child = node_at(self.tree, number)
            wish = child.total / (child.visits + 1) + scale * child.prior / (child.visits + 1)
            if wish > best:
                best = wish
                found = number
        return found

    def grow(self, index: int, table: Table, ply: int) -> None:
        """Adds the moves of a position to the tree, each judged for the player who makes it."""
        if not cython.compiled:
            found = Found()
        node = node_at(self.tree, index)
        mine = side_at(self.sides, 0)
        rest = side_at(self.sides, 1)
        copy = table_at(self.tables, 2)
        node.turn = table.turn
        node.first = self.used
        twins = twin_displays(table)
        count = list_legal(table, found.numbers, 0)
        survey(table, self.offer)
        self.network.gather(table, table.turn, self.offer, rest, side_at(self.sides, 2), 0)
        if table.players == 2:
            finish(rest)
        kept = 0
        best = -1000000
        for number in range(count):
            action = found.numbers[number]
            packed = PACKED[action]
            lane = (packed >> LANE_AT) & 63
            if twins >> (packed & 15) & 1:
                continue
            if not (packed >> LINE_AT) & 15 and (board_at(table, table.turn).open >> lane) & 62:
                continue  # tiles go to the floor only if they can go nowhere else
            copy_table(copy, table)
            take(copy, packed)
            self.nodes += 1
            survey(copy, self.offer)
            self.network.fill_side(copy, table.turn, 0, self.offer, mine)
            value = self.network.weigh_up(copy, table.turn, mine, rest, self.offer, VALUE)
            child = node_at(self.tree, self.used)
            self.used += 1
            kept += 1
            child.state = FRESH
            child.action = action
            child.visits = 0
            child.count = value  # kept here until the priors are known
            child.total = chance_of(value)
            best = value if value > best else best
        total = 0.0
        for number in range(node.first, node.first + kept):
            child = node_at(self.tree, number)
            child.prior = PRIOR_OF[best - child.count if best - child.count < 4000 else 4000]
            total += child.prior
        for number in range(node.first, node.first + kept):
            child = node_at(self.tree, number)
            child.prior /= total
            child.count = 0
        node.count = kept
        node.state = GROWN
        self.judge_all(index, table)
        node.values[table.turn] = chance_of(best)
        if table.players == 2:
            node.values[1 - table.turn] = 1 - node.values[table.turn]

    def judge_all(self, index: int, table: Table) -> None:
        """The chances of all players in a position."""
        node = node_at(self.tree, index)
        for seat in range(table.players):
            if node.state == ENDED or (table.players > 2 and seat != table.turn):
                node.values[seat] = chance_of(
                    self.network.judge_seat(table, seat, self.offer, self.sides, VALUE)
                )

    def back_up(self, ply: int) -> None:
        """What was found at the end of the path counts for everyone on it."""
        leaf = node_at(self.tree, self.path[ply])
        for place in range(ply, 0, -1):
            node = node_at(self.tree, self.path[place])
            parent = node_at(self.tree, self.path[place - 1])
            node.visits += 1
            node.total += leaf.values[parent.turn]
        node_at(self.tree, 0).visits += 1

    def tiling_value(self, action: int) -> int:
        child = table_at(self.tables, 1)
        copy_table(child, table_at(self.tables, 0))
        play(child, action)
        return tiled_value(
            self.network, self.tables, 1, table_at(self.tables, 0).turn, self.offer, self.sides
        )
