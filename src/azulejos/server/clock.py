"""What time it is, for everything that happens at a table."""

from __future__ import annotations

import time


class SteadyClock:
    """Milliseconds since 1970, which never go back: a machine's clock that is set back must not

    stop the clocks at the tables, nor keep from watchers what is old enough. It goes on from where
    it was until the machine's has caught up.
    """

    def __init__(self) -> None:
        self._ahead = 0  # of the time since the machine was started

    def __call__(self) -> int:
        passed = time.monotonic_ns() // 1_000_000
        self._ahead = max(self._ahead, time.time_ns() // 1_000_000 - passed)
        return passed + self._ahead


milliseconds = SteadyClock()
