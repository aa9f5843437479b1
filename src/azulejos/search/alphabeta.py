"""Alpha-beta over the rest of a round, for two players: one iteration of the search.

Principal variation search with a transposition table, killer moves, the history heuristic and late
move reductions. The horizon is the end of the round: what follows the next deal is evaluated by the
network. Each take removes at least one group, so a search as deep as there are groups has solved
the round. With at most EXACT_GROUPS groups nothing is reduced or left out, and the solution is
exact. `searchers.py` sets the limits, deepens iteratively and reports.
"""

from __future__ import annotations

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
    from ..core.layout import (
        ACTIONS,
        JOKER_LANE,
        LANE_SHIFT,
        LINE_SHIFT,
        MASK_32,
        OVER,
        TILING,
        WITH_JOKERS,
        ActionList,
        board_at,
        copy_state,
        new_states,
        state_at,
    )
    from ..core.moves import TAKE_CODES, list_legal, play
    from ..core.offer import take
    from ..core.tiling import PENALTY
    from .features import count_groups, summarise_offer
    from .keys import duplicate_displays, round_key, round_salt
    from .layout import (
        EXACT,
        LOWER_BOUND,
        UPPER_BOUND,
        OfferSummary,
        TranspositionEntry,
        clear_entries,
        copy_entry,
        entry_at,
        free_memory,
        move_at,
        new_entries,
        new_moves,
        new_sides,
        prefetch_entry,
        side_at,
    )
    from .network import VALUE, finish_round, terminal_value
    from .wall_tiling import search_tiling

    MAX_PLIES = 64
    TRANSPOSITION_TABLE_SIZE = 1 << 18  # entries, some six megabytes
    EXACT_GROUPS = 8
    INFINITE_VALUE = 1000000  # beyond every value
    HASH_MOVE_SCORE = 100000000  # move ordering: the best move of the transposition table first
    KILLER_BONUS = 400  # move ordering: for a move that caused a cutoff at the same ply


class TranspositionTable:
    """What was found of positions; several threads may read and write it at the same time."""

    def __init__(self) -> None:
        self.entries = new_entries(TRANSPOSITION_TABLE_SIZE)
        if cython.compiled and not self.entries:
            raise MemoryError("no memory for a search")

    def __dealloc__(self) -> None:
        free_memory(self.entries)

    def clear(self) -> None:
        clear_entries(self.entries, TRANSPOSITION_TABLE_SIZE)


