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
        give_back,
        head_at,
        new_offer,
        new_sides,
        side_at,
        weigh,
    )

    VALUE, CHANCE, POINTS = range(3)  # the heads
    FINAL = [0] * 603  # (won + 1) * 201 + difference + 100: the value of a game that is over

ROW_SCALE, HEAD_SCALE = 1024, 256  # what 1.0 is as a whole number
POINTS_UNIT = 15.0  # the points head is trained in units of so many


def fill_look_up_tables() -> None:
    for won in (-1, 0, 1):
        for difference in range(-100, 101):
            share = 0.5 * (won + 1) / 2 + 0.5 / (1 + math.exp(-difference / 10))
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
    mine = winners(table)
    if mine >> seat & 1:
        rank = 0 if mine & (mine - 1) else 1
    else:
        rank = -1
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


def scaled(total: int) -> int:
    return (1000 * total) >> 18


class Network:
    """Weights for one kind of game.

    `rows` has ALL_ROWS rows of 32 numbers, `heads` three; both are floats and rounded here.
    """

    def __init__(
        self, rules: str, players: int, rows: Any, heads: Any, card: dict[str, Any] | None = None
    ) -> None:
        self.rules = rules
        self.players = players
        self.card = card or {}
        rows = np.asarray(rows)
        heads = np.asarray(heads)
        if rows.shape != (ALL_ROWS, UNITS) or heads.shape != (3, UNITS):
            raise ValueError(f"{ALL_ROWS} rows and three heads of {UNITS} numbers are needed")
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
        side.filled = 1

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

    def judge_actions(self, state: State) -> list[tuple[int, int]]:
        """Every legal action with the value after it, for the player to move."""
        check_state(self, state)
        if not cython.compiled:
            found = Found()
        offer = new_offer()
        sides = new_sides(3)
        seat = state.table.turn
        judged = []
        count = list_legal(state.table, found.numbers, 0)
        for number in range(count):
            child = state.copy()
            play(child.table, found.numbers[number])
            tile_greedily(child.table)
            if child.table.phase == OVER:
                value = final_of(child.table, seat)
            else:
                value = self.judge_seat(child.table, seat, offer, sides, VALUE)
            judged.append((int(found.numbers[number]), int(value)))
        give_back(sides)
        give_back(offer)
        return judged

    def value(self, state: State, seat: int) -> int:
        """The value for a seat, from 0."""
        check_state(self, state)
        copy = state.copy()
        tile_greedily(copy.table)
        if copy.table.phase == OVER:
            return final_of(copy.table, seat)
        offer = new_offer()
        sides = new_sides(3)
        value = self.judge_seat(copy.table, seat, offer, sides, VALUE)
        give_back(sides)
        give_back(offer)
        return value

    def judge(self, state: State, seat: int) -> tuple[float, float]:
        """The expected final difference of points and the winning chance of a seat, from 0.

        The difference is the one to the best of the others.
        """
        check_state(self, state)
        copy = state.copy()
        tile_greedily(copy.table)
        if copy.table.phase == OVER:
            return final_words(copy, seat)
        offer = new_offer()
        sides = new_sides(3)
        points = self.judge_seat(copy.table, seat, offer, sides, POINTS)
        logit = self.judge_seat(copy.table, seat, offer, sides, CHANCE)
        give_back(sides)
        give_back(offer)
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
    return float(scores[seat] - best), (seat in won) / len(won)


def check_state(network: Network, state: State) -> None:
    if state.rules != network.rules or state.players != network.players:
        raise ValueError(
            f"this network plays {network.rules} with {network.players} players,"
            f" not {state.rules} with {state.players}"
        )


def aligned_shorts(numbers: Any) -> Any:
    """Whole numbers of 16 bits in one piece, each row of 32 in one line of the processor's cache."""
    flat = np.clip(np.rint(numbers), -32768, 32767).astype(np.int16).ravel()
    room = np.zeros(len(flat) + UNITS, np.int16)
    start = -room.ctypes.data % 64 // 2
    target = room[start : start + len(flat)]
    target[:] = flat
    return target


def describe(state: State, seat: int) -> list[int]:
    """The numbers of all facts that hold, as a seat sees them, for training."""
    if not cython.compiled:
        rows = Rows()
    facts: list[int] = []
    offer = new_offer()
    survey(state.table, offer)
    sides = new_sides(4)
    ends = 0
    best = -1000
    for other in range(state.table.players):
        side = side_at(sides, other)
        settle(state.table, board_at(state.table, other), side)
        ends |= side.ends
    for other in range(state.table.players):
        side = side_at(sides, other)
        base = 0 if other == seat else BOARD_ROWS
        count = board_rows(state.table, side, offer, rows.numbers, base)
        facts += [int(rows.numbers[number]) for number in range(count)]
        if offer.groups:
            board = board_at(state.table, other)
            count = offer_rows(state.table, board, offer, rows.numbers, base)
            facts += [int(rows.numbers[number]) for number in range(count)]
        difference = side.score
        if ends:
            difference += bonus_of(side.board)
        if other != seat and difference > best:
            best = difference
    side = side_at(sides, seat)
    difference = side.score - best
    if ends:
        difference += bonus_of(side.board)
    count = table_rows(state.table, offer, seat, difference, ends, rows.numbers)
    facts += [int(rows.numbers[number]) for number in range(count)]
    give_back(sides)
    give_back(offer)
    return facts
