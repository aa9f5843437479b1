"""Monte Carlo tree search over the rest of a round: the tree, without words for people.

Every player is taken to maximise the own chance. When a position is added to the tree, all its
moves are judged by the network at once: that gives each a first value and a prior, and the tree
then grows where a player would go (PUCT). Positions after the round's end are not searched; the
network judges them before the deal. `searchers.py` sets the limits and says what was found.

Chances are whole numbers too, in parts of CERTAIN, and priors in parts of LIKELY: what is found
depends on no processor's way to round.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import shadow as cython

from ..core.state import State
from .network import Network
from .watch import Watch

if not cython.compiled:
    from math import sqrt

    from ..core.layout import (
        ACTIONS,
        LANE_AT,
        LINE_AT,
        OVER,
        TILING,
        Found,
        Table,
        board_at,
        copy_table,
        new_tables,
        table_at,
    )
    from ..core.moves import PACKED, list_legal, play
    from ..core.table import take
    from .features import survey
    from .keys import twin_displays
    from .layout import (
        Offer,
        give_back,
        new_nodes,
        new_sides,
        node_at,
        side_at,
        whole,
    )
    from .network import VALUE, close_offer, final_of, finish
    from .walls import tiled_value

    DEEPEST = 64
    POOL = 1 << 22  # positions in the tree; memory is taken as it fills
    BATCH = 32  # descents between looks at the clock
    BARREN = 500  # descents in a row that found nothing new
    FRESH, GROWN, ENDED = range(3)  # a position of the tree: judged, with its moves, no more to do
    CERTAIN, LIKELY = 1 << 28, 1 << 16  # what 1.0 is as a whole number
    CHANCE_OF = [0] * 20001  # value + 10000: as a chance
    PRIOR_OF = [0] * 4001  # how much worse than the best a move looks: its weight
    CURIOSITY = 0.9 * (1 << 12)  # how much a prior counts against what was found

WARMTH = 250.0  # values so far apart differ in prior by a factor of e


def fill_look_up_tables() -> None:
    for value in range(-10000, 10001):
        CHANCE_OF[value + 10000] = round(CERTAIN / (1 + math.exp(-value / 1000.0)))
    for loss in range(4001):
        PRIOR_OF[loss] = round(LIKELY * math.exp(-loss / WARMTH))


fill_look_up_tables()


def chance_of(value: int) -> int:
    value = value if value < 10000 else 10000
    return CHANCE_OF[value + 10000 if value > -10000 else 0]


def value_of(chance: float) -> int:
    """The value that a chance, in parts of 1, stands for."""
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return round(1000 * math.log(chance / (1 - chance)))


class Tree:
    """The positions that were looked at, and room to look at more."""

    def __init__(self, network: Network, watch: Watch) -> None:
        self.network = network
        self.watch = watch
        self.supply = 0
        if not cython.compiled:
            self.tables = new_tables(12)
            self.sides = new_sides(3)
            self.offer = Offer()
            self.path = [0] * DEEPEST
        self.tree = new_nodes(POOL)
        if cython.compiled and not self.tree:
            raise MemoryError("no memory for a search")

    def __dealloc__(self) -> None:
        give_back(self.tree)

    def begin(self, state: State, depth: int) -> None:
        """A new tree; its first moves are judged whatever the limits are."""
        self.deepest = 0
        self.barren = 0
        self.used = 1
        self.most_depth = min(depth, DEEPEST - 1)
        copy_table(table_at(self.tables, 0), state.table)
        root = node_at(self.tree, 0)
        root.visits = 0
        root.count = 0
        root.state = FRESH
        if state.table.phase != TILING:
            self.descend()

    def more(self) -> bool:
        """Some more descents; False when a limit is reached or the tree complete."""
        with cython.nogil:
            going = self.one_batch()
        self.watch.check()
        return going != 0

    def tilings(self) -> list[tuple[int, int]]:
        """Tiling decisions, which are not searched but tried one by one, with their values."""
        if not cython.compiled:
            found = Found()
        table = table_at(self.tables, 0)
        values: list[tuple[int, int]] = []
        if table.phase != TILING:
            return values
        count = list_legal(table, found.numbers, 0)
        for number in range(count):
            action = found.numbers[number]
            values.append((action, self.tiling_value(action)))
        return values

    def first_moves(self) -> list[tuple[int, int]]:
        """The root's moves with their values, the most visited first."""
        node = node_at(self.tree, 0)
        found = []
        for number in range(node.first, node.first + node.count):
            child = node_at(self.tree, number)
            chance = child.total / (1.0 * CERTAIN * (child.visits + 1))
            found.append((child.visits, chance, child.action))
        found.sort(reverse=True)
        return [(action, value_of(chance)) for _, chance, action in found]

    def expected_line(self, action: int) -> tuple[int, ...]:
        """A first move and the most visited moves below it."""
        line: list[int] = []
        index = self.child_with(action)
        while index > 0:
            node = node_at(self.tree, index)
            line.append(int(node.action))
            index = self.most_visited(index)
        return tuple(line)

    # From here on without Python's lock.

    def child_with(self, action: int) -> int:
        """The place of one of the root's moves; 0 if there is none."""
        node = node_at(self.tree, 0)
        for number in range(node.first, node.first + node.count):
            if node_at(self.tree, number).action == action:
                return number
        return 0

    def most_visited(self, index: int) -> int:
        """The place of the move that was tried most; 0 if none was."""
        node = node_at(self.tree, index)
        found = most = 0
        if node.state == GROWN:
            for number in range(node.first, node.first + node.count):
                visits = node_at(self.tree, number).visits
                if visits > most:
                    most = visits
                    found = number
        return found

    def one_batch(self) -> int:
        for _ in range(BATCH):
            due = self.watch.nodes >= self.watch.next_look or self.watch.stopping
            if due and self.watch.look():
                return 0
            if self.used > POOL - ACTIONS or self.barren > BARREN:
                return 0  # full, or complete, or nearly
            before = self.watch.nodes
            self.descend()
            self.barren = 0 if self.watch.nodes > before else self.barren + 1
        return 1

    def descend(self) -> None:
        """From the root to a position whose moves are not yet judged; judges them."""
        table = table_at(self.tables, 1)
        copy_table(table, table_at(self.tables, 0))
        ply = 0
        self.path[0] = 0
        node = node_at(self.tree, 0)
        while node.state == GROWN:
            child = self.favourite(self.path[ply])
            ply += 1
            self.path[ply] = child
            node = node_at(self.tree, child)
            if node.state != ENDED:
                take(table, PACKED[node.action])
        if node.state == FRESH:
            if table.available == 0 or ply >= self.most_depth:
                node.state = ENDED
                self.judge_end(self.path[ply], table)
            else:
                self.grow(self.path[ply], table)
                self.deepest = ply + 1 if ply + 1 > self.deepest else self.deepest
        self.back_up(ply)

    def favourite(self, index: int) -> int:
        """The move with the best mixture of what was found and what was hoped."""
        node = node_at(self.tree, index)
        scale = whole(CURIOSITY * sqrt(1.0 * node.visits))
        best = -1.0
        found = node.first
        for number in range(node.first, node.first + node.count):
            child = node_at(self.tree, number)
            # One division of whole numbers: every processor rounds that alike.
            wish = 1.0 * (child.total + scale * child.prior) / (child.visits + 1)
            if wish > best:
                best = wish
                found = number
        return found

    def grow(self, index: int, table: Table) -> None:
        """Adds the moves of a position to the tree, each judged for the player who makes it."""
        if not cython.compiled:
            found = Found()
        node = node_at(self.tree, index)
        copy = table_at(self.tables, 2)
        twins = twin_displays(table)
        count = list_legal(table, found.numbers, 0)
        self.gathered = 0
        node.first = self.used
        best = -1000000
        for number in range(count):
            action = found.numbers[number]
            packed = PACKED[action]
            if twins >> (packed & 15) & 1 or (index and is_waste(table, packed)):
                continue
            copy_table(copy, table)
            take(copy, packed)
            self.watch.nodes += 1
            value = self.judge_move(copy, table.turn)
            child = node_at(self.tree, self.used)
            self.used += 1
            child.state = FRESH
            child.action = action
            child.visits = 0
            child.count = value  # kept here until the priors are known
            child.total = chance_of(value)
            best = value if value > best else best
        node.turn = table.turn
        node.count = self.used - node.first
        node.state = GROWN
        self.set_priors(index, best)
        self.judge_grown(index, table, best)

    def judge_move(self, table: Table, seat: int) -> int:
        """The value after a move, for the player who made it.

        The others' boards are the same after all moves, so they are gathered once; again only if
        tiles that fell change what the next deal may bring.
        """
        if table.available == 0:
            close_offer(table)
        if table.phase == OVER:
            return final_of(table, seat)
        mine = side_at(self.sides, 0)
        rest = side_at(self.sides, 1)
        survey(table, self.offer)
        if not self.gathered or self.supply != self.offer.supply:
            self.network.gather(table, seat, self.offer, rest, side_at(self.sides, 2), 0)
            if table.players == 2:
                finish(rest)
            self.gathered = 1
            self.supply = self.offer.supply
        self.network.fill_side(table, seat, 0, self.offer, mine)
        return self.network.weigh_up(table, seat, mine, rest, self.offer, VALUE)

    def set_priors(self, index: int, best: int) -> None:
        """A move is the likelier the less it looks worse than the best."""
        node = node_at(self.tree, index)
        total = 0
        for number in range(node.first, node.first + node.count):
            child = node_at(self.tree, number)
            child.prior = PRIOR_OF[best - child.count if best - child.count < 4000 else 4000]
            child.count = 0
            total += child.prior
        for number in range(node.first, node.first + node.count):
            child = node_at(self.tree, number)
            share = child.prior  # in C with 64 bits
            child.prior = share * LIKELY // total

    def judge_grown(self, index: int, table: Table, best: int) -> None:
        """The chances of all players, with the best move for the one who is to move."""
        node = node_at(self.tree, index)
        for seat in range(table.players):
            if seat == table.turn:
                chance = chance_of(best)
            elif table.players == 2:
                chance = CERTAIN - chance_of(best)
            else:
                chance = chance_of(
                    self.network.judge_seat(table, seat, self.offer, self.sides, VALUE)
                )
            node.values[seat] = chance

    def judge_end(self, index: int, table: Table) -> None:
        """The chances of all players where nothing is searched any more."""
        node = node_at(self.tree, index)
        if table.available == 0:
            close_offer(table)
        for seat in range(table.players):
            node.values[seat] = chance_of(
                self.network.judge_settled(table, seat, self.offer, self.sides)
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
        table = table_at(self.tables, 0)
        child = table_at(self.tables, 1)
        copy_table(child, table)
        play(child, action)
        return tiled_value(self.network, self.tables, 1, table.turn, self.offer, self.sides)


def is_waste(table: Table, packed: int) -> bool:
    """Do tiles go to the floor that could go elsewhere?"""
    if (packed >> LINE_AT) & 15:
        return False
    return (board_at(table, table.turn).open >> ((packed >> LANE_AT) & 63)) & 62 != 0
