"""What happened in a move, event by event, in the order a person would see it.

Pages animate these, logs tell them, reviews explain them: nobody recomputes them.
"""

from __future__ import annotations

from dataclasses import dataclass

from .names import Name
from .tiles import Heap, Tile


@dataclass(frozen=True, slots=True)
class Dealt:
    """Tiles were put on a display (R31), in two goes around a LidTipped if the bag ran out."""

    display: int
    tiles: Heap


@dataclass(frozen=True, slots=True)
class LidTipped:
    """The bag was empty and a tile was due: the lid was tipped in (R32, E7)."""

    tiles: Heap


@dataclass(frozen=True, slots=True)
class Taken:
    """A player took tiles from a display, or from the centre (source 0)."""

    player: int
    source: int
    tiles: Heap


@dataclass(frozen=True, slots=True)
class MovedToCentre:
    """The rest of a display went to the centre (R10)."""

    display: int
    tiles: Heap


@dataclass(frozen=True, slots=True)
class MarkerTaken:
    """The marker went to a floor space (R11); space 8 is beside a full floor line (E1)."""

    player: int
    space: int


@dataclass(frozen=True, slots=True)
class Laid:
    """Tiles were laid on a pattern line (R12)."""

    player: int
    line: int
    tiles: Heap
    completed: bool


@dataclass(frozen=True, slots=True)
class Fallen:
    """Tiles fell to the floor line, from this space on (R17)."""

    player: int
    tiles: tuple[Tile, ...]
    first_space: int


@dataclass(frozen=True, slots=True)
class Discarded:
    """The floor line was full: these tiles went to the lid (R18, E5)."""

    player: int
    tiles: Heap


@dataclass(frozen=True, slots=True)
class OfferEnded:
    """No tile is left on the table: wall tiling begins (R19)."""


@dataclass(frozen=True, slots=True)
class Tiled:
    """A tile went to the wall and scored; the rest of its line went to the lid (R21, R22)."""

    player: int
    row: int
    column: int
    tile: Tile
    horizontal: int
    vertical: int
    to_lid: Heap

    @property
    def points(self) -> int:
        return self.horizontal + self.vertical


@dataclass(frozen=True, slots=True)
class LineDropped:
    """No cell of the grey row was legal: the line's tiles leave it for the floor (R39)."""

    player: int
    line: int
    tiles: Heap


@dataclass(frozen=True, slots=True)
class FloorCharged:
    """The floor line was paid for and cleared (R27, R28); `lost` is less than `penalty` at 0."""

    player: int
    floor: tuple[Tile, ...]
    penalty: int
    lost: int


@dataclass(frozen=True, slots=True)
class StarterChosen:
    """Who starts the next round: the marker's owner (R29), or the same player again (E6)."""

    player: int


class EndReason(Name):
    ROW = "row"  # R34
    ROUNDS = "rounds"  # E20
    NO_TILES = "no_tiles"  # E8


@dataclass(frozen=True, slots=True)
class GameEnded:
    """Why the game is over; the bonuses follow."""

    reason: EndReason


class BonusKind(Name):
    ROW = "row"
    COLUMN = "column"
    COLOUR = "colour"


@dataclass(frozen=True, slots=True)
class BonusScored:
    """A bonus at the end of the game (R35) for a row or column, by number, or for a colour."""

    player: int
    kind: BonusKind
    which: int | Tile
    points: int


class WonBy(Name):
    """What decided a game (R36)."""

    POINTS = "points"
    ROWS = "rows"
    SHARED = "shared"


@dataclass(frozen=True, slots=True)
class GameWon:
    """Who won, and what decided it (R36)."""

    winners: tuple[int, ...]
    won_by: WonBy


Event = (
    Dealt
    | LidTipped
    | Taken
    | MovedToCentre
    | MarkerTaken
    | Laid
    | Fallen
    | Discarded
    | OfferEnded
    | Tiled
    | LineDropped
    | FloorCharged
    | StarterChosen
    | GameEnded
    | BonusScored
    | GameWon
)
