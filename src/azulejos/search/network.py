"""The evaluation: a network with sparse binary features, one hidden layer and three heads.

Every active feature (`features.py`) adds its row of 32 weights to the accumulator (compare NNUE).
ReLU is applied to all units but the first, which is linear, and a *head* is the dot product with
the result. There are three heads: the value that the search maximises, and for people the winning
chance and the difference of points; and they are others in each *stage* of the game, because what a
wall is worth depends on how much of the game is left. Integer arithmetic throughout, so that a
position has the same value on every machine.

A value of 1000 is one logit. Finished games are valued by their result.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ..core import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import cython_stub as cython

from ..core.lazy_numpy import np
from ..core.state import State

if not cython.compiled:
    from ..core.layout import (
        OVER,
        TILING,
        ActionList,
        PackedState,
        address_of,
        board_at,
        int16_pointer,
    )
    from ..core.moves import list_legal, play, winners
    from ..core.tiling import (
        advance_tiling,
        complete_rows,
        count_bits,
        due_line,
        legal_columns,
        place,
    )
    from .features import (
        best_column,
        board_features,
        bonus_of,
        global_features,
        next_deal_features,
        offer_features,
        settle,
        stage_of,
        summarise_offer,
    )
    from .layout import (
        ALL_ROWS,
        BOARD_ROWS,
        NEXT_DEAL,
        NEXT_ROWS,
        STAGES,
        UNITS,
        Accumulator,
        FeatureList,
        OfferSummary,
        Side,
        add_features,
        apply_head,
        clear_accumulator,
        copy_accumulator,
        head_at,
        new_sides,
        side_at,
    )

    VALUE, CHANCE, POINTS = range(3)  # the output heads
    MAX_VALUE = 30000  # the largest output
    FINAL_VALUES = [0] * 603  # (won + 1) * 201 + difference + 100: the value of a finished game

ROW_SCALE, HEAD_SCALE = 1024, 256  # quantisation: what 1.0 is as an integer
MAX_HEAD_SUM = 65000  # of a head's absolute weights, so that its output fits into 32 bits
HEAD_SHAPES = ((3, UNITS), (3 * STAGES, UNITS))  # three for all stages, or for each
POINTS_UNIT = 15.0  # the points head is trained in units of this many points


def scale_output(total: int) -> int:
    """A head's output in thousandths of a logit, clipped."""
    value = (1000 * total) >> 18
    value = value if value < MAX_VALUE else MAX_VALUE
    return value if value > -MAX_VALUE else -MAX_VALUE


# The end of a round and of the game. Here, because Cython inlines within a module only.


def fill_lookup_tables() -> None:
    for won in (-1, 0, 1):
        for difference in range(-100, 101):
            share = 0.25 * (won + 1) + 0.5 / (1 + math.exp(-difference / 10.0))
            share = min(max(share, 1e-4), 1 - 1e-4)
            value = 1000 * math.log(share / (1 - share))
            FINAL_VALUES[(won + 1) * 201 + difference + 100] = round(value)


fill_lookup_tables()


def final_value(difference: int, won: int) -> int:
    """The value of a game that ended so: half for winning (1, 0, -1), half for the points."""
    difference = difference if difference < 100 else 100
    difference = difference if difference > -100 else -100
    return FINAL_VALUES[(won + 1) * 201 + difference + 100]


def terminal_value(state: PackedState, seat: int) -> int:
    """The value of a finished game for a seat."""
    best = -1
    rank = 0
    for other in range(state.players):
        if other != seat and board_at(state, other).score > best:
            best = board_at(state, other).score
    seats = winners(state)
    if not seats >> seat & 1:
        rank = -1
    elif seats == 1 << seat:
        rank = 1
    return final_value(board_at(state, seat).score - best, rank)


