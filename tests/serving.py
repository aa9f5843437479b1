"""Real servers for tests: `azulejos play` or `serve` as a process, stopped or killed at will."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import TracebackType

PATIENCE = 90.0  # seconds: the machine may be busy with other tests
ADDRESS = re.compile(r"http://\S+:\d+/")


class Served:
    """One server, from its start to its end; it opens a browser only if asked to.

    With `browser` and no options it is `azulejos play` as most people type it: nothing is added.
    With `for_others` it is `azulejos serve`: keys decide who is who.
    """

    def __init__(
        self,
        folder: Path,
        *options: str,
        browser: bool = False,
        for_others: bool = False,
        **environment: str,
    ) -> None:
        self.folder = folder
        self._command = "serve" if for_others else "play"
        self._options = options if browser or for_others else ("--no-browser", *options)
        self._is_plain = browser and not options
        self._environment = {"AZULEJOS_DATA": str(folder)} | environment
        self._start("0")

    def _start(self, port: str) -> None:
        command = [sys.executable, "-m", "azulejos", self._command]
        if not self._is_plain:
            command += ["--data", str(self.folder), "--port", port, *self._options]
        self.lines: list[str] = []
        self._spoke = threading.Condition()
        self.process = subprocess.Popen(
            command,
            env=os.environ | {"LC_ALL": "en_GB.UTF-8", "PYTHONUTF8": "1"} | self._environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            encoding="utf-8",
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.address = self._wait_for_address()

    def _read(self) -> None:
        assert self.process.stdout is not None
        with self.process.stdout as stream:
            for line in stream:
                with self._spoke:
                    self.lines.append(line.rstrip("\n"))
                    self._spoke.notify_all()
        with self._spoke:
            self._spoke.notify_all()

    def _wait_for_address(self) -> str:
        end = time.monotonic() + PATIENCE
        with self._spoke:
            while not (found := ADDRESS.search(self.output)):
                if self.process.poll() is not None or not self._spoke.wait(0.2):
                    gone = self.process.poll() is not None and not self._reader.is_alive()
                    assert not gone, f"the server did not start: {self.output}"
                    assert time.monotonic() < end, f"the server is late: {self.output}"
        return found[0]

    @property
    def output(self) -> str:
        """What it has said so far, both streams."""
        return "\n".join(self.lines)

    def until_said(self, words: str) -> None:
        """Waits until these words are among what it said."""
        with self._spoke:
            assert self._spoke.wait_for(lambda: words in self.output, PATIENCE), self.output

    @property
    def port(self) -> int:
        return int(self.address.rstrip("/").rpartition(":")[2])

    def stop(self) -> int:
        """As Ctrl-C does; returns the exit code."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        return self._ended()

    def kill(self) -> None:
        """With kill -9: nothing can be tidied up."""
        self.process.kill()
        self._ended()

    def start_again(self) -> None:
        """After its end, with the same folder at the same address."""
        assert self.process.poll() is not None
        self._start(str(self.port))

    def _ended(self) -> int:
        try:
            status = self.process.wait(PATIENCE)
        finally:
            self.process.kill()
        self._reader.join(PATIENCE)
        return status

    def __enter__(self) -> Served:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.kill()
