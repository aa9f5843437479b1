"""A load balancer for tests: connections go round-robin to those servers that take them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence

PORTION = 65536  # bytes


class Balancer:
    """Knows bytes only, as the simplest of its kind do. What breaks behind it breaks before it."""

    def __init__(self, ports: Sequence[int]) -> None:
        self._ports = ports
        self._next = 0
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.Task[None]] = set()
        self.port = 0
        self.taken: list[int] = []
        """The ports that connections went to, in order."""

    async def __aenter__(self) -> Balancer:
        self._server = await asyncio.start_server(self._begin, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *reason: object) -> None:
        assert self._server is not None
        self._server.close()
        for line in self._lines:
            line.cancel()
        await asyncio.gather(*self._lines, return_exceptions=True)
        await self._server.wait_closed()

    def _begin(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        line = asyncio.create_task(self._serve(reader, writer))
        self._lines.add(line)
        line.add_done_callback(self._lines.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for _ in self._ports:
                port = self._ports[self._next % len(self._ports)]
                self._next += 1
                with contextlib.suppress(OSError):
                    from_server, to_server = await asyncio.open_connection("127.0.0.1", port)
                    self.taken.append(port)
                    await _join(reader, writer, from_server, to_server)
                    return
        finally:
            writer.close()


async def _join(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    from_server: asyncio.StreamReader,
    to_server: asyncio.StreamWriter,
) -> None:
    """Until either side has had enough."""
    ways = [
        asyncio.create_task(_carry(reader, to_server)),
        asyncio.create_task(_carry(from_server, writer)),
    ]
    try:
        await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for way in ways:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        to_server.close()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError):
        while portion := await reader.read(PORTION):
            writer.write(portion)
            await writer.drain()
