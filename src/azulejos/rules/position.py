"""A position: all that lies on the table between two moves, as a value.

What it waits for is derived from it, so that a position's text needs no extra field.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from .board import Board
from .errors import UsageError
from .material import LAST_ROUND, PLAYER_COUNTS, RuleSet, all_tiles, display_count
from .moves import CENTRE
from .names import Name
from .notebooks import svg_of
from .scoring import Outcome, complete_rows, judge
from .tiles import EMPTY, NOTHING, Heap, Tile


class Phase(Name):
    """What a position waits for."""

    OFFER = "offer"  # A: a take
    TILING = "tiling"  # B: a tiling decision
    PREPARATION = "preparation"  # C: a deal
    OVER = "over"  # nothing


@dataclass(frozen=True, slots=True)
class Position:
    """The table. Players count from 1: `board(1)` is the first player's.

    `str(position)` is its text in the notation; notebooks show a drawing.
    """

    rules: RuleSet
    displays: tuple[Heap, ...]
    centre: Heap
    marker_in_centre: bool
    boards: tuple[Board, ...]
    turn: int
    starter: int
    round: int
    bag: Heap
    lid: Heap

    def __str__(self) -> str:
        return self.text_with(map(str, self.boards))

    def text_with(self, boards: Iterable[str]) -> str:
        """`str(position)`, for who has the texts of its boards already."""
        marker = Tile.MARKER if self.marker_in_centre else ""
        fields = (
            self.rules,
            "/".join(display.letters for display in self.displays),
            f"{marker}{self.centre}" or NOTHING,
            *boards,
            str(self.turn),
            str(self.starter),
            str(self.round),
            self.bag.numbers,
            self.lid.numbers,
        )
        return " ".join(fields)

    def __repr__(self) -> str:
        return f"parse_position({str(self)!r})"

    def _repr_svg_(self) -> str:
        return svg_of(self)

    @property
    def players(self) -> int:
        return len(self.boards)

    @property
    def phase(self) -> Phase:
        if self.centre or any(self.displays):
            return Phase.OFFER  # R19
        if any(board.first_complete_line for board in self.boards):
            return Phase.TILING
        if self.ended_by_row or self.round > LAST_ROUND or not (self.bag or self.lid):
            return Phase.OVER  # R34, E20, E8
        return Phase.PREPARATION

    @property
    def ended_by_row(self) -> bool:
        return any(complete_rows(board.wall) for board in self.boards)

    @property
    def outcome(self) -> Outcome | None:
        """Who won and by what; None while the game goes on."""
        return judge(self.boards) if self.phase is Phase.OVER else None

    def board(self, player: int) -> Board:
        return self.boards[player - 1]

    def source(self, number: int) -> Heap:
        """The tiles of a display, or of the centre."""
        return self.centre if number == CENTRE else self.displays[number - 1]

    def with_board(self, player: int, board: Board) -> Position:
        boards = (*self.boards[: player - 1], board, *self.boards[player:])
        return replace(self, boards=boards)

    def seats_from(self, player: int) -> list[int]:
        """All players clockwise, beginning with this one (R9, E19)."""
        return [(player - 1 + step) % self.players + 1 for step in range(self.players)]


def start(players: int = 2, rules: RuleSet | str = RuleSet.STD, starter: int = 1) -> Position:
    """The empty table before the first deal (R1 to R6).

    >>> start(3, "joker").phase
    Phase.PREPARATION
    """
    if players not in PLAYER_COUNTS:
        raise UsageError("player_count", players=players)
    if rules not in list(RuleSet):
        raise UsageError("unknown_rules", rules=str(rules))
    if starter not in range(1, players + 1):
        raise UsageError("unknown_starter", starter=starter, players=players)
    rule_set = RuleSet(rules)
    return Position(
        rules=rule_set,
        displays=(EMPTY,) * display_count(players),
        centre=EMPTY,
        marker_in_centre=True,
        boards=(Board(),) * players,
        turn=starter,
        starter=starter,
        round=1,
        bag=all_tiles(rule_set, players),
        lid=EMPTY,
    )
