"""Connections: how long the server waits for the other end of a line, which may never answer.

uvicorn waits for ever for the rest of a request, and for a client to read what it is told; each
would hold a file of the system, and what was not read. It is not told here who somebody is, or
what is said: see `middleware.py` and `socket.py`.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from zlib import MAX_WBITS

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.frames import Frame

from ...tables.errors import TableError
from ..encoding import Encoded
from ..limits import Rate
from .rate_limiter import TokenBuckets, place_of

if TYPE_CHECKING:
    from uvicorn._types import ASGIReceiveEvent, ASGISendEvent
    from uvicorn.config import Config
    from uvicorn.server import ServerState

LOG = logging.getLogger(__name__)
REQUEST = 15.0
"""Seconds for a request, from the connection or the last answer to its last byte."""
STUCK = 10.0
"""Seconds that a client may read nothing while much is waiting for it."""
FAREWELL = 5.0
"""Seconds for a client to hear the end of what it was told."""
ANY_RATE = Rate(1e9, 1e9)
AT_ONCE = 16 * 1024
"""Bytes that are read from one line before others have their turn."""
MOST_UNREAD = 1_000_000
"""Bytes that wait for a slow client; then it is dropped, and may come back."""
LINE = "azulejos.line"
"""Where applications find, among the extensions of ASGI, what `live.subscribers` calls a line."""
DEFLATE = ServerPerMessageDeflateFactory(
    server_no_context_takeover=True, client_no_context_takeover=True
)
"""As `encoding.py` compresses, once for all; and a socket keeps nothing."""
IDLE_FRAMES, WHILE = 100, 60.0
"""So many pings, pongs and parts of messages are borne from one client within so many seconds."""


class Deadline:
    """A moment at which a line is broken off, unless that is called off."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float, transport: asyncio.Transport) -> None:
        self.call_off()
        self._timer = self._loop.call_later(seconds, transport.abort)

    def call_off(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Connections:
    """How many lines each address has open, whatever it does with them.

    Without that, one that opens lines and says nothing would use up the files of the process. A
    proxy stands for many people, and counts for itself.
    """

    def __init__(self, most: int, proxies: Sequence[str] = (), rate: Rate = ANY_RATE) -> None:
        self._most = most
        self._opened = TokenBuckets(rate)
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in proxies]
        self._open: Counter[str] = Counter()

    def enter(self, transport: asyncio.BaseTransport) -> bool:
        """False if that is one too many, or too soon."""
        place = _place_at(transport)
        if not self._is_proxy(transport):
            if self._open[place] >= self._most:
                LOG.warning("%s has %d connections open: no more are taken", place, self._most)
                return False
            try:
                self._opened.take(place)
            except TableError:
                LOG.warning("%s opens connections too fast: no more are taken", place)
                return False
        self._open[place] += 1
        return True

    def leave(self, transport: asyncio.BaseTransport) -> None:
        place = _place_at(transport)
        self._open[place] -= 1
        if self._open[place] <= 0:
            del self._open[place]

    def _is_proxy(self, transport: asyncio.BaseTransport) -> bool:
        try:
            address = ipaddress.ip_address(_peer_of(transport).partition("%")[0])
        except ValueError:
            return True  # a socket of the system's, which only this machine can reach
        return any(address in network for network in self._proxies)


def _peer_of(transport: asyncio.BaseTransport) -> str:
    peer = transport.get_extra_info("peername")
    return str(peer[0]) if isinstance(peer, tuple) and peer else ""


def _place_at(transport: asyncio.BaseTransport) -> str:
    return place_of(_peer_of(transport))


class Requests(H11Protocol):
    """Breaks off with clients who are too slow to ask, or to hear the answer."""

    lines: Connections  # of the server that it belongs to

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._asking, self._hearing = Deadline(self.loop), Deadline(self.loop)
        self._counted = self.lines.enter(transport)
        if self._counted:
            self._asking.set(REQUEST, transport)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._asking.call_off()
        self._hearing.call_off()
        if self._counted:
            self.lines.leave(self.transport)
        super().connection_lost(exc)
        _untie(self.transport)

    def handle_events(self) -> None:
        super().handle_events()
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._asking.call_off()

    def on_response_complete(self) -> None:
        if not self.transport.is_closing():
            self._asking.set(REQUEST, self.transport)
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._asking.call_off()
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        self._hearing.set(STUCK, self.transport)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._hearing.call_off()
        super().resume_writing()


