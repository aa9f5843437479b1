"""Alpha-beta search over the rest of the round, for two players.

Deepens step by step, remembers positions between the moves of a round, and stops where the round
ends: what comes after the next deal is the network's to judge. Each take removes at least one
group from the table, so a search as deep as there are groups has solved the round. With at most
EXACT_GROUPS groups nothing is pruned by guess, and the solution is exact.
"""

from __future__ import annotations

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
    from ..core.layout import (
        ACTIONS,
        JOKER_LANE,
        LANE_AT,
        LINE_AT,
        TILING,
        WITH_JOKERS,
        Found,
        Table,
        board_at,
        copy_table,
        free_tables,
        new_tables,
        table_at,
    )
    from ..core.moves import PACKED, add_word, list_legal, play, stir
    from ..core.table import take
    from ..core.tiling import PENALTY
    from .features import count_groups, survey
    from .layout import (
        AT_LEAST,
        AT_MOST,
        EXACT,
        choice_at,
        clear_entries,
        cpu_time,
        entry_at,
        give_back,
        new_choices,
        new_entries,
        new_longs,
        new_offer,
        new_sides,
        side_at,
    )
    from .network import VALUE
    from .walls import tiled_value

    PLIES = 64
    EXACT_GROUPS = 8
    ENDLESS = 1000000  # beyond every value
    HINTED = 100000000  # the order of the move that was best before
    LOUD = 400  # what a move gains in order by having been good in another line

REMEMBERED = 1 << 18  # positions, some six megabytes


def round_key(table: Table, salt: int) -> int:
    """A key for what changes within a round; `salt` stands for the rest."""
    key = salt ^ (table.turn | table.marker << 1 | table.next_starter << 2)
    for source in range(2 * table.players + 2):
        key = add_word(key, table.heaps[source])
    for seat in range(table.players):
        board = board_at(table, seat)
        word = board.fallen
        for line in range(1, 6):
            word = word << 9 | board.free[line] << 6 | board.colour[line] << 3 | board.jokers[line]
        key = add_word(key, word)
    return stir(key)


def walls_key(table: Table) -> int:
    """A key for what stays as it is within a round."""
    key = add_word(table.round, table.bag)
    for seat in range(table.players):
        board = board_at(table, seat)
        key = add_word(key, board.score)
        for kind in range(0, 6, 2):
            word = board.standing[kind]
            key = add_word(key, word << 32 | board.standing[kind + 1])
    return stir(key)


def twin_displays(table: Table) -> int:
    """A bit for each display that holds the same as an earlier one: no need to try both."""
    twins = 0
    for source in range(2, 2 * table.players + 2):
        if table.heaps[source]:
            for other in range(1, source):
                if table.heaps[other] == table.heaps[source]:
                    twins |= 1 << source
                    break
    return twins


