"""A server as a process of its own that is killed and started again, without blocking the test."""

from __future__ import annotations

import asyncio
import os
import re
import sys
import time
from collections.abc import Sequence

PATIENCE = 60.0  # seconds: the machine may be busy with other tests
ADDRESS = re.compile(rb"http://\S+:(\d+)/")
SILENT = os.environ | {"LC_ALL": "en_GB.UTF-8", "PYTHONUTF8": "1"}


class MortalServer:
    """One `azulejos` command that serves, at the same port in all its lives."""

    def __init__(self, *command: str) -> None:
        self._command: Sequence[str] = command
        self._process: asyncio.subprocess.Process | None = None
        self._reading: asyncio.Task[None] | None = None
        self.port = 0
        self.output = b""
        """What it said in its last life."""
        self.up_since = 0.0
        self.starts: list[float] = []
        """Seconds that each start took."""

    @property
    def is_up(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self) -> None:
        """Until it says where it is."""
        began = time.monotonic()
        command = (sys.executable, "-m", "azulejos", *self._command, "--port", str(self.port))
        self._process = await asyncio.create_subprocess_exec(
            *command,
            env=SILENT,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        assert self._process.stdout is not None
        self.output = b""
        async with asyncio.timeout(PATIENCE):
            while not (found := ADDRESS.search(self.output)):
                line = await self._process.stdout.readline()
                assert line, f"the server did not start: {self.output.decode()}"
                self.output += line
        self.port = int(found[1])
        self.up_since = time.monotonic()
        self.starts.append(self.up_since - began)
        self._reading = asyncio.create_task(self._read(self._process.stdout))

    async def start_and_die(self, after: float) -> None:
        """A start that is killed before it is done, most likely."""
        starting = asyncio.create_task(self.start())
        await asyncio.wait({starting}, timeout=after)
        if starting.done():
            await starting
            await self.kill()
        else:
            starting.cancel()
            await asyncio.gather(starting, return_exceptions=True)
            await self.kill()

    async def kill(self) -> None:
        """With kill -9. What it had said must be no mistake of ours."""
        if self._process is None:
            return
        if self._process.returncode is None:
            self._process.kill()
        await self._process.wait()
        if self._reading is not None:
            await self._reading
        self._process = self._reading = None
        assert b"Traceback" not in self.output, self.output.decode()

    async def _read(self, stream: asyncio.StreamReader) -> None:
        while line := await stream.readline():
            self.output += line

    async def __aenter__(self) -> MortalServer:
        try:
            await self.start()
        except BaseException:
            await self.kill()
            raise
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.kill()
