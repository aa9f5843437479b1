"""What a player sees: a row of numbers, whole or scaled, planes, or features.

All are told in docs/environments.md. The row is the core's; `form_rows` makes the other forms of
it, of many rows at once. Here every number has a name and bounds that follow from the rules.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from ..extras import importing

with importing("numpy"):
    import numpy as np

from ..core.actions import action_count, check_kind
from ..rules.material import (
    DISPLAY_SIZE,
    FLOOR_SPACES,
    LAST_ROUND,
    SIZE,
    RuleSet,
    all_tiles,
    coloured_cell,
    display_count,
)
from ..rules.tiles import KINDS, Heap, Tile
from .features import MOST_IN_FEATURES, feature_count, features
from .lengths import MOST_POINTS
from .planes import POINTS, ROUNDS, plane_bounds, planes

if TYPE_CHECKING:
    from gymnasium.spaces import Box, Space
    from numpy.typing import NDArray

    from ..core import State

FORMS = ("vector", "scaled", "planes", "features")
WORDS = ("blue tiles", "yellow tiles", "red tiles", "black tiles", "white tiles", "jokers")
JOKERS = KINDS.index(Tile.JOKER)


class Number(NamedTuple):
    """One number of the vector."""

    name: str
    most: int
    least: int = 0


def describe(players: int = 2) -> list[str]:
    """A name for every number of the vector; board 0 is the viewer's, board 1 the next clockwise.

    >>> names = describe(2)
    >>> len(names), names[8], names[-26]
    (149, 'display 1: red tiles', 'board 1: wall, row 2, column 2')
    """
    check_kind(players, "std")
    return [number.name for number in numbers(players, RuleSet.GREY_JOKER)]


def space(players: int = 2, rules: RuleSet | str = "std", form: str = "vector") -> Box:
    """All that can be observed in a kind of game, as a space of Gymnasium."""
    with importing("gymnasium"):
        from gymnasium.spaces import Box
    check_kind(players, rules)
    check_observations(form, rules)
    if form == "planes":
        return Box(*plane_bounds(players), dtype=np.float32)
    if form == "features":
        return Box(-MOST_IN_FEATURES, MOST_IN_FEATURES, (feature_count(players),), np.float32)
    bounds = numbers(players, RuleSet(rules))
    least = np.array([number.least for number in bounds], np.int16)
    # A number that is always 0, as jokers are in a game without, may be 1 here: Gymnasium warns
    # of spaces in which a number has no room.
    most = np.array([max(number.most, number.least + 1) for number in bounds], np.int16)
    if form == "scaled":
        divisors = scale(players, str(rules))
        return Box(least / divisors, most / divisors, dtype=np.float32)
    return Box(least, most, dtype=np.int16)


DICTIONARY_KEYS = ("observation", "action_mask")  # as in PettingZoo


def dictionary_keys(as_dict: bool | tuple[str, str]) -> tuple[str, str] | None:
    """The names of what is seen and of the mask in a dictionary; None: there is no dictionary.

    >>> dictionary_keys(True), dictionary_keys(("obs", "mask"))
    (('observation', 'action_mask'), ('obs', 'mask'))
    """
    if isinstance(as_dict, bool):
        return DICTIONARY_KEYS if as_dict else None
    keys = tuple(as_dict)
    if len(keys) != 2 or len(set(keys)) != 2 or not all(isinstance(key, str) for key in keys):
        raise ValueError(f"as_dict is True, False, or two different names, not {as_dict!r}")
    return keys


def seen_space(
    players: int, rules: RuleSet | str, form: str, keys: tuple[str, str] | None
) -> Space[Any]:
    """The space of what Gymnasium's environments show."""
    shown = space(players, rules, form)
    if keys is None:
        return shown
    from gymnasium.spaces import Box, Dict

    mask = Box(0, 1, (action_count(players, rules),), np.int8)
    return Dict(dict(zip(keys, (shown, mask), strict=True)))


