"""Positions as text: `rules displays centre player… turn starter round bag lid`."""

from __future__ import annotations

import re

from ..rules.board import Board, PatternLine, Wall
from ..rules.material import PLAYER_COUNTS, SIZE, RuleSet
from ..rules.position import Position
from ..rules.tiles import NOTHING, Tile
from ..rules.validity import check
from .errors import NotationError
from .tiles import parse_counts, parse_heap, upper

FIELDS_WITHOUT_PLAYERS = 8
_NUMBER = re.compile(r"0|[1-9][0-9]{0,99}")  # E14: far above any score, below any trouble
_ROW = re.compile(r"[1-5]?(?:[BYRKWJ][1-4]?)*")
_FLOOR = re.compile(r"[BYRKWJF]{1,8}")


def parse_position(text: str) -> Position:
    """Reads a position; raises NotationError, or ImpossiblePositionError if no game leads there."""
    position = read_position(text)
    check(position)
    return position


def read_position(text: str) -> Position:
    """Reads a position without asking whether a game could lead there."""
    fields = text.strip().split(" ")
    players = len(fields) - FIELDS_WITHOUT_PLAYERS
    if players not in PLAYER_COUNTS or "" in fields:
        raise NotationError("bad_fields", fields=len(fields))
    rules, displays, centre, *boards, turn, starter, round_, bag, lid = fields
    marker, centre = _split_marker(centre)
    return Position(
        rules=parse_rules(rules),
        displays=tuple(parse_heap(display) for display in displays.split("/")),
        centre=parse_heap(centre),
        marker_in_centre=marker,
        boards=tuple(_parse_board(board) for board in boards),
        turn=_parse_number(turn, "turn"),
        starter=_parse_number(starter, "starter"),
        round=_parse_number(round_, "round"),
        bag=parse_counts(bag),
        lid=parse_counts(lid),
    )


def _split_marker(centre: str) -> tuple[bool, str]:
    """The marker stands first, and alone instead of `-` where the centre is empty."""
    if upper(centre).startswith(Tile.MARKER):
        rest = centre[1:]
        if rest == NOTHING:
            raise NotationError("bad_heap", text=centre)
        return True, rest or NOTHING
    return False, centre


def parse_rules(text: str) -> RuleSet:
    """Reads the name of a rule set; raises NotationError."""
    try:
        return RuleSet(text.lower() if text.isascii() else text)
    except ValueError:
        raise NotationError("bad_rules", text=text) from None


def _parse_number(text: str, field: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise NotationError("bad_number", text=text, field=field)
    return int(text)


def _parse_board(text: str) -> Board:
    parts = text.split(":")
    if len(parts) != 4:
        raise NotationError("bad_player", text=text)
    score, lines, wall, floor = parts
    return Board(
        score=_parse_number(score, "score"),
        lines=_parse_lines(lines),
        wall=_parse_wall(wall),
        floor=_parse_floor(floor),
    )


def _parse_lines(text: str) -> tuple[PatternLine, ...]:
    heaps = text.split("/")
    if len(heaps) != SIZE:
        raise NotationError("bad_lines", text=text)
    return tuple(PatternLine(size, parse_heap(heap)) for size, heap in enumerate(heaps, start=1))


def _parse_wall(text: str) -> Wall:
    rows = text.split("/")
    if len(rows) != SIZE:
        raise NotationError("bad_wall", text=text)
    return tuple(_parse_row(row) for row in rows)


def _parse_row(text: str) -> tuple[Tile | None, ...]:
    """Letters, and a digit for a gap; gaps that touch are one gap."""
    cells: list[Tile | None] = []
    if not _ROW.fullmatch(upper(text)):
        raise NotationError("bad_row", text=text)
    for sign in upper(text):
        cells += [None] * int(sign) if sign.isdigit() else [Tile(sign)]
    if len(cells) != SIZE:
        raise NotationError("bad_row", text=text)
    return tuple(cells)


def _parse_floor(text: str) -> tuple[Tile, ...]:
    if text == NOTHING:
        return ()
    if not _FLOOR.fullmatch(upper(text)):
        raise NotationError("bad_floor", text=text)
    return tuple(Tile(letter) for letter in upper(text))


def format_position(position: Position) -> str:
    """The position's text, the same for the same position always."""
    return str(position)
