"""Rate limits: who asks too fast waits, who does not never notices, nothing is remembered long."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.rules import AzulejosError
from azulejos.server.errors import ServerError, status_of
from azulejos.server.limits import LOCAL_LIMITS, Limits, Rate
from azulejos.server.settings import Settings
from azulejos.server.web.middleware import failure
from azulejos.server.web.rate_limiter import SWEEP, OpenSockets, RateLimiter, TokenBuckets, place_of
from azulejos.tables.errors import TableError


class Clock:
    """Stands still unless it is told otherwise."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_burst_and_then_the_rate() -> None:
    clock = Clock()
    buckets = TokenBuckets(Rate(3, 0.5), clock)
    for _ in range(3):
        buckets.take("a")
    with pytest.raises(AzulejosError) as refused:
        buckets.take("a")
    assert (refused.value.code, refused.value.data["seconds"]) == ("too_fast", 2)
    buckets.take("b")  # Others do not notice.
    clock.now += 1.9
    with pytest.raises(AzulejosError):
        buckets.take("a")
    clock.now += 0.2
    buckets.take("a")


def test_who_waited_as_told_is_let_in() -> None:
    clock = Clock()
    buckets = TokenBuckets(Rate(10, 10 / 60), clock)
    for _ in range(10):
        buckets.take("a")
    for _ in range(20):
        with pytest.raises(AzulejosError) as refused:
            buckets.take("a")
        clock.now += float(refused.value.data["seconds"])
        buckets.take("a")


def test_what_is_given_back_does_not_count() -> None:
    buckets = TokenBuckets(Rate(2, 0.1), Clock())
    for _ in range(100):
        buckets.take("a")
        buckets.give_back("a")
    assert len(buckets) == 0
    buckets.give_back("a")
    buckets.take("a", 2)
    with pytest.raises(AzulejosError):
        buckets.take("a")


@given(st.lists(st.tuples(st.sampled_from("abc"), st.floats(0, 20)), max_size=60))
def test_nobody_ever_gets_more_than_the_rate(asked: list[tuple[str, float]]) -> None:
    clock = Clock()
    buckets = TokenBuckets(Rate(5, 0.5), clock)
    taken: dict[str, int] = {}
    for name, pause in asked:
        clock.now += pause
        try:
            buckets.take(name)
        except AzulejosError:
            continue
        taken[name] = taken.get(name, 0) + 1
        assert taken[name] <= 5 + 0.5 * (clock.now - 1000.0) + 1e-6


def test_full_buckets_are_forgotten() -> None:
    """However many ever came, only those of now take room."""
    clock = Clock()
    buckets = TokenBuckets(Rate(10, 1), clock)
    for number in range(100 * SWEEP):
        clock.now += 0.01
        buckets.take(f"visitor {number}")
        assert len(buckets) <= 2 * SWEEP


def test_counts() -> None:
    counts = OpenSockets(2)
    counts.enter("a")
    counts.enter("a")
    counts.enter("b")
    with pytest.raises(AzulejosError) as refused:
        counts.enter("a")
    assert refused.value.code == "too_many_sockets"
    counts.leave("a")
    counts.enter("a")
    for name in "aab":
        counts.leave(name)
    assert len(counts) == 0


def test_tables_are_counted_by_visitor_and_by_address() -> None:
    gauges = RateLimiter(Limits(people_per_address=2, tables=Rate(3, 0.001)), Clock())
    for _ in range(3):
        gauges.new_table("10.0.0.1", "key a")
    for key in ("key a", "key a"):
        with pytest.raises(AzulejosError) as refused:
            gauges.new_table("10.0.0.2", key)
        assert refused.value.code == "too_many_tables"
    for _ in range(10):  # It is that visitor's affair, not that of all behind the same router.
        with pytest.raises(AzulejosError):
            gauges.new_table("10.0.0.1", "key a")
    for number in range(3):  # A new key each time does not help.
        gauges.new_table("10.0.0.1", f"key {number}")
    with pytest.raises(AzulejosError):
        gauges.new_table("10.0.0.1", "another key")


def test_whoever_is_refused_is_told_when_to_come_back() -> None:
    error = TableError("too_fast", seconds=7)
    answer = failure(error)
    assert (answer.status_code, answer.headers["Retry-After"]) == (429, "7")
    assert failure(ServerError("too_many_sockets", most=1)).headers["Retry-After"] == "60"
    assert status_of(ServerError("too_many_tables")) == 429


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_whom_an_address_stands_for(address: str, place: str) -> None:
    assert place_of(address) == place


def test_at_home_there_is_more_of_everything() -> None:
    assert Settings("sqlite://").allowed is LOCAL_LIMITS
    assert Settings("sqlite://", is_local=False).allowed == Limits()
    own = Limits(people_per_address=3)
    assert Settings("sqlite://", limits=own).allowed is own
