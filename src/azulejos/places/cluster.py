"""Work on a Ray cluster, as the process that asks for it sees it.

Ray itself lives in a process of its own (`driver.py`), which is told what to do through a pipe.
So its chatter stays off our streams, Ctrl-C does not reach it, and whatever kills a driver, such as
the loss of its cluster, is a sentence here. It ends when its input ends, and with it all that it
has started.
"""

from __future__ import annotations

import json
import os
import pickle
import secrets
import socket
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic
from typing import Any, Generic
from urllib.parse import urlsplit

from . import messages
from .child import ending_of, kill
from .identity import Identity, identity
from .place import CLIENT, Item, Lost, PlaceError, Report, Result
from .remote import DONE, FAILED, Terms

BOOT = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from azulejos.places.driver import main; main()"
)
AHEAD = 8  # how many items a worker may be ahead of the slowest, to bound what is kept
KNOCK = 5.0  # seconds for an address to answer at all
PATIENCE = 90.0  # seconds until a cluster must be ready
LOOK_EVERY = 1.0  # seconds
GRACE = 15.0  # seconds for a driver to end what it has started
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nobody is told that this program was used
    "RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S": "3",
    "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": "5",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


@dataclass
class _Round(Generic[Item, Result]):
    """One `map` or `as_done`: what is under way, and what waits for its turn."""

    lost: Lost[Item, Result] | None
    name: Callable[[Item], str]
    in_order: bool = True
    number: int = 0
    items: dict[int, Item] = field(default_factory=dict)
    order: deque[int] = field(default_factory=deque)
    replies: dict[int, Callable[[], Result]] = field(default_factory=dict)

    @property
    def under_way(self) -> int:
        return len(self.order) - len(self.replies)

    @property
    def ready(self) -> int | None:
        """Whose turn it is, if it is done."""
        if self.in_order:
            return self.order[0] if self.order[0] in self.replies else None
        return next(iter(self.replies), None)


