"""What may be done at a table besides moves: decisions, without a store or a clock.

Each gives the texts of the entries to be written (none if it is so already), or raises what an
AzulejosError says. What follows from the entries is told by `game.py`.
"""

from __future__ import annotations

from ...bots import FRIENDLY
from ..errors import TableError
from ..line import undo_entry
from ..messages import requests
from ..names import check_level, checked_name
from ..roster import OPEN, OVER, PLAYING, Company, Happening
from ..values import KeptSeat, Manners
from .moves import MOST_HAPPENINGS, Scene, Texts, others


def act_texts(scene: Scene, act: requests.Act) -> Texts:
    """What an act writes."""
    if isinstance(act, REPEATABLE) and scene.game.happenings >= MOST_HAPPENINGS:
        raise TableError("table_full")
    match act:
        case requests.Start() | requests.SeatBot() | requests.SeatOpen() | requests.SetManners():
            if not scene.rights.host:
                raise TableError("not_host")
            return _host_texts(scene, act)
        case requests.StandIn():
            return _stand_in(scene, act.seat)
        case _:
            if act.seat not in scene.rights.seats:
                raise TableError("not_your_seat", player=act.seat)
            return _person_texts(scene, act)


REPEATABLE = (
    requests.SeatBot,
    requests.SeatOpen,
    requests.SetManners,
    requests.StandIn,
    requests.Abandon,
)
"""What can be done and undone as often as somebody likes; all else ends something."""
HostAct = requests.Start | requests.SeatBot | requests.SeatOpen | requests.SetManners
PersonAct = (
    requests.Leave
    | requests.Resign
    | requests.Abandon
    | requests.Answer
    | requests.Withdraw
    | requests.Rematch
)


def _host_texts(scene: Scene, act: HostAct) -> Texts:
    match act:
        case requests.Start():
            return _start(scene, act.fill)
        case requests.SeatBot():
            return _seat_bot(scene, act.seat, act.level)
        case requests.SeatOpen():
            return _seat_open(scene, act.seat)
        case requests.SetManners():
            manners = manners_of(act.manners)
            if manners == scene.company.manners:
                return []
            return [Happening("manners", manners=manners).text]


def _person_texts(scene: Scene, act: PersonAct) -> Texts:
    match act:
        case requests.Leave():
            return _leave(scene, act.seat)
        case requests.Resign():
            return _resign(scene, act.seat)
        case requests.Abandon():
            return _abandon(scene, act.seat)
        case requests.Answer():
            return _answer(scene, act)
        case requests.Withdraw():
            return _withdraw(scene, act)
        case requests.Rematch():
            return _rematch(scene, act.seat)


# The host


def manners_of(wish: requests.Manners) -> Manners:
    """Raises what is wrong with the name."""
    name = checked_name(wish.name, requests.LONGEST_TABLE_NAME)
    return Manners(name, wish.public, wish.watching, wish.delay, wish.clock)


def _start(scene: Scene, fill: str | None) -> Texts:
    level = fill or FRIENDLY
    check_level(level)
    if scene.company.stage != OPEN:
        raise TableError("already_started")
    if not scene.company.persons:
        raise TableError("no_person")
    bots = [Happening("bot", n, level=level).text for n in scene.company.of_kind("open")]
    return [*bots, scene.deal(scene.game.position)]


def _seat_bot(scene: Scene, number: int, level: str) -> Texts:
    check_level(level)
    seat = _seat_for_host(scene, number)
    if seat.kind == "person":
        raise TableError("seat_taken", seat=number)
    if seat == KeptSeat("bot", seat.name, level) and number not in scene.company.invited:
        return []
    return [Happening("bot", number, name=seat.name, level=level).text]


def _seat_open(scene: Scene, number: int) -> Texts:
    seat = _seat_for_host(scene, number)
    if number in scene.company.doors:
        return []
    if scene.company.stage == PLAYING and seat.kind == "person":
        raise TableError("seat_taken", seat=number)
    if seat.kind == "person" and scene.rights.seats == {number}:
        raise TableError("last_person", seat=number)
    return [Happening("opened", number).text]


def _seat_for_host(scene: Scene, number: int) -> KeptSeat:
    seat = scene.company.seat(number)
    if seat is None:
        raise TableError("seat_not_open", seat=number)
    if scene.company.stage == OVER:
        raise TableError("table_over")
    if seat.resigned:
        raise TableError("already_resigned", seat=number)
    return seat


