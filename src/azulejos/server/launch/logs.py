"""The server's log: on standard error, and never faster than one record a second from one place.

Much of what is logged a stranger can cause, as often as they like: no disk may be filled by it.
"""

from __future__ import annotations

import logging
import sys
import time
from collections.abc import Callable
from threading import Lock

BURST, A_SECOND = 5.0, 1.0
FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class RateLimit(logging.Filter):
    """Lets a few records a place in the code pass at once, then one a second.

    The next that passes says how many were left out.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._places: dict[tuple[str, int], tuple[float, float, int]] = {}
        self._lock = Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        place, now = (record.pathname, record.lineno), self._clock()
        with self._lock:
            tokens, then, left_out = self._places.get(place, (BURST, now, 0))
            tokens = min(BURST, tokens + (now - then) * A_SECOND)
            if tokens < 1.0:
                self._places[place] = tokens, now, left_out + 1
                return False
            self._places[place] = tokens - 1.0, now, 0
        if left_out:
            record.msg = f"{record.getMessage()} ({left_out} more like this were left out)"
            record.args = None
        return True


def set_up_logs() -> None:
    """Warnings and worse, of this program and of the libraries that it uses."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter(FORMAT))
    handler.addFilter(RateLimit())
    logging.basicConfig(level=logging.WARNING, handlers=[handler], force=True)
