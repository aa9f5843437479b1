"""Monte Carlo tree search over the rest of a round (PUCT, without rollouts).

Every player maximises their own winning chance. When a node is expanded, the network evaluates all
its moves at once: that gives each an initial value and a prior. Positions after the end of the
round are not searched; the network evaluates them before the deal. `searchers.py` sets the limits
and reports.

Several threads may grow one tree. Each descends and reports back under the tree's lock, and
evaluates without it, which takes nearly all of the time. A visit counts from the descent on, before
its value is known, so that the next thread looks elsewhere (a virtual loss).

Chances are fixed-point numbers in units of 1 / CHANCE_ONE, priors of 1 / PRIOR_ONE: results
do not depend on how a processor rounds.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import cython_stub as cython

from ..core.state import State
from .clock import SearchClock
from .network import Network

if not cython.compiled:
    from math import sqrt

    from ..core.layout import (
        ACTIONS,
        LANE_SHIFT,
        LINE_SHIFT,
        OVER,
        TILING,
        ActionList,
        PackedState,
        board_at,
        copy_state,
        new_states,
        state_at,
    )
    from ..core.moves import TAKE_CODES, list_legal, play
    from ..core.offer import take
    from .features import estimate_supply, summarise_offer
    from .keys import duplicate_displays
    from .layout import (
        Accumulator,
        OfferSummary,
        free_lock,
        free_memory,
        lock_pool,
        new_lock,
        new_nodes,
        new_sides,
        node_at,
        side_at,
        truncate,
        unlock_pool,
    )
    from .network import VALUE, add_bonuses, finish_round, terminal_value
    from .wall_tiling import search_tiling

    MAX_DEPTH = 64
    NODE_POOL_SIZE = 1 << 22  # nodes; the system provides the memory as it fills
    POOL_MARGIN = 64 * ACTIONS  # nodes that threads may be about to add
    SIMULATIONS_PER_CHECK = 32  # simulations between checks of the limits
    MAX_IDLE_SIMULATIONS = 500  # in a row that expanded nothing; more in a large tree
    UNEXPANDED, EXPANDED, TERMINAL, EXPANDING = range(4)  # the status of a node
    BUSY = -1  # instead of a depth: another thread expands that node just now
    CHANCE_ONE, PRIOR_ONE = 1 << 28, 1 << 16  # fixed point: what 1.0 is
    SIGMOID = [0] * 20001  # value + 10000: the winning chance
    PRIOR_WEIGHTS = [0] * 4001  # value below the best move's: the unnormalised prior
    C_PUCT = 0.45 * (1 << 12)  # the exploration constant of PUCT, in fixed point

PRIOR_TEMPERATURE = 250.0  # of the softmax over move values that gives the priors


def fill_lookup_tables() -> None:
    for value in range(-10000, 10001):
        SIGMOID[value + 10000] = round(CHANCE_ONE / (1 + math.exp(-value / 1000.0)))
    for loss in range(4001):
        PRIOR_WEIGHTS[loss] = round(PRIOR_ONE * math.exp(-loss / PRIOR_TEMPERATURE))


fill_lookup_tables()


def chance_of(value: int) -> int:
    value = value if value < 10000 else 10000
    return SIGMOID[value + 10000 if value > -10000 else 0]


def value_of(chance: float) -> int:
    """The logit of a chance, in thousandths."""
    chance = min(max(chance, 1e-4), 1 - 1e-4)
    return round(1000 * math.log(chance / (1 - chance)))


class NodePool:
    """The nodes of a tree, for all threads that grow it."""

    def __init__(self) -> None:
        self.nodes = new_nodes(NODE_POOL_SIZE)
        self.used = 0
        self.lock = new_lock()
        if cython.compiled and not (self.nodes and self.lock):
            raise MemoryError("no memory for a search")

    def __dealloc__(self) -> None:
        free_memory(self.nodes)
        free_lock(self.lock)


class SearchTree:
    """The search tree, as one thread grows it."""

    def __init__(self, network: Network, clock: SearchClock, pool: NodePool) -> None:
        self.network = network
        self.clock = clock
        self.pool = pool
        self.nodes = self.pool.nodes
        self.supply = 0
        if not cython.compiled:
            self.states = new_states(12)
            self.sides = new_sides(3)
            self.offer = OfferSummary()
            self.others = Accumulator()
            self.path = [0] * MAX_DEPTH
            self.seat_sums = [0] * 4

    def begin(self, state: State, depth: int) -> None:
        """Starts a new tree; the root is expanded whatever the limits are."""
        self.join(state, depth)
        self.pool.used = 1
        root = node_at(self.nodes, 0)
        root.visits = 0
        root.child_count = 0
        root.status = UNEXPANDED
        if state.packed.phase != TILING:
            self.run_simulation()

    def join(self, state: State, depth: int) -> None:
        """Prepares to grow a tree that was begun by another thread."""
        self.depth_reached = 0
        self.simulations = 0
        for seat in range(4):
            self.seat_sums[seat] = 0
        self.idle = 0
        self.max_depth = min(depth, MAX_DEPTH - 1)
        copy_state(state_at(self.states, 0), state.packed)

    def grow(self) -> bool:
        """Runs some simulations; False when a limit is reached or the tree complete."""
        with cython.nogil:
            going = self.run_simulations()
        self.clock.raise_pending()
        return going != 0

    def tiling_values(self) -> list[tuple[int, int]]:
        """The values of tiling decisions, which are searched exhaustively, not by the tree."""
        if not cython.compiled:
            legal = ActionList()
        state = state_at(self.states, 0)
        values: list[tuple[int, int]] = []
        if state.phase != TILING:
            return values
        count = list_legal(state, legal.actions, 0)
        for number in range(count):
            action = legal.actions[number]
            values.append((action, self.tiling_value(action)))
        return values

    def root_move_values(self) -> list[tuple[int, int]]:
        """The root's moves with their values, the most visited first."""
        node = node_at(self.nodes, 0)
        found = []
        lock_pool(self.pool.lock)
        for number in range(node.first_child, node.first_child + node.child_count):
            child = node_at(self.nodes, number)
            chance = child.value_sum / (1.0 * CHANCE_ONE * (child.visits + 1))
            found.append((child.visits, chance, child.action))
        unlock_pool(self.pool.lock)
        found.sort(reverse=True)
        return [(action, value_of(chance)) for _, chance, action in found]

    def seat_chances(self) -> list[float]:
        """Every seat's winning chance, on average over this thread's simulations."""
        number = max(1, self.simulations) * CHANCE_ONE
        players = state_at(self.states, 0).players
        return [self.seat_sums[seat] / (1.0 * number) for seat in range(players)]

    def visits_of(self, action: int) -> int:
        """How often a root move was tried; 0 in tiling, which the tree does not search."""
        index = self.root_child(action)
        return node_at(self.nodes, index).visits if index else 0

    def principal_variation(self, action: int) -> tuple[int, ...]:
        """A root move and the most visited moves below it."""
        line: list[int] = []
        lock_pool(self.pool.lock)
        index = self.root_child(action)
        while index > 0:
            node = node_at(self.nodes, index)
            line.append(int(node.action))
            index = self.most_visited(index)
        unlock_pool(self.pool.lock)
        return tuple(line)

    # From here on without the GIL.

    def root_child(self, action: int) -> int:
        """The index of the root's child with this action; 0 if there is none."""
        node = node_at(self.nodes, 0)
        for number in range(node.first_child, node.first_child + node.child_count):
            if node_at(self.nodes, number).action == action:
                return number
        return 0

    def most_visited(self, index: int) -> int:
        """The index of the most visited child; 0 if none was visited."""
        node = node_at(self.nodes, index)
        found = most = 0
        if node.status == EXPANDED:
            for number in range(node.first_child, node.first_child + node.child_count):
                visits = node_at(self.nodes, number).visits
                if visits > most:
                    most = visits
                    found = number
        return found

    def run_simulations(self) -> int:
        for _ in range(SIMULATIONS_PER_CHECK):
            due = self.clock.nodes >= self.clock.next_check or self.clock.stop_requested
            if due and self.clock.check_limits():
                return 0
            used = self.pool.used
            if used > NODE_POOL_SIZE - POOL_MARGIN or self.idle > MAX_IDLE_SIMULATIONS + used // 64:
                return 0  # full, or complete, or nearly
            before = self.clock.nodes
            if self.run_simulation() != BUSY:
                self.idle = 0 if self.clock.nodes > before else self.idle + 1
        return 1

    def run_simulation(self) -> int:
        """One simulation: selection, expansion, evaluation and backpropagation.

        Returns its depth, or BUSY.
        """
        state = state_at(self.states, 1)
        copy_state(state, state_at(self.states, 0))
        lock_pool(self.pool.lock)
        ply = self.descend(state)
        if ply != BUSY:
            node = node_at(self.nodes, self.path[ply])
            if node.status == EXPANDING:
                unlock_pool(self.pool.lock)
                status = self.evaluate(ply, state)
                lock_pool(self.pool.lock)
                node.status = status
            self.backpropagate(ply)
        unlock_pool(self.pool.lock)
        return ply

    def descend(self, state: PackedState) -> int:
        """Selects a path, counts its visits and plays it; its depth, or BUSY.

        A new leaf is marked as being expanded.
        """
        ply = 0
        self.path[0] = 0
        node = node_at(self.nodes, 0)
        while node.status == EXPANDED:
            child = self.select_child(self.path[ply])
            node.visits += 1
            ply += 1
            self.path[ply] = child
            node = node_at(self.nodes, child)
            if node.status != TERMINAL:
                take(state, TAKE_CODES[node.action])
        if node.status == EXPANDING:
            for place in range(ply):
                node_at(self.nodes, self.path[place]).visits -= 1
            return BUSY
        node.visits += 1
        if node.status == UNEXPANDED:
            node.status = EXPANDING
        return ply

    def evaluate(self, ply: int, state: PackedState) -> int:
        """Evaluates a new leaf; returns its status from now on."""
        if state.available == 0 or ply >= self.max_depth:
            self.evaluate_leaf(self.path[ply], state)
            return TERMINAL
        self.expand(self.path[ply], state)
        self.depth_reached = ply + 1 if ply + 1 > self.depth_reached else self.depth_reached
        return EXPANDED

    def select_child(self, index: int) -> int:
        """The child with the highest PUCT score."""
        node = node_at(self.nodes, index)
        scale = truncate(C_PUCT * sqrt(1.0 * node.visits))
        best = -1.0
        found = node.first_child
        for number in range(node.first_child, node.first_child + node.child_count):
            child = node_at(self.nodes, number)
            # One division of integers, which every processor rounds alike.
            score = 1.0 * (child.value_sum + scale * child.prior) / (child.visits + 1)
            if score > best:
                best = score
                found = number
        return found

    def expand(self, index: int, state: PackedState) -> None:
        """Adds all children of a node, each evaluated for the player who moves."""
        if not cython.compiled:
            legal = ActionList()
        node = node_at(self.nodes, index)
        copy = state_at(self.states, 2)
        duplicates = duplicate_displays(state)
        count = 0
        for number in range(list_legal(state, legal.actions, 0)):
            take_code = TAKE_CODES[legal.actions[number]]
            if duplicates >> (take_code & 15) & 1 or (index and is_wasteful(state, take_code)):
                continue
            legal.actions[count] = legal.actions[number]
            count += 1
        lock_pool(self.pool.lock)
        node.first_child = self.pool.used
        self.pool.used += count
        unlock_pool(self.pool.lock)
        self.opponents_ready = 0
        self.group = -1
        best = -1000000
        for number in range(count):
            action = legal.actions[number]
            take_code = TAKE_CODES[action]
            copy_state(copy, state)
            take(copy, take_code)
            self.clock.nodes += 1
            value = self.evaluate_move(copy, state.turn, take_code & ~(15 << LINE_SHIFT))
            child = node_at(self.nodes, node.first_child + number)
            child.status = UNEXPANDED
            child.action = action
            child.visits = 0
            child.child_count = value  # stored here until the priors are computed
            child.value_sum = chance_of(value)
            best = value if value > best else best
        node.player = state.turn
        node.child_count = count
        self.set_priors(index, best)
        self.set_node_values(index, state, best)

    def evaluate_move(self, state: PackedState, seat: int, group: int) -> int:
        """The value after a move, for the player who made it.

        The opponents' boards are the same after all moves, so they are combined once; again only
        if tiles that fell change the expected supply. What is on offer for them depends on the
        group that was taken, not on the line: it is summed once for moves that follow each other.
        """
        if state.available == 0:
            finish_round(state)
        if state.phase == OVER:
            return terminal_value(state, seat)
        mine = side_at(self.sides, 0)
        opponents = side_at(self.sides, 1)
        if group != self.group or state.available == 0:
            summarise_offer(state, self.offer)
            self.network.sum_offers(state, seat, self.offer, self.others.values)
            self.group = group
        elif state.lid != self.offer.lid:
            estimate_supply(state, self.offer)
        if not self.opponents_ready or self.supply != self.offer.supply:
            self.network.combine_opponents(
                state, seat, self.offer, opponents, side_at(self.sides, 2), 0
            )
            if state.players == 2:
                add_bonuses(opponents)
            self.opponents_ready = 1
            self.supply = self.offer.supply
        self.network.compute_side(state, seat, 0, self.offer, mine)
        return self.network.forward_with(
            state, seat, mine, opponents, self.offer, self.others.values, VALUE
        )

    def set_priors(self, index: int, best: int) -> None:
        """Priors: the softmax of the children's values."""
        node = node_at(self.nodes, index)
        total = 0
        for number in range(node.first_child, node.first_child + node.child_count):
            child = node_at(self.nodes, number)
            loss = best - child.child_count
            child.prior = PRIOR_WEIGHTS[loss if loss < 4000 else 4000]
            child.child_count = 0
            total += child.prior
        for number in range(node.first_child, node.first_child + node.child_count):
            child = node_at(self.nodes, number)
            share = child.prior  # 64 bits in C
            child.prior = share * PRIOR_ONE // total

    def set_node_values(self, index: int, state: PackedState, best: int) -> None:
        """All players' winning chances after expansion; the best child's for who moves."""
        node = node_at(self.nodes, index)
        for seat in range(state.players):
            if seat == state.turn:
                chance = chance_of(best)
            elif state.players == 2:
                chance = CHANCE_ONE - chance_of(best)
            else:
                chance = chance_of(
                    self.network.evaluate_seat(state, seat, self.offer, self.sides, VALUE)
                )
            node.values[seat] = chance

    def evaluate_leaf(self, index: int, state: PackedState) -> None:
        """The winning chances of all players at a leaf that is not expanded."""
        node = node_at(self.nodes, index)
        if state.available == 0:
            finish_round(state)
        for seat in range(state.players):
            node.values[seat] = chance_of(
                self.network.evaluate_settled(state, seat, self.offer, self.sides)
            )

    def backpropagate(self, ply: int) -> None:
        """Adds the leaf's values to all nodes of the path."""
        leaf = node_at(self.nodes, self.path[ply])
        for place in range(ply, 0, -1):
            node = node_at(self.nodes, self.path[place])
            parent = node_at(self.nodes, self.path[place - 1])
            node.value_sum += leaf.values[parent.player]
        self.simulations += 1
        for seat in range(state_at(self.states, 0).players):
            self.seat_sums[seat] += leaf.values[seat]

    def tiling_value(self, action: int) -> int:
        state = state_at(self.states, 0)
        child = state_at(self.states, 1)
        copy_state(child, state)
        play(child, action)
        return search_tiling(self.network, self.states, 1, state.turn, self.offer, self.sides)


def is_wasteful(state: PackedState, take_code: int) -> bool:
    """Do tiles go to the floor that could go to a line?"""
    if (take_code >> LINE_SHIFT) & 15:
        return False
    return (board_at(state, state.turn).open_lines >> ((take_code >> LANE_SHIFT) & 63)) & 62 != 0
