"""How a process ends that was started here, in a session of its own."""

from __future__ import annotations

import os
import signal
from contextlib import suppress
from subprocess import Popen, TimeoutExpired
from typing import IO, Any, NamedTuple


class Ending(NamedTuple):
    """A process's."""

    how: str  # its exit code or signal
    said: str  # the last line that it wrote


def ending_of(process: Popen[Any], errors: IO[bytes], patience: float) -> Ending | None:
    """None if it still runs after so many seconds."""
    try:
        code = process.wait(patience)
    except TimeoutExpired:
        return None
    errors.seek(0)
    lines = errors.read().decode("utf-8", errors="replace").split("\n")
    said = next((line.strip() for line in reversed(lines) if line.strip()), "")
    return Ending(f"signal {-code}" if code < 0 else f"exit code {code}", said)


def kill(process: Popen[Any]) -> None:
    """It and all that is in its group."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
