"""What a player sees, by the law alone, and the way back: positions from what was seen.

`seen` is written from the law's position and `rebuilt` reads the row's documentation backwards;
neither knows the core or the environments.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np
from numpy.typing import NDArray

from azulejos.rules import (
    COLOURS,
    Board,
    Heap,
    Phase,
    Position,
    RuleSet,
    Tile,
    draw_deal,
    legal_moves,
    play,
    start,
)
from azulejos.rules.board import PatternLine
from azulejos.rules.tiles import KINDS

ALL_KINDS = list(product((2, 3, 4), RuleSet))


def positions(players: int, rules: RuleSet, seed: int, games: int = 1) -> Iterator[Position]:
    """Every position of random games: offers, decisions, those that wait for a deal, the ends."""
    chance = Random(seed)
    for _ in range(games):
        position = start(players, rules, chance.randrange(players) + 1)
        yield position
        while position.phase is not Phase.OVER:
            if position.phase is Phase.PREPARATION:
                position = play(position, draw_deal(position, chance)).position
            else:
                position = play(position, chance.choice(legal_moves(position))).position
            yield position


def seen(position: Position, viewer: int | None = None) -> list[int]:
    """The vector of the documentation, from the law's position."""
    viewer = viewer or position.turn
    players = position.players
    row: list[int] = []
    for source in range(len(position.displays) + 1):
        row += position.source(source).counts
    row += [*position.bag.counts, *position.lid.counts]
    tiling = position.phase is Phase.TILING
    row += [
        position.marker_in_centre,
        position.round,
        (position.starter - viewer) % players,
        position.board(position.turn).first_complete_line if tiling else 0,
        (position.turn - viewer) % players,
    ]
    for seat in position.seats_from(viewer):
        row += seen_board(position.board(seat))
    return row


def seen_board(board: Board) -> list[int]:
    row = [board.score]
    for line in board.lines:
        code = 0 if line.colour is None else COLOURS.index(line.colour) + 1
        jokers = line.tiles[Tile.JOKER]
        row += [code, len(line.tiles) - jokers, jokers]
    for cells in board.wall:
        row += [0 if cell is None else KINDS.index(cell) + 1 for cell in cells]
    fallen = Heap.of(tile for tile in board.floor if tile is not Tile.MARKER)
    return [*row, *fallen.counts, board.holds_marker]


class Reader:
    """Takes numbers off a row, front to back."""

    def __init__(self, row: Sequence[int]) -> None:
        self.numbers = iter(int(number) for number in row)

    def one(self) -> int:
        return next(self.numbers)

    def heap(self) -> Heap:
        return Heap(tuple(self.one() for _ in KINDS))


def rebuilt(row: Sequence[int], rules: RuleSet) -> Position:
    """The position that somebody sees, with the viewer as player 1 and floors in order of kinds."""
    players = {149: 2, 209: 3, 269: 4}[len(row)]
    reader = Reader(row)
    centre = reader.heap()
    displays = tuple(reader.heap() for _ in range(2 * players + 1))
    bag, lid = reader.heap(), reader.heap()
    marker, round_, starter = bool(reader.one()), reader.one(), reader.one() + 1
    line, turn = reader.one(), reader.one() + 1
    boards = tuple(rebuilt_board(reader) for _ in range(players))
    assert next(reader.numbers, None) is None
    position = Position(rules, displays, centre, marker, boards, turn, starter, round_, bag, lid)
    assert line == (position.board(turn).first_complete_line if position.phase == "tiling" else 0)
    return position


def rebuilt_board(reader: Reader) -> Board:
    score = reader.one()
    lines = tuple(PatternLine(size, rebuilt_line(reader)) for size in range(1, 6))
    codes = [[reader.one() for _ in range(5)] for _ in range(5)]
    wall = tuple(tuple(KINDS[code - 1] if code else None for code in row) for row in codes)
    fallen = tuple(reader.heap())
    return Board(score, lines, wall, fallen + (Tile.MARKER,) * reader.one())


