"""What may be done at a table besides moves: decisions, without a store or a clock.

Each gives the texts of the entries to be written (none if it is so already), or raises what an
AzulejosError says. What follows from the entries is told by `state.py`.
"""

from __future__ import annotations

from ...bots import FRIENDLY
from ..errors import TableError
from ..line import undo_entry
from ..messages import requests
from ..names import check_level, checked_name
from ..roster import OPEN, OVER, PLAYING, Roster, TableEvent
from ..values import Seat, TableOptions
from .moves import MOST_EVENTS, Context, Texts, others


def act_texts(context: Context, act: requests.Act) -> Texts:
    """What an act writes."""
    if isinstance(act, REPEATABLE) and context.state.event_count >= MOST_EVENTS:
        raise TableError("table_full")
    match act:
        case requests.Start() | requests.SeatBot() | requests.SeatOpen() | requests.SetOptions():
            if not context.rights.host:
                raise TableError("not_host")
            return _host_texts(context, act)
        case requests.StandIn():
            return _stand_in(context, act.seat)
        case _:
            if act.seat not in context.rights.seats:
                raise TableError("not_your_seat", player=act.seat)
            return _person_texts(context, act)


REPEATABLE = (
    requests.SeatBot,
    requests.SeatOpen,
    requests.SetOptions,
    requests.StandIn,
    requests.Abandon,
)
"""What can be done and undone as often as somebody likes; all else ends something."""
HostAct = requests.Start | requests.SeatBot | requests.SeatOpen | requests.SetOptions
PersonAct = (
    requests.Leave
    | requests.Resign
    | requests.Abandon
    | requests.Answer
    | requests.Withdraw
    | requests.Rematch
)


def _host_texts(context: Context, act: HostAct) -> Texts:
    match act:
        case requests.Start():
            return _start(context, act.fill)
        case requests.SeatBot():
            return _seat_bot(context, act.seat, act.level)
        case requests.SeatOpen():
            return _seat_open(context, act.seat)
        case requests.SetOptions():
            options = options_of(act.options)
            if options == context.roster.options:
                return []
            return [TableEvent("options", options=options).text]


def _person_texts(context: Context, act: PersonAct) -> Texts:
    match act:
        case requests.Leave():
            return _leave(context, act.seat)
        case requests.Resign():
            return _resign(context, act.seat)
        case requests.Abandon():
            return _abandon(context, act.seat)
        case requests.Answer():
            return _answer(context, act)
        case requests.Withdraw():
            return _withdraw(context, act)
        case requests.Rematch():
            return _rematch(context, act.seat)


# The host


def options_of(wish: requests.WantedOptions) -> TableOptions:
    """Raises what is wrong with the name."""
    name = checked_name(wish.name, requests.LONGEST_TABLE_NAME)
    return TableOptions(name, wish.public, wish.watching, wish.delay, wish.clock, wish.joining)


def _start(context: Context, fill: str | None) -> Texts:
    level = fill or FRIENDLY
    check_level(level)
    if context.roster.stage != OPEN:
        raise TableError("already_started")
    if not context.roster.persons:
        raise TableError("no_person")
    bots = [TableEvent("bot", n, level=level).text for n in context.roster.of_kind("open")]
    return [*bots, context.deal(context.state.position)]


def _seat_bot(context: Context, number: int, level: str) -> Texts:
    check_level(level)
    seat = _seat_for_host(context, number)
    if seat.kind == "person":
        raise TableError("seat_taken", seat=number)
    if seat == Seat("bot", seat.name, level) and number not in context.roster.invited:
        return []
    return [TableEvent("bot", number, name=seat.name, level=level).text]


def _seat_open(context: Context, number: int) -> Texts:
    seat = _seat_for_host(context, number)
    if number in context.roster.invitable:
        return []
    if context.roster.stage == PLAYING and seat.kind == "person":
        raise TableError("seat_taken", seat=number)
    if seat.kind == "person" and context.rights.seats == {number}:
        raise TableError("last_person", seat=number)
    return [TableEvent("opened", number).text]


def _seat_for_host(context: Context, number: int) -> Seat:
    seat = context.roster.seat(number)
    if seat is None:
        raise TableError("seat_not_open", seat=number)
    if context.roster.stage == OVER:
        raise TableError("table_over")
    if seat.resigned:
        raise TableError("already_resigned", seat=number)
    return seat


# Seats


def join_texts(context: Context, number: int, name: str, colour: int | None) -> Texts:
    """Somebody with an invitation sits down; the last one begins the game."""
    roster = context.roster
    if roster.stage == OVER:
        raise TableError("table_over")
    if number not in roster.invitable:
        raise TableError("seat_taken", seat=number)
    colour = _free_colour(roster, number, colour)
    texts = [TableEvent("joined", number, name=checked_name(name), colour=colour).text]
    if roster.stage == OPEN and roster.of_kind("open") == [number]:
        texts.append(context.deal(context.state.position))
    return texts


