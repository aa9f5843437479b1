"""What the network is told of the next deal, against the same taken from the law's positions."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from search_cases import KINDS, random_game

from azulejos.core import State
from azulejos.rules import COLOURS, Board, Position, Tile
from azulejos.rules.material import coloured_cell, coloured_column
from azulejos.search.layout import (
    KINDS_OF_TILES,
    LAST_OF_COLOUR,
    LAST_OF_COLUMN,
    LAST_OF_ROW,
    NEXT_DEAL,
    NEXT_ROWS,
)
from azulejos.search.network import describe

ROWS = COLUMNS = range(1, 6)


def next_deals(rules: str, players: int, seeds: range) -> list[State]:
    """Deals that are due, of games of random moves."""
    found = []
    for seed in seeds:
        for state in random_game(rules, players, seed):
            for action in state.legal_actions()[-1:]:
                child = state.copy()
                child.apply(action)
                if child.deal_is_due:
                    found.append(child)
    return found


def supply(position: Position, tile: Tile) -> int:
    """How many tiles of a kind the deal brings on average, rounded, at most eleven."""
    need = 4 * (2 * position.players + 1)
    bag, lid = position.bag, position.lid
    number = bag[tile]
    if len(bag) >= need:
        number = (need * number + len(bag) // 2) // len(bag)
    elif lid:
        number += ((need - len(bag)) * lid[tile] + len(lid) // 2) // len(lid)
    return min(11, number)


def is_open(position: Position, board: Board, row: int, tile: Tile) -> bool:
    """May tiles of a kind go to a line? (R14, R16, R48, E22)"""
    if tile is Tile.JOKER:
        return True
    if board.line(row).colour not in (None, tile):
        return False
    if position.rules.grey_wall:
        return lacks(board, row, tile)
    return board.cell(row, coloured_column(row, tile)) is None


def digits(position: Position, board: Board, tile: Tile) -> int:
    """Two for each line that is begun with the kind, one for each other line that is open to it."""
    number = 0
    for row in ROWS:
        line = board.line(row)
        kind = line.colour or Tile.JOKER
        begun = bool(line.tiles) and kind == tile
        number += (is_open(position, board, row, tile) + begun) * 3 ** (row - 1)
    return number


def last_cell(position: Position, board: Board, missing: int, row: int, tile: Tile) -> int:
    free = board.line(row).free if is_open(position, board, row, tile) else 0
    return (((missing - 1) * 5 + row - 1) * 6 + free) * 12 + supply(position, tile)


def last_cells(position: Position, board: Board) -> Iterator[int]:
    def group(start: int, missing: int, cells: list[tuple[int, Tile]]) -> Iterator[int]:
        if missing in (1, 2):
            for row, tile in cells:
                yield start + last_cell(position, board, missing, row, tile)

    grey = position.rules.grey_wall
    lacking = {tile: [row for row in ROWS if lacks(board, row, tile)] for tile in COLOURS}
    for row in ROWS:
        empty = [column for column in COLUMNS if board.cell(row, column) is None]
        if grey:
            wanted = [tile for tile in COLOURS if row in lacking[tile]]
        else:
            wanted = [coloured_cell(row, column) for column in empty]
        yield from group(LAST_OF_ROW, len(empty), [(row, tile) for tile in wanted])
    for column in () if grey else COLUMNS:
        rows = [row for row in ROWS if board.cell(row, column) is None]
        yield from group(
            LAST_OF_COLUMN, len(rows), [(row, coloured_cell(row, column)) for row in rows]
        )
    for tile, rows in lacking.items():
        yield from group(LAST_OF_COLOUR, len(rows), [(row, tile) for row in rows])


def lacks(board: Board, row: int, tile: Tile) -> bool:
    return all(board.cell(row, column) != tile for column in COLUMNS)


def expected(position: Position, board: Board) -> list[int]:
    tiles = [*COLOURS, Tile.JOKER] if position.rules.jokers else COLOURS
    kinds = [
        KINDS_OF_TILES
        + (243 * (tile is Tile.JOKER) + digits(position, board, tile)) * 12
        + supply(position, tile)
        for tile in tiles
    ]
    return sorted([*kinds, *last_cells(position, board)])


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_what_the_next_deal_may_bring(rules: str, players: int) -> None:
    """Of each board, one's own and the others' apart, before a deal and at no other time."""
    for state in next_deals(rules, players, range(6)):
        position = state.position()
        for seat in range(players):
            found = [row - NEXT_DEAL for row in describe(state, seat) if row >= NEXT_DEAL]
            mine = sorted(row for row in found if row < NEXT_ROWS)
            theirs = sorted(row - NEXT_ROWS for row in found if row >= NEXT_ROWS)
            assert mine == expected(position, position.boards[seat]), position
            others = [board for other, board in enumerate(position.boards) if other != seat]
            assert theirs == sorted(row for board in others for row in expected(position, board)), (
                position
            )