def tile_best_cell(state: PackedState) -> None:
    """Carries out a tiling decision: the cell that scores most."""
    board = board_at(state, state.turn)
    line = due_line(board)
    place(state, board, line, best_column(board, line, legal_columns(state, board, line)))
    advance_tiling(state)


def tile_greedily(state: PackedState) -> None:
    """Carries out all tiling decisions."""
    while state.phase == TILING:
        tile_best_cell(state)


def finish_round(state: PackedState) -> None:
    """What follows the last take, with all tiling decisions."""
    advance_tiling(state)
    tile_greedily(state)


class Workspace:
    """The buffers for one evaluation: the summary of the offer, and a side for every player."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.offer = OfferSummary()
            self.sides = new_sides(4)


class Network:
    """The evaluation for one kind of game.

    `rows` has ALL_ROWS rows of 32 weights, `heads` three for each stage, or for all of them: as
    bytes, 16 bits a weight, or as arrays of NumPy, which may be floats and are rounded here.
    """

    def __init__(
        self, rules: str, players: int, rows: Any, heads: Any, card: dict[str, Any] | None = None
    ) -> None:
        if getattr(self, "card", None) is not None:
            raise RuntimeError("a network is set up once: make another")
        if not isinstance(rows, bytes | bytearray):
            rows, heads = quantise(rows, heads)
        if len(heads) == 2 * UNITS * 3:
            heads = heads * STAGES
        if len(rows) != 2 * UNITS * ALL_ROWS or len(heads) != 2 * UNITS * 3 * STAGES:
            raise ValueError(f"{ALL_ROWS} rows and three heads of {UNITS} weights are needed")
        numbers = memoryview(heads).cast("h").tolist()
        starts = range(0, len(numbers), UNITS)
        if max(sum(map(abs, numbers[start : start + UNITS])) for start in starts) > MAX_HEAD_SUM:
            raise ValueError(f"a head's weights may be {MAX_HEAD_SUM} in all, not more")
        self.rules = rules
        self.players = players
        self.card = card or {}
        self.memory = [aligned_copy(rows), aligned_copy(heads)]
        # A network that has learned nothing of next deals need not look at them.
        start = 2 * UNITS * NEXT_DEAL
        self.sees_next_deal = rows.count(0, start) < len(rows) - start
        self.weights = int16_pointer(address_of(self.memory[0]))
        self.heads = int16_pointer(address_of(self.memory[1]))
        if not cython.compiled:
            self.weights = self.weights.tolist()
            self.heads = self.heads.tolist()

    @property
    def rows(self) -> Any:
        """The weights of all features as an array of integers."""
        return np.frombuffer(self.memory[0], np.int16).reshape(ALL_ROWS, UNITS)

    @property
    def heads_array(self) -> Any:
        """Three for each stage."""
        return np.frombuffer(self.memory[1], np.int16).reshape(3 * STAGES, UNITS)

    def compute_side(
        self, state: PackedState, seat: int, base: int, offer: OfferSummary, side: Side
    ) -> None:
        """Settles a board and computes its accumulator, for an opponent's with base BOARD_ROWS."""
        if not cython.compiled:
            features = FeatureList()
        settle(state, board_at(state, seat), side)
        count = board_features(state, side, offer, features.indices, base)
        clear_accumulator(side.accumulator)
        add_features(side.accumulator, self.weights, features.indices, count)
        if offer.groups == 0 and self.sees_next_deal:
            base = NEXT_DEAL + NEXT_ROWS * (base != 0)
            count = next_deal_features(state, side.board, offer, features.indices, base)
            add_features(side.accumulator, self.weights, features.indices, count)

    def combine_opponents(
        self,
        state: PackedState,
        seat: int,
        offer: OfferSummary,
        opponents: Side,
        spare: Side,
        ends: int,
    ) -> None:
        """All players but one as one side; `ends` if the game is known to end with this round."""
        first = 1
        for other in range(state.players):
            if other != seat:
                side = opponents if first else spare
                self.compute_side(state, other, BOARD_ROWS, offer, side)
                ends |= side.ends_game
                if ends or state.players > 2:
                    add_bonuses(side)
                if not first:
                    merge_side(opponents, side)
                first = 0
        opponents.ends_game = ends

    def forward(
        self,
        state: PackedState,
        seat: int,
        mine: Side,
        opponents: Side,
        offer: OfferSummary,
        head: int,
    ) -> int:
        """The output of a head for a seat, before the deal or while tiles are on offer."""
        if not cython.compiled:
            others = Accumulator()
        self.sum_offers(state, seat, offer, others.values)
        return self.forward_with(state, seat, mine, opponents, offer, others.values, head)

    def sum_offers(
        self, state: PackedState, seat: int, offer: OfferSummary, accumulator: list[int]
    ) -> None:
        """What is on offer for all players but one: the same wherever that one lays the tiles."""
        if not cython.compiled:
            features = FeatureList()
        clear_accumulator(accumulator)
        if offer.groups:
            for other in range(state.players):
                if other != seat:
                    board = board_at(state, other)
                    count = offer_features(state, board, offer, features.indices, BOARD_ROWS)
                    add_features(accumulator, self.weights, features.indices, count)

    def forward_with(
        self,
        state: PackedState,
        seat: int,
        mine: Side,
        opponents: Side,
        offer: OfferSummary,
        others: list[int],
        head: int,
    ) -> int:
        """The same with the others' offers from `sum_offers`."""
        if not cython.compiled:
            features = FeatureList()
            total = Accumulator()
        ends = mine.ends_game | opponents.ends_game
        difference = mine.score - opponents.score
        if ends:
            add_bonuses(mine)
            difference = mine.final_score - opponents.final_score
            if offer.groups == 0:
                won = (mine.rank > opponents.rank) - (mine.rank < opponents.rank)
                return final_value(difference, won)
        copy_accumulator(total.values, others)
        count = global_features(state, offer, seat, difference, ends, features.indices)
        add_features(total.values, self.weights, features.indices, count)
        if offer.groups:
            count = offer_features(state, board_at(state, seat), offer, features.indices, 0)
            add_features(total.values, self.weights, features.indices, count)
        weights = head_at(self.heads, (3 * stage_of(state, offer) + head) * UNITS)
        return scale_output(
            apply_head(mine.accumulator, opponents.accumulator, total.values, weights)
        )

    def evaluate_seat(
        self, state: PackedState, seat: int, offer: OfferSummary, sides: list[Side], head: int
    ) -> int:
        """The same from the state alone; `sides` is a buffer of three."""
        mine = side_at(sides, 0)
        summarise_offer(state, offer)
        self.compute_side(state, seat, 0, offer, mine)
        self.combine_opponents(
            state, seat, offer, side_at(sides, 1), side_at(sides, 2), mine.ends_game
        )
        return self.forward(state, seat, mine, side_at(sides, 1), offer, head)

    def evaluate_settled(
        self, state: PackedState, seat: int, offer: OfferSummary, sides: list[Side]
    ) -> int:
        """The value of a state without tiling decisions: in the offer, before a deal, or over."""
        if state.phase == OVER:
            return terminal_value(state, seat)
        return self.evaluate_seat(state, seat, offer, sides, VALUE)

    def evaluate_round_end(
        self, state: PackedState, seat: int, offer: OfferSummary, sides: list[Side]
    ) -> int:
        """The value after the last take; finishes the round on this state."""
        finish_round(state)
        return self.evaluate_settled(state, seat, offer, sides)

    def evaluate_actions(self, state: State) -> list[tuple[int, int]]:
        """Every legal action with the value after it, for the player to move."""
        if not cython.compiled:
            legal = ActionList()
        copy = check_state(self, state)
        workspace = Workspace()
        evaluated = []
        seat = copy.packed.turn
        count = list_legal(copy.packed, legal.actions, 0)
        for number in range(count):
            child = copy.copy()
            play(child.packed, legal.actions[number])
            tile_greedily(child.packed)
            value = self.evaluate_settled(child.packed, seat, workspace.offer, workspace.sides)
            evaluated.append((int(legal.actions[number]), int(value)))
        return evaluated

    def value(self, state: State, seat: int) -> int:
        """The value for a seat; seats count from 0."""
        copy = check_seat(self, state, seat)
        workspace = Workspace()
        tile_greedily(copy.packed)
        return self.evaluate_settled(copy.packed, seat, workspace.offer, workspace.sides)

    def judge(self, state: State) -> list[tuple[int, float, float | None]]:
        """For every seat: the value, the expected final lead over the best opponent, the result.

        The last is the share of the win if the game is over, None while it goes on.
        """
        copy = check_state(self, state)
        workspace = Workspace()
        tile_greedily(copy.packed)
        found: list[tuple[int, float, float | None]] = []
        for seat in range(self.players):
            value = self.evaluate_settled(copy.packed, seat, workspace.offer, workspace.sides)
            if copy.packed.phase == OVER:
                found.append((int(value), *final_result(copy, seat)))
            else:
                points = self.evaluate_seat(
                    copy.packed, seat, workspace.offer, workspace.sides, POINTS
                )
                found.append((int(value), POINTS_UNIT * points / 1000.0, None))
        return found

    def evaluate(self, state: State, seat: int) -> tuple[float, float]:
        """The expected final difference of points, to the best opponent, and the winning chance."""
        copy = check_seat(self, state, seat)
        workspace = Workspace()
        tile_greedily(copy.packed)
        if copy.packed.phase == OVER:
            return final_result(copy, seat)
        points = self.evaluate_seat(copy.packed, seat, workspace.offer, workspace.sides, POINTS)
        logit = self.evaluate_seat(copy.packed, seat, workspace.offer, workspace.sides, CHANCE)
        return POINTS_UNIT * points / 1000.0, 1 / (1 + math.exp(-logit / 1000.0))