class Minimax:
    """The values of root moves at a fixed depth; the tables are kept for later iterations."""

    def __init__(self, network: Network, clock: SearchClock, table: TranspositionTable) -> None:
        self.network = network
        self.clock = clock
        self.table = table  # owns the entries
        self.entries = self.table.entries
        if not cython.compiled:
            self.states = new_states(MAX_PLIES)
            self.sides = new_sides(3)
            self.offer = OfferSummary()
            self.seen = TranspositionEntry()
            self.legal = ActionList()
            self.moves = new_moves()
            self.history = [0] * (2 * ACTIONS)
            self.killers = [0] * (2 * MAX_PLIES)

    def clear(self) -> None:
        """Clears the history and killer moves."""
        for number in range(2 * ACTIONS):
            self.history[number] = 0
        for number in range(2 * MAX_PLIES):
            self.killers[number] = 0

    def begin(self, state: State) -> int:
        """Sets the root; returns the largest depth of the round."""
        copy_state(state_at(self.states, 0), state.packed)
        self.salt = round_salt(state.packed)
        groups = count_groups(state.packed.available)
        self.exact = groups <= EXACT_GROUPS
        return max(1, groups)

    def root_moves(self) -> list[int]:
        """The legal actions in search order; of displays with equal contents only the first."""
        state = state_at(self.states, 0)
        count = list_legal(state, self.legal.actions, 0)
        if state.phase == TILING:
            return [self.legal.actions[number] for number in range(count)]
        count = self.score_moves(0, count, -1, 1)
        moves = []
        for number in range(count):
            move = move_at(self.moves, number)
            moves.append((-move.score, number, move.action))
        return [action for _, _, action in sorted(moves)]

    def search_root(
        self, actions: list[int], depth: int, exact_values: bool
    ) -> list[tuple[int, int]]:
        """Each action with its value, as far as the limits allow.

        Unless `exact_values`, only the best one's value is exact: the others' are bounds.
        """
        values: list[tuple[int, int]] = []
        alpha = -INFINITE_VALUE
        for action in actions:
            chosen = action
            full_window = exact_values or not values
            with cython.nogil:
                value = self.search_root_move(chosen, depth, alpha, full_window)
            if self.clock.stopped:
                break
            values.append((action, value))
            if not exact_values and value > alpha:
                alpha = value
        self.clock.raise_pending()
        return values

    def principal_variation(self, state: State, action: int) -> tuple[int, ...]:
        """A move and the best replies in the transposition table, within the round."""
        position = state.copy()
        position.apply(action)
        line = [action]
        while (
            position.packed.phase == state.packed.phase
            and position.packed.round == state.packed.round
        ):
            key = round_key(position.packed, self.salt)
            action = self.look_up(key)
            if action < 0 or not position.is_legal(action) or len(line) > MAX_PLIES:
                break
            line.append(action)
            position.apply(line[-1])
        return tuple(line)

    # From here on without the GIL.

    def search_root_move(self, action: int, depth: int, alpha: int, full_window: int) -> int:
        """The value of a root move for the player to move; a bound unless `full_window` or best."""
        state = state_at(self.states, 0)
        child = state_at(self.states, 1)
        copy_state(child, state)
        if state.phase == TILING:
            play(child, action)
            return search_tiling(self.network, self.states, 1, state.turn, self.offer, self.sides)
        take(child, TAKE_CODES[action])
        if not full_window:
            value = -self.search(1, depth - 1, -alpha - 1, -alpha)
            if value <= alpha or self.clock.stopped:
                return value
        return -self.search(1, depth - 1, -INFINITE_VALUE, -alpha)

    def search(self, ply: int, depth: int, alpha: int, beta: int) -> int:
        """The value of the state at a ply for the player to move, if between alpha and beta."""
        self.clock.nodes += 1
        check_due = self.clock.nodes >= self.clock.next_check or self.clock.stop_requested
        if check_due and self.clock.check_limits():
            return 0
        state = state_at(self.states, ply)
        if state.available == 0:
            child = state_at(self.states, ply + 1)
            copy_state(child, state)
            return self.network.evaluate_round_end(child, state.turn, self.offer, self.sides)
        if depth <= 0:
            return self.network.evaluate_seat(state, state.turn, self.offer, self.sides, VALUE)
        key = round_key(state, self.salt)
        # Moves are listed while the table's entry comes from memory.
        prefetch_entry(entry_at(self.entries, key & (TRANSPOSITION_TABLE_SIZE - 1)))
        count = list_legal(state, self.legal.actions, 0)
        hash_move = self.look_up(key)
        if hash_move >= 0 and self.seen.depth >= depth and causes_cutoff(self.seen, alpha, beta):
            return self.seen.value
        groups = count_groups(state.available)
        exact = groups <= EXACT_GROUPS and depth >= groups
        count = self.score_moves(ply, count, hash_move, exact)
        if depth == 1:
            return self.search_frontier(ply, count, alpha, beta, key)
        return self.search_moves(ply, count, depth, alpha, beta, key, exact)

    def search_moves(
        self, ply: int, count: int, depth: int, alpha: int, beta: int, key: int, exact: int
    ) -> int:
        """The best value of the moves generated for a ply; 0 if the search was stopped."""
        state = state_at(self.states, ply)
        best = -INFINITE_VALUE
        best_action = -1
        lower = alpha
        for index in range(count):
            action = self.pick_next_move(ply, index, count)
            value = self.search_move(ply, index, action, depth, lower, beta, exact)
            if self.clock.stopped:
                return 0
            if value > best:
                best = value
                best_action = action
            lower = value if value > lower else lower
            if lower >= beta:
                self.update_history(ply, state.turn, action, depth)
                break
        self.store_entry(key, best, best_action, depth, alpha, beta)
        return best

    def search_move(
        self, ply: int, index: int, action: int, depth: int, lower: int, beta: int, exact: int
    ) -> int:
        """The value of a move: all but the first with a null window, late ones at reduced depth."""
        child = state_at(self.states, ply + 1)
        copy_state(child, state_at(self.states, ply))
        take(child, TAKE_CODES[action])
        if index == 0:
            return -self.search(ply + 1, depth - 1, -beta, -lower)
        reduction = 0
        if depth >= 3 and index >= 4 and not exact:  # late move reductions
            reduction = 2 if index >= 16 and depth >= 4 else 1
        value = -self.search(ply + 1, depth - 1 - reduction, -lower - 1, -lower)
        if reduction and value > lower and not self.clock.stopped:
            value = -self.search(ply + 1, depth - 1, -lower - 1, -lower)
        if lower < value < beta and not self.clock.stopped:
            value = -self.search(ply + 1, depth - 1, -beta, -lower)
        return value

    def search_frontier(self, ply: int, count: int, alpha: int, beta: int, key: int) -> int:
        """Depth 1: the player who does not move has the same board in all children.

        That side is computed once, also for children that end the round.
        """
        state = state_at(self.states, ply)
        child = state_at(self.states, ply + 1)
        mine = side_at(self.sides, 0)
        opponents = side_at(self.sides, 1)
        seat = 1 - state.turn
        side_ready = 0
        supply = 0  # that `mine` was computed with; tiles that fall may change it
        best = -INFINITE_VALUE
        best_action = -1
        lower = alpha
        for index in range(count):
            action = self.pick_next_move(ply, index, count)
            copy_state(child, state)
            take(child, TAKE_CODES[action])
            self.clock.nodes += 1
            if child.available == 0:
                finish_round(child)
            if child.phase == OVER:
                value = -terminal_value(child, seat)
            else:
                summarise_offer(child, self.offer)
                if not side_ready or supply != self.offer.supply:
                    self.network.compute_side(child, seat, 0, self.offer, mine)
                    supply = self.offer.supply
                    side_ready = 1
                self.network.combine_opponents(
                    child, seat, self.offer, opponents, opponents, mine.ends_game
                )
                value = -self.network.forward(child, seat, mine, opponents, self.offer, VALUE)
            if value > best:
                best = value
                best_action = action
            lower = value if value > lower else lower
            if lower >= beta:
                self.update_history(ply, state.turn, action, 1)
                break
        self.store_entry(key, best, best_action, 1, alpha, beta)
        return best

    def score_moves(self, ply: int, count: int, hash_move: int, include_wasteful: int) -> int:
        """The legal takes that were listed with their scores for move ordering; returns how many.

        Unless `include_wasteful`, tiles go to the floor only if they can go nowhere else.
        """
        state = state_at(self.states, ply)
        board = board_at(state, state.turn)
        duplicates = duplicate_displays(state)
        penalty = PENALTY[board.floor_count]
        kept = 0
        for number in range(count):
            action = self.legal.actions[number]
            take_code = TAKE_CODES[action]
            source = take_code & 15
            line = (take_code >> LINE_SHIFT) & 15
            lane = (take_code >> LANE_SHIFT) & 63
            if duplicates >> source & 1:
                continue
            if line == 0 and not include_wasteful and (board.open_lines >> lane) & 62:
                continue
            contents = state.sources[source]
            tiles = (contents >> lane) & 1023
            if take_code & WITH_JOKERS:
                tiles += contents >> JOKER_LANE
            free = board.free[line]
            falling = tiles - free if tiles > free else 0
            score = 8 * (tiles - falling)
            falling += state.marker & (source == 0)
            score -= 20 * (PENALTY[board.floor_count + falling] - penalty)
            if line and tiles >= free:
                score += 24 + 4 * line
            if action == hash_move:
                score = HASH_MOVE_SCORE
            else:
                score += self.history[state.turn * ACTIONS + action] >> 3
                if action == self.killers[2 * ply] or action == self.killers[2 * ply + 1]:
                    score += KILLER_BONUS
            move = move_at(self.moves, ply * ACTIONS + kept)
            move.action = action
            move.score = score
            kept += 1
        return kept

    def pick_next_move(self, ply: int, index: int, count: int) -> int:
        """Selection sort, one step: swaps the best remaining move to its index and returns it."""
        best = move_at(self.moves, ply * ACTIONS + index)
        for number in range(index + 1, count):
            move = move_at(self.moves, ply * ACTIONS + number)
            if move.score > best.score:
                action = best.action
                score = best.score
                best.action = move.action
                best.score = move.score
                move.action = action
                move.score = score
        return best.action

    def look_up(self, key: int) -> int:
        """The best move that is known of a position, or -1; `seen` has what else is known.

        It is a copy: another thread may write to the entry at any time.
        """
        copy_entry(self.seen, entry_at(self.entries, key & (TRANSPOSITION_TABLE_SIZE - 1)))
        return self.seen.action if holds(self.seen, key) else -1

    def store_entry(
        self, key: int, value: int, action: int, depth: int, alpha: int, beta: int
    ) -> None:
        entry = entry_at(self.entries, key & (TRANSPOSITION_TABLE_SIZE - 1))
        entry.value = value
        entry.action = action
        entry.depth = depth
        entry.bound = UPPER_BOUND if value <= alpha else LOWER_BOUND if value >= beta else EXACT
        entry.key = key ^ digest(entry)

    def update_history(self, ply: int, seat: int, action: int, depth: int) -> None:
        """After a cutoff: the move becomes a killer move and gains history."""
        if self.killers[2 * ply] != action:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = action
        self.history[seat * ACTIONS + action] += depth * depth
        if self.history[seat * ACTIONS + action] > 16000:
            for number in range(2 * ACTIONS):
                self.history[number] >>= 1


def digest(entry: TranspositionEntry) -> int:
    """All that an entry says, in one number."""
    word = entry.value & MASK_32  # 64 bits in C, as are all the others
    word = word << 16 | (entry.action & 0xFFFF)
    return word << 8 | entry.depth << 2 | entry.bound


def holds(entry: TranspositionEntry, key: int) -> bool:
    """Is this what was found of the position?

    An entry that two threads wrote at the same time holds nothing: its key does not fit the rest.
    """
    return entry.key == key ^ digest(entry)


def causes_cutoff(entry: TranspositionEntry, alpha: int, beta: int) -> bool:
    """Does a stored value suffice for this window?"""
    if entry.bound == EXACT:
        return True
    return entry.value >= beta if entry.bound == LOWER_BOUND else entry.value <= alpha
