"""A real server for the load program: started on a core of its own, and what it uses."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import NamedTuple

PATIENCE = 60.0  # seconds
AZULEJOS = (sys.executable, "-m", "azulejos")
ADDRESS = re.compile(rb"http://\S+:(\d+)/")
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


class Use(NamedTuple):
    """What a process has used so far: seconds of processor, megabytes of memory now."""

    cpu: float
    memory: float


class ServerProcess:
    """A server process at a port."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, log: Path) -> None:
        self._process = process
        self._log = log
        self.port = port

    @property
    def use(self) -> Use:
        return use_of(self._process.pid)

    @property
    def complaints(self) -> list[str]:
        """What the server has said besides its address."""
        lines = self._log.read_text(encoding="utf-8", errors="replace").splitlines()
        return [line for line in lines if line and "http://" not in line]


def use_of(pid: int) -> Use:
    """From the system's tables of processes; nothing where there are none (outside Linux)."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return Use(0.0, 0.0)
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return Use((int(fields[11]) + int(fields[12])) / _TICKS, int(found[1]) / 1024 if found else 0.0)


@cache
def cores() -> tuple[set[int], set[int]]:
    """One for the server, the others for the clients; nothing where that can't be told apart."""
    if not hasattr(os, "sched_getaffinity"):
        return set(), set()
    first, *others = sorted(os.sched_getaffinity(0))
    return {first}, set(others) or {first}


@contextmanager
def serving(
    command: Sequence[str],
    processes: int = 1,
    data: Path | None = None,
    program: Sequence[str] = AZULEJOS,
) -> Iterator[list[ServerProcess]]:
    """Starts `azulejos …` so often, all on the first core; this process moves to the others.

    Games are kept in `data`, or else in a folder that goes with the server.
    """
    server_cores, client_cores = cores()
    with tempfile.TemporaryDirectory() as folder:
        running: list[ServerProcess] = []
        started: list[subprocess.Popen[bytes]] = []
        try:
            if server_cores:
                os.sched_setaffinity(0, server_cores)  # Threads of a child inherit it, all of them.
            for number in range(processes):
                log = Path(folder) / f"log{number}"
                games = ["--data", str(data or Path(folder) / f"games{number}")]
                with log.open("wb") as stream:
                    started.append(
                        subprocess.Popen(
                            [*program, *command, *games, "--port", "0"],
                            stdin=subprocess.DEVNULL,
                            stdout=stream,
                            stderr=stream,
                        )
                    )
                running.append(ServerProcess(started[-1], _port(started[-1], log), log))
            if client_cores:
                os.sched_setaffinity(0, client_cores)
            yield running
        finally:
            for process in started:
                _end(process)


def _port(process: subprocess.Popen[bytes], log: Path) -> int:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        if found := ADDRESS.search(log.read_bytes()):
            return int(found[1])
        time.sleep(0.05)
    raise RuntimeError(f"the server did not start: {log.read_text(errors='replace')}")


def _end(process: subprocess.Popen[bytes]) -> None:
    process.send_signal(signal.SIGINT)
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
