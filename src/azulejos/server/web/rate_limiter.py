"""Rate limits: counts what visitors and addresses ask for, and holds to the limits.

A bucket holds so many tokens and fills up by so many a second; whoever finds it empty has to wait.
Full buckets are forgotten, so that memory depends on who is here now, not on who ever was. Each
process counts for itself. When a token is due is decided elsewhere.
"""

from __future__ import annotations

import ipaddress
import time
from collections.abc import Callable
from functools import lru_cache
from math import ceil

from ...tables.errors import TableError
from ..errors import ServerError
from ..limits import Limits, Rate
from ..live.fair_scheduler import ConcurrencyLimit

SWEEP = 1024  # A bucket that so many changes have followed is looked at again.


class TokenBuckets:
    """A bucket for each name."""

    def __init__(self, rate: Rate, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._clock = clock
        self._found: dict[str, tuple[float, float]] = {}  # tokens, and when that was
        self._due = SWEEP  # changes until those that are full are looked for

    def __len__(self) -> int:
        return len(self._found)

    def take(self, name: str, tokens: float = 1.0) -> None:
        """Raises TableError `too_fast`, which says how many seconds to wait."""
        now = self._clock()
        held = self._held(name, now)
        if held < tokens:
            raise TableError("too_fast", seconds=ceil((tokens - held) / self._rate.a_second))
        self._keep(name, held - tokens, now)

    def give_back(self, name: str, tokens: float = 1.0) -> None:
        """What was taken should not count."""
        now = self._clock()
        self._keep(name, self._held(name, now) + tokens, now)

    def _held(self, name: str, now: float) -> float:
        tokens, then = self._found.get(name, (self._rate.burst, now))
        return min(self._rate.burst, tokens + (now - then) * self._rate.a_second)

    def _keep(self, name: str, tokens: float, now: float) -> None:
        if tokens >= self._rate.burst:
            self._found.pop(name, None)
            return
        self._found[name] = tokens, now
        self._due -= 1
        if self._due <= 0:
            self._sweep(now)

    def _sweep(self, now: float) -> None:
        """Forgets those that are full again; at a cost that is shared by all that came between."""
        full = [name for name in self._found if self._held(name, now) >= self._rate.burst]
        for name in full:
            del self._found[name]
        self._due = max(SWEEP, len(self._found))


class OpenSockets:
    """How many of something there are for each name."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._found: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._found)

    def enter(self, name: str) -> None:
        """Raises ServerError `too_many_sockets`."""
        if self._found.get(name, 0) >= self._most:
            raise ServerError("too_many_sockets", most=self._most)
        self._found[name] = self._found.get(name, 0) + 1

    def leave(self, name: str) -> None:
        self._found[name] -= 1
        if not self._found[name]:
            del self._found[name]


class RateLimiter:
    """All that is counted in one server."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        people = limits.people_per_address
        self.limits = limits
        self.requests = TokenBuckets(limits.requests.times(people), clock)
        self.lanes = ConcurrencyLimit(limits.at_once)
        self.requests_of_one = TokenBuckets(limits.requests, clock)
        self.heavy = TokenBuckets(limits.heavy.times(people), clock)
        self.messages = TokenBuckets(limits.messages.times(people), clock)
        self.openings = TokenBuckets(limits.openings.times(people), clock)
        self.sockets = OpenSockets(limits.sockets * people)
        self.changes = TokenBuckets(limits.changes.times(people), clock)
        self.changes_of_one = TokenBuckets(limits.changes_of_one, clock)
        self.hints = TokenBuckets(limits.hints.times(people), clock)
        self.hints_of_one = TokenBuckets(limits.hints, clock)
        self.reviews = TokenBuckets(limits.reviews.times(people), clock)
        self.reviews_of_one = TokenBuckets(limits.reviews, clock)
        self.wrong_codes = TokenBuckets(limits.wrong_codes, clock)
        self.wrong_codes_everywhere = TokenBuckets(limits.wrong_codes_everywhere, clock)
        self.tables = TokenBuckets(limits.tables, clock)
        self.tables_here = TokenBuckets(limits.tables.times(people), clock)
        self.imports = TokenBuckets(limits.imports.times(people), clock)
        self.imports_of_one = TokenBuckets(limits.imports, clock)
        self.seats = TokenBuckets(limits.seats, clock)
        self.seats_here = TokenBuckets(limits.seats.times(people), clock)

    def change(self, address: str, key_hash: str | None) -> None:
        """Something is to be written to a table; raises TableError `too_fast`."""
        if key_hash is not None:
            self.changes_of_one.take(key_hash)
        self.changes.take(address)

    def seat(self, address: str, key_hash: str | None) -> None:
        """A free seat is to be taken; raises TableError `too_fast`."""
        self.change(address, key_hash)
        if key_hash is not None:
            self.seats.take(key_hash)
        self.seats_here.take(address)

    def hint(self, address: str, key_hash: str | None) -> None:
        """Raises TableError `too_fast`."""
        if key_hash is not None:
            self.hints_of_one.take(key_hash)
        self.hints.take(address)

    def review(self, address: str, key_hash: str | None) -> None:
        """Raises TableError `too_fast`."""
        if key_hash is not None:
            self.reviews_of_one.take(key_hash)
        self.reviews.take(address)

    def imported(self, address: str, key_hash: str | None, games: int) -> None:
        """So many games are to be read and kept; raises TableError `too_fast`."""
        if key_hash is not None:
            self.imports_of_one.take(key_hash, games)
        self.imports.take(address, games)

    def new_table(self, address: str, key_hash: str | None) -> None:
        """Raises ServerError `too_many_tables`: of this visitor, or of this address.

        What one visitor is refused does not count for all others behind the same router.
        """
        try:
            if key_hash is not None:
                self.tables.take(key_hash)
            self.tables_here.take(address)
        except TableError as error:
            raise ServerError("too_many_tables", seconds=error.data["seconds"]) from error


class MessageLimit:
    """What one socket may say; messages are charged when it is known what they are."""

    def __init__(self, limiter: RateLimiter, address: str) -> None:
        self._bucket = TokenBuckets(limiter.limits.messages)
        self._shared = limiter.messages
        self._address = address
        self._patience = limiter.limits.messages.burst

    def charge(self, cost: float = 1.0) -> None:
        """Raises TableError `too_fast`."""
        try:
            self._bucket.take("", cost)
            self._shared.take(self._address, cost)
        except TableError:
            self._patience -= 1
            raise

    @property
    def is_over(self) -> bool:
        """It has been refused so often that nothing more is heard."""
        return self._patience <= 0


@lru_cache(4096)
def place_of(address: str) -> str:
    """Whom an address stands for: in IPv6 everybody has a whole network of them."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address[:100]
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ipaddress.ip_network((found, 64), strict=False))
