"""The messages between a `RayPool` and the process that Ray lives in."""

from __future__ import annotations

from typing import Any, NamedTuple

from .identity import Identity
from .task import Reply, WorkerContext

Key = tuple[int, int]  # of which round of work, and which item


class Connect(NamedTuple):
    """To the driver: connect, or start a Ray of so many processors if there is no address."""

    address: str
    jobs: int | None
    context: WorkerContext


class SetFunction(NamedTuple):
    """To the driver: what is to be done with the items that follow."""

    function: bytes


class Submit(NamedTuple):
    """To the driver: an item."""

    key: Key
    item: bytes


class Ready(NamedTuple):
    """Work can begin."""

    processors: int
    machines: tuple[Identity, ...]


class Resized(NamedTuple):
    """The cluster has grown or shrunk."""

    processors: int


class Finished(NamedTuple):
    """What came of an item."""

    key: Key
    reply: Reply


class Retried(NamedTuple):
    """The worker of an item was lost; it is done again."""

    key: Key
    how: str


class WorkersDied(NamedTuple):
    """An item has killed its workers; the last progress is how far the last one was."""

    key: Key
    how: str
    progress: Any


class Stopped(NamedTuple):
    """No work can be done any more. `there`: it is the cluster that the sentence is about."""

    sentence: str
    there: bool = True
