"""Alpha-beta over the rest of a round, for two players: the tables, without words for people.

Stops where the round ends: what comes after the next deal is the network's to judge. Each take
removes at least one group from the table, so a search as deep as there are groups has solved the
round. With at most EXACT_GROUPS groups nothing is pruned by guess, and the solution is exact.
`searchers.py` sets the limits, deepens step by step and says what was found.
"""

from __future__ import annotations

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
    from ..core.layout import (
        ACTIONS,
        JOKER_LANE,
        LANE_AT,
        LINE_AT,
        OVER,
        TILING,
        WITH_JOKERS,
        Found,
        board_at,
        copy_table,
        new_tables,
        table_at,
    )
    from ..core.moves import PACKED, list_legal, play
    from ..core.table import take
    from ..core.tiling import PENALTY
    from .features import count_groups, survey
    from .keys import round_key, twin_displays, walls_key
    from .layout import (
        AT_LEAST,
        AT_MOST,
        EXACT,
        Entry,
        Offer,
        choice_at,
        clear_entries,
        entry_at,
        give_back,
        new_choices,
        new_entries,
        new_sides,
        side_at,
    )
    from .network import VALUE, close_offer, final_of
    from .walls import tiled_value

    PLIES = 64
    REMEMBERED = 1 << 18  # positions, some six megabytes
    EXACT_GROUPS = 8
    ENDLESS = 1000000  # beyond every value
    HINTED = 100000000  # the order of the move that was best before
    LOUD = 400  # what a move gains in order by having been good in another line


