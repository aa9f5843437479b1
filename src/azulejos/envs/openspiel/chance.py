"""Chance, one draw a node: who starts, and the tiles of a deal in the order in which they come.

Values that never change, so that the copies of a state share them. Knows nothing of OpenSpiel.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ...core import State
from ...rules.material import DISPLAY_SIZE, display_count
from ...rules.moves import Deal
from ...rules.tiles import EMPTY, KINDS, Heap

if TYPE_CHECKING:
    from collections.abc import Sequence

Counts = tuple[int, ...]  # of each kind, in the order of KINDS
Outcomes = list[tuple[int, float]]


class StarterDraw(NamedTuple):
    """Who starts is to be drawn."""

    players: int

    def __deepcopy__(self, memo: object) -> StarterDraw:
        return self

    def outcomes(self) -> Outcomes:
        return [(seat, 1 / self.players) for seat in range(self.players)]

    def can_be(self, seat: int) -> bool:
        return 0 <= seat < self.players

    def name(self, seat: int) -> str:
        return f"player {seat + 1} starts"

    def __str__(self) -> str:
        return "who starts is to be drawn"


class PartialDeal(NamedTuple):
    """A deal of which so many tiles have been drawn, and what bag and lid hold now."""

    displays: int
    bag: Counts
    lid: Counts
    drawn: Counts = ()  # kinds, not counts: the first four lie on display 1, and so on

    def __deepcopy__(self, memo: object) -> PartialDeal:
        return self

    @property
    def source(self) -> Counts:
        """What the next tile comes from: only when the bag is empty is the lid tipped in (E7)."""
        return self.bag if any(self.bag) else self.lid

    def outcomes(self) -> Outcomes:
        left = sum(self.source)
        return [(kind, count / left) for kind, count in enumerate(self.source) if count]

    def can_be(self, kind: int) -> bool:
        return 0 <= kind < len(KINDS) and self.source[kind] > 0

    def after(self, kind: int) -> PartialDeal:
        source = self.source
        bag = (*source[:kind], source[kind] - 1, *source[kind + 1 :])
        lid = self.lid if source is self.bag else EMPTY.counts
        return PartialDeal(self.displays, bag, lid, (*self.drawn, kind))

    @property
    def is_complete(self) -> bool:
        """Every display has its tiles, or there are no more (E8)."""
        return len(self.drawn) == DISPLAY_SIZE * self.displays or not any(self.source)

    def deal(self) -> Deal:
        """What lies on the displays."""
        first_places = range(0, DISPLAY_SIZE * self.displays, DISPLAY_SIZE)
        return Deal(tuple(_heap(self.drawn[at : at + DISPLAY_SIZE]) for at in first_places))

    def name(self, kind: int) -> str:
        return KINDS[kind]

    def __str__(self) -> str:
        from ...notation import format_move

        return format_move(self.deal())


def _heap(kinds: Sequence[int]) -> Heap:
    counts = [0] * len(KINDS)
    for kind in kinds:
        counts[kind] += 1
    return Heap(tuple(counts))


def partial_deal_of(state: State) -> PartialDeal | None:
    """The deal that is due, of which nothing is drawn; None where none is."""
    if not state.deal_is_due:
        return None
    displays = display_count(state.players)
    kinds = len(KINDS)
    first = kinds * (displays + 1)  # centre and displays come before the bag in the row
    kept = state.observation()[first : first + 2 * kinds].tolist()
    return PartialDeal(displays, tuple(kept[:kinds]), tuple(kept[kinds:]))
