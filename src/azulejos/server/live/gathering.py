"""Those at a table and what they are told: welcomes, news, presence, phrases; watchers later."""

from __future__ import annotations

from collections.abc import Callable

from ...tables.errors import ServerError, problem_of
from ...tables.history import Past
from ...tables.line import kept_by
from ...tables.messages import types as messages
from ...tables.messages.builder import Moment, Teller
from ...tables.rights import Rights, rights_of
from ...tables.values import Keys
from ..cluster.news import News
from ..storage.store import milliseconds
from .audience import Audience
from .delay import Delay
from .presence import Attendance, seen_elsewhere, shown_text
from .visitors import Subscriber, Visitor
from .weakly import weakly


class Gathering:
    """The audience of one table, which knows what each of them may see."""

    def __init__(
        self, table: str, teller: Teller, past: Past, keys: Keys, news: News, away_after: float
    ) -> None:
        self._table = table
        self._teller = teller
        self._past = past
        self.keys = keys
        self._news = news
        self._audience = Audience()
        self._delay = Delay(past.latest.game.company.manners.delay)
        self._attendance = Attendance(
            away_after, weakly(self._tell_presence), weakly(self._look_again)
        )
        self._hold_young()

    # Who they are

    @property
    def is_empty(self) -> bool:
        return self._audience.is_empty

    def rights(self, visitor: Visitor) -> Rights:
        return rights_of(visitor, self.keys, self._past.latest.game.company)

    def admit(self, visitor: Visitor) -> Rights:
        """Raises ServerError where watchers are not wanted."""
        rights = self.rights(visitor)
        wanted = rights.host or self._past.latest.game.company.manners.watching
        if rights.watches and not wanted:
            raise ServerError("not_invited")
        return rights

    def replaced(self) -> set[Visitor]:
        """Those who are here while a bot plays for them."""
        seats = frozenset(self._past.latest.game.company.replaced)
        if not seats:
            return set()
        return {s.visitor for s in self._audience.subscribers if self._seats_of(s) & seats}

    def _seats_of(self, subscriber: Subscriber) -> frozenset[int]:
        rights = self._audience.rights_of(subscriber)
        return rights.seats if rights is not None else frozenset()

    def long_away(self) -> list[int]:
        return self._attendance.long_away(self._past.latest.game.company)

    def shown_to(self, rights: Rights) -> tuple[Moment, int]:
        """The moment that somebody may see, and what time it is for them."""
        if rights.watches and self._delay.is_on:
            cutoff = self._delay.cutoff
            return self._past.seen_at(cutoff).without_clock(), cutoff
        return self._past.latest, milliseconds()

    # Coming and going

    def enter(self, subscriber: Subscriber) -> None:
        self._audience.enter(subscriber)

    def subscribe(self, subscriber: Subscriber, after: int | None) -> Rights:
        """Tells what the visitor has missed, and from then on everything."""
        rights = self.admit(subscriber.visitor)
        self._audience.seat(subscriber, rights)
        self._bring_up_to_date(subscriber, rights, after)
        if not self.look_round() and not (rights.watches and self._delay.is_on):
            company = self._past.latest.game.company
            self._tell_one(subscriber, self._attendance.message(company))
        return rights

    def leave(self, subscriber: Subscriber) -> None:
        self._audience.leave(subscriber)
        self.look_round()

    def _bring_up_to_date(self, subscriber: Subscriber, rights: Rights, after: int | None) -> None:
        moment, now = self.shown_to(rights)
        missed = None if after is None else self._past.between(after, moment)
        if missed is None or _takes_back(missed):
            self._tell_text(subscriber, self._teller.welcome(moment, rights, now))
        else:
            for each in missed:
                latest = each is moment
                self._tell_text(subscriber, self._teller.news(each, rights, latest, now))
        subscriber.number = moment.number

    def _tell_one(self, subscriber: Subscriber, message: messages.ServerMessage) -> None:
        self._tell_text(subscriber, message.model_dump_json())

    def _tell_text(self, subscriber: Subscriber, text: str) -> None:
        if not subscriber.tell_text(text):
            self._audience.leave(subscriber)

    # News

    def moments_came(self, moments: list[Moment]) -> None:
        """New moments, in order; they are in the past already."""
        latest = self._past.latest
        for moment in moments:
            self._tell_moment(moment, latest)
        if self._delay.change(latest.game.company.manners.delay):
            self._hold_young()

    def _hold_young(self) -> None:
        """Who comes now is behind what others were told already, maybe by an earlier process."""
        if self._delay.is_on:
            for moment in self._past.younger(self._delay.cutoff):
                self._hold(moment)

    def _tell_moment(self, moment: Moment, latest: Moment) -> None:
        """To those who see it now; to the others when their time has come."""

        def make(rights: Rights) -> str:
            return self._teller.news(moment, rights, moment is latest, milliseconds())

        if not self._delay.is_on:
            self._tell_numbered(moment.number, make, lambda rights: True)
            return
        self._tell_numbered(moment.number, make, lambda rights: not rights.watches)
        self._hold(moment)

    def _hold(self, moment: Moment) -> None:
        """For watchers. Whether it is the latest makes no difference: they have no choices."""
        shown = moment.without_clock()

        def make(rights: Rights) -> str:
            return self._teller.news(shown, rights, False, self._delay.cutoff)

        self._delay.hold(
            moment.at, lambda: self._tell_numbered(moment.number, make, lambda r: r.watches)
        )

    def _tell_numbered(
        self, number: int, make: Callable[[Rights], str], whom: Callable[[Rights], bool]
    ) -> None:
        self._audience.tell(make, whom, number)

    def tell_all(self, message: messages.ServerMessage) -> None:
        """What has no number, and is no secret."""
        text = message.model_dump_json()
        self._audience.tell(lambda rights: text, lambda rights: True)

    def tell_in_time(self, message: messages.ServerMessage) -> None:
        """What has no number; watchers are told it when they see what happened before it."""
        text = message.model_dump_json()
        if not self._delay.is_on:
            self._audience.tell(lambda rights: text, lambda rights: True)
            return
        self._audience.tell(lambda rights: text, lambda rights: not rights.watches)
        self._delay.hold(
            milliseconds(),
            lambda: self._audience.tell(lambda rights: text, lambda rights: rights.watches),
        )

    def rights_changed(self) -> None:
        """Tells everybody whose rights are others now; lets watchers go who are not wanted."""
        for subscriber in self._audience.subscribers:
            old, new = self._audience.rights_of(subscriber), self.rights(subscriber.visitor)
            try:
                self.admit(subscriber.visitor)
            except ServerError as error:
                refused = messages.Refused(request=None, error=problem_of(error))
                self._tell_one(subscriber, refused)
                subscriber.finish()
                self._audience.leave(subscriber)
                continue
            if old is None or new == old:
                continue
            self._audience.seat(subscriber, new)
            if new.seats - old.seats:  # There may be choices, and more to see.
                self._bring_up_to_date(subscriber, new, None)
            self._tell_one(subscriber, messages.YouAre(you=new.you))

    # Presence

    def look_round(self) -> bool:
        """Who is there, here and in other processes; True if all were told just now."""
        seats, watchers = self._audience.seats, self._audience.watchers
        self._news.show(self._table, shown_text(seats, watchers))
        others, more = seen_elsewhere(self._news.elsewhere(self._table))
        self._attendance.see(seats | others, watchers + more)
        return self._attendance.look(self._past.latest.game.company)

    def _look_again(self) -> None:
        self.look_round()

    def _tell_presence(self) -> None:
        self.tell_in_time(self._attendance.message(self._past.latest.game.company))

    def close(self) -> None:
        self._delay.close()
        self._attendance.close()
        self._audience.close()


def _takes_back(moments: list[Moment]) -> bool:
    return any(kept_by(moment.text) is not None for moment in moments)