def add_bonuses(side: Side) -> None:
    """The score with the bonuses, and what decides who wins (R35, R36)."""
    side.final_score = side.score + bonus_of(side.board)
    side.rank = 8 * side.final_score + count_bits(complete_rows(side.board.wall))


def merge_side(target: Side, side: Side) -> None:
    """Combines two opponents: the sum of their accumulators, the best of their scores."""
    for unit in range(UNITS):
        target.accumulator[unit] += side.accumulator[unit]
    target.score = side.score if side.score > target.score else target.score
    if side.final_score > target.final_score:
        target.final_score = side.final_score
    target.rank = side.rank if side.rank > target.rank else target.rank


def final_result(state: State, seat: int) -> tuple[float, float]:
    """The difference of points and the share of the win in a finished game."""
    scores = state.scores
    best = max(score for other, score in enumerate(scores) if other != seat)
    seats = winners(state.packed)
    won = [other for other in range(state.players) if seats >> other & 1]
    return float(scores[seat] - best), (1.0 if seat in won else 0.0) / len(won)


def copy_of(state: State) -> State:
    """A copy of the state, which no other thread can change."""
    if not isinstance(state, State):
        raise TypeError(f"a State is needed, not a {type(state).__name__}")
    return state.copy()


def check_state(network: Network, state: State) -> State:
    """A copy of a state of the network's kind of game."""
    copy = copy_of(state)
    if copy.rules != network.rules or copy.players != network.players:
        raise ValueError(
            f"this network plays {network.rules} with {network.players} players,"
            f" not {copy.rules} with {copy.players}"
        )
    return copy


