"""A model of a table: what each wish comes to, for somebody who knows the options of the services.

Small and slow on purpose, and made without the server's own code. A wish is either done, or
refused for one of several reasons, whichever the server finds first.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from azulejos.notation import format_move, parse_move
from azulejos.rules import Phase, Position, legal_moves, play

OK = frozenset({"ok"})
Outcome = frozenset[str]
"""`OK`, or the codes of which one is expected."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A proposal; its number is that of its entry, None while a step is not yet written."""

    seat: int
    what: str
    waits: frozenset[int]
    number: int | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A seat: `who` is the person's key; `bot` plays for a person."""

    kind: str
    who: str | None = None
    bot: bool = False
    resigned: bool = False


@dataclass(frozen=True, slots=True)
class Model:
    """A table between two steps, or after some of the wishes of a step."""

    host: str
    places: tuple[Place, ...]
    position: Position | None
    """None: something was dealt or taken back, and how it is now must be looked up."""
    decisions: tuple[int, ...] = ()
    """Whose moves can be taken back: those since the last deal."""
    stage: str = "open"
    ended: str | None = None
    asked: Asked | None = None
    invited: frozenset[int] = frozenset()
    """Bots' seats that are offered to persons."""
    away: frozenset[int] = frozenset()
    """Seats of persons that nobody is connected for."""
    rematch: bool = False
    moved: bool = False
    """The position is another than at the beginning of the step."""

    # Who is there

    def seats_of(self, who: str) -> frozenset[int]:
        return frozenset(n for n, place in self.numbered() if place.who == who)

    def numbered(self) -> list[tuple[int, Place]]:
        return list(enumerate(self.places, start=1))

    def persons(self) -> list[int]:
        return [n for n, place in self.numbered() if place.kind == "person"]

    def invitable(self) -> frozenset[int]:
        open_seats = frozenset(n for n, place in self.numbered() if place.kind == "open")
        return frozenset() if self.stage == "over" else open_seats | self.invited

    def others(self, who: str) -> frozenset[int]:
        """Who must agree to what somebody wishes."""
        mine = self.seats_of(who)
        return frozenset(
            n for n, p in self.numbered() if p.kind == "person" and not p.bot and n not in mine
        )

    def not_playing(self) -> set[str]:
        return {"open": {"not_started"}, "over": {"table_over"}}.get(self.stage, set())

    # What comes of it

    def put(self, seat: int, place: Place) -> Model:
        places = (*self.places[: seat - 1], place, *self.places[seat:])
        return replace(self, places=places, invited=self.invited - {seat})

    def without(self, seat: int) -> Model:
        """That seat has no say any more."""
        if self.asked is None:
            return self
        waits = self.asked.waits - {seat}
        stays = waits and self.asked.seat != seat
        return replace(self, asked=replace(self.asked, waits=waits) if stays else None)

    def over(self, ended: str) -> Model:
        return replace(self, stage="over", ended=ended, asked=None)

    def played(self, text: str) -> Model:
        """After a move; where a deal follows, the position is not known any more."""
        assert self.position is not None
        position = play(self.position, parse_move(text))[0]
        stays = self.asked if self.asked is not None and self.asked.what == "abandon" else None
        model = replace(self, position=position, moved=True, asked=stays)
        return model.over("played") if position.phase is Phase.OVER else model


