"""The interface of all worker pools, and which one `--on` means."""

from __future__ import annotations

import os
import pickle
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Generic, NamedTuple, Self, TypeVar
from urllib.parse import urlsplit

from .task import DONE, Reply

Item = TypeVar("Item")
Result = TypeVar("Result")
Report = Callable[[str], None]
Lost = Callable[[Item, str, Any], Result]  # the item, how its worker died, its last progress

PROCESSES = "processes"
RAY = "ray"
CLIENT = "ray://"
FORMS = "processes, ray or ray://HOST:PORT"
CLIENT_PORT = 10001  # Ray's own default


class WorkerPoolError(Exception):
    """Work can't be done there, or no longer; the sentence says why."""


class PendingItems(Generic[Item, Result]):
    """The items of one `map` or `as_done` whose results have not been given yet."""

    def __init__(
        self, name: Callable[[Item], str], in_order: bool, lost: Lost[Item, Result] | None = None
    ) -> None:
        self.lost = lost
        self._name = name
        self._in_order = in_order
        self._items: dict[int, Item] = {}  # in their order
        self._results: dict[int, Result] = {}
        self._failures: dict[int, Exception] = {}

    def __len__(self) -> int:
        return len(self._items)

    @property
    def under_way(self) -> int:
        return len(self._items) - len(self._results) - len(self._failures)

    def add(self, key: int, item: Item) -> None:
        self._items[key] = item

    def item(self, key: int) -> Item:
        return self._items[key]

    def name(self, key: int) -> str:
        return self._name(self._items[key])

    @property
    def ready(self) -> int | None:
        """Whose turn it is, if it is done. Out of order failures come last: they end everything."""
        if not self._in_order:
            return next((key for found in (self._results, self._failures) for key in found), None)
        oldest = next(iter(self._items), None)
        return oldest if oldest in self._results or oldest in self._failures else None

    def settle(self, key: int, result: Callable[[], Result]) -> None:
        """It is known what came of an item; what `result` raises is raised when its turn comes."""
        try:
            self._results[key] = result()
        except Exception as error:
            self._failures[key] = error

    def settle_reply(self, key: int, reply: Reply) -> None:
        self.settle(key, lambda: _result_of(reply))

    def settle_lost(self, key: int, how: str, progress: Any) -> None:
        """The item has killed its workers as often as is tried; raises WorkerPoolError."""
        if self.lost is None:
            raise WorkerPoolError(f"{self.name(key)}: {how}, each time that it was tried")
        lost, item = self.lost, self._items[key]
        self.settle(key, lambda: lost(item, how, progress))

    def take(self, key: int) -> tuple[Item, Result]:
        item = self._items.pop(key)
        if key in self._failures:
            raise self._failures.pop(key)
        return item, self._results.pop(key)


def _result_of(reply: Reply) -> Any:
    content = pickle.loads(reply.content)
    if reply.kind == DONE:
        return content
    raise content


class WorkerPool(ABC):
    """Applies functions to many items at a time; for a `with`.

    Used by one thread, for one `map` or `as_done` at a time. `report` is told, in sentences, what
    happens to workers.
    """

    def __init__(self, report: Report = lambda line: None) -> None:
        self._report = report
        self._round = 0  # of work: results of an earlier one, that was left, are nobody's

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._finish()

    def map(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        name: Callable[[Item], str] = str,
        lost: Lost[Item, Result] | None = None,
    ) -> Iterator[Result]:
        """The results in the order of the items; what a function raises comes in its turn.

        Items are asked for only as far ahead as workers need. One whose worker dies is done again.
        If it kills more, `lost` says what comes of it; without it WorkerPoolError is raised.
        `name` is for sentences about an item. Raises WorkerPoolError if no work can be done any
        more.
        """
        pending = PendingItems(name, True, lost)
        return (result for _, result in self._run(pending, function, items))

    def as_done(
        self,
        function: Callable[[Item], Result],
        items: Iterable[Item],
        name: Callable[[Item], str] = str,
    ) -> Iterator[tuple[Item, Result]]:
        """As `map`, but each item with its result as soon as it is done, whatever the order.

        For results that are kept one by one: nothing that is done waits for what is slow.
        """
        pending: PendingItems[Item, Result] = PendingItems(name, False)
        return self._run(pending, function, items)

    def _run(
        self,
        pending: PendingItems[Item, Result],
        function: Callable[[Item], Result],
        items: Iterable[Item],
    ) -> Iterator[tuple[Item, Result]]:
        rest = enumerate(items)
        self._round += 1
        number = self._round
        self._begin(pickle.dumps(function))
        try:
            while True:
                while self._has_room(pending) and (entry := next(rest, None)) is not None:
                    pending.add(*entry)
                    self._submit(entry[0], pickle.dumps(entry[1]))
                if not pending:
                    return
                if (ready := pending.ready) is not None:
                    yield pending.take(ready)
                else:
                    self._wait(pending)
        finally:
            if number == self._round:
                self._end_round()

    @abstractmethod
    def _begin(self, function: bytes) -> None:
        """A round of work begins, with this function."""

    @abstractmethod
    def _has_room(self, pending: PendingItems[Any, Any]) -> bool:
        """May one more item be handed out? Results that wait for their turn are bounded."""

    @abstractmethod
    def _submit(self, key: int, item: bytes) -> None:
        """Hands out an item, without waiting."""

    @abstractmethod
    def _wait(self, pending: PendingItems[Any, Any]) -> None:
        """Waits for news, for a second at most, and settles what is known by then."""

    @abstractmethod
    def _end_round(self) -> None:
        """All is done, or nobody wants the rest any more."""

    @abstractmethod
    def _finish(self) -> None:
        """Ends all that was started."""


class PoolOptions(NamedTuple):
    """A kind of pool, and the address of a cluster; without one Ray is started here."""

    kind: str
    address: str = ""


def parse_pool(text: str) -> PoolOptions:
    """What `--on` names; raises ValueError with a sentence.

    >>> parse_pool("ray://tower:10001")
    PoolOptions(kind='ray', address='ray://tower:10001')
    """
    if text == PROCESSES:
        return PoolOptions(PROCESSES)
    if text == RAY:
        address = os.environ.get("RAY_ADDRESS", "")
        return PoolOptions(RAY, "" if address == "local" else address)
    if text.startswith(CLIENT):
        return PoolOptions(RAY, _client_address(text))
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


def open_pool(
    options: PoolOptions,
    jobs: int | None = None,
    report: Report = lambda line: None,
    isolated: bool = False,
) -> WorkerPool:
    """The pool, for a `with`. Without `jobs` one process works, or all processors of a cluster.

    A single local job is done in this very process, unless it has to be `isolated` from it.
    """
    if options.kind == PROCESSES:
        from .local_pool import LocalPool

        return LocalPool(jobs or 1, report, isolated)
    from .ray_pool import RayPool

    return RayPool(options.address, jobs, report)