def check_seat(network: Network, state: State, seat: int) -> State:
    copy = check_state(network, state)
    if not 0 <= seat < network.players:
        raise ValueError(f"there is no seat {seat}: they are 0 to {network.players - 1}")
    return copy


def quantise(rows: Any, heads: Any) -> tuple[bytes, bytes]:
    """Weights in arrays of NumPy, rounded to integers of 16 bits."""
    arrays = [np.asarray(rows), np.asarray(heads, np.float64)]
    if arrays[0].shape != (ALL_ROWS, UNITS) or arrays[1].shape not in HEAD_SHAPES:
        raise ValueError(f"{ALL_ROWS} rows and three heads of {UNITS} weights are needed")
    if not np.isfinite(arrays[0]).all() or not np.abs(arrays[1]).sum(axis=1).max() <= MAX_HEAD_SUM:
        raise ValueError(f"finite weights are needed, a head's no more than {MAX_HEAD_SUM} in all")
    small, large = (np.clip(np.rint(a), -32768, 32767).astype(np.int16).tobytes() for a in arrays)
    return small, large


def unpack_rows(places: Any, high: bytes, low: bytes, step: int) -> bytearray:
    """The weights of all features from a file: those at `places` as zigzag codes of two bytes."""
    rows = bytearray(2 * UNITS * ALL_ROWS)
    target = int16_pointer(address_of(rows))
    for number in range(len(places)):
        place = places[number]
        if place < 0 or place >= ALL_ROWS:
            raise ValueError(f"there is no feature {place}")
        for unit in range(UNITS):
            code = high[number * UNITS + unit] << 8 | low[number * UNITS + unit]
            value = ((code >> 1) ^ -(code & 1)) * step
            if value < -32768 or value > 32767:
                raise ValueError(f"a weight of {value} is too large")
            target[place * UNITS + unit] = value
    return rows


