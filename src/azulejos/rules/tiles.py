"""Tiles and heaps of tiles.

Knows what lies on the table, not where: no board, no player, no rule of play.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from operator import add, ge, sub

from .names import Name


class Tile(Name):
    """A kind of tile; its value is its letter in the notation.

    The first-player marker is not a tile, but it lies on the floor line like one (R29),
    so it has a letter of its own here. Heaps never hold it.
    """

    BLUE = "B"
    YELLOW = "Y"
    RED = "R"
    BLACK = "K"
    WHITE = "W"
    JOKER = "J"
    MARKER = "F"


COLOURS = (Tile.BLUE, Tile.YELLOW, Tile.RED, Tile.BLACK, Tile.WHITE)
KINDS = (*COLOURS, Tile.JOKER)
NOTHING = "-"  # how the notation writes an empty heap
_INDEX = {kind: index for index, kind in enumerate(KINDS)}


@dataclass(frozen=True, slots=True)
class Heap:
    """Tiles without an order: a display, the centre, the bag, the lid, a pattern line.

    >>> heap = Heap.of("WBB")
    >>> str(heap), len(heap), heap[Tile.BLUE]
    ('BBW', 3, 2)
    >>> str(heap - Heap.of("B") + Heap.of("J"))
    'BWJ'
    """

    counts: tuple[int, ...] = (0,) * len(KINDS)

    @classmethod
    def of(cls, tiles: Iterable[Tile] | str) -> Heap:
        counts = [0] * len(KINDS)
        for tile in tiles:
            counts[_INDEX[Tile(tile)]] += 1
        return cls(tuple(counts))

    @classmethod
    def some(cls, number: int, kind: Tile) -> Heap:
        counts = [0] * len(KINDS)
        counts[_INDEX[kind]] = number
        return cls(tuple(counts))

    def __getitem__(self, kind: Tile) -> int:
        return self.counts[_INDEX[kind]]

    def __len__(self) -> int:
        return sum(self.counts)

    def __iter__(self) -> Iterator[Tile]:
        for kind, count in zip(KINDS, self.counts, strict=True):
            for _ in range(count):
                yield kind

    def __str__(self) -> str:
        return _letters(self.counts)

    def __repr__(self) -> str:
        return f"Heap.of({str(self)!r})"

    @property
    def letters(self) -> str:
        """As a position's text has it: a letter a tile, or `-` where there is none."""
        return str(self) or NOTHING

    @property
    def numbers(self) -> str:
        """As a position's text has bag and lid: `B15Y18`, or `-`."""
        return "".join(f"{kind}{self[kind]}" for kind in self.kinds) or NOTHING

    def __add__(self, other: Heap) -> Heap:
        return Heap(tuple(map(add, self.counts, other.counts)))

    def __sub__(self, other: Heap) -> Heap:
        counts = tuple(map(sub, self.counts, other.counts))
        if min(counts) < 0:
            raise ValueError(f"{self or 'an empty heap'} does not hold {other}")
        return Heap(counts)

    def holds(self, other: Heap) -> bool:
        """Is every tile of the other heap in this one?"""
        return all(map(ge, self.counts, other.counts))

    def only(self, *kinds: Tile) -> Heap:
        """The tiles of these kinds."""
        pairs = zip(KINDS, self.counts, strict=True)
        return Heap(tuple([count if kind in kinds else 0 for kind, count in pairs]))

    def first(self, number: int) -> Heap:
        """So many tiles, colours before jokers; all of them if there are fewer."""
        return self if len(self) <= number else Heap.of(list(self)[:number])

    @property
    def kinds(self) -> tuple[Tile, ...]:
        """The kinds that are there, in the notation's order."""
        return _kinds(self.counts)

    @property
    def colours(self) -> tuple[Tile, ...]:
        """The colours that are there; a joker is none."""
        return _colours(self.counts)


@lru_cache(maxsize=4096)
def _letters(counts: tuple[int, ...]) -> str:
    """Positions are told all the time, and most heaps are small."""
    return "".join(kind * count for kind, count in zip(KINDS, counts, strict=True))


@lru_cache(maxsize=4096)
def _kinds(counts: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(kind for kind, count in zip(KINDS, counts, strict=True) if count)


@lru_cache(maxsize=4096)
def _colours(counts: tuple[int, ...]) -> tuple[Tile, ...]:
    return tuple(kind for kind in _kinds(counts) if kind is not Tile.JOKER)


EMPTY = Heap()
