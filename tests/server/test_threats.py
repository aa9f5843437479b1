"""What other sites, other pages and greedy visitors try, beside the doors and the floods."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest
from live_server import Server
from people import OPEN, Person, code_of
from server_games import PERSON, bot
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from azulejos.bots import GreedyBot
from azulejos.rules import Position
from azulejos.server.limits import Limits, Rate
from azulejos.server.live import thinking
from azulejos.server.web.keys import COOKIE

LIMITS = Limits(tables=Rate(1000, 100), requests=Rate(10_000, 1000))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games"), is_local=False, limits=LIMITS) as server:
        yield server


@pytest.fixture
def ana(server: Server) -> Iterator[Person]:
    with Person(server, "Ana") as person:
        yield person


def acting(ana: Person, table: str, **more: Any) -> list[Any]:
    """Whatever changes something, as Ana's own browser would ask for it."""
    http = ana.http
    order = {"rules": "std", "seats": [PERSON, PERSON], "starter": 1}
    return [
        http.post("/api/me", **more),
        http.delete("/api/me", **more),
        http.post("/api/tables", json=order, **more),
        http.post(f"/api/tables/{table}/acts", json={"do": "leave", "seat": 1}, **more),
        http.post(f"/api/tables/{table}/link", **more),
        http.post("/api/links/" + "a" * 43, **more),
        http.post("/api/invitations/" + "a" * 43, json={"name": "", "colour": None}, **more),
        http.delete(f"/api/tables/{table}", **more),
    ]


class TestOtherSites:
    """A page from elsewhere is open in the same browser, and makes it ask."""

    @pytest.mark.parametrize(
        "headers",
        [
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},  # another port of the same machine
            {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
        ],
    )
    def test_they_change_nothing(self, ana: Person, headers: dict[str, str]) -> None:
        table = ana.new_table(ana.seat(), PERSON)
        key = ana.key
        for answer in acting(ana, table, headers=headers):
            assert (answer.status_code, code_of(answer)) == (403, "foreign_origin")
        assert ana.key == key
        assert ana.http.get("/api/tables").json()["tables"][0]["id"] == table

    def test_the_own_page_may(self, server: Server, ana: Person) -> None:
        headers = {"Origin": server.address, "Sec-Fetch-Site": "same-origin"}
        assert ana.http.post("/api/me", headers=headers).status_code == 204

    @pytest.mark.parametrize(
        "kind",
        ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
    )
    def test_forms_are_no_orders(self, ana: Person, kind: str) -> None:
        """A form can be sent without asking first; JSON can't."""
        body = b'{"rules": "std", "seats": [], "starter": 1}'
        answer = ana.http.post("/api/tables", content=body, headers={"Content-Type": kind})
        assert (answer.status_code, code_of(answer)) == (422, "bad_request")

    def test_they_get_no_socket(self, server: Server, ana: Person) -> None:
        """Not even with the cookie, which a browser would send along to a socket of old."""
        table = ana.new_table(ana.seat(), PERSON)
        url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/socket"
        cookie = {"Cookie": f"{COOKIE}={ana.key}"}
        for origin, more in (
            ("https://evil.example", {}),
            (None, {"Sec-Fetch-Site": "cross-site"}),
        ):
            with pytest.raises(InvalidStatus) as refused:
                connect(
                    url,
                    origin=Origin(origin) if origin else None,
                    additional_headers=cookie | more,
                )
            assert refused.value.response.status_code == 403

    def test_names_pointed_here_are_not_answered(self, tmp_path: Path) -> None:
        """DNS rebinding: a numeric address is nobody's name, every other name is checked."""
        hosts = ("127.0.0.1", "games.example.org", "<address>")
        with Server(tmp_path, is_local=False, hosts=hosts) as server:
            for host in ("evil.example", "games.example.org.evil.example", "127.0.0.1.nip.example"):
                for path in ("/", "/api/about", "/api/me/export"):
                    answer = server.http.get(path, headers={"Host": host})
                    assert code_of(answer) == "foreign_host"
            for host in ("games.example.org", "192.168.1.7:80", "[2001:db8::7]:8765"):
                assert server.http.get("/api/about", headers={"Host": host}).status_code == 200

    def test_answers_stay_here(self, ana: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        for path in (
            *("/", f"/join/{'a' * 43}", f"/link/{'a' * 43}", "/api/me", "/api/me/export"),
            *(f"/api/tables/{table}", f"/api/tables/{table}/invitations", "/api/tables"),
        ):
            headers = ana.http.get(path, headers={"Origin": "https://evil.example"}).headers
            assert headers["Referrer-Policy"] == "no-referrer", "or invitations leak with links"
            assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
            assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
            assert "camera=()" in headers["Permissions-Policy"]
            assert "Access-Control-Allow-Origin" not in headers
            if path.startswith("/api/"):
                assert headers["Cache-Control"] == "no-store"


MARKUP = ["<script>alert(1)</script>", '"><img src=x onerror=a()>', "</title><b>", "{{7*7}}"]


@pytest.mark.parametrize("name", MARKUP)
def test_names_are_text(server: Server, name: str) -> None:
    """They come as they were given, inside JSON and records, never as a document."""
    with Person(server, name) as ana, Person(server, name) as ben:
        table = ana.new_table(ana.seat(), OPEN)
        assert ben.join(ana.tokens(table)[0]).status_code == 200
        for path in (f"/api/tables/{table}", f"/api/tables/{table}/record", "/api/me/export"):
            answer = ben.http.get(path)
            kind = answer.headers["Content-Type"]
            assert kind.startswith(("application/json", "text/plain")), kind
            assert answer.headers["X-Content-Type-Options"] == "nosniff"
        seats = ben.http.get(f"/api/tables/{table}").json()["table"]["seats"]
        assert [seat["name"] for seat in seats] == [name, name]
        assert name not in ben.http.get(f"/table/{table}").text


class _SlowBot(GreedyBot):
    """Thinks for a while, as strong ones do."""

    turns: ClassVar[list[int]] = []
    """Whose move was thought about, one after the other."""

    def choose(self, position: Position, *more: Any) -> Any:
        self.turns.append(position.turn)
        time.sleep(0.5)
        return super().choose(position, *more)


def test_nobody_waits_for_all_bots_of_another(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One visitor's twenty bots would think for five seconds; another's does not come after all."""
    monkeypatch.setattr(thinking, "make_bot", lambda level, threads: _SlowBot(Random(level)))
    with Person(server, "Greedy") as greedy, Person(server, "Ben") as ben, ExitStack() as stack:
        mine = ben.new_table(ben.seat(), bot("master"))
        tables = [greedy.new_table(bot("master"), greedy.seat()) for _ in range(20)]
        socket = stack.enter_context(ben.at(mine))
        socket.hear("welcome")
        for table in tables:
            stack.enter_context(greedy.at(table))
        before = len(_SlowBot.turns)
        socket.move()
        while not socket.last["choices"]:
            socket.hear()
        for table in tables:
            greedy.http.delete(f"/api/tables/{table}")
    assert _SlowBot.turns[before:].index(2) < 10  # Greedy's bots are all the first to move.
