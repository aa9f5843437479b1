"""People with browsers of their own, at a server that is not only for one machine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import httpx
from live_server import PATIENCE, Client, Server
from websockets.sync.client import connect

from azulejos.server.web.keys import COOKIE

OPEN = {"kind": "open", "name": "", "level": None}
_ADDRESSES = count(1)


class Person:
    """Has a cookie jar and an address; all that they are told can be kept in `heard`."""

    def __init__(self, server: Server, name: str = "", address: str | None = None) -> None:
        self.server = server
        self.name = name
        number = next(_ADDRESSES)
        self.address = address or f"10.1.{number // 250}.{number % 250 + 1}"
        self.heard: list[str] = []
        self.http = httpx.Client(
            base_url=server.address,
            timeout=PATIENCE,
            verify=False,  # It would load certificates for 60 ms.
            headers={"X-Forwarded-For": self.address},
            event_hooks={"response": [self._keep]},
        )

    def _keep(self, answer: httpx.Response) -> None:
        answer.read()
        self.heard.append(f"{answer.url}\n{answer.text}")

    @property
    def key(self) -> str | None:
        return self.http.cookies.get(COOKIE)

    def new_table(self, *seats: dict[str, Any], **more: Any) -> str:
        order = {"rules": "std", "seats": list(seats), "starter": 1} | more
        answer = self.http.post("/api/tables", json=order)
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    def seat(self) -> dict[str, Any]:
        return {"kind": "person", "name": self.name, "level": None}

    def invitations(self, table: str) -> list[dict[str, Any]]:
        answer = self.http.get(f"/api/tables/{table}/invitations")
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["invitations"]
        return found

    def tokens(self, table: str) -> list[str]:
        return [each["link"].rpartition("/")[2] for each in self.invitations(table)]

    def join(self, token: str) -> httpx.Response:
        body = {"name": self.name, "colour": None}
        return self.http.post(f"/api/invitations/{token}", json=body)

    def act(self, table: str, **act: Any) -> httpx.Response:
        return self.http.post(f"/api/tables/{table}/acts", json=act)

    @contextmanager
    def at(self, table: str, after: int | None = None, hello: bool = True) -> Iterator[Client]:
        """A socket at a table, with the cookie."""
        headers = {"X-Forwarded-For": self.address}
        if self.key is not None:
            headers["Cookie"] = f"{COOKIE}={self.key}"
        url = f"ws://127.0.0.1:{self.server.port}/api/tables/{table}/socket"
        with connect(
            url, max_size=None, open_timeout=PATIENCE, additional_headers=headers
        ) as connection:
            client = _Listener(connection, self.heard)
            if hello:
                client.say(type="hello", after=after)
            yield client

    def __enter__(self) -> Person:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()


class _Listener(Client):
    """Keeps all that is heard."""

    def __init__(self, connection: Any, heard: list[str]) -> None:
        super().__init__(connection)
        self._heard = heard

    def hear(self, *types: str) -> dict[str, Any]:
        message: dict[str, Any] = super().hear(*types)
        self._heard.append(json.dumps(message))
        return message


def code_of(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["code"])