def rebuilt_line(reader: Reader) -> Heap:
    code, tiles, jokers = reader.one(), reader.one(), reader.one()
    assert (code > 0) == (tiles > 0)
    return Heap.some(tiles, KINDS[code - 1]) + Heap.some(jokers, Tile.JOKER)


def turned(position: Position, viewer: int) -> Position:
    """The same table with the seats counted from the viewer, floors in order of kinds."""
    players = position.players
    boards = (position.board(seat) for seat in position.seats_from(viewer))
    return replace(
        position,
        boards=tuple(replace(board, floor=in_order(board.floor)) for board in boards),
        turn=(position.turn - viewer) % players + 1,
        starter=(position.starter - viewer) % players + 1,
    )


def in_order(floor: Sequence[Tile]) -> tuple[Tile, ...]:
    return tuple(sorted(floor, key=[*KINDS, Tile.MARKER].index))


def row_of_planes(planes: NDArray[np.float32], players: int) -> list[int]:
    """The vector, read back from its planes as their documentation has it."""
    places = 2 * players + 4
    row: list[int] = []
    for place in range(places):
        row += heap_of_planes(planes[2 * place : 2 * place + 2], 4 if place < places - 2 else 20)
    marker, round_, due = planes[2 * places : 2 * places + 3]
    boards = planes[2 * places + 3 :].reshape(players, 18, 5, 5)
    started, to_move = (number_of_one(boards[:, plane]) for plane in (-2, -1))
    line = number_of_one(due[:, :1, None]) + 1 if due.any() else 0
    row += [whole(marker), whole(round_ * 10), started, line, to_move]
    for board in boards:
        row += board_of_planes(board)
    return row


def heap_of_planes(planes: NDArray[np.float32], scale: int) -> list[int]:
    """The first row of the coloured wall has the colours in order; all other rows must agree."""
    colours, jokers = planes
    for shift in range(5):
        assert np.array_equal(np.roll(colours[shift], -shift), colours[0])
    return [*(whole(number * scale) for number in colours[0]), whole(jokers * scale)]


def board_of_planes(planes: NDArray[np.float32]) -> list[int]:
    wall, lines, floor = planes[:6], planes[6:12], planes[12:14]
    assert wall.sum(axis=0).max() <= 1
    assert lines.sum(axis=0).max() <= 1
    row = [whole(planes[15] * 100)]
    for number in range(5):
        tiles = lines[:, number].sum(axis=1)
        filled = lines[:, number].sum(axis=0)
        assert list(filled) == sorted(filled)  # from the right
        assert not filled[: 4 - number].any()
        colours = np.flatnonzero(tiles[:5])
        assert len(colours) <= 1
        row += [int(colours[0]) + 1 if len(colours) else 0, whole(tiles[:5].sum()), whole(tiles[5])]
    row += [int(cell @ range(1, 7)) for cell in wall.reshape(6, 25).T]
    return [*row, *heap_of_planes(floor, 7), whole(planes[14])]


def number_of_one(planes: NDArray[np.float32]) -> int:
    """Which of them is full of ones; the others are full of zeros."""
    values = [whole(plane) for plane in planes]
    assert sorted(values) == [0] * (len(values) - 1) + [1]
    return values.index(1)


def whole(number: NDArray[np.float32] | np.floating) -> int:
    """A whole number, the same in all cells."""
    cells = np.asarray(number)
    assert (cells == cells.flat[0]).all()
    value = round(float(cells.flat[0]))
    assert abs(value - float(cells.flat[0])) < 1e-4
    return value


# What a move earns, by the words of docs/environments.md.


def earned(rewards: str, before: Position, after: Position) -> list[float]:
    scores = [board.score for board in after.boards]
    points = [now - board.score for now, board in zip(scores, before.boards, strict=True)]
    others = after.players - 1
    if rewards == "points":
        return [float(gain) for gain in points]
    if rewards == "lead":
        return [gain - (sum(points) - gain) / others for gain in points]
    outcome = after.outcome
    if outcome is None:
        return [0.0] * after.players
    if rewards == "difference":
        return [score - (sum(scores) - score) / others for score in scores]
    won = (after.players / len(outcome.winners) - 1) / others
    return [won if player in outcome.winners else -1 / others for player in after.seats_from(1)]
