"""Moves as text: `3B2`, `0K5`, `3BJ2`, `3@5`, `=BYKW/RRKK/…`."""

from __future__ import annotations

import re

from ..rules.moves import DEAL_SIGN, Deal, Move, Place, Take
from ..rules.tiles import Tile
from .errors import NotationError
from .tiles import parse_heap, upper

_TAKE = re.compile(r"(?P<source>[0-9])(?P<tiles>[BYRKW]J?|J[BYRKW]?)(?P<line>[0-9])")
_PLACE = re.compile(r"(?P<line>[0-9])@(?P<column>[0-9])")


def parse_move(text: str) -> Move:
    """Reads a move; raises NotationError. Whether it is legal is for the rules to say.

    >>> parse_move("3b2")
    parse_move('3B2')
    >>> parse_move("3@5") == Place(line=3, column=5)
    True
    """
    if text.startswith(DEAL_SIGN):
        return Deal(tuple(parse_heap(display) for display in text[1:].split("/")))
    if match := _TAKE.fullmatch(upper(text)):
        colours = match["tiles"].replace("J", "")
        tile = Tile(colours or Tile.JOKER)
        with_jokers = len(match["tiles"]) == 2
        return Take(int(match["source"]), tile, _line(match["line"], lowest=0), with_jokers)
    if match := _PLACE.fullmatch(text):
        return Place(_line(match["line"], lowest=1), _column(match["column"]))
    raise NotationError("bad_move", text=text)


def _line(digit: str, lowest: int) -> int:
    if not lowest <= int(digit) <= 5:
        raise NotationError("bad_line", text=digit)
    return int(digit)


def _column(digit: str) -> int:
    if not 1 <= int(digit) <= 5:
        raise NotationError("bad_column", text=digit)
    return int(digit)


def format_move(move: Move) -> str:
    """The move's text, in upper case.

    >>> format_move(Take(3, Tile.BLUE, 2, with_jokers=True))
    '3BJ2'
    """
    return str(move)
