"""The three kinds of move: a take, a tiling decision, and the deal, which chance makes.

`str(move)` is its text in the notation. Reading text is for `azulejos.notation`.
"""

from __future__ import annotations

from dataclasses import dataclass

from .errors import UsageError
from .material import PLAYER_COUNTS, SIZE, display_count
from .tiles import COLOURS, KINDS, Heap, Tile

CENTRE = 0  # as a source
FLOOR = 0  # as a target
DEAL_SIGN = "="
MOST_DISPLAYS = display_count(max(PLAYER_COUNTS))


class _ReadableMove:
    """A list of moves is best read as their texts; and evaluates, as a repr should."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"parse_move({str(self)!r})"


@dataclass(frozen=True, slots=True, repr=False)
class Take(_ReadableMove):
    """All tiles of one kind from a display or the centre, to one line or the floor (R10, R12).

    `source` is a display's number or CENTRE, `line` a line's number or FLOOR. With `tile` a colour,
    `with_jokers` takes the jokers of that place along (R41); jokers alone have `tile` JOKER.
    """

    source: int
    tile: Tile
    line: int
    with_jokers: bool = False

    def __post_init__(self) -> None:
        if not CENTRE <= self.source <= MOST_DISPLAYS:
            raise UsageError("no_such_source", source=self.source)
        if self.tile not in (COLOURS if self.with_jokers else KINDS):
            raise UsageError("not_a_take", tile=self.tile)
        if not FLOOR <= self.line <= SIZE:
            raise UsageError("no_such_line", line=self.line)

    @property
    def kinds(self) -> tuple[Tile, ...]:
        return (self.tile, Tile.JOKER) if self.with_jokers else (self.tile,)

    def __str__(self) -> str:
        return f"{self.source}{''.join(self.kinds)}{self.line}"


@dataclass(frozen=True, slots=True, repr=False)
class Place(_ReadableMove):
    """A tiling decision (E15, E26): the tile of this complete line goes to this column."""

    line: int
    column: int

    def __post_init__(self) -> None:
        if not 1 <= self.line <= SIZE:
            raise UsageError("no_such_line", line=self.line)
        if not 1 <= self.column <= SIZE:
            raise UsageError("no_such_column", column=self.column)

    def __str__(self) -> str:
        return f"{self.line}@{self.column}"


@dataclass(frozen=True, slots=True, repr=False)
class Deal(_ReadableMove):
    """New tiles on the displays, in their order (R31)."""

    displays: tuple[Heap, ...]

    def __post_init__(self) -> None:
        if not self.displays:
            raise UsageError("empty_deal")

    def __str__(self) -> str:
        return DEAL_SIGN + "/".join(display.letters for display in self.displays)


Move = Take | Place | Deal
