"""Work on a Ray cluster, as the process that asks for it sees it.

Ray itself lives in a process of its own (`ray_driver.py`), which is told what to do through a pipe.
So its chatter stays off our streams, Ctrl-C does not reach it, and whatever kills a driver, such as
the loss of its cluster, is a sentence here. It ends when its input ends, and with it all that it
has started.
"""

from __future__ import annotations

import os
import pickle
import secrets
import socket
import sys
from queue import Empty, SimpleQueue
from time import monotonic
from typing import Any, Self
from urllib.parse import urlsplit

from . import ray_messages as messages
from .child_process import ChildProcess
from .identity import Identity, identity
from .pool import CLIENT, PendingItems, Report, WorkerPool, WorkerPoolError
from .task import OTHER_CODE, WorkerContext

AHEAD = 8  # how many items a worker may be ahead of the slowest, to bound what is kept
PROBE_TIMEOUT = 5.0  # seconds for an address to answer at all
CONNECT_TIMEOUT = 90.0  # seconds until a cluster must be ready
LOOK_EVERY = 1.0  # seconds
GRACE = 15.0  # seconds for a driver to end what it has started
ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",  # nobody is told that this program was used
    "RAY_CLIENT_INITIAL_CONNECTION_TIMEOUT_S": "3",
    "RAY_CLIENT_MAX_CONNECTION_TIMEOUT_S": "5",
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",
}


class RayPool(WorkerPool):
    """A Ray cluster, or a Ray that is started here if no address is given."""

    def __init__(
        self, address: str = "", jobs: int | None = None, report: Report = lambda line: None
    ) -> None:
        super().__init__(report)
        self._address = address
        self._jobs = jobs
        self._processors = 1
        self._inbox: SimpleQueue[Any] = SimpleQueue()

    @property
    def _called(self) -> str:
        return f"the Ray cluster at {self._address}" if self._address else "Ray on this machine"

    # Beginning and end

    def __enter__(self) -> Self:
        if self._address and self._address != "auto":
            _check_address(self._address)
        own = {} if self._address else _own_token()
        self._driver = ChildProcess(
            "azulejos.workers.ray_driver", self._inbox.put, {**os.environ, **ENVIRONMENT, **own}
        )
        try:
            self._connect()
        except BaseException:
            self._finish()
            raise
        return self

    def _connect(self) -> None:
        """Waits until work can begin; tells where the core is slow."""
        path = () if self._address else tuple(sys.path)
        context = WorkerContext(identity(), path)
        self._driver.send(messages.Connect(self._address, self._jobs, context))
        deadline = monotonic() + CONNECT_TIMEOUT
        while True:
            try:
                message = self._inbox.get(timeout=max(0.0, deadline - monotonic()))
            except Empty:
                late = f"{self._called} was not ready in {CONNECT_TIMEOUT:.0f} s"
                raise WorkerPoolError(late) from None
            if isinstance(message, messages.Ready):
                return self._hear_of_machines(message)
            self._raise_if_stopped(message)

    def _hear_of_machines(self, ready: messages.Ready) -> None:
        self._processors = ready.processors
        here = identity()
        for other in ready.machines:
            self._check(other)
            if other.why_slow and not here.why_slow:
                self._report(f"On {other.host} the core runs interpreted, which is slow.")

    def _check(self, other: Identity) -> None:
        if not other.same_as(identity()):
            raise WorkerPoolError(
                f"the cluster's worker on {other.host} has azulejos {other}, here it is"
                f" {identity()}: games are the same only if both are"
            )

    def _finish(self) -> None:
        self._driver.end(monotonic() + GRACE)

    # Work

    def _begin(self, function: bytes) -> None:
        self._driver.send(messages.SetFunction(function))

    def _has_room(self, pending: PendingItems[Any, Any]) -> bool:
        """Enough for all workers, and one more each that waits; not too far ahead of the slowest.

        Those who ask for a number of jobs on a cluster of others get so many and no more.
        """
        most = self._jobs if self._jobs and self._address else 2 * (self._jobs or self._processors)
        return pending.under_way < most and len(pending) < AHEAD * most

    def _submit(self, key: int, item: bytes) -> None:
        self._driver.send(messages.Submit((self._round, key), item))

    def _wait(self, pending: PendingItems[Any, Any]) -> None:
        try:
            message = self._inbox.get(timeout=LOOK_EVERY)
        except Empty:
            return  # Ctrl-C is heard between two looks, also where a wait can't be broken off.
        if isinstance(message, messages.Resized):
            self._processors = message.processors
        elif isinstance(message, messages.Retried | messages.WorkersDied | messages.Finished):
            number, key = message.key
            if number == self._round:  # else of one that nobody waits for any more
                self._hear(pending, key, message)
        else:
            self._raise_if_stopped(message)

    def _hear(self, pending: PendingItems[Any, Any], key: int, message: Any) -> None:
        if isinstance(message, messages.Retried):
            self._report(f"{pending.name(key)}: {message.how}; it is done again")
        elif isinstance(message, messages.WorkersDied):
            pending.settle_lost(key, message.how, message.progress)
        elif message.reply.kind == OTHER_CODE:
            self._check(pickle.loads(message.reply.content))
        else:
            pending.settle_reply(key, message.reply)

    def _end_round(self) -> None:
        """What is left of it is done for nobody."""

    def _raise_if_stopped(self, message: Any) -> None:
        if isinstance(message, messages.Stopped):
            raise WorkerPoolError(
                f"{self._called}: {message.sentence}" if message.there else message.sentence
            )
        if message is None:
            raise WorkerPoolError(f"{self._called} is lost ({self._how_it_ended()})")

    def _how_it_ended(self) -> str:
        """How the driver ended; before work began also the last line that it wrote."""
        status = self._driver.exit_status(LOOK_EVERY)
        if status is None:
            return "its driver no longer answers"
        how = f"its driver ended with {status.how}"
        return f"{how}, {status.last_line[:200]}" if status.last_line and not self._round else how


def _own_token() -> dict[str, str]:
    """A Ray that is started here obeys this run alone, and leaves no file in the user's home."""
    return {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32)}


def _check_address(address: str) -> None:
    """Ray would wait for a minute for what does not answer."""
    parts = urlsplit(address if "://" in address else f"//{address}")
    try:
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or not port:
        raise WorkerPoolError(f"the address of a cluster is {CLIENT}HOST:PORT, not {address!r}")
    try:
        socket.create_connection((host, port), PROBE_TIMEOUT).close()
    except OSError as error:
        why = error.strerror or str(error)
        raise WorkerPoolError(f"no Ray cluster answers at {address}: {why}") from None
