"""A real server in a thread of the test's own process, and clients that talk to it."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from api_client import legal_moves
from azulejos.server.settings import Settings
from azulejos.server.web.app import create_app
from azulejos.server.web.protocols import protocols

PATIENCE = 30.0  # seconds: the machine may be busy with other tests


class Server:
    """Serves a folder at a free port until it is left."""

    def __init__(self, folder: Path, *, connections: int = 10_000, **settings: Any) -> None:
        database = Settings.in_folder(folder).database
        config = uvicorn.Config(
            create_app(Settings(database, **settings)),
            log_config=None,
            **protocols(connections),
            timeout_graceful_shutdown=1,
        )
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.port = self._socket.getsockname()[1]
        self.address = f"http://127.0.0.1:{self.port}"
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, args=([self._socket],))

    def __enter__(self) -> Server:
        self._thread.start()
        end = time.monotonic() + PATIENCE
        while not self._server.started:
            assert self._thread.is_alive()
            assert time.monotonic() < end
            time.sleep(0.01)
        # It would load certificates for 60 ms.
        self.http = httpx.Client(base_url=self.address, timeout=PATIENCE, verify=False)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._socket.close()

    @property
    def connections(self) -> set[object]:
        """Lines that are open, of requests and of sockets."""
        return set(self._server.server_state.connections)

    def new_table(self, order: dict[str, Any]) -> str:
        answer = self.http.post("/api/tables", json=order)
        assert answer.status_code == 201, answer.text
        name: str = answer.json()["id"]
        return name

    @contextmanager
    def at(self, table: str, after: int | None = None, hello: bool = True) -> Iterator[Client]:
        """A socket at a table, greeted unless that is not wished."""
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/socket"
        with connect(url, max_size=None, open_timeout=PATIENCE) as connection:
            client = Client(connection)
            if hello:
                client.say(type="hello", after=after)
            yield client


class Client:
    """Talks on a socket, and knows the last number that it was told."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.last: dict[str, Any] = {}
        self._requests = 0

    def say(self, **message: Any) -> None:
        self.connection.send(json.dumps(message))

    def hear(self, *types: str) -> dict[str, Any]:
        """The next message; one of these types, if they are named; about presence only if asked."""
        message: dict[str, Any] = json.loads(self.connection.recv(PATIENCE))
        while message["type"] == "presence" and "presence" not in types:
            message = json.loads(self.connection.recv(PATIENCE))
        assert not types or message["type"] in types, message
        if "number" in message and "state" in message:
            self.last = message
        return message

    def hear_until(self, kind: str) -> dict[str, Any]:
        while (message := self.hear())["type"] != kind:
            assert message["type"] != "error", message
        return message

    def wish(self, kind: str, **more: Any) -> str:
        """Sends a request for the position last seen; returns its name."""
        self._requests += 1
        request = f"r{self._requests}"
        self.say(**({"type": kind, "request": request, "number": self.last["number"]} | more))
        return request

    def moves(self) -> list[str]:
        """The legal moves in the last message."""
        return legal_moves(self.last["choices"])

    def move(self, place: int = 0) -> dict[str, Any]:
        """Plays one of the legal moves and waits until it is accepted."""
        request = self.wish("move", move=self.moves()[place])
        answer = self.hear_until("accepted")
        assert answer["request"] == request
        return answer

    def wait_for_turn(self) -> None:
        """Until there are choices, or the game is over."""
        while not (self.last.get("choices") or self.last.get("result")):
            self.hear()
