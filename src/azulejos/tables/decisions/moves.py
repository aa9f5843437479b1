"""What may be played and taken back at a table: decisions, without a store or a clock.

Each gives the texts of the entries to be written, or raises what an AzulejosError says. What
follows from the entries is told by `state.py`; what is done besides moves is in `acts.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from random import SystemRandom

from ...notation import format_move, parse_move
from ...rules import Move, Phase, Position, UsageError, draw_deal
from ..errors import TableError
from ..line import Back, undo_entry
from ..names import new_id
from ..rights import Rights
from ..roster import OPEN, OVER, Roster, TableEvent
from ..state import TableState

MOST_UNDONE = 1000
"""Plies that can be taken back in one game: a table must not grow without end."""
MOST_EVENTS = 500
"""Whatever can be done and done again at a table besides moves, likewise."""
Texts = list[str]


def deal_text(position: Position) -> str:
    """A deal from the system's secure source."""
    return format_move(draw_deal(position, SystemRandom()))


@dataclass(frozen=True, slots=True)
class Context:
    """The table at which something is wished for, by somebody."""

    state: TableState
    rights: Rights
    away: Collection[int] = ()
    """Seats of persons who have been away for long enough."""
    deal: Callable[[Position], str] = deal_text
    new_id: Callable[[], str] = new_id
    """Of a table for a rematch."""

    @property
    def roster(self) -> Roster:
        return self.state.roster


def move_texts(context: Context, number: int, text: str) -> Texts:
    """A person's move, and the deal that it leads to. Who moves is there again."""
    _check_seated(context)
    check_number(context.state, number)
    move = parse_move(text)
    roster, position = context.roster, context.state.position
    _check_running(roster)
    seat = position.turn
    if roster.stage == OVER:
        return played_texts(context, move)  # The law has a better reason.
    if seat not in context.rights.seats or roster.seats[seat - 1].resigned:
        raise TableError("not_your_seat", player=seat)
    texts = played_texts(context, move)
    back = roster.seats[seat - 1].stand_in is not None
    return [TableEvent("back", seat).text, *texts] if back else texts


def played_texts(context: Context, move: Move) -> Texts:
    """A move and, if one is due, the deal."""
    line = context.state.line.played(move)
    texts = [line.plies[-1].text]
    if line.position.phase is Phase.PREPARATION:
        texts.append(context.deal(line.position))
    return texts


def late_texts(context: Context, move: Move) -> Texts:
    """The time is up: a bot has found the move."""
    return [TableEvent("late", context.state.position.turn).text, *played_texts(context, move)]


def check_number(state: TableState, number: int) -> None:
    """Raises TableError if the position is not the one that was seen then."""
    if not state.moved <= number <= state.number:
        raise TableError("stale", number=state.number)


def _check_seated(context: Context) -> None:
    """Watchers learn nothing by asking, not even whose turn it is: they may be behind."""
    if not context.rights.seats:
        raise TableError("not_your_seat", player=0)


def _check_running(roster: Roster) -> None:
    if roster.stage == OPEN:
        raise TableError("not_started")
    if roster.stage == OVER and roster.ended != "played":
        raise TableError("table_over")


def undo_seats(context: Context) -> list[int]:
    """Whose decisions somebody may wish to take back."""
    return [n for n in context.rights.seats if not context.roster.seats[n - 1].resigned]


def others(context: Context) -> list[int]:
    """Who must agree to what somebody wishes."""
    return [n for n in context.roster.deciders if n not in context.rights.seats]


def undo_texts(context: Context, number: int, back: Back) -> Texts:
    """Taken back at once where nobody else must agree."""
    _check_seated(context)
    check_number(context.state, number)
    _check_running(context.roster)
    mine = undo_seats(context)
    if not mine:
        raise TableError("not_your_seat", player=context.state.position.turn)
    keep = context.state.line.keep_for(back, mine)
    if context.roster.proposal is not None:
        raise TableError("proposal_pending")
    if is_undo_used_up(context.state):
        raise TableError("undo_used_up")
    waits = others(context)
    if not waits:
        return [undo_entry(keep)]
    asker = context.state.line.plies[keep].player
    return [TableEvent("asked", asker, what="undo", keep=keep, waits=tuple(waits)).text]


def is_undo_used_up(state: TableState) -> bool:
    return state.undone >= MOST_UNDONE or state.event_count >= MOST_EVENTS


def check_hint(context: Context, number: int) -> None:
    """Only who is alone with bots is advised."""
    _check_seated(context)
    check_number(context.state, number)
    roster, seat = context.roster, context.state.position.turn
    _check_running(roster)
    if roster.stage == OVER:
        raise UsageError("no_move_due")
    if seat not in context.rights.seats or roster.bot_of(seat) is not None:
        raise TableError("not_your_seat", player=seat)
    if not context.rights.alone:
        raise TableError("no_hints_here")
