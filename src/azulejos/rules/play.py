"""The one door to the law: which moves are legal, why not, and what a move does."""

from __future__ import annotations

from typing import NamedTuple

from . import offer, preparation, tiling
from .errors import IllegalMoveError
from .events import Event, OfferEnded
from .moves import Deal, Move, Place, Take
from .position import Phase, Position


class Played(NamedTuple):
    """The position after a move, and what happened, event by event."""

    position: Position
    """How the table stands after the move and all that follows without a decision."""
    events: list[Event]
    """What happened, in the order a person would see it (`azulejos.rules.events`)."""


def legal_moves(position: Position) -> list[Move]:
    """The legal moves of the player to move.

    Empty when the game is over and when a deal is due: deals are chance's, far too many to list;
    `draw_deal` draws one and `refusal` judges one.
    """
    match position.phase:
        case Phase.OFFER:
            return list(offer.legal_takes(position))
        case Phase.TILING:
            return list(tiling.legal_places(position))
        case Phase.PREPARATION | Phase.OVER:
            return []


def refusal(position: Position, move: Move) -> IllegalMoveError | None:
    """Why a move is illegal here, as an error that can be raised or shown; None if it is legal."""
    match position.phase, move:
        case Phase.OFFER, Take():
            return offer.refuse_take(position, move)
        case Phase.TILING, Place():
            return tiling.refuse_place(position, move)
        case Phase.PREPARATION, Deal():
            return preparation.refuse_deal(position, move)
    return _wrong_kind(position)


def _wrong_kind(position: Position) -> IllegalMoveError:
    match position.phase:
        case Phase.OFFER:
            return IllegalMoveError("take_due")
        case Phase.TILING:
            due = position.board(position.turn).first_complete_line
            return IllegalMoveError("tiling_due", line=due)
        case Phase.PREPARATION:
            return IllegalMoveError("deal_due")
        case Phase.OVER:
            return IllegalMoveError("game_over")


def play(position: Position, move: Move) -> Played:
    """The next position and what happened; raises IllegalMoveError with the reason.

    All that follows without a decision is carried out: the end of the offer, wall tiling up to
    the next choice, floors, the end of the game. A deal is a move of its own. The position must
    be one without flaws, as all are that come from `start`, `play` or `parse_position`.
    """
    if not isinstance(move, Move):
        raise TypeError(f"a move is a Take, a Place or a Deal, not {move!r}; parse_move reads text")
    if error := refusal(position, move):
        raise error
    match move:
        case Take():
            position, events = offer.take(position, move)
            if position.phase is not Phase.OFFER:
                events.append(OfferEnded())
        case Place():
            position, events = tiling.place(position, move)
        case Deal():
            return Played(*preparation.deal(position, move))
    if position.phase is not Phase.OFFER:
        position, following = tiling.tile_walls(position)
        events += following
    return Played(position, events)
