"""What those at a table are told: welcomes, updates, presence, phrases; watchers later.

Sees the table as it is (`tables.table`), and changes nothing there.
"""

from __future__ import annotations

from ...tables.errors import TableError, problem_of
from ...tables.history import DelayQueue
from ...tables.line import undone_to
from ...tables.messages import types as messages
from ...tables.messages.builder import Moment
from ...tables.rights import Rights, Visitor
from ...tables.table import Table
from ..clock import milliseconds
from ..cluster.bus import Bus
from .presence import Presence, presence_elsewhere, presence_text
from .subscribers import Subscriber, Subscribers
from .timer import Timer


class Broadcast:
    """The subscribers of one table, and what each of them may see."""

    def __init__(self, table: Table, bus: Bus, away_after: float) -> None:
        self._table = table
        self._bus = bus
        self._subscribers = Subscribers()
        self._presence = Presence(away_after)
        self._presence_timer = Timer()
        self._delay: DelayQueue[Moment | messages.ServerMessage] = DelayQueue(
            table.roster.options.delay
        )
        self._delay_timer = Timer()
        self._hold_young()

    # Who they are

    @property
    def is_empty(self) -> bool:
        return self._subscribers.is_empty

    @property
    def is_deserted(self) -> bool:
        """Nobody who sits here is connected, in other processes either."""
        return self._presence.is_nobody_there

    def replaced(self) -> set[Visitor]:
        """Those who are here while a bot plays for them."""
        seats = frozenset(self._table.roster.replaced)
        if not seats:
            return set()
        return {s.visitor for s in self._subscribers.all if self._seats_of(s) & seats}

    def _seats_of(self, subscriber: Subscriber) -> frozenset[int]:
        rights = self._subscribers.rights_of(subscriber)
        return rights.seats if rights is not None else frozenset()

    def long_away(self) -> list[int]:
        return self._presence.long_away(self._table.roster)

    def shown_to(self, rights: Rights) -> tuple[Moment, int]:
        """The moment that somebody may see, and what time it is for them."""
        now = milliseconds()
        if rights.watches and self._delay.is_on:
            cutoff = self._delay.cutoff(now)
            return self._table.history.seen_at(cutoff).without_clock(), cutoff
        return self._table.latest, now

    # Coming and going

    def enter(self, subscriber: Subscriber) -> None:
        """Somebody is there, who has not said hello yet."""
        self._subscribers.enter(subscriber)

    def subscribe(self, subscriber: Subscriber, after: int | None) -> Rights:
        """Tells what the visitor has missed, and from then on everything."""
        rights = self._table.admit(subscriber.visitor)
        self._subscribers.admit(subscriber, rights)
        self._bring_up_to_date(subscriber, rights, after)
        if not self.look_round() and not (rights.watches and self._delay.is_on):
            self._tell(subscriber, self._presence.message(self._table.roster))
        return rights

    def leave(self, subscriber: Subscriber) -> None:
        self._subscribers.leave(subscriber)
        self.look_round()

    def _bring_up_to_date(self, subscriber: Subscriber, rights: Rights, after: int | None) -> None:
        moment, now = self.shown_to(rights)
        missed = None if after is None else self._table.history.between(after, moment)
        if missed is None or _takes_back(missed):
            self._tell(subscriber, self._table.welcome(moment, rights, now))
        else:
            for each in missed:
                self._tell(subscriber, self._table.update(each, rights, now, each is moment))
        subscriber.number = moment.number

    def _tell(self, subscriber: Subscriber, message: messages.ServerMessage) -> None:
        if not subscriber.tell(message):
            self._subscribers.leave(subscriber)

    # News

    def moments_came(self, moments: list[Moment]) -> None:
        """New moments, in order; they are in the past already."""
        for moment in moments:
            self._tell_moment(moment, moment is self._table.latest)
        if self._delay.change(self._table.roster.options.delay):
            self._hold_young()
        self._release()

    def _tell_moment(self, moment: Moment, latest: bool) -> None:
        """To those who see it now; to the others when their time has come."""
        now = milliseconds()
        self._subscribers.tell(
            lambda rights: self._table.update(moment, rights, now, latest),
            watchers=False if self._delay.is_on else None,
            number=moment.number,
        )
        if self._delay.is_on:
            self._delay.hold(moment.at, moment)

    def tell_all(self, message: messages.ServerMessage) -> None:
        """What has no number, and is no secret."""
        self._subscribers.tell(lambda rights: message)

    def tell_in_time(self, message: messages.ServerMessage) -> None:
        """What has no number; watchers are told it when they see what happened before it."""
        if not self._delay.is_on:
            self.tell_all(message)
            return
        self._subscribers.tell(lambda rights: message, watchers=False)
        self._delay.hold(milliseconds(), message)
        self._release()

    def _hold_young(self) -> None:
        """Who comes now is behind what others were told already, maybe by an earlier process."""
        if self._delay.is_on:
            for moment in self._table.history.younger(self._delay.cutoff(milliseconds())):
                self._delay.hold(moment.at, moment)
            self._release()

    def _release(self) -> None:
        """Tells watchers what is old enough, and looks again when more is."""
        now = milliseconds()
        for held in self._delay.release(now):
            if isinstance(held, Moment):
                self._tell_watchers(held, self._delay.cutoff(now))
            else:
                self._say_to_watchers(held)
        wait = self._delay.wait(milliseconds())
        if wait is not None:
            self._delay_timer.set(wait, self._release)

    def _say_to_watchers(self, message: messages.ServerMessage) -> None:
        self._subscribers.tell(lambda rights: message, watchers=True)

    def _tell_watchers(self, moment: Moment, now: int) -> None:
        """Whether it is the latest makes no difference: they have no choices."""
        shown = moment.without_clock()
        self._subscribers.tell(
            lambda rights: self._table.update(shown, rights, now, False),
            watchers=True,
            number=moment.number,
        )

    def dismiss(self) -> None:
        """Lets watchers go who are not wanted any more, before they see what comes next."""
        for subscriber in self._subscribers.all:
            try:
                self._table.admit(subscriber.visitor)
            except TableError as error:
                refused = messages.Refused(type="error", request=None, error=problem_of(error))
                self._tell(subscriber, refused)
                subscriber.finish()
                self._subscribers.leave(subscriber)

    def rights_changed(self) -> None:
        """Tells everybody whose rights are others now."""
        for subscriber in self._subscribers.all:
            old = self._subscribers.rights_of(subscriber)
            new = self._table.rights(subscriber.visitor)
            if old is None or new == old:
                continue
            self._subscribers.admit(subscriber, new)
            if new.seats - old.seats:  # There may be choices, and more to see.
                self._bring_up_to_date(subscriber, new, None)
            self._tell(subscriber, messages.YouAre(type="you", you=new.you))

    # Presence

    def look_round(self) -> bool:
        """Who is there, here and in other processes; True if all were told just now."""
        seats, watchers = self._subscribers.seats, self._subscribers.watchers
        self._bus.show(self._table.id, presence_text(seats, watchers))
        others, more = presence_elsewhere(self._bus.elsewhere(self._table.id))
        self._presence.see(seats | others, watchers + more)
        said, wait = self._presence.news(self._table.roster)
        if said is not None:
            self.tell_in_time(said)
        if wait is None:
            self._presence_timer.clear()
        else:
            self._presence_timer.set(wait, self.look_round)
        return said is not None

    def close(self) -> None:
        self._delay.clear()
        self._delay_timer.clear()
        self._presence_timer.clear()
        self._subscribers.close()


def _takes_back(moments: list[Moment]) -> bool:
    return any(undone_to(moment.text) is not None for moment in moments)
