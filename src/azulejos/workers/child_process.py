"""A Python process of our own, which is sent pickled messages and answers with some.

It lives in a session of its own, so that Ctrl-C reaches only the process that started it, and it
must end when its input ends: then nothing outlives that one, however it ends.
"""

from __future__ import annotations

import json
import os
import pickle
import signal
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Thread
from time import monotonic
from typing import IO, Any, NamedTuple

# Our own search path first, so that both processes see the same modules.
BOOT = "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from {module} import main; main()"
JOIN_SECONDS = 1.0


class ExitStatus(NamedTuple):
    how: str  # the exit code or signal
    last_line: str  # that it wrote to standard error


class ChildProcess:
    """Runs the `main` of a module. `received` hears its messages, and None at the end.

    `received` is called in a thread of its own.
    """

    def __init__(
        self,
        module: str,
        received: Callable[[Any], None],
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._received = received
        self._errors = TemporaryFile()  # noqa: SIM115 (closed in `end`)
        self._process = Popen(
            [sys.executable, "-c", BOOT.format(module=module), json.dumps(sys.path)],
            stdin=PIPE,
            stdout=PIPE,
            stderr=self._errors,
            start_new_session=True,
            env=environment,
        )
        self._listener = Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def send(self, message: Any) -> None:
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):  # It is dead, which the listener will tell.
            pickle.dump(message, self._process.stdin)
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        # A message may be cut off by its death.
        with suppress(EOFError, OSError, ValueError, pickle.UnpicklingError):
            while True:
                self._received(pickle.load(self._process.stdout))
        self._received(None)

    def exit_status(self, seconds: float) -> ExitStatus | None:
        """None if it still runs after so many seconds."""
        try:
            code = self._process.wait(seconds)
        except TimeoutExpired:
            return None
        self._errors.seek(0)
        lines = self._errors.read().decode("utf-8", errors="replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        return ExitStatus(f"signal {-code}" if code < 0 else f"exit code {code}", last)

    def close_input(self) -> None:
        """Asks it to end."""
        assert self._process.stdin is not None
        with suppress(OSError):  # It is dead already.
            self._process.stdin.close()

    def end(self, deadline: float) -> None:
        """Ends it by then, if need be by force with all in its process group."""
        self.close_input()
        with suppress(TimeoutExpired):
            self._process.wait(max(0.0, deadline - monotonic()))
        with suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
        self._process.kill()
        self._process.wait()
        self._listener.join(JOIN_SECONDS)
        assert self._process.stdout is not None
        with suppress(OSError, ValueError):
            self._process.stdout.close()
        self._errors.close()


def private_streams() -> tuple[IO[bytes], IO[bytes]]:
    """In the child: the pipes to its parent, which nothing else may read or write from now on.

    What others print goes to standard error.
    """
    source = os.fdopen(os.dup(0), "rb")
    sink = os.fdopen(os.dup(1), "wb")
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(2, 1)
    return source, sink