class Cluster:
    """A Ray cluster, or a Ray that is started here if no address is given; for a `with`."""

    def __init__(
        self, address: str = "", jobs: int | None = None, report: Report = lambda line: None
    ) -> None:
        self._address = address
        self._jobs = jobs
        self._report = report
        self._processors = 1
        self._rounds = 0
        self._news: SimpleQueue[Any] = SimpleQueue()

    @property
    def _called(self) -> str:
        return f"the Ray cluster at {self._address}" if self._address else "Ray on this machine"

    # Beginning and end

    def __enter__(self) -> Cluster:
        if self._address and self._address != "auto":
            _knock(self._address)
        self._errors = TemporaryFile()
        self._process = Popen(
            [sys.executable, "-c", BOOT, json.dumps(sys.path)],
            stdin=PIPE,
            stdout=PIPE,
            stderr=self._errors,
            start_new_session=True,
            env={**os.environ, **ENVIRONMENT, **({} if self._address else _own_token())},
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()
        try:
            self._greet()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _greet(self) -> None:
        """Waits until work can begin; tells where the core is slow."""
        path = () if self._address else tuple(sys.path)
        self._send(messages.Begin(self._address, self._jobs, Terms(identity(), path)))
        deadline = monotonic() + PATIENCE
        while True:
            try:
                message = self._news.get(timeout=max(0.0, deadline - monotonic()))
            except Empty:
                raise PlaceError(f"{self._called} was not ready in {PATIENCE:.0f} s") from None
            if isinstance(message, messages.Ready):
                return self._hear_of_machines(message)
            self._hear_trouble(message)

    def _hear_of_machines(self, ready: messages.Ready) -> None:
        self._processors = ready.processors
        here = identity()
        for other in ready.machines:
            self._check(other)
            if other.why_slow and not here.why_slow:
                self._report(f"On {other.host} the core runs interpreted, which is slow.")

    def _check(self, other: Identity) -> None:
        if not other.same_as(identity()):
            raise PlaceError(
                f"the cluster's worker on {other.host} has azulejos {other}, here it is"
                f" {identity()}: games are the same only if both are"
            )

    def _end(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with suppress(OSError):
            self._process.stdin.close()
        with suppress(TimeoutExpired):
            self._process.wait(GRACE)
        kill(self._process)
        self._listener.join(1)
        with suppress(OSError, ValueError):
            self._process.stdout.close()
        self._errors.close()

    # Work

    def map(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        name: Callable[[Item], str] = str,
        lost: Lost[Item, Result] | None = None,
    ) -> Iterator[Result]:
        """See `Place`."""
        play: _Round[Item, Result] = _Round(lost, name)
        return (result for _, result in self._pairs(play, work, items))

    def as_done(
        self,
        work: Callable[[Item], Result],
        items: Iterable[Item],
        name: Callable[[Item], str] = str,
    ) -> Iterator[tuple[Item, Result]]:
        """See `Place`."""
        play: _Round[Item, Result] = _Round(None, name, in_order=False)
        return self._pairs(play, work, items)

    def _pairs(
        self, play: _Round[Item, Result], work: Callable[[Item], Result], items: Iterable[Item]
    ) -> Iterator[tuple[Item, Result]]:
        self._rounds += 1
        play.number = self._rounds
        self._send(messages.Work(pickle.dumps(work)))
        rest = enumerate(items)
        while True:
            while self._has_room(play) and (entry := next(rest, None)) is not None:
                key, item = entry
                play.items[key] = item
                play.order.append(key)
                self._send(messages.Order((play.number, key), pickle.dumps(item)))
            if not play.order:
                return
            if (ready := play.ready) is not None:
                play.order.remove(ready)
                yield play.items.pop(ready), play.replies.pop(ready)()
            else:
                self._hear(play)

    def _has_room(self, play: _Round[Item, Result]) -> bool:
        """Enough for all workers, and one more each that waits; not too far ahead of the slowest.

        Those who ask for a number of jobs on a cluster of others get so many and no more.
        """
        most = self._jobs if self._jobs and self._address else 2 * (self._jobs or self._processors)
        return play.under_way < most and len(play.order) < AHEAD * most

    def _hear(self, play: _Round[Item, Result]) -> None:
        try:
            message = self._news.get(timeout=LOOK_EVERY)
        except Empty:
            return  # Ctrl-C is heard between two looks, also where a wait can't be broken off.
        if isinstance(message, messages.Size):
            self._processors = message.processors
        elif isinstance(message, messages.Again | messages.Lost | messages.Reply):
            number, key = message.key
            if number == play.number:  # else of one that nobody waits for any more
                self._take(play, key, message)
        else:
            self._hear_trouble(message)

    def _take(self, play: _Round[Item, Result], key: int, message: Any) -> None:
        item = play.items[key]
        if isinstance(message, messages.Again):
            self._report(f"{play.name(item)}: {message.how}; it is done again")
        elif isinstance(message, messages.Reply):
            play.replies[key] = lambda: self._result(message)
        elif play.lost is not None:
            lost = play.lost
            play.replies[key] = lambda: lost(item, message.how, message.note)
        else:
            raise PlaceError(f"{play.name(item)}: {message.how}, each time that it was tried")

    def _result(self, message: messages.Reply) -> Any:
        content = pickle.loads(message.content)
        if message.kind == DONE:
            return content
        if message.kind == FAILED:
            raise content
        self._check(content)
        return None  # not reached: a stranger is no other

    def _hear_trouble(self, message: Any) -> None:
        if isinstance(message, messages.Trouble):
            raise PlaceError(
                f"{self._called}: {message.sentence}" if message.there else message.sentence
            )
        if message is None:
            raise PlaceError(f"{self._called} is lost ({self._last_words()})")

    def _last_words(self) -> str:
        """How the driver ended; before work began also the last line that it wrote."""
        ending = ending_of(self._process, self._errors, LOOK_EVERY)
        if ending is None:
            return "its driver no longer answers"
        how = f"its driver ended with {ending.how}"
        return f"{how}, {ending.said[:200]}" if ending.said and not self._rounds else how

    def _send(self, message: Any) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # It is dead, which the listener will tell.
            pickle.dump(message, self._process.stdin)
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
            while True:
                self._news.put(pickle.load(self._process.stdout))
        self._news.put(None)


def _own_token() -> dict[str, str]:
    """A Ray that is started here obeys this run alone, and leaves no file in the user's home."""
    return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


def _knock(address: str) -> None:
    """Ray would wait for a minute for what does not answer."""
    parts = urlsplit(address if "://" in address else f"//{address}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise PlaceError(f"the address of a cluster is {CLIENT}HOST:PORT, not {address!r}")
    try:
        socket.create_connection((host, port), KNOCK).close()
    except OSError as error:
        why = error.strerror or str(error)
        raise PlaceError(f"no Ray cluster answers at {address}: {why}") from None
