"""What may be played and taken back at a table: decisions, without a store or a clock.

Each gives the texts of the entries to be written, or raises what an AzulejosError says. What
follows from the entries is told by `game.py`; what is done besides moves is in `acts.py`.
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
from ..roster import OPEN, OVER, Company, Happening
from ..state import Game

MOST_UNDONE = 1000
"""Plies that can be taken back in one game: a table must not grow without end."""
MOST_HAPPENINGS = 500
"""Whatever can be done and done again at a table besides moves, likewise."""
Texts = list[str]


def deal_text(position: Position) -> str:
    """A deal from the system's secure source."""
    return format_move(draw_deal(position, SystemRandom()))


@dataclass(frozen=True, slots=True)
class Scene:
    """The table at which something is wished for, by somebody."""

    game: Game
    rights: Rights
    away: Collection[int] = ()
    """Seats of persons who have been away for long enough."""
    deal: Callable[[Position], str] = deal_text
    new_id: Callable[[], str] = new_id
    """Of a table for a rematch."""

    @property
    def company(self) -> Company:
        return self.game.company


def move_texts(scene: Scene, number: int, text: str) -> Texts:
    """A person's move, and the deal that it leads to. Who moves is there again."""
    _check_seated(scene)
    check_number(scene.game, number)
    move = parse_move(text)
    company, position = scene.company, scene.game.position
    _check_running(company)
    seat = position.turn
    if company.stage == OVER:
        return played_texts(scene, move)  # The law has a better reason.
    if seat not in scene.rights.seats or company.seats[seat - 1].resigned:
        raise TableError("not_your_seat", player=seat)
    texts = played_texts(scene, move)
    back = company.seats[seat - 1].stand_in is not None
    return [Happening("back", seat).text, *texts] if back else texts


def played_texts(scene: Scene, move: Move) -> Texts:
    """A move and, if one is due, the deal."""
    line = scene.game.line.played(move)
    texts = [line.plies[-1].text]
    if line.position.phase is Phase.PREPARATION:
        texts.append(scene.deal(line.position))
    return texts


def late_texts(scene: Scene, move: Move) -> Texts:
    """The time is up: a bot has found the move."""
    return [Happening("late", scene.game.position.turn).text, *played_texts(scene, move)]


def check_number(game: Game, number: int) -> None:
    """Raises TableError if the position is not the one that was seen then."""
    if not game.moved <= number <= game.number:
        raise TableError("stale", number=game.number)


def _check_seated(scene: Scene) -> None:
    """Watchers learn nothing by asking, not even whose turn it is: they may be behind."""
    if not scene.rights.seats:
        raise TableError("not_your_seat", player=0)


def _check_running(company: Company) -> None:
    if company.stage == OPEN:
        raise TableError("not_started")
    if company.stage == OVER and company.ended != "played":
        raise TableError("table_over")


def undo_seats(scene: Scene) -> list[int]:
    """Whose decisions somebody may wish to take back."""
    return [n for n in scene.rights.seats if not scene.company.seats[n - 1].resigned]


def others(scene: Scene) -> list[int]:
    """Who must agree to what somebody wishes."""
    return [n for n in scene.company.deciders if n not in scene.rights.seats]


def undo_texts(scene: Scene, number: int, back: Back) -> Texts:
    """Taken back at once where nobody else must agree."""
    _check_seated(scene)
    check_number(scene.game, number)
    _check_running(scene.company)
    mine = undo_seats(scene)
    if not mine:
        raise TableError("not_your_seat", player=scene.game.position.turn)
    keep = scene.game.line.keep_for(back, mine)
    if scene.company.proposal is not None:
        raise TableError("proposal_pending")
    if is_undo_used_up(scene.game):
        raise TableError("undo_used_up")
    waits = others(scene)
    if not waits:
        return [undo_entry(keep)]
    asker = scene.game.line.plies[keep].player
    return [Happening("asked", asker, what="undo", keep=keep, waits=tuple(waits)).text]


def is_undo_used_up(game: Game) -> bool:
    return game.undone >= MOST_UNDONE or game.happenings >= MOST_HAPPENINGS


def check_hint(scene: Scene, number: int) -> None:
    """Only who is alone with bots is advised."""
    _check_seated(scene)
    check_number(scene.game, number)
    company, seat = scene.company, scene.game.position.turn
    _check_running(company)
    if company.stage == OVER:
        raise UsageError("no_move_due")
    if seat not in scene.rights.seats or company.bot_of(seat) is not None:
        raise TableError("not_your_seat", player=seat)
    if not scene.rights.alone:
        raise TableError("no_hints_here")
