"""Strangers at a real server: what they can see of a table, and that they can change nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import pytest
from live_server import PATIENCE, Client, Server
from server_games import PERSON, bot
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from api_client import legal_moves
from azulejos.server.limits import Limits

OPTIONS = {"name": "", "public": True, "watching": True, "delay": 0, "clock": None}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    limits = Limits(people_per_address=1000)
    with Server(tmp_path_factory.mktemp("games"), is_local=False, limits=limits) as server:
        yield server


@pytest.fixture
def ana(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        yield client


@pytest.fixture
def eve(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
        client.post("/api/me")
        yield client


def new_table(ana: httpx.Client, **options: Any) -> str:
    """A table where two persons sit at Ana's device, and a few moves were made."""
    order = {"rules": "std", "seats": [PERSON, PERSON], "starter": 1}
    answer = ana.post("/api/tables", json=order | {"options": OPTIONS | options})
    assert answer.status_code == 201, answer.text
    name: str = answer.json()["id"]
    for _ in range(3):
        now = ana.get(f"/api/tables/{name}").json()
        take = legal_moves(now["choices"])[0]
        wish = {"number": now["number"], "move": take}
        assert ana.post(f"/api/tables/{name}/moves", json=wish).status_code == 200
    return name


def said(server: Server, who: httpx.Client, table: str, *wishes: dict[str, Any]) -> list[Any]:
    """What somebody is told on a socket: the greeting, and an answer to each wish."""
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
    cookie = {"Cookie": f"azulejos_key={who.cookies.get('azulejos_key', '')}"}
    with connect(url, max_size=None, additional_headers=cookie) as connection:
        client = Client(connection)
        with suppress(ConnectionClosed):  # already, by a server that refuses
            client.say(type="hello", after=None)
        told = [client.hear()]
        for wish in wishes:
            client.say(**wish)
            told.append(client.hear())
        return told


def test_who_is_behind_sees_nothing_younger_anywhere(
    server: Server, ana: httpx.Client, eve: httpx.Client
) -> None:
    name = new_table(ana, delay=3600)
    assert ana.get(f"/api/tables/{name}").json()["number"] == 4
    standing = eve.get(f"/api/tables/{name}").json()
    assert (standing["number"], standing["state"]["phase"]) == (0, "preparation")
    assert eve.get(f"/api/tables/{name}/replay").json()["plies"] == []
    assert "1." not in eve.get(f"/api/tables/{name}/record").text
    listed = eve.get("/api/tables/public").json()["tables"]
    shown = next(table for table in listed if table["id"] == name)
    assert (shown["round"], shown["turn"], shown["scores"]) == (1, 0, [0, 0])
    (welcome,) = said(server, eve, name)
    assert (welcome["type"], welcome["number"], welcome["history"]) == ("welcome", 0, [])


WISHES = [
    {"type": "move", "request": "r", "number": 4, "move": "1B0"},
    {"type": "undo", "request": "r", "number": 4, "to": "move"},
    {"type": "hint", "request": "r", "number": 4},
    {"type": "say", "request": "r", "seat": 1, "phrase": "hello"},
    *(
        {"type": "act", "request": "r", "act": act}
        for act in (
            {"do": "start", "fill": None},
            {"do": "seat_bot", "seat": 1, "level": "novice"},
            {"do": "seat_open", "seat": 1},
            {"do": "options", "options": OPTIONS},
            *(
                {"do": do, "seat": 1}
                for do in ("stand_in", "leave", "resign", "abandon", "rematch")
            ),
            {"do": "answer", "seat": 1, "asked": 4, "yes": True},
            {"do": "withdraw", "seat": 1, "asked": 4},
        )
    ),
]


def test_strangers_change_nothing(server: Server, ana: httpx.Client, eve: httpx.Client) -> None:
    name = new_table(ana)
    welcome, *answers = said(server, eve, name, *WISHES)
    assert welcome["you"] == {"seats": [], "host": False, "alone": False}
    codes = [answer["error"]["code"] for answer in answers]
    assert set(codes) == {"not_your_seat", "not_host"}
    assert eve.delete(f"/api/tables/{name}").json()["error"]["code"] == "not_host"
    for path, body in (
        ("moves", {"number": 4, "move": "1B0"}),
        ("undo", {"number": 4, "to": "move"}),
        ("hint", {"number": 4}),
        ("acts", {"do": "resign", "seat": 1}),
    ):
        assert eve.post(f"/api/tables/{name}/{path}", json=body).status_code == 403
    assert ana.get(f"/api/tables/{name}").json()["number"] == 4


def test_a_private_table_is_shown_to_nobody_else(
    server: Server, ana: httpx.Client, eve: httpx.Client
) -> None:
    name = new_table(ana, watching=False)
    for path in ("", "/replay", "/record"):
        answer = eve.get(f"/api/tables/{name}{path}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_invited")
        assert "state" not in answer.text
    (refused,) = said(server, eve, name)
    assert refused["error"]["code"] == "not_invited"
    assert name not in eve.get("/api/tables/public").text
    assert name not in eve.get("/api/tables").text
    assert name in ana.get("/api/tables").text


def test_hints_are_for_who_plays_alone(ana: httpx.Client) -> None:
    order = {"rules": "std", "seats": [PERSON, bot()], "starter": 1}
    name = ana.post("/api/tables", json=order).json()["id"]
    answer = ana.post(f"/api/tables/{name}/hint", json={"number": 1})
    assert answer.status_code == 200, answer.text