def observe(state: State, player: int | None = None, form: str = "vector") -> NDArray[Any]:
    """What a player (from 1; None: the one to move) sees of a state, as a fresh array."""
    row: NDArray[np.int16] = state.observation(player)
    if form == "vector":
        return row
    check_observations(form, state.rules)
    made: NDArray[Any] = form_rows(row[None], state.players, state.rules, form)[0]
    return made


def form_rows(rows: NDArray[np.int16], players: int, rules: str, form: str) -> NDArray[Any]:
    """Rows of the core in one of the forms; the vector is the rows themselves."""
    if form == "planes":
        return planes(rows, players)
    if form == "features":
        return features(rows, players)
    if form == "scaled":
        scaled: NDArray[np.float32] = (rows / scale(players, rules)).astype(np.float32)
        return scaled
    return rows


@cache
def scale(players: int, rules: str) -> NDArray[np.float32]:
    """What each number of the vector is divided by: its bound; scores and rounds as in planes."""
    usual = {"score": POINTS, "round": ROUNDS}
    bounds = numbers(players, RuleSet(rules))
    divisors = [usual.get(number.name.rpartition(": ")[2], number.most) for number in bounds]
    return np.array([max(1, divisor) for divisor in divisors], np.float32)


def check_observations(form: str, rules: RuleSet | str) -> None:
    """Refuses a form that does not exist, or not for such games."""
    if form not in FORMS:
        raise ValueError(f"there are no observations {form!r}: use one of {', '.join(FORMS)}")
    if form == "features" and rules != "std":
        raise ValueError(f"features are those of std games, not of {rules}: use scaled or planes")


def numbers(players: int, rules: RuleSet) -> list[Number]:
    """The vector, number by number, with the least and the most that each can be."""
    tiles = all_tiles(rules, players)
    displays = display_count(players)
    others = players - 1
    decisions = SIZE if rules.grey_wall or rules.jokers else 0  # E15, E26
    # A display leaves at most three tiles for the centre (R10); bag and lid can hold all of a
    # kind, before the first deal and when nobody has tiled it.
    row = list(heap("centre", tiles, (DISPLAY_SIZE - 1) * displays))
    for display in range(1, displays + 1):
        row += heap(f"display {display}", tiles, DISPLAY_SIZE)  # R6
    row += heap("bag", tiles, len(tiles))
    row += heap("lid", tiles, len(tiles))
    row += [
        Number("marker in the centre", 1),
        Number("round", LAST_ROUND + 1, 1),  # E20: a game that round 50 has ended says 51
        Number("who started the round", others),
        Number("line of the tiling decision", decisions),
        Number("who is to move", others),
    ]
    for board in range(players):
        row += board_numbers(f"board {board}", tiles, rules)
    return row


def heap(place: str, tiles: Heap, room: int) -> Iterator[Number]:
    """Tiles of each kind where there is room for so many: never more than there are (R5, R40)."""
    for word, count in zip(WORDS, tiles.counts, strict=True):
        yield Number(f"{place}: {word}", min(count, room))


def board_numbers(board: str, tiles: Heap, rules: RuleSet) -> Iterator[Number]:
    yield Number(f"{board}: score", MOST_POINTS)
    for line in range(1, SIZE + 1):
        yield Number(f"{board}: line {line}, colour", JOKERS)
        yield Number(f"{board}: line {line}, tiles of the colour", line)
        yield Number(f"{board}: line {line}, jokers", min(line, tiles.counts[JOKERS]))
    for row in range(1, SIZE + 1):
        for column in range(1, SIZE + 1):
            kind = most_on_cell(rules, row, column)
            yield Number(f"{board}: wall, row {row}, column {column}", kind)
    yield from heap(f"{board}: floor", tiles, FLOOR_SPACES)
    yield Number(f"{board}: floor: marker", 1)


def most_on_cell(rules: RuleSet, row: int, column: int) -> int:
    """The highest number, from 1, of a kind that may stand there (R21, R37, R46)."""
    if rules.jokers:
        return JOKERS + 1
    if rules.grey_wall:
        return JOKERS
    return KINDS.index(coloured_cell(row, column)) + 1
