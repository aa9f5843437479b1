"""A worker process of this machine: is sent a function, then items, and answers each.

It ends itself when its input ends, and before that the engines that it runs, so that nothing
outlives the process that started it.
"""

from __future__ import annotations

import pickle
import signal
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import IO, Any, NoReturn

from ..protocol.engine_process import EngineProcess
from .child_process import private_streams
from .task import perform


def main() -> NoReturn:
    """Works until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    source, sink = private_streams()
    inbox: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_listen, args=(source, inbox), daemon=True).start()
    function = inbox.get()
    while True:
        item = inbox.get()
        _send(sink, perform(function, item, lambda value: _send(sink, (value,))))


def _send(sink: IO[bytes], message: Any) -> None:
    try:
        pickle.dump(message, sink)
        sink.flush()
    except BrokenPipeError:
        EngineProcess.exit_all(0)


def _listen(source: IO[bytes], inbox: SimpleQueue[bytes]) -> None:
    with suppress(EOFError, OSError, pickle.UnpicklingError):
        while True:
            inbox.put(pickle.load(source))
    EngineProcess.exit_all(0)  # Work may go on in the main thread; nobody waits for it any more.
