"""What other processes show of tables, for as long as they are alive. Knows no network."""

from __future__ import annotations

from collections.abc import Collection, Sequence

EXPIRY = 10.0
"""Seconds without a sign of life after which a process is taken for dead."""


class RemotePresence:
    """Texts by table and process. Times are those of one clock, given with each call."""

    def __init__(self) -> None:
        self._shown: dict[str, dict[str, str]] = {}
        self._seen: dict[str, float] = {}
        self._dead: set[str] = set()

    def saw(self, process: str, now: float) -> bool:
        """A sign of life; gives whether it was taken for dead, and what it shows forgotten."""
        self._seen[process] = now
        was_dead = process in self._dead
        self._dead.discard(process)
        return was_dead

    def saw_all(self, now: float) -> None:
        """Nobody could be heard for a while: that is nobody's fault."""
        self._seen = dict.fromkeys(self._seen, now)

    def show(self, table: str, process: str, text: str) -> bool:
        """Gives whether that is news; an empty text shows nothing."""
        shown = self._shown.setdefault(table, {})
        news = shown.get(process, "") != text
        if text:
            shown[process] = text
        else:
            shown.pop(process, None)
        return news

    def at(self, table: str) -> Sequence[str]:
        """What all others show there, in no particular order."""
        return tuple(self._shown.get(table, {}).values())

    def forget(self, table: str) -> None:
        self._shown.pop(table, None)

    def leave(self, process: str) -> Collection[str]:
        """A process has gone; gives the tables at which it showed something."""
        self._seen.pop(process, None)
        return [t for t, shown in self._shown.items() if shown.pop(process, None) is not None]

    def expire(self, now: float) -> Collection[str]:
        """Takes leave of all that gave no sign of life; gives the tables that this concerns."""
        dead = [process for process, seen in self._seen.items() if now - seen > EXPIRY]
        self._dead.update(dead)
        return {table for process in dead for table in self.leave(process)}
