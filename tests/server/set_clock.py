"""The server's clock, set by a test."""

from __future__ import annotations

import pytest

from azulejos.server import clock


class Watch:
    """The machine's clock, as somebody sets it; the time since it was started goes on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall, self.passed = 1_000_000_000_000, 5_000
        monkeypatch.setattr(clock, "time", self)

    def time_ns(self) -> int:
        return self.wall * 1_000_000

    def monotonic_ns(self) -> int:
        return self.passed * 1_000_000

    def go_on(self, milliseconds: int) -> None:
        self.wall += milliseconds
        self.passed += milliseconds