def aligned_copy(data: bytes | bytearray) -> memoryview:
    """A copy in memory where each row of 32 weights fills one cache line."""
    buffer = bytearray(len(data) + 64)
    start = (64 - address_of(buffer) % 64) % 64 if cython.compiled else 0
    view = memoryview(buffer)[start : start + len(data)]
    view[:] = data
    return view


def describe(state: State, seat: int) -> list[int]:
    """The indices of all active features as a seat sees them, for training."""
    copy = copy_of(state)
    if not 0 <= seat < copy.packed.players:
        raise ValueError(f"there is no seat {seat}: they are 0 to {copy.packed.players - 1}")
    return list_features(copy, seat, Workspace())


def stage(state: State) -> int:
    """The stage of the game, for training."""
    copy = copy_of(state)
    workspace = Workspace()
    summarise_offer(copy.packed, workspace.offer)
    return stage_of(copy.packed, workspace.offer)


def list_features(state: State, seat: int, workspace: Workspace) -> list[int]:
    if not cython.compiled:
        features = FeatureList()
    active: list[int] = []
    ends = mine = 0
    best = -1000
    summarise_offer(state.packed, workspace.offer)
    for other in range(state.packed.players):
        side = side_at(workspace.sides, other)
        settle(state.packed, board_at(state.packed, other), side)
        add_bonuses(side)
        ends |= side.ends_game
    for other in range(state.packed.players):
        side = side_at(workspace.sides, other)
        base = 0 if other == seat else BOARD_ROWS
        count = board_features(state.packed, side, workspace.offer, features.indices, base)
        active += [int(features.indices[number]) for number in range(count)]
        if workspace.offer.groups:
            board = board_at(state.packed, other)
            count = offer_features(state.packed, board, workspace.offer, features.indices, base)
        else:
            base = NEXT_DEAL + NEXT_ROWS * (base != 0)
            count = next_deal_features(
                state.packed, side.board, workspace.offer, features.indices, base
            )
        active += [int(features.indices[number]) for number in range(count)]
        score = side.final_score if ends else side.score
        if other == seat:
            mine = score
        elif score > best:
            best = score
    count = global_features(
        state.packed, workspace.offer, seat, mine - best, ends, features.indices
    )
    return active + [int(features.indices[number]) for number in range(count)]
