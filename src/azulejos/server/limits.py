"""How much one visitor, and one address, may ask for: figures, held to by `web/rate_limiter.py`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Rate(NamedTuple):
    """So many at once, and so many a second in the long run: in a first minute, both together."""

    burst: float
    a_second: float

    def times(self, people: int) -> Rate:
        return Rate(self.burst * people, self.a_second * people)


@dataclass(frozen=True, slots=True)
class Limits:
    """What is enough for one person, and how many people one address may stand for.

    A family and a club share one address, so that most limits of an address are those of a person
    times `people_per_address`.
    """

    people_per_address: int = 20
    penalty: float = 2.0
    """Seconds until somebody who asks for too much is told so: asking on and on gains nothing."""
    requests: Rate = Rate(60, 4)
    """Requests; a file of the page counts as a tenth."""
    at_once: int = 2
    """Requests of an address that are worked on at the same time, however many people share it."""
    heavy: Rate = Rate(3, 0.1)
    """Requests that take long to answer: whole games."""
    wrong_codes: Rate = Rate(10, 10 / 60)
    """Of an address, however many share it: nobody shall find a seat by trying."""
    wrong_codes_everywhere: Rate = Rate(300, 5)
    """Of all together: who has a network of addresses has a try with each. Links do not count."""
    connections: int = 15
    """Lines open at the same time, whatever they are used for."""
    connecting: Rate = Rate(20, 2)
    """Lines opened."""
    openings: Rate = Rate(20, 1)
    """Sockets opened."""
    sockets: int = 20
    """Sockets open at the same time."""
    messages: Rate = Rate(60, 5)
    """Messages on one socket."""
    changes: Rate = Rate(10, 1.5)
    """Moves and whatever else is written to a table, by everybody at an address, a person."""
    changes_of_one: Rate = Rate(60, 8)
    """The same by one visitor."""
    hints: Rate = Rate(10, 0.3)
    """Hints, which take a third of a second of thought each."""
    reviews: Rate = Rate(10, 1 / 60)
    """Reviews that are to be worked out, which take 5 to 25 seconds of thought each."""
    tables: Rate = Rate(30, 30 / 3600)
    """New tables."""
    imports: Rate = Rate(500, 200 / 3600)
    """Games brought along from elsewhere, which are replayed and kept."""
    seats: Rate = Rate(6, 1 / 30)
    """Free seats taken at tables of others, without an invitation."""
    open_tables: int = 100
    """Tables of one host that are not over."""


LOCAL_LIMITS = Limits(
    people_per_address=1000,
    penalty=0.0,
    requests=Rate(10_000, 10_000),
    at_once=1000,
    wrong_codes=Rate(1000, 100),
    messages=Rate(10_000, 10_000),
    changes=Rate(10_000, 10_000),
    changes_of_one=Rate(10_000, 10_000),
    hints=Rate(1000, 100),
    reviews=Rate(1000, 100),
    tables=Rate(10_000, 100),
    imports=Rate(100_000, 1000),
    seats=Rate(10_000, 100),
    open_tables=1_000_000,
)
"""Where only this machine's own people come: enough for whatever they do on purpose."""


def limits_for(is_local: bool, people: int = Limits().people_per_address) -> Limits:
    """The usual: more where it is local, and elsewhere for so many people behind one address."""
    return LOCAL_LIMITS if is_local else Limits(people_per_address=people)