SITTING_EVENTS = MOST_EVENTS // 2
"""Until then strangers may come and go: the host needs the others."""


def free_seat(context: Context) -> int:
    """Where somebody without an invitation sits down; raises TableError."""
    roster = context.roster
    if roster.stage == OVER:
        raise TableError("table_over")
    if not roster.options.joining:
        raise TableError("invitation_needed")
    if context.rights.seats:
        raise TableError("already_seated")
    if not roster.invitable:
        raise TableError("no_free_seat")
    if context.state.event_count >= SITTING_EVENTS:
        raise TableError("table_full")
    return min(roster.invitable)


def _free_colour(roster: Roster, number: int, wish: int | None) -> int | None:
    """The wished one or, if somebody else has it, the next: two may have chosen at one time."""
    others = [seat for n, seat in enumerate(roster.seats, start=1) if n != number]
    taken = {seat.colour for seat in others if seat.kind == "person"}
    while wish is not None and wish in taken:
        wish = wish % requests.COLOURS + 1
    return wish


def _stand_in(context: Context, number: int) -> Texts:
    """Any other person may let a bot play for who has been away."""
    if not context.rights.seats:
        raise TableError("not_your_seat", player=number)
    _check_playing(context.roster)
    seat = context.roster.seat(number)
    if seat is None or seat.kind != "person" or number in context.rights.seats:
        raise TableError("not_away", seat=number)
    if seat.stand_in is not None:
        return []
    if number not in context.away:
        raise TableError("not_away", seat=number)
    return [TableEvent("stand_in", number, level=FRIENDLY).text]


def back_texts(context: Context) -> Texts:
    """Whoever came back plays again."""
    replaced = context.roster.replaced
    return [TableEvent("back", n).text for n in replaced if n in context.rights.seats]


def _leave(context: Context, number: int) -> Texts:
    """A game that nobody plays any more is abandoned."""
    roster = context.roster
    if roster.stage == OVER:
        raise TableError("table_over")
    if not [n for n in roster.persons if n != number and not roster.seats[n - 1].resigned]:
        return [TableEvent("abandoned", number).text]
    if roster.stage == OPEN:
        return [TableEvent("opened", number).text]
    return [TableEvent("left", number, level=FRIENDLY).text]


def _resign(context: Context, number: int) -> Texts:
    _check_playing(context.roster)
    if context.roster.seats[number - 1].resigned:
        raise TableError("already_resigned", seat=number)
    texts = [TableEvent("resigned", number, level=FRIENDLY).text]
    if len(context.roster.standing) == 2:
        texts.append(TableEvent("ended").text)
    return texts


def _check_playing(roster: Roster) -> None:
    if roster.stage == OPEN:
        raise TableError("not_started")
    if roster.stage == OVER:
        raise TableError("table_over")


# Agreeing


def _abandon(context: Context, number: int) -> Texts:
    _check_playing(context.roster)
    if context.roster.seats[number - 1].resigned:
        raise TableError("already_resigned", seat=number)
    waits = others(context)
    if not waits:
        return [TableEvent("abandoned", number).text]
    if context.roster.proposal is not None:
        raise TableError("proposal_pending")
    return [TableEvent("asked", number, what="abandon", waits=tuple(waits)).text]


def _answer(context: Context, act: requests.Answer) -> Texts:
    """One answer for all seats that somebody has."""
    asking = context.roster.proposal
    if asking is None or asking.number != act.asked or act.seat not in asking.waits:
        raise TableError("no_proposal")
    if not act.yes:
        return [TableEvent("declined", act.seat).text]
    mine = [seat for seat in asking.waits if seat in context.rights.seats]
    texts = [TableEvent("agreed", seat).text for seat in mine]
    if len(mine) == len(asking.waits):
        if asking.what == "undo" and asking.keep is not None:
            texts.append(undo_entry(asking.keep))
        else:
            texts.append(TableEvent("abandoned", asking.seat).text)
    return texts


def _withdraw(context: Context, act: requests.Withdraw) -> Texts:
    asking = context.roster.proposal
    if asking is None or asking.number != act.asked or asking.seat != act.seat:
        raise TableError("no_proposal")
    return [TableEvent("withdrawn", act.seat).text]


def _rematch(context: Context, number: int) -> Texts:
    """A second wish finds the table that the first has made."""
    if context.roster.stage != OVER:
        raise TableError("not_over")
    if context.roster.rematch is not None:
        return []
    return [TableEvent("rematch", number, table=context.new_id()).text]
