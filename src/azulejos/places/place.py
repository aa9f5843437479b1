"""What a place is, and which one is meant by `--on`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from typing import Any, NamedTuple, Protocol, TypeVar
from urllib.parse import urlsplit

Item = TypeVar("Item")
Result = TypeVar("Result")
Report = Callable[[str], None]
Lost = Callable[[Item, str, Any], Result]  # the item, how its worker died, its last note

PROCESSES = "processes"
RAY = "ray"
CLIENT = "ray://"
FORMS = "processes, ray or ray://HOST:PORT"
CLIENT_PORT = 10001  # Ray's own default


class PlaceError(Exception):
    """Work can't be done there, or no longer; the sentence says why."""


class Place(Protocol):
    """Does work, many things at a time. Used by one thread, for one `map` at a time."""

    def map(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        name: Callable[[Item], str] = str,
        lost: Lost[Item, Result] | None = None,
    ) -> Iterable[Result]:
        """The results in the order of the items; what `work` raises is raised when its turn comes.

        Items are asked for only as far ahead as workers need. One whose worker dies is done again.
        If that kills another worker, `lost` says what comes of it; without it PlaceError is raised.
        `name` is for sentences about an item. Raises PlaceError if no work can be done any more.
        """

    def as_done(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        name: Callable[[Item], str] = str,
    ) -> Iterable[tuple[Item, Result]]:
        """As `map`, but each item with its result as soon as it is done, whatever the order.

        For results that are kept one by one: nothing that is done waits for what is slow.
        """


class Where(NamedTuple):
    """A kind of place, and the address of a cluster; without one Ray is started here."""

    kind: str
    address: str = ""


def parse_where(text: str) -> Where:
    """What `--on` names; raises ValueError with a sentence.

    >>> parse_where("ray://tower:10001")
    Where(kind='ray', address='ray://tower:10001')
    """
    if text == PROCESSES:
        return Where(PROCESSES)
    if text == RAY:
        address = os.environ.get("RAY_ADDRESS", "")
        return Where(RAY, "" if address == "local" else address)
    if text.startswith(CLIENT):
        return Where(RAY, _client_address(text))
    raise ValueError(f"work is done on {FORMS}, not on {text!r}")


def _client_address(text: str) -> str:
    try:
        parts = urlsplit(text)
        host, port = parts.hostname, parts.port or CLIENT_PORT
    except ValueError:  # such as a port that is no number
        host = None
    if not host or parts.path not in ("", "/") or parts.query or parts.username:
        raise ValueError(f"the address of a cluster is {CLIENT}HOST:PORT, not {text!r}")
    host = f"[{host}]" if ":" in host else host
    return f"{CLIENT}{host}:{port}"


def open_place(
    where: Where, jobs: int | None = None, report: Report = lambda line: None
) -> AbstractContextManager[Place]:
    """The place, for a `with`. `report` is told, in sentences, what happens to its workers.

    Without `jobs` one process works, or all processors of a cluster.
    """
    if where.kind == PROCESSES:
        from .processes import Processes

        return Processes(jobs or 1, report)
    from .cluster import Cluster

    return Cluster(where.address, jobs, report)
