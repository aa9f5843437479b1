"""A line between clients and a server that can be cut, halved and stalled: a small TCP proxy."""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from enum import Enum
from random import Random

AT_ONCE = struct.pack("ii", 1, 0)  # SO_LINGER: closed by a reset, nothing more is sent
CHUNK = 65536


class Cut(Enum):
    """How a line breaks."""

    RESET = "both ends hear of it at once"
    CLOSED = "both ends hear that the other has closed"
    HALF_UP = "in the middle of a frame to the server"
    HALF_DOWN = "in the middle of a frame to the client"
    DEAF = "the server hears everything, but its answers are lost, then it breaks"
    MUTE = "the server hears nothing any more, then it breaks"
    STALLED = "nothing comes through for a while, then everything"
    FROZEN = "nothing comes through any more, and nobody is told"


class Direction:
    """What one end says, on its way to the other."""

    def __init__(self) -> None:
        self.free = asyncio.Event()
        self.free.set()
        self.lost = False
        self.rest: int | None = None
        """Bytes that still come through, before the line breaks."""

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Until one end has closed, or the line breaks."""
        while data := await reader.read(CHUNK):
            await self.free.wait()
            if self.lost:
                continue
            writer.write(data if self.rest is None else data[: self.rest])
            await writer.drain()
            if self.rest is not None:
                return


class Line:
    """One connection of one client."""

    def __init__(self, client: asyncio.StreamWriter, server: asyncio.StreamWriter) -> None:
        self.up, self.down = Direction(), Direction()
        self._ends = (client, server)

    async def cut(self, how: Cut, generator: Random) -> None:
        match how:
            case Cut.RESET:
                self._reset()
            case Cut.CLOSED:
                for end in self._ends:
                    end.close()
            case Cut.HALF_UP:
                self.up.rest = generator.randint(1, 30)
            case Cut.HALF_DOWN:
                self.down.rest = generator.randint(1, 400)
            case Cut.DEAF | Cut.MUTE:
                (self.down if how is Cut.DEAF else self.up).lost = True
                await asyncio.sleep(generator.uniform(0, 0.3))
                self._reset()
            case Cut.STALLED:
                self._hold(True)
                await asyncio.sleep(generator.uniform(0.05, 0.6))
                self._hold(False)
            case Cut.FROZEN:
                self._hold(True)

    def _hold(self, still: bool) -> None:
        for direction in (self.up, self.down):
            if still:
                direction.free.clear()
            else:
                direction.free.set()

    def _reset(self) -> None:
        for end in self._ends:
            with contextlib.suppress(OSError):
                end.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE
                )
            end.transport.abort()

    def end(self) -> None:
        for end in self._ends:
            end.transport.abort()


class RoughLines:
    """Listens at a free port of this machine; carries everything to one of the servers' ports."""

    def __init__(self) -> None:
        self.targets: list[int] = []
        """Where connections go, in turn, as a load balancer would send them."""
        self.lines: set[Line] = set()
        self._turn = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> RoughLines:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.port: int = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        for line in self.lines:
            line.end()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def cut_one(self, generator: Random) -> Cut | None:
        """Cuts a line in some way, if there is one."""
        if not self.lines:
            return None
        how = generator.choice(list(Cut))
        await generator.choice(sorted(self.lines, key=id)).cut(how, generator)
        return how

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._tasks.add(task)
        try:
            await self._carry(reader, writer)
        except (OSError, asyncio.CancelledError):
            pass  # a line that broke is what this is for
        finally:
            writer.transport.abort()
            self._tasks.discard(task)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, questions = await self._reach_server()
        line = Line(writer, questions)
        self.lines.add(line)
        carrying = {
            asyncio.create_task(line.up.carry(reader, questions)),
            asyncio.create_task(line.down.carry(answers, writer)),
        }
        try:
            await asyncio.wait(carrying, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self.lines.discard(line)
            line.end()
            for task in carrying:
                task.cancel()
            await asyncio.gather(*carrying, return_exceptions=True)

    async def _reach_server(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """The next server that can be reached; raises OSError if none can."""
        for _ in self.targets[1:]:
            self._turn += 1
            with contextlib.suppress(OSError):
                return await self._next()
        self._turn += 1
        return await self._next()

    async def _next(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection(
            "127.0.0.1", self.targets[self._turn % len(self.targets)]
        )
