"""No stranger fills the disk by the log."""

from __future__ import annotations

import logging

from azulejos.server.launch.logs import BURST, RateLimit


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


def record(line: int, *args: object) -> logging.LogRecord:
    return logging.LogRecord("a", logging.WARNING, "file.py", line, "bad %s", args, None)


def test_one_record_a_second_from_one_place() -> None:
    clock = Clock()
    limit = RateLimit(clock)
    passed = 0
    for _ in range(10_000):
        clock.now += 0.01
        passed += limit.filter(record(1, "thing"))
    assert BURST + 95 <= passed <= BURST + 100
    assert limit.filter(record(2, "other"))  # Another place has not been heard for long.


def test_what_was_left_out_is_counted() -> None:
    clock = Clock()
    limit = RateLimit(clock)
    assert [limit.filter(record(1, n)) for n in range(8)] == [True] * 5 + [False] * 3
    clock.now += 1.0
    last = record(1, 8)
    assert limit.filter(last)
    assert last.getMessage() == "bad 8 (3 more like this were left out)"
    clock.now += 10.0
    assert limit.filter(record(1, 9))
    assert limit.filter(second := record(1, 10))
    assert second.getMessage() == "bad 10"