# Seats


def join_texts(scene: Scene, number: int, name: str, colour: int | None) -> Texts:
    """Somebody with an invitation sits down; the last one begins the game."""
    company = scene.company
    if company.stage == OVER:
        raise TableError("table_over")
    if number not in company.doors:
        raise TableError("seat_taken", seat=number)
    colour = _free_colour(company, number, colour)
    texts = [Happening("joined", number, name=checked_name(name), colour=colour).text]
    if company.stage == OPEN and company.of_kind("open") == [number]:
        texts.append(scene.deal(scene.game.position))
    return texts


def _free_colour(company: Company, number: int, wish: int | None) -> int | None:
    """The wished one or, if somebody else has it, the next: two may have chosen at one time."""
    others = [seat for n, seat in enumerate(company.seats, start=1) if n != number]
    taken = {seat.colour for seat in others if seat.kind == "person"}
    while wish is not None and wish in taken:
        wish = wish % requests.COLOURS + 1
    return wish


def _stand_in(scene: Scene, number: int) -> Texts:
    """Any other person may let a bot play for who has been away."""
    if not scene.rights.seats:
        raise TableError("not_your_seat", player=number)
    _check_playing(scene.company)
    seat = scene.company.seat(number)
    if seat is None or seat.kind != "person" or number in scene.rights.seats:
        raise TableError("not_away", seat=number)
    if seat.stand_in is not None:
        return []
    if number not in scene.away:
        raise TableError("not_away", seat=number)
    return [Happening("stand_in", number, level=FRIENDLY).text]


def back_texts(scene: Scene) -> Texts:
    """Whoever came back plays again."""
    replaced = scene.company.replaced
    return [Happening("back", n).text for n in replaced if n in scene.rights.seats]


def _leave(scene: Scene, number: int) -> Texts:
    """A game that nobody plays any more is abandoned."""
    company = scene.company
    if company.stage == OVER:
        raise TableError("table_over")
    if not [n for n in company.persons if n != number and not company.seats[n - 1].resigned]:
        return [Happening("abandoned", number).text]
    if company.stage == OPEN:
        return [Happening("opened", number).text]
    return [Happening("left", number, level=FRIENDLY).text]


def _resign(scene: Scene, number: int) -> Texts:
    _check_playing(scene.company)
    if scene.company.seats[number - 1].resigned:
        raise TableError("already_resigned", seat=number)
    texts = [Happening("resigned", number, level=FRIENDLY).text]
    if len(scene.company.standing) == 2:
        texts.append(Happening("ended").text)
    return texts


def _check_playing(company: Company) -> None:
    if company.stage == OPEN:
        raise TableError("not_started")
    if company.stage == OVER:
        raise TableError("table_over")


# Agreeing


def _abandon(scene: Scene, number: int) -> Texts:
    _check_playing(scene.company)
    if scene.company.seats[number - 1].resigned:
        raise TableError("already_resigned", seat=number)
    waits = others(scene)
    if not waits:
        return [Happening("abandoned", number).text]
    if scene.company.proposal is not None:
        raise TableError("proposal_pending")
    return [Happening("asked", number, what="abandon", waits=tuple(waits)).text]


def _answer(scene: Scene, act: requests.Answer) -> Texts:
    """One answer for all seats that somebody has."""
    asking = scene.company.proposal
    if asking is None or asking.number != act.asked or act.seat not in asking.waits:
        raise TableError("no_proposal")
    if not act.yes:
        return [Happening("declined", act.seat).text]
    mine = [seat for seat in asking.waits if seat in scene.rights.seats]
    texts = [Happening("agreed", seat).text for seat in mine]
    if len(mine) == len(asking.waits):
        if asking.what == "undo" and asking.keep is not None:
            texts.append(undo_entry(asking.keep))
        else:
            texts.append(Happening("abandoned", asking.seat).text)
    return texts


def _withdraw(scene: Scene, act: requests.Withdraw) -> Texts:
    asking = scene.company.proposal
    if asking is None or asking.number != act.asked or asking.seat != act.seat:
        raise TableError("no_proposal")
    return [Happening("withdrawn", act.seat).text]


def _rematch(scene: Scene, number: int) -> Texts:
    """A second wish finds the table that the first has made."""
    if scene.company.stage != OVER:
        raise TableError("not_over")
    if scene.company.rematch is not None:
        return []
    return [Happening("rematch", number, table=scene.new_id()).text]