# Wishes


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that somebody, known by a key, wishes for."""

    who: str

    def results(self, model: Model) -> list[tuple[Model, Outcome]]:
        """All that may come of it, each with what the one who wished is told."""
        refusals = self.refusals(model)
        if refusals:
            return [(model, frozenset(refusals))]
        return [(self.done(model), OK)]

    def refusals(self, model: Model) -> set[str]:
        """Every reason why not."""
        raise NotImplementedError

    def done(self, model: Model) -> Model:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Move(Wish):
    """A legal move of the position before the step; or one for a number of long ago."""

    text: str
    fresh: bool = True

    def refusals(self, model: Model) -> set[str]:
        if not model.seats_of(self.who):
            return {"not_your_seat"}  # Watchers learn nothing by asking.
        found = {"stale"} if model.moved or not self.fresh else set()
        if model.stage == "open":
            return found | {"not_started"}
        if model.stage == "over":
            return found | ({"game_over"} if model.ended == "played" else {"table_over"})
        if model.moved:
            return found
        assert model.position is not None
        turn = model.places[model.position.turn - 1]
        if turn.who != self.who or turn.resigned:
            found.add("not_your_seat")
        return found

    def done(self, model: Model) -> Model:
        assert model.position is not None
        turn = model.position.turn
        place = model.places[turn - 1]
        return replace(model.put(turn, replace(place, bot=False)), invited=model.invited).played(
            self.text
        )


@dataclass(frozen=True, slots=True)
class Undo(Wish):
    fresh: bool = True

    def refusals(self, model: Model) -> set[str]:
        if not model.seats_of(self.who):
            return {"not_your_seat"}  # Watchers learn nothing by asking.
        found = {"stale"} if model.moved or not self.fresh else set()
        if model.stage == "open":
            return found | {"not_started"}
        if model.stage == "over":
            return found | ({"game_over"} if model.ended == "played" else {"table_over"})
        mine = {n for n in model.seats_of(self.who) if not model.places[n - 1].resigned}
        if not mine:
            found.add("not_your_seat")
        if not mine & set(model.decisions):
            found.add("nothing_to_undo")
        if model.asked is not None:
            found.add("proposal_pending")
        return found

    def done(self, model: Model) -> Model:
        waits = model.others(self.who)
        if not waits:
            return replace(model, position=None, moved=True, asked=None)
        mine = {n for n in model.seats_of(self.who) if not model.places[n - 1].resigned}
        asker = next(n for n in reversed(model.decisions) if n in mine)
        return replace(model, asked=Asked(asker, "undo", waits))


@dataclass(frozen=True, slots=True)
class Start(Wish):
    def refusals(self, model: Model) -> set[str]:
        found = {"not_host"} if self.who != model.host else set()
        if model.stage != "open":
            found.add("already_started")
        if not model.persons():
            found.add("no_person")
        return found

    def done(self, model: Model) -> Model:
        for seat in model.invitable():
            model = model.put(seat, Place("bot"))
        return replace(model, position=None, stage="playing", moved=True)


@dataclass(frozen=True, slots=True)
class SeatBot(Wish):
    seat: int

    def refusals(self, model: Model) -> set[str]:
        found = {"not_host"} if self.who != model.host else set()
        place = model.places[self.seat - 1]
        if model.stage == "over":
            found.add("table_over")
        if place.resigned:
            found.add("already_resigned")
        if place.kind == "person":
            found.add("seat_taken")
        return found

    def done(self, model: Model) -> Model:
        return model.put(self.seat, Place("bot"))


@dataclass(frozen=True, slots=True)
class SeatOpen(Wish):
    seat: int

    def refusals(self, model: Model) -> set[str]:
        found = {"not_host"} if self.who != model.host else set()
        place = model.places[self.seat - 1]
        if model.stage == "over":
            found.add("table_over")
        if place.resigned:
            found.add("already_resigned")
        if place.kind == "person" and model.stage == "playing":
            found.add("seat_taken")
        if place.kind == "person" and model.seats_of(self.who) == {self.seat}:
            found.add("last_person")
        return found

    def done(self, model: Model) -> Model:
        if model.stage == "open":
            return model.put(self.seat, Place("open"))
        return replace(model, invited=model.invited | {self.seat})


@dataclass(frozen=True, slots=True)
class Join(Wish):
    """With an invitation that was good at the beginning of the step."""

    seat: int

    def refusals(self, model: Model) -> set[str]:
        if model.stage == "over":
            return {"table_over", "no_such_invite"}
        return set() if self.seat in model.invitable() else {"seat_taken", "no_such_invite"}

    def done(self, model: Model) -> Model:
        model = model.put(self.seat, Place("person", self.who))
        if model.stage == "open" and not model.invitable():
            return replace(model, position=None, stage="playing", moved=True)
        return model


@dataclass(frozen=True, slots=True)
class StandIn(Wish):
    seat: int

    def refusals(self, model: Model) -> set[str]:
        mine = model.seats_of(self.who)
        found = model.not_playing() | (set() if mine else {"not_your_seat"})
        place = model.places[self.seat - 1]
        gone = self.seat in model.away or place.bot
        if place.kind != "person" or self.seat in mine or not gone:
            found.add("not_away")
        return found

    def done(self, model: Model) -> Model:
        place = model.places[self.seat - 1]
        return (
            model
            if place.bot
            else model.put(self.seat, replace(place, bot=True)).without(self.seat)
        )


@dataclass(frozen=True, slots=True)
class Return(Wish):
    """A device says hello: nobody is refused, and who was away plays again."""

    def refusals(self, model: Model) -> set[str]:
        return set()

    def done(self, model: Model) -> Model:
        mine = model.seats_of(self.who)
        model = replace(model, away=model.away - mine)
        if model.stage == "playing":
            for seat in mine:
                place = model.places[seat - 1]
                if place.bot and not place.resigned:
                    model = model.put(seat, replace(place, bot=False))
        return model


@dataclass(frozen=True, slots=True)
class Leave(Wish):
    seat: int

    def refusals(self, model: Model) -> set[str]:
        found = {"table_over"} if model.stage == "over" else set()
        return found if self.seat in model.seats_of(self.who) else found | {"not_your_seat"}

    def done(self, model: Model) -> Model:
        place = model.places[self.seat - 1]
        left = [n for n in model.persons() if n != self.seat and not model.places[n - 1].resigned]
        if not left:
            return model.over("abandoned")
        if model.stage == "open":
            return model.put(self.seat, Place("open"))
        return model.put(self.seat, Place("bot", resigned=place.resigned)).without(self.seat)


@dataclass(frozen=True, slots=True)
class Resign(Wish):
    seat: int

    def refusals(self, model: Model) -> set[str]:
        found = model.not_playing()
        if self.seat not in model.seats_of(self.who):
            found.add("not_your_seat")
        if model.places[self.seat - 1].resigned:
            found.add("already_resigned")
        return found

    def done(self, model: Model) -> Model:
        place = replace(model.places[self.seat - 1], bot=True, resigned=True)
        model = model.put(self.seat, place).without(self.seat)
        standing = [place for place in model.places if not place.resigned]
        return model.over("resigned") if len(standing) == 1 else model


@dataclass(frozen=True, slots=True)
class Abandon(Wish):
    seat: int

    def refusals(self, model: Model) -> set[str]:
        found = model.not_playing()
        if self.seat not in model.seats_of(self.who):
            found.add("not_your_seat")
        if model.places[self.seat - 1].resigned:
            found.add("already_resigned")
        if model.asked is not None and model.others(self.who):
            found.add("proposal_pending")
        return found

    def done(self, model: Model) -> Model:
        waits = model.others(self.who)
        if not waits:
            return model.over("abandoned")
        return replace(model, asked=Asked(self.seat, "abandon", waits))


@dataclass(frozen=True, slots=True)
class Answer(Wish):
    """To the proposal with this number."""

    seat: int
    asked: int
    yes: bool

    def refusals(self, model: Model) -> set[str]:
        found = set() if self.seat in model.seats_of(self.who) else {"not_your_seat"}
        asked = model.asked
        if asked is None or asked.number != self.asked or self.seat not in asked.waits:
            found.add("no_proposal")
        return found

    def done(self, model: Model) -> Model:
        assert model.asked is not None
        if not self.yes:
            return replace(model, asked=None)
        waits = model.asked.waits - model.seats_of(self.who)
        if waits:
            return replace(model, asked=replace(model.asked, waits=waits))
        if model.asked.what == "abandon":
            return model.over("abandoned")
        return replace(model, position=None, asked=None, moved=True)


@dataclass(frozen=True, slots=True)
class Withdraw(Wish):
    seat: int
    asked: int

    def refusals(self, model: Model) -> set[str]:
        found = set() if self.seat in model.seats_of(self.who) else {"not_your_seat"}
        asked = model.asked
        if asked is None or asked.number != self.asked or self.seat != asked.seat:
            found.add("no_proposal")
        return found

    def done(self, model: Model) -> Model:
        return replace(model, asked=None)


@dataclass(frozen=True, slots=True)
class Rematch(Wish):
    """Whoever wishes for it finds the same table."""

    seat: int

    def refusals(self, model: Model) -> set[str]:
        found = set() if model.stage == "over" else {"not_over"}
        return found if self.seat in model.seats_of(self.who) else found | {"not_your_seat"}

    def done(self, model: Model) -> Model:
        return replace(model, rematch=True)


@dataclass(frozen=True, slots=True)
class BotMoves(Wish):
    """A bot has found its move, or the clock rings for a person; it may be too late for it."""

    def results(self, model: Model) -> list[tuple[Model, Outcome]]:
        if model.stage != "playing":
            return [(model, OK)]
        if model.position is None or model.position.phase is Phase.PREPARATION:
            return [(model, OK), (replace(model, position=None, asked=None), OK)]
        move = format_move(legal_moves(model.position)[0])
        return [(model, OK), (model.played(move), OK)]
