"""The tables of docs/environments.md are those of the code."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from azulejos.core.actions import RULES
from azulejos.envs.lengths import longest_game
from azulejos.envs.observations import describe
from azulejos.envs.planes import plane_names

PAGE = (Path(__file__).parents[2] / "docs" / "environments.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return re.split(r"^#+ ", PAGE.split(f"# {title}\n")[1], maxsplit=1, flags=re.MULTILINE)[0]


def tables(title: str) -> list[list[list[str]]]:
    """The cells of a section's tables, without their heads."""
    found = re.findall(r"(?:^\|.*\n)+", section(title), flags=re.MULTILINE)
    rows = [[line.strip("|").split("|") for line in table.splitlines()[2:]] for table in found]
    return [[[cell.strip() for cell in row] for row in table] for table in rows]


def span(cell: str) -> range:
    """Of `6 to 35` or `48`."""
    first, _, last = cell.partition(" to ")
    return range(int(first), int(last or first) + 1) if first else range(0)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("title", "named", "board"), [("The vector", describe, 48), ("Planes", plane_names, 18)]
)
def test_numbers_are_where_the_page_says(
    title: str, named: Callable[[int], list[str]], board: int, players: int
) -> None:
    names = named(players)
    table, boards = tables(title)
    told: list[int] = []
    for row in table:
        begin = row[3].strip("`").rstrip()
        places = span(row[players - 2])
        told += places
        assert all(names[place].startswith(begin) for place in places), row
    assert told == list(range(len(names)))
    first = len(names) - players * board
    for seat in range(players):
        inside: list[int] = []
        for row in boards:
            begin = f"board {seat}: {row[1].strip('`').rstrip()}"
            inside += span(row[0])
            for place in span(row[0]):
                assert names[first + seat * board + place].startswith(begin), row
        assert inside == list(range(board))


def test_lengths_are_those_of_the_page() -> None:
    (table,) = tables("How long a game can be")
    told = {
        rules.strip("` "): [int(number) for number in numbers]
        for kinds, *numbers in table
        for rules in kinds.split(",")
    }
    due = {rules: [longest_game(players, rules) for players in (2, 3, 4)] for rules in RULES}
    assert told == due
