"""The network: what a position is worth, from sums of rows of small whole numbers.

Every fact that holds (`features.py`) adds its row of 32 numbers. The sums are bent at zero, but
for the first, which is passed on as it is, and weighed by a *head*. There are three heads: the
value that the search maximises, and for people the winning chance and the difference of points.
Whole numbers throughout, so that a position is worth the same on every machine.

A value of 1000 is one logit. Certain ends are valued by the result itself.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from ..core import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import shadow as cython

from ..core.state import State

if not cython.compiled:
    from ..core.layout import (
        OVER,
        TILING,
        Found,
        Table,
        board_at,
        shorts_at,
    )
    from ..core.moves import list_legal, play, winners
    from ..core.tiling import (
        complete_rows,
        count_bits,
        due_line,
        legal_columns,
        place,
        tile_walls,
    )
    from .features import (
        best_column,
        board_rows,
        bonus_of,
        offer_rows,
        settle,
        survey,
        table_rows,
    )
    from .layout import (
        ALL_ROWS,
        BOARD_ROWS,
        UNITS,
        Offer,
        Rows,
        Side,
        Sums,
        add_rows,
        clear_sums,
        head_at,
        new_sides,
        side_at,
        weigh,
    )

    VALUE, CHANCE, POINTS = range(3)  # the heads
    MOST_VALUE = 30000  # what a head says at most
    FINAL = [0] * 603  # (won + 1) * 201 + difference + 100: the value of a game that is over

ROW_SCALE, HEAD_SCALE = 1024, 256  # what 1.0 is as a whole number
MOST_HEAD = 65000  # of all numbers of a head together, so that the weighed sum fits into 32 bits
POINTS_UNIT = 15.0  # the points head is trained in units of so many


def fill_look_up_tables() -> None:
    for won in (-1, 0, 1):
        for difference in range(-100, 101):
            share = 0.25 * (won + 1) + 0.5 / (1 + math.exp(-difference / 10.0))
            share = min(max(share, 1e-4), 1 - 1e-4)
            value = 1000 * math.log(share / (1 - share))
            FINAL[(won + 1) * 201 + difference + 100] = round(value)


fill_look_up_tables()


def final_value(difference: int, won: int) -> int:
    """The value of a game that ended so: half for winning (1, 0, -1), half for the points."""
    difference = difference if difference < 100 else 100
    difference = difference if difference > -100 else -100
    return FINAL[(won + 1) * 201 + difference + 100]


def final_of(table: Table, seat: int) -> int:
    """The value of a finished game for a seat."""
    best = -1
    rank = 0
    for other in range(table.players):
        if other != seat and board_at(table, other).score > best:
            best = board_at(table, other).score
    seats = winners(table)
    if not seats >> seat & 1:
        rank = -1
    elif seats == 1 << seat:
        rank = 1
    return final_value(board_at(table, seat).score - best, rank)


def tile_step(table: Table) -> None:
    """Carries out a tiling decision: the cell that scores most."""
    board = board_at(table, table.turn)
    line = due_line(board)
    place(table, board, line, best_column(board, line, legal_columns(table, board, line)))
    tile_walls(table)


def tile_greedily(table: Table) -> None:
    """Carries out all tiling decisions."""
    while table.phase == TILING:
        tile_step(table)


def close_offer(table: Table) -> None:
    """What follows on the last take, with all tiling decisions."""
    tile_walls(table)
    tile_greedily(table)


def scaled(total: int) -> int:
    """The weighed sum in thousandths of a logit, within bounds that a search can pass."""
    value = (1000 * total) >> 18
    value = value if value < MOST_VALUE else MOST_VALUE
    return value if value > -MOST_VALUE else -MOST_VALUE


class Desk:
    """Room to judge a position: what lies on offer, and a side for everybody."""

    def __init__(self) -> None:
        if not cython.compiled:
            self.offer = Offer()
            self.sides = new_sides(4)


class Network:
    """Weights for one kind of game.

    `rows` has ALL_ROWS rows of 32 numbers, `heads` three; both are floats and rounded here.
    """

    def __init__(
        self, rules: str, players: int, rows: Any, heads: Any, card: dict[str, Any] | None = None
    ) -> None:
        if getattr(self, "card", None) is not None:
            raise RuntimeError("a network is set up once: make another")
        rows = np.asarray(rows)
        heads = np.asarray(heads, np.float64)
        if rows.shape != (ALL_ROWS, UNITS) or heads.shape != (3, UNITS):
            raise ValueError(f"{ALL_ROWS} rows and three heads of {UNITS} numbers are needed")
        if not np.isfinite(rows).all() or not np.abs(heads).sum(axis=1).max() <= MOST_HEAD:
            raise ValueError(f"numbers are needed, a head's no more than {MOST_HEAD} in all")
        self.rules = rules
        self.players = players
        self.card = card or {}
        self.memory = [aligned_shorts(rows), aligned_shorts(heads)]
        self.weights = shorts_at(self.memory[0].ctypes.data if cython.compiled else self.memory[0])
        self.heads = shorts_at(self.memory[1].ctypes.data if cython.compiled else self.memory[1])
        if not cython.compiled:
            self.weights = self.memory[0].tolist()
            self.heads = self.memory[1].tolist()

    @property
    def rows(self) -> Any:
        """The rows as whole numbers."""
        return self.memory[0].reshape(ALL_ROWS, UNITS)

    @property
    def heads_array(self) -> Any:
        return self.memory[1].reshape(3, UNITS)

    def fill_side(self, table: Table, seat: int, base: int, offer: Offer, side: Side) -> None:
        """Settles a board and sums its rows, as one's own (base 0) or another's (BOARD_ROWS)."""
        if not cython.compiled:
            rows = Rows()
        settle(table, board_at(table, seat), side)
        count = board_rows(table, side, offer, rows.numbers, base)
        clear_sums(side.sums)
        add_rows(side.sums, self.weights, rows.numbers, count)

    def gather(
        self, table: Table, seat: int, offer: Offer, rest: Side, spare: Side, ends: int
    ) -> None:
        """All players but one as one side; `ends` if the game is known to end with this round."""
        first = 1
        for other in range(table.players):
            if other != seat:
                side = rest if first else spare
                self.fill_side(table, other, BOARD_ROWS, offer, side)
                ends |= side.ends
                if ends or table.players > 2:
                    finish(side)
                if not first:
                    add_sums(rest.sums, side.sums)
                    rest.score = side.score if side.score > rest.score else rest.score
                    rest.final = side.final if side.final > rest.final else rest.final
                    rest.rank = side.rank if side.rank > rest.rank else rest.rank
                first = 0
        rest.ends = ends

    def weigh_up(
        self, table: Table, seat: int, mine: Side, rest: Side, offer: Offer, head: int
    ) -> int:
        """What a head says for a seat, before the deal or while tiles are on offer."""
        if not cython.compiled:
            rows = Rows()
            sums = Sums()
        ends = mine.ends | rest.ends
        difference = mine.score - rest.score
        if ends:
            finish(mine)
            difference = mine.final - rest.final
            if offer.groups == 0:
                won = (mine.rank > rest.rank) - (mine.rank < rest.rank)
                return final_value(difference, won)
        clear_sums(sums.numbers)
        count = table_rows(table, offer, seat, difference, ends, rows.numbers)
        add_rows(sums.numbers, self.weights, rows.numbers, count)
        if offer.groups:
            for other in range(table.players):
                base = 0 if other == seat else BOARD_ROWS
                count = offer_rows(table, board_at(table, other), offer, rows.numbers, base)
                add_rows(sums.numbers, self.weights, rows.numbers, count)
        return scaled(weigh(mine.sums, rest.sums, sums.numbers, head_at(self.heads, head * UNITS)))

    def judge_seat(
        self, table: Table, seat: int, offer: Offer, sides: list[Side], head: int
    ) -> int:
        """The same from nothing but the table; `sides` has room for three."""
        mine = side_at(sides, 0)
        survey(table, offer)
        self.fill_side(table, seat, 0, offer, mine)
        self.gather(table, seat, offer, side_at(sides, 1), side_at(sides, 2), mine.ends)
        return self.weigh_up(table, seat, mine, side_at(sides, 1), offer, head)

    def judge_settled(self, table: Table, seat: int, offer: Offer, sides: list[Side]) -> int:
        """The value of a table that waits for a take, for a deal, or for nothing any more."""
        if table.phase == OVER:
            return final_of(table, seat)
        return self.judge_seat(table, seat, offer, sides, VALUE)

    def judge_closed(self, table: Table, seat: int, offer: Offer, sides: list[Side]) -> int:
        """The value after the last take; closes the round on this table."""
        close_offer(table)
        return self.judge_settled(table, seat, offer, sides)

    def judge_actions(self, state: State) -> list[tuple[int, int]]:
        """Every legal action with the value after it, for the player to move."""
        if not cython.compiled:
            found = Found()
        copy = check_state(self, state)
        desk = Desk()
        judged = []
        seat = copy.table.turn
        count = list_legal(copy.table, found.numbers, 0)
        for number in range(count):
            child = copy.copy()
            play(child.table, found.numbers[number])
            tile_greedily(child.table)
            value = self.judge_settled(child.table, seat, desk.offer, desk.sides)
            judged.append((int(found.numbers[number]), int(value)))
        return judged

    def value(self, state: State, seat: int) -> int:
        """The value for a seat, from 0."""
        copy = check_seat(self, state, seat)
        desk = Desk()
        tile_greedily(copy.table)
        return self.judge_settled(copy.table, seat, desk.offer, desk.sides)

    def judge(self, state: State, seat: int) -> tuple[float, float]:
        """The expected final difference of points and the winning chance of a seat, from 0.

        The difference is the one to the best of the others.
        """
        copy = check_seat(self, state, seat)
        desk = Desk()
        tile_greedily(copy.table)
        if copy.table.phase == OVER:
            return final_words(copy, seat)
        points = self.judge_seat(copy.table, seat, desk.offer, desk.sides, POINTS)
        logit = self.judge_seat(copy.table, seat, desk.offer, desk.sides, CHANCE)
        return POINTS_UNIT * points / 1000.0, 1 / (1 + math.exp(-logit / 1000.0))


def finish(side: Side) -> None:
    """The score with the bonuses, and what decides who wins (R35, R36)."""
    side.final = side.score + bonus_of(side.board)
    side.rank = 8 * side.final + count_bits(complete_rows(side.board.wall))


def add_sums(target: list[int], source: list[int]) -> None:
    for unit in range(UNITS):
        target[unit] += source[unit]


def final_words(state: State, seat: int) -> tuple[float, float]:
    """The difference of points and the share of the win in a finished game."""
    scores = state.scores
    best = max(score for other, score in enumerate(scores) if other != seat)
    seats = winners(state.table)
    won = [other for other in range(state.players) if seats >> other & 1]
    return float(scores[seat] - best), (1.0 if seat in won else 0.0) / len(won)


def check_state(network: Network, state: State) -> State:
    """A copy of the state, which no other thread can change."""
    if not isinstance(state, State):
        raise TypeError(f"a State is needed, not a {type(state).__name__}")
    copy = state.copy()
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


def aligned_shorts(numbers: Any) -> Any:
    """Whole numbers of 16 bits in one piece, each row of 32 in one line of the cache."""
    flat = np.clip(np.rint(numbers), -32768, 32767).astype(np.int16).ravel()
    room = np.zeros(len(flat) + UNITS, np.int16)
    start = -room.ctypes.data % 64 // 2
    target = room[start : start + len(flat)]
    target[:] = flat
    return target


def describe(state: State, seat: int) -> list[int]:
    """The numbers of all facts that hold, as a seat sees them, for training."""
    if not isinstance(state, State):
        raise TypeError(f"a State is needed, not a {type(state).__name__}")
    copy = state.copy()
    if not 0 <= seat < copy.table.players:
        raise ValueError(f"there is no seat {seat}: they are 0 to {copy.table.players - 1}")
    return facts_of(copy, seat, Desk())


def facts_of(state: State, seat: int, desk: Desk) -> list[int]:
    if not cython.compiled:
        rows = Rows()
    facts: list[int] = []
    ends = mine = 0
    best = -1000
    survey(state.table, desk.offer)
    for other in range(state.table.players):
        side = side_at(desk.sides, other)
        settle(state.table, board_at(state.table, other), side)
        finish(side)
        ends |= side.ends
    for other in range(state.table.players):
        side = side_at(desk.sides, other)
        base = 0 if other == seat else BOARD_ROWS
        count = board_rows(state.table, side, desk.offer, rows.numbers, base)
        facts += [int(rows.numbers[number]) for number in range(count)]
        if desk.offer.groups:
            board = board_at(state.table, other)
            count = offer_rows(state.table, board, desk.offer, rows.numbers, base)
            facts += [int(rows.numbers[number]) for number in range(count)]
        score = side.final if ends else side.score
        if other == seat:
            mine = score
        elif score > best:
            best = score
    count = table_rows(state.table, desk.offer, seat, mine - best, ends, rows.numbers)
    return facts + [int(rows.numbers[number]) for number in range(count)]
