"""Preparation (C): which deals could have been drawn, and drawing one at random.

The random generator is always the caller's: no position holds one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from .errors import IllegalMoveError, UsageError
from .events import Dealt, Event, LidTipped
from .material import DISPLAY_SIZE
from .moves import Deal
from .position import Phase, Position
from .tiles import EMPTY, Heap


@dataclass(slots=True)
class _Supply:
    """Bag and lid while displays are filled."""

    bag: Heap
    lid: Heap

    def tip(self) -> Heap:
        """The lid goes into the bag: only when a tile is due and the bag is empty (R32, E7)."""
        tipped, self.bag, self.lid = self.lid, self.lid, EMPTY
        return tipped


def draw_deal(position: Position, generator: Random) -> Deal:
    """A deal drawn tile by tile, each tile in the bag equally likely.

    >>> from .position import start
    >>> deal = draw_deal(start(), Random(1))
    >>> [len(display) for display in deal.displays]
    [4, 4, 4, 4, 4]
    """
    if position.phase is not Phase.PREPARATION:
        raise UsageError("no_deal_due")
    supply = _Supply(position.bag, position.lid)
    displays = []
    for _ in position.displays:
        display = EMPTY
        while len(display) < DISPLAY_SIZE and (supply.bag or supply.tip()):
            tile = Heap.some(1, generator.choice(list(supply.bag)))
            display += tile
            supply.bag -= tile
        displays.append(display)
    return Deal(tuple(displays))


def refuse_deal(position: Position, deal: Deal) -> IllegalMoveError | None:
    """Why a deal could not have been drawn; None if it could."""
    if len(deal.displays) != len(position.displays):
        return IllegalMoveError(
            "deal_displays", players=position.players, displays=len(position.displays)
        )
    supply = _Supply(position.bag, position.lid)
    for number, display in enumerate(deal.displays, start=1):
        if refusal := _refuse_display(supply, number, display):
            return refusal
        _fill(supply, display)
    return None


def _refuse_display(supply: _Supply, number: int, display: Heap) -> IllegalMoveError | None:
    due = min(DISPLAY_SIZE, len(supply.bag) + len(supply.lid))  # E8
    if len(display) != due:
        return IllegalMoveError("deal_size", display=number, due=due, got=len(display))
    if len(supply.bag) >= due:
        if not supply.bag.holds(display):
            return IllegalMoveError("not_in_bag", display=number, tiles=str(display))
    elif not display.holds(supply.bag):
        return IllegalMoveError("bag_first", display=number, tiles=str(supply.bag))
    elif not supply.lid.holds(display - supply.bag):
        return IllegalMoveError("not_in_lid", display=number, tiles=str(display))
    return None


def _fill(supply: _Supply, display: Heap) -> tuple[Heap, Heap, Heap]:
    """Draws a legal display; returns what came from the bag, what was tipped in, what came then."""
    if len(display) <= len(supply.bag):
        supply.bag -= display
        return display, EMPTY, EMPTY
    first = supply.bag
    tipped = supply.tip()
    supply.bag -= display - first
    return first, tipped, display - first


def deal(position: Position, move: Deal) -> tuple[Position, list[Event]]:
    """Plays a legal deal."""
    supply = _Supply(position.bag, position.lid)
    events: list[Event] = []
    for number, display in enumerate(move.displays, start=1):
        first, tipped, second = _fill(supply, display)
        if first:
            events.append(Dealt(number, first))
        if tipped:
            events += [LidTipped(tipped), Dealt(number, second)]
    position = replace(position, displays=move.displays, bag=supply.bag, lid=supply.lid)
    return position, events
