"""When a search must end: it counts nodes, looks at the clock, and lets Ctrl-C in."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..core import shadow as cython
else:
    try:
        import cython
    except ImportError:
        from ..core import shadow as cython

from ..core.loading import let_signals_in

if not cython.compiled:
    from .layout import cpu_time

    CLOCK_NODES = 512  # between looks at the clock
    SIGNAL_SECONDS = 0.05  # between looks for signals
    NEVER = 1e300  # seconds


class Watch:
    """One search's limits. The search adds to `nodes`, and looks when `next_look` is reached."""

    def __init__(self) -> None:
        self.raised: BaseException | None = None
        self.start(0.0, 0)

    def start(self, movetime: float, nodes: int) -> None:
        """A new search by this thread, with so many seconds of its CPU time, and nodes."""
        self.nodes = 0
        self.next_look = 0
        self.halted = 0
        self.stopping = 0
        self.most_nodes = nodes
        now = cpu_time()
        self.deadline = now + movetime
        in_main = threading.current_thread() is threading.main_thread()  # only it gets signals
        self.next_signal = now + SIGNAL_SECONDS if in_main else NEVER

    def stop(self) -> None:
        """From any thread: the search must end."""
        self.stopping = 1

    def check(self) -> None:
        """Raises what a signal has raised within the search."""
        raised = self.raised
        if raised is not None:
            self.raised = None
            raise raised

    def hear(self) -> None:
        """Lets signals in; what they raise ends the search first."""
        try:
            let_signals_in()
        except BaseException as error:
            self.raised = error
            self.halted = 1

    # Without Python's lock:

    def look(self) -> int:
        """1 if the search must end."""
        now = cpu_time()
        if self.stopping or self.nodes >= self.most_nodes or now > self.deadline:
            self.halted = 1
        self.next_look = self.nodes + CLOCK_NODES
        if self.next_look > self.most_nodes:
            self.next_look = self.most_nodes
        if now > self.next_signal:
            self.next_signal = now + SIGNAL_SECONDS
            self.hear()
        return self.halted