class Sockets(WebSocketsSansIOProtocol):
    """Breaks off with clients who do not read, and says nothing of them to the log."""

    lines: Connections  # of the server that it belongs to

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn.available_extensions = [DEFLATE] if config.ws_per_message_deflate else []
        self._unread, self._deflates = b"", False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._hearing, self._leaving = Deadline(self.loop), Deadline(self.loop)
        self._idle_frames, self._since = 0, self.loop.time()

    def data_received(self, data: bytes) -> None:
        """Not all at once: thousands of small frames would keep everybody waiting."""
        self._unread += data
        if len(self._unread) == len(data):
            self._receive_some()

    def _receive_some(self) -> None:
        some, self._unread = self._unread[:AT_ONCE], self._unread[AT_ONCE:]
        super().data_received(some)
        self._go_on_receiving()

    def _go_on_receiving(self) -> None:
        if self._unread and not (self.read_paused or self.transport.is_closing()):
            self.loop.call_soon(self._receive_some)

    async def receive(self) -> ASGIReceiveEvent:
        if not self.queue.empty():
            await asyncio.sleep(0)  # Messages that came in a heap must not keep others waiting.
        event = await super().receive()
        self._go_on_receiving()
        return event

    async def run_asgi(self) -> None:
        # Few ask for a smaller window than ours: they get messages as they are.
        self._deflates = any(
            isinstance(each, PerMessageDeflate) and each.local_max_window_bits == MAX_WBITS
            for each in self.conn.extensions
        )
        self.scope["extensions"] = (self.scope["extensions"] or {}) | {LINE: {"line": self}}
        try:
            await super().run_asgi()
        finally:
            self.scope["extensions"] = {}  # Nothing holds itself.

    def tell(self, message: Encoded) -> bool:
        """Without the framework, which takes longer than all else that is done for a message."""
        if not (self.close_sent or self.transport.is_closing()):
            self.transport.write(message.deflated_frame if self._deflates else message.frame)
        return self.transport.get_write_buffer_size() <= MOST_UNREAD

    def end(self, code: int = 1000) -> None:
        """As uvicorn does it for an application, which hears that nothing more comes."""
        if self.close_sent or self.transport.is_closing():
            return
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code})
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        if self.read_paused:
            self.read_paused = False
            self.transport.resume_reading()
        self._go_on_receiving()  # The client's goodbye may be there already.
        self.close_timer = self.loop.call_later(self.close_timeout, self.transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        self._hearing.call_off()
        self._leaving.call_off()
        self.lines.leave(self.transport)
        super().connection_lost(exc)
        _untie(self.transport)
        self.conn.parser.close()  # They hold each other until somebody looks for garbage.

    def pause_writing(self) -> None:
        self._hearing.set(STUCK, self.transport)
        super().pause_writing()

    def resume_writing(self) -> None:
        self._hearing.call_off()
        super().resume_writing()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        if not self.disconnected:
            self._leaving.set(FAREWELL, self.transport)

    async def send(self, message: ASGISendEvent) -> None:
        """A refusal with a reason is an answer too: uvicorn would log each as our mistake."""
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True

    def handle_ping(self) -> None:
        """Who asks for pongs, and reads none, would have them pile up here."""
        if not self.writable.is_set():
            self.transport.abort()
        if self._bears_idle_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._bears_idle_frame():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        if self._bears_idle_frame():
            super().handle_cont(event)

    def _bears_idle_frame(self) -> bool:
        """False from the moment on at which a client has sent too much that says nothing."""
        if self.loop.time() - self._since > WHILE:
            self._idle_frames, self._since = 0, self.loop.time()
        self._idle_frames += 1
        if self._idle_frames > IDLE_FRAMES:
            self.transport.abort()
        return not self.transport.is_closing()

    def send_receive_event_to_app(self) -> None:
        """Bytes that are no text are the client's mistake: no matter for the log."""
        if self.close_sent and not self._bears_idle_frame():
            return  # It talks on and on, instead of saying goodbye.
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()


def _untie(transport: asyncio.BaseTransport) -> None:
    """A transport of asyncio's keeps a method of its own, and so itself, for ever."""
    if hasattr(transport, "_read_ready_cb"):
        transport._read_ready_cb = None


def protocols(most: int, proxies: Sequence[str] = (), rate: Rate = ANY_RATE) -> dict[str, Any]:
    """For `uvicorn.Config`; an address may have `most` lines open, unless it is a proxy."""
    lines = Connections(most, proxies, rate)
    return {
        "http": type("Requests", (Requests,), {"lines": lines}),
        "ws": type("Sockets", (Sockets,), {"lines": lines}),
    }


def allow_files(wanted: int = 65_536) -> int:
    """Raises the process's limit of open files as far as it may; gives what it is then."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
    return wanted if soft == resource.RLIM_INFINITY else soft
