"""Ready-made phrases are said at a table, but not without end."""

from __future__ import annotations

import math
import time
from collections import deque

from ...tables.errors import TableError
from ...tables.rights import Visitor

MOST, SECONDS = 5, 10.0
MANY = 100  # visitors who are remembered before the silent are forgotten


class PhraseLimit:
    """Who has said how much lately."""

    def __init__(self) -> None:
        self._said: dict[Visitor, deque[float]] = {}

    def check(self, visitor: Visitor) -> None:
        """Raises TableError for who says too much; else it is counted."""
        now = time.monotonic()
        said = self._said.setdefault(visitor, deque())
        while said and said[0] <= now - SECONDS:
            said.popleft()
        if len(said) >= MOST:
            raise TableError("too_fast", seconds=math.ceil(said[0] + SECONDS - now))
        said.append(now)
        if len(self._said) > MANY:
            recent = now - SECONDS
            self._said = {who: times for who, times in self._said.items() if times[-1] > recent}