class AlphaBeta:
    """A searcher for two players, of any rule set; for one thread at a time, but for `stop`."""

    def __init__(self, network: Network) -> None:
        if network.players != 2:
            raise ValueError("alpha-beta is for two players; TreeSearch is for more")
        self.network = network
        self.lock = Lock()
        self.nodes = 0
        self.stopping = 0
        self.halted = 0
        self.ranking: list[tuple[int, int]] = []
        self.size = REMEMBERED if cython.compiled else 1 << 12
        self.tables = new_tables(PLIES)
        self.sides = new_sides(3)
        self.choices = new_choices(PLIES * ACTIONS)
        self.entries = new_entries(self.size)
        self.offer = new_offer()
        self.history = new_longs(2 * ACTIONS)
        self.killers = new_longs(2 * PLIES)

    def __dealloc__(self) -> None:
        free_tables(self.tables)
        give_back(self.sides)
        give_back(self.choices)
        give_back(self.entries)
        give_back(self.offer)
        give_back(self.history)
        give_back(self.killers)

    def stop(self) -> None:
        """Lets `think` in another thread answer at once."""
        self.stopping = 1

    def forget(self) -> None:
        """Forgets all positions, as for a new game."""
        with self.lock:
            clear_entries(self.entries, self.size)
            for number in range(2 * ACTIONS):
                self.history[number] = 0

    def think(
        self,
        state: State,
        movetime: float | None = None,
        nodes: int | None = None,
        depth: int | None = None,
        report: Callable[[Finding], None] | None = None,
    ) -> Finding:
        """The best move. `movetime` is seconds of CPU time; without a limit it solves the round."""
        check_limits(self.network, state, movetime, nodes, depth)
        with self.lock:
            groups = self.begin(state, movetime, nodes)
            actions = self.first_order(state)
            value = depth_done = 0
            solved = False
            for level in range(1, (groups if depth is None else min(depth, groups)) + 1):
                values = self.one_level(actions, level, False)
                let_signals_in()
                if values:
                    best, value = max(values, key=lambda pair: pair[1])
                    actions = [best, *[action for action in actions if action != best]]
                    depth_done = level - self.halted
                    solved = not self.halted and level >= groups <= EXACT_GROUPS
                    if report is not None:
                        report(self.finding(state, best, value, depth_done, solved))
                if self.halted or len(actions) == 1:
                    break
            return self.finding(state, actions[0], value, depth_done, solved)

    def finding(
        self, state: State, action: int, value: int, depth: int, solved: bool
    ) -> Finding:
        found = words_of(self.network, state, self.expected_line(state, action))
        return found._replace(value=value, depth=depth, nodes=self.nodes, solved=solved)

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
            groups = self.begin(state, movetime, nodes)
            actions = self.first_order(state)
            found = [words_of(self.network, state, (action,)) for action in actions]
            for level in range(1, (groups if depth is None else min(depth, groups)) + 1):
                values = self.one_level(actions, level, True)
                let_signals_in()
                if self.halted:
                    break
                values.sort(key=lambda pair: -pair[1])
                actions = [action for action, _ in values]
                solved = level >= groups <= EXACT_GROUPS
                found = [
                    self.finding(state, action, value, level, solved) for action, value in values
                ]
            return found

    def decide(self, state: State, nodes: int) -> tuple[int, int]:
        """The best move and its value, and nothing for people to read: for self-play."""
        with self.lock:
            groups = self.begin(state, None, nodes)
            actions = self.first_order(state)
            value = 0
            for level in range(1, groups + 1):
                values = self.one_level(actions, level, False)
                if values:
                    best, value = max(values, key=lambda pair: pair[1])
                    actions = [best, *[action for action in actions if action != best]]
                if self.halted or len(actions) == 1:
                    break
            return actions[0], value

    def begin(self, state: State, movetime: float | None, nodes: int | None) -> int:
        """Sets the limits and the first table; returns how deep the round goes at most."""
        self.stopping = 0
        self.halted = 0
        self.nodes = 0
        self.deadline = cpu_time() + (1e9 if movetime is None else movetime)
        self.most_nodes = 1 << 62 if nodes is None else nodes
        copy_table(table_at(self.tables, 0), state.table)
        self.salt = walls_key(state.table)
        return max(1, count_groups(state.table.available))

    def first_order(self, state: State) -> list[int]:
        """The legal actions, the likeliest first; of twin displays only one."""
        if state.table.phase == TILING:
            return state.legal_actions()
        count = self.list_choices(0, -1, 1)
        pairs = [
            (choice_at(self.choices, number).order, choice_at(self.choices, number).action)
            for number in range(count)
        ]
        return [action for _, action in sorted(pairs, key=lambda pair: -pair[0])]

    def one_level(self, actions: list[int], depth: int, exactly: bool) -> list[tuple[int, int]]:
        """Each action with its value, as far as time allows; bounds for all but the best."""
        values: list[tuple[int, int]] = []
        alpha = -ENDLESS
        for action in actions:
            full = exactly or not values
            value = self.value_of(action, depth, -ENDLESS if exactly else alpha, full)
            if self.halted:
                break
            values.append((action, value))
            alpha = max(alpha, value)
        return values

    def value_of(self, action: int, depth: int, alpha: int, full: bool) -> int:
        with cython.nogil:
            value = self.try_action(action, depth, alpha, full)
        return value

    def expected_line(self, state: State, action: int) -> tuple[int, ...]:
        """A move and the answers that are remembered, to the end of the round at most."""
        walk = state.copy()
        walk.apply(action)
        line = [action]
        while walk.table.phase == state.table.phase and walk.table.round == state.table.round:
            key = round_key(walk.table, self.salt)
            entry = entry_at(self.entries, key & (self.size - 1))
            if entry.key != key or not walk.is_legal(entry.action) or len(line) > PLIES:
                break
            line.append(entry.action)
            walk.apply(line[-1])
        return tuple(line)

    # From here on without Python's lock.

    def check_time(self) -> int:
        """1 if the search must stop now."""
        if self.nodes >= self.most_nodes or self.stopping:
            self.halted = 1
        elif self.nodes & 127 == 0 and cpu_time() > self.deadline:
            self.halted = 1
        return self.halted

    def try_action(self, action: int, depth: int, alpha: int, full: int) -> int:
        """The value of a first move, for the player to move."""
        table = table_at(self.tables, 0)
        child = table_at(self.tables, 1)
        copy_table(child, table)
        if table.phase == TILING:
            play(child, action)
            return tiled_value(
                self.network, self.tables, 1, table.turn, self.offer, self.sides
            )
        take(child, PACKED[action])
        if not full:
            value = -self.search(1, depth - 1, -alpha - 1, -alpha)
            if value <= alpha or self.halted:
                return value
        return -self.search(1, depth - 1, -ENDLESS, -alpha)

    def judge(self, table: Table, seat: int) -> int:
        """The network's value for a seat."""
        return self.network.judge_seat(table, seat, self.offer, self.sides, VALUE)

    def search(self, ply: int, depth: int, alpha: int, beta: int) -> int:
        """The value of the table at a ply for the player to move, if between alpha and beta."""
        self.nodes += 1
        if self.check_time():
            return 0
        table = table_at(self.tables, ply)
        if depth <= 0 or table.available == 0:
            return self.judge(table, table.turn)
        key = round_key(table, self.salt)
        entry = entry_at(self.entries, key & (self.size - 1))
        hint = -1
        if entry.key == key:
            hint = entry.action
            if entry.depth >= depth and (
                entry.bound == EXACT
                or (entry.bound == AT_LEAST and entry.value >= beta)
                or (entry.bound == AT_MOST and entry.value <= alpha)
            ):
                return entry.value
        groups = count_groups(table.available)
        exact = groups <= EXACT_GROUPS and depth >= groups
        count = self.list_choices(ply, hint, exact)
        if depth == 1:
            return self.frontier(ply, count, alpha, beta, key)
        best = -ENDLESS
        best_action = -1
        lower = alpha
        for place in range(count):
            action = self.best_next(ply, place, count)
            child = table_at(self.tables, ply + 1)
            copy_table(child, table)
            take(child, PACKED[action])
            if place == 0:
                value = -self.search(ply + 1, depth - 1, -beta, -lower)
            else:
                less = 0
                if depth >= 3 and place >= 4 and not exact:  # late moves are looked at less deeply
                    less = 2 if place >= 16 and depth >= 4 else 1
                value = -self.search(ply + 1, depth - 1 - less, -lower - 1, -lower)
                if less and value > lower and not self.halted:
                    value = -self.search(ply + 1, depth - 1, -lower - 1, -lower)
                if lower < value < beta and not self.halted:
                    value = -self.search(ply + 1, depth - 1, -beta, -lower)
            if self.halted:
                return 0
            if value > best:
                best = value
                best_action = action
            lower = value if value > lower else lower
            if lower >= beta:
                self.praise(ply, table.turn, action, depth)
                break
        self.remember(
            key, best, best_action, depth,
            AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT,
        )
        return best

    def frontier(self, ply: int, count: int, alpha: int, beta: int, key: int) -> int:
        """The last ply: the player who does not move has the same board in all children."""
        table = table_at(self.tables, ply)
        child = table_at(self.tables, ply + 1)
        mine = side_at(self.sides, 0)
        rest = side_at(self.sides, 1)
        seat = 1 - table.turn
        mine.filled = 0
        best = -ENDLESS
        best_action = -1
        lower = alpha
        for place in range(count):
            action = self.best_next(ply, place, count)
            copy_table(child, table)
            take(child, PACKED[action])
            self.nodes += 1
            survey(child, self.offer)
            if not mine.filled:
                self.network.fill_side(child, seat, 0, self.offer, mine)
            self.network.gather(child, seat, self.offer, rest, rest, mine.ends)
            value = -self.network.weigh_up(child, seat, mine, rest, self.offer, VALUE)
            if value > best:
                best = value
                best_action = action
            lower = value if value > lower else lower
            if lower >= beta:
                self.praise(ply, table.turn, action, 1)
                break
        self.remember(
            key, best, best_action, 1,
            AT_MOST if best <= alpha else AT_LEAST if best >= beta else EXACT,
        )
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

    def remember(self, key: int, value: int, action: int, depth: int, bound: int) -> None:
        entry = entry_at(self.entries, key & (self.size - 1))
        entry.key = key
        entry.value = value
        entry.action = action
        entry.depth = depth
        entry.bound = bound

    def praise(self, ply: int, seat: int, action: int, depth: int) -> None:
        """A move that refuted another is tried early elsewhere."""
        if self.killers[2 * ply] != action:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = action
        self.history[seat * ACTIONS + action] += depth * depth
        if self.history[seat * ACTIONS + action] > 16000:
            for number in range(2 * ACTIONS):
                self.history[number] >>= 1
