"""What OpenSpiel's players see: the numbers of docs/environments.md, in named pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ...core import observation_size
from ...rules.material import SIZE, display_count
from ...rules.tiles import KINDS
from ..observations import form_rows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from .state import AzulejosState

Shape = tuple[int, ...]


class TableObserver:
    """All that lies on the table, seen from a player's seat, in the form that OpenSpiel asks for.

    `tensor` is the whole row of numbers, `dict` has its pieces by name. In other forms there is one
    piece, so that OpenSpiel knows its shape.
    """

    def __init__(self, players: int, rules: str, form: str) -> None:
        self._players = players
        self._rules = rules
        self._form = form
        pieces = list(pieces_of(players))
        if form != "vector":
            nothing = np.zeros((1, observation_size(players)), np.int16)
            pieces = [(form, form_rows(nothing, players, rules, form).shape[1:])]
        self.tensor = np.zeros(sum(int(np.prod(shape)) for _, shape in pieces), np.float32)
        self.dict: dict[str, NDArray[np.float32]] = {}
        first = 0
        for name, shape in pieces:
            size = int(np.prod(shape))
            self.dict[name] = self.tensor[first : first + size].reshape(shape)
            first += size

    def set_from(self, state: AzulejosState, player: int) -> None:
        row = state.row(player)
        if self._form == "vector":
            self.tensor[:] = row
        else:
            row = np.asarray(row, np.int16)[None]
            self.tensor[:] = form_rows(row, self._players, self._rules, self._form).ravel()

    def string_from(self, state: AzulejosState, player: int) -> str:
        """The same for all: there are no secrets, and a position's text has no viewpoint."""
        return str(state)


def pieces_of(players: int) -> Iterator[tuple[str, Shape]]:
    """Names and shapes of the row's pieces; board 0 is the viewer's, board 1 the next clockwise."""
    kinds = len(KINDS)
    yield "centre", (kinds,)
    yield "displays", (display_count(players), kinds)
    yield "bag", (kinds,)
    yield "lid", (kinds,)
    for name in ("marker_in_centre", "round", "starter", "decision_line", "turn"):
        yield name, (1,)
    for board in range(players):
        yield f"board_{board}_score", (1,)
        yield f"board_{board}_lines", (SIZE, 3)
        yield f"board_{board}_wall", (SIZE, SIZE)
        yield f"board_{board}_floor", (kinds,)
        yield f"board_{board}_marker", (1,)
