"""When a search must stop: counts nodes, checks CPU time, and handles signals such as Ctrl-C."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import cython_stub as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import cython_stub as cython

from ..core.loading import check_signals

if not cython.compiled:
    from .layout import cpu_time

    CHECK_NODES = 512  # nodes between checks of the limits
    SIGNAL_SECONDS = 0.05  # between checks for signals
    NEVER = 1e300  # seconds


class SearchClock:
    """The limits of a running search, which adds to `nodes` and checks at `next_check`."""

    def __init__(self) -> None:
        self.pending_exception: BaseException | None = None
        self.start(0.0, 0)

    def start(self, movetime: float, nodes: int) -> None:
        """Starts a search in this thread; the limits are seconds of its CPU time, and nodes."""
        self.nodes = 0
        self.next_check = 0
        self.stopped = 0
        self.stop_requested = 0
        self.max_nodes = nodes
        now = cpu_time()
        self.deadline = now + movetime
        in_main = threading.current_thread() is threading.main_thread()  # only it gets signals
        self.next_signal_check = now + SIGNAL_SECONDS if in_main else NEVER

    def stop(self) -> None:
        """Requests the end of the search, from any thread."""
        self.stop_requested = 1

    def raise_pending(self) -> None:
        """Raises the exception that a signal handler raised during the search."""
        error = self.pending_exception
        if error is not None:
            self.pending_exception = None
            raise error

    def poll_signals(self) -> None:
        """Runs signal handlers; an exception stops the search and is raised after it."""
        try:
            check_signals()
        except BaseException as error:
            self.pending_exception = error
            self.stopped = 1

    # Without the GIL:

    def check_limits(self) -> int:
        """1 if the search must stop."""
        now = cpu_time()
        if self.stop_requested or self.nodes >= self.max_nodes or now > self.deadline:
            self.stopped = 1
        self.next_check = self.nodes + CHECK_NODES
        if self.next_check > self.max_nodes:
            self.next_check = self.max_nodes
        if now > self.next_signal_check:
            self.next_signal_check = now + SIGNAL_SECONDS
            self.poll_signals()
        return self.stopped
