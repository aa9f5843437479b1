"""Positions and citations for tests, written briefly."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from azulejos.notation import format_position, parse_position, read_position
from azulejos.rules import AzulejosError, Position
from azulejos.rules.material import all_tiles
from azulejos.rules.validity import tiles_of

EMPTY_BOARD = "0:-/-/-/-/-:5/5/5/5/5:-"

rule = pytest.mark.rule
case = pytest.mark.case


def complete(text: str) -> str:
    """A position's text from a brief one: `.` is an untouched board, `*` is all that is missing."""
    fields = [EMPTY_BOARD if field == "." else field for field in text.split(" ")]
    if "*" in fields:
        rest = fields.index("*")
        fields[rest] = "-"
        position = read_position(" ".join(fields))
        missing = all_tiles(position.rules, position.players) - tiles_of(position)
        fields[rest] = missing.numbers
    return format_position(read_position(" ".join(fields)))


def table(text: str) -> Position:
    """The position of a brief text, checked like any other."""
    return parse_position(complete(text))


@contextmanager
def refuses(kind: type[AzulejosError], code: str) -> Iterator[None]:
    """What is done here is refused for this reason, with all the data that its sentence needs."""
    with pytest.raises(kind) as refused:
        yield
    assert refused.value.code == code
    assert "None" not in str(refused.value)
