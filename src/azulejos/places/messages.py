"""What is said between the process that asks and the one that Ray lives in."""

from __future__ import annotations

from typing import Any, NamedTuple

from .identity import Identity
from .remote import Terms

Key = tuple[int, int]  # of which round of work, and which item


class Begin(NamedTuple):
    """To the driver: connect, or start a Ray of so many processors if there is no address."""

    address: str
    jobs: int | None
    terms: Terms


class Work(NamedTuple):
    """To the driver: what is to be done with the orders that follow."""

    work: bytes


class Order(NamedTuple):
    """To the driver: an item."""

    key: Key
    item: bytes


class Ready(NamedTuple):
    """Work can begin."""

    processors: int
    machines: tuple[Identity, ...]


class Size(NamedTuple):
    """The cluster has grown or shrunk."""

    processors: int


class Reply(NamedTuple):
    """What came of an item."""

    key: Key
    kind: str
    content: bytes


class Again(NamedTuple):
    """The worker of an item was lost; it is done again."""

    key: Key
    how: str


class Lost(NamedTuple):
    """An item has killed its workers; the last note is of how far the last one was."""

    key: Key
    how: str
    note: Any


class Trouble(NamedTuple):
    """No work can be done any more. `there`: it is the cluster that the sentence is about."""

    sentence: str
    there: bool = True