class Minimax:
    """Values of first moves, a level at a time; what is found is remembered for later levels."""

    def __init__(self, network: Network, watch: Watch) -> None:
        self.network = network
        self.watch = watch
        if not cython.compiled:
            self.tables = new_tables(PLIES)
            self.sides = new_sides(3)
            self.offer = Offer()
            self.choices = new_choices()
            self.history = [0] * (2 * ACTIONS)
            self.killers = [0] * (2 * PLIES)
        self.entries = new_entries(REMEMBERED)
        if cython.compiled and not self.entries:
            raise MemoryError("no memory for a search")

    def __dealloc__(self) -> None:
        give_back(self.entries)

    def forget(self) -> None:
        """As if nothing had been thought before."""
        clear_entries(self.entries, REMEMBERED)
        for number in range(2 * ACTIONS):
            self.history[number] = 0
        for number in range(2 * PLIES):
            self.killers[number] = 0

    def begin(self, state: State) -> int:
        """Sets the first table; returns how deep the round goes at most."""
        copy_table(table_at(self.tables, 0), state.table)
        self.salt = walls_key(state.table)
        groups = count_groups(state.table.available)
        self.exact = groups <= EXACT_GROUPS
        return max(1, groups)

    def first_order(self) -> list[int]:
        """The legal actions, the likeliest first; of twin displays only one."""
        if not cython.compiled:
            found = Found()
        table = table_at(self.tables, 0)
        if table.phase == TILING:
            count = list_legal(table, found.numbers, 0)
            return [found.numbers[number] for number in range(count)]
        count = self.list_choices(0, -1, 1)
        order = []
        for number in range(count):
            choice = choice_at(self.choices, number)
            order.append((-choice.order, number, choice.action))
        return [action for _, _, action in sorted(order)]

    def one_level(self, actions: list[int], depth: int, exactly: bool) -> list[tuple[int, int]]:
        """Each action with its value, as far as the limits allow.

        Unless all are wanted exactly, only the best one's is: the others' are bounds.
        """
        values: list[tuple[int, int]] = []
        alpha = -ENDLESS
        for action in actions:
            chosen = action
            full = exactly or not values
            with cython.nogil:
                value = self.try_action(chosen, depth, alpha, full)
            if self.watch.halted:
                break
            values.append((action, value))
            if not exactly and value > alpha:
                alpha = value
        self.watch.check()
        return values

    def expected_line(self, state: State, action: int) -> tuple[int, ...]:
        """A move and the answers that are remembered, to the end of the round at most."""
        walk = state.copy()
        walk.apply(action)
        line = [action]
        while walk.table.phase == state.table.phase and walk.table.round == state.table.round:
            key = round_key(walk.table, self.salt)
            entry = entry_at(self.entries, key & (REMEMBERED - 1))
            if entry.key != key or not walk.is_legal(entry.action) or len(line) > PLIES:
                break
            line.append(int(entry.action))
            walk.apply(line[-1])
        return tuple(line)

    # From here on without Python's lock.

    def try_action(self, action: int, depth: int, alpha: int, full: int) -> int:
        """The value of a first move, for the player to move; a bound unless `full` or best."""
        table = table_at(self.tables, 0)
        child = table_at(self.tables, 1)
        copy_table(child, table)
        if table.phase == TILING:
            play(child, action)
            return tiled_value(self.network, self.tables, 1, table.turn, self.offer, self.sides)
        take(child, PACKED[action])
        if not full:
            value = -self.search(1, depth - 1, -alpha - 1, -alpha)
            if value <= alpha or self.watch.halted:
                return value
        return -self.search(1, depth - 1, -ENDLESS, -alpha)

    def search(self, ply: int, depth: int, alpha: int, beta: int) -> int:
        """The value of the table at a ply for the player to move, if between alpha and beta."""
        self.watch.nodes += 1
        if (self.watch.nodes >= self.watch.next_look or self.watch.stopping) and self.watch.look():
            return 0
        table = table_at(self.tables, ply)
        if table.available == 0:
            child = table_at(self.tables, ply + 1)
            copy_table(child, table)
            return self.network.judge_closed(child, table.turn, self.offer, self.sides)
        if depth <= 0:
            return self.network.judge_seat(table, table.turn, self.offer, self.sides, VALUE)
        key = round_key(table, self.salt)
        entry = entry_at(self.entries, key & (REMEMBERED - 1))
        hint = -1
        if entry.key == key:
            hint = entry.action
            if entry.depth >= depth and settles(entry, alpha, beta):
                return entry.value
        groups = count_groups(table.available)
        exact = groups <= EXACT_GROUPS and depth >= groups
        count = self.list_choices(ply, hint, exact)
        if depth == 1:
            return self.frontier(ply, count, alpha, beta, key)
        return self.interior(ply, count, depth, alpha, beta, key, exact)

    def interior(
        self, ply: int, count: int, depth: int, alpha: int, beta: int, key: int, exact: int
    ) -> int:
        """The best of the moves that are listed for a ply; 0 if the search was stopped."""
        table = table_at(self.tables, ply)
        best = -ENDLESS
        best_action = -1
        lower = alpha
        for place in range(count):
            action = self.best_next(ply, place, count)
            value = self.answer(ply, place, action, depth, lower, beta, exact)
            if self.watch.halted:
                return 0
            if value > best:
                best = value
                best_action = action
            lower = value if value > lower else lower
            if lower >= beta:
                self.praise(ply, table.turn, action, depth)
                break
        self.remember(key, best, best_action, depth, alpha, beta)
        return best

    def answer(
        self, ply: int, place: int, action: int, depth: int, lower: int, beta: int, exact: int
    ) -> int:
        """The value of a move at a ply: the first is searched in full, others if they surprise."""
        child = table_at(self.tables, ply + 1)
        copy_table(child, table_at(self.tables, ply))
        take(child, PACKED[action])
        if place == 0:
            return -self.search(ply + 1, depth - 1, -beta, -lower)
        less = 0
        if depth >= 3 and place >= 4 and not exact:  # late moves are looked at less deeply
            less = 2 if place >= 16 and depth >= 4 else 1
        value = -self.search(ply + 1, depth - 1 - less, -lower - 1, -lower)
        if less and value > lower and not self.watch.halted:
            value = -self.search(ply + 1, depth - 1, -lower - 1, -lower)
        if lower < value < beta and not self.watch.halted:
            value = -self.search(ply + 1, depth - 1, -beta, -lower)
        return value

    def frontier(self, ply: int, count: int, alpha: int, beta: int, key: int) -> int:
        """The last ply: the player who does not move has the same board in all children.

        Closed or not, it is settled alike.
        """
        table = table_at(self.tables, ply)
        child = table_at(self.tables, ply + 1)
        mine = side_at(self.sides, 0)
        rest = side_at(self.sides, 1)
        seat = 1 - table.turn
        filled = 0
        supply = 0  # what `mine` was filled with; tiles that fall may change it
        best = -ENDLESS
        best_action = -1
        lower = alpha
        for place in range(count):
            action = self.best_next(ply, place, count)
            copy_table(child, table)
            take(child, PACKED[action])
            self.watch.nodes += 1
            if child.available == 0:
                close_offer(child)
            if child.phase == OVER:
                value = -final_of(child, seat)
            else:
                survey(child, self.offer)
                if not filled or supply != self.offer.supply:
                    self.network.fill_side(child, seat, 0, self.offer, mine)
                    supply = self.offer.supply
                    filled = 1
                self.network.gather(child, seat, self.offer, rest, rest, mine.ends)
                value = -self.network.weigh_up(child, seat, mine, rest, self.offer, VALUE)
            if value > best:
                best = value
                best_action = action
            lower = value if value > lower else lower
            if lower >= beta:
                self.praise(ply, table.turn, action, 1)
                break
        self.remember(key, best, best_action, 1, alpha, beta)
        return best

    def list_choices(self, ply: int, hint: int, all_of_them: int) -> int:
        """Lists the takes with what speaks for each; returns how many.

        Unless all are wanted, tiles go to the floor only if they can go nowhere else.
        """
        if not cython.compiled:
            found = Found()
        table = table_at(self.tables, ply)
        board = board_at(table, table.turn)
        count = list_legal(table, found.numbers, 0)
        twins = twin_displays(table)
        penalty = PENALTY[board.fallen]
        kept = 0
        for number in range(count):
            action = found.numbers[number]
            packed = PACKED[action]
            source = packed & 15
            line = (packed >> LINE_AT) & 15
            lane = (packed >> LANE_AT) & 63
            if twins >> source & 1:
                continue
            if line == 0 and not all_of_them and (board.open >> lane) & 62:
                continue
            heap = table.heaps[source]
            tiles = (heap >> lane) & 1023
            if packed & WITH_JOKERS:
                tiles += heap >> JOKER_LANE
            free = board.free[line]
            falling = tiles - free if tiles > free else 0
            order = 8 * (tiles - falling)
            falling += table.marker & (source == 0)
            order -= 20 * (PENALTY[board.fallen + falling] - penalty)
            if line and tiles >= free:
                order += 24 + 4 * line
            if action == hint:
                order = HINTED
            else:
                order += self.history[table.turn * ACTIONS + action] >> 3
                if action == self.killers[2 * ply] or action == self.killers[2 * ply + 1]:
                    order += LOUD
            choice = choice_at(self.choices, ply * ACTIONS + kept)
            choice.action = action
            choice.order = order
            kept += 1
        return kept

    def best_next(self, ply: int, place: int, count: int) -> int:
        """Brings the likeliest of the remaining moves to its place and returns it."""
        best = choice_at(self.choices, ply * ACTIONS + place)
        for number in range(place + 1, count):
            choice = choice_at(self.choices, ply * ACTIONS + number)
            if choice.order > best.order:
                action = best.action
                order = best.order
                best.action = choice.action
                best.order = choice.order
                choice.action = action
                choice.order = order
        return best.action

    def remember(
        self, key: int, value: int, action: int, depth: int, alpha: int, beta: int
    ) -> None:
        entry = entry_at(self.entries, key & (REMEMBERED - 1))
        entry.key = key
        entry.value = value
        entry.action = action
        entry.depth = depth
        entry.bound = AT_MOST if value <= alpha else AT_LEAST if value >= beta else EXACT

    def praise(self, ply: int, seat: int, action: int, depth: int) -> None:
        """A move that refuted another is tried early elsewhere."""
        if self.killers[2 * ply] != action:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = action
        self.history[seat * ACTIONS + action] += depth * depth
        if self.history[seat * ACTIONS + action] > 16000:
            for number in range(2 * ACTIONS):
                self.history[number] >>= 1


def settles(entry: Entry, alpha: int, beta: int) -> bool:
    """Does a remembered value say enough?"""
    if entry.bound == EXACT:
        return True
    return entry.value >= beta if entry.bound == AT_LEAST else entry.value <= alpha
