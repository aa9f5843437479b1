"""The key of a browser: made when it is needed, never readable by scripts, never overwritten."""

from __future__ import annotations

from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path

import httpx
import pytest
from live_server import Server
from people import Person, code_of

from azulejos.server.tokens import hash_of
from azulejos.server.web.keys import COOKIE, YEAR

DOCUMENTS = ["/", "/join", "/join/abc", "/link/abc", "/me", "/table/abcdefghijkm", "/rules"]
READING = ["/api/about", "/api/tables", "/api/tables/public", "/api/me", "/api/me/export"]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games"), is_local=False) as server:
        yield server


@pytest.fixture
def ana(server: Server) -> Iterator[Person]:
    with Person(server, "Ana") as person:
        yield person


def cookie_in(answer: httpx.Response) -> str:
    return str(answer.headers.get("set-cookie", ""))


def test_the_cookie(ana: Person) -> None:
    answer = ana.http.post("/api/me")
    assert answer.status_code == 204
    cookie = SimpleCookie(cookie_in(answer))[COOKIE]
    assert len(cookie.value) == 43
    assert cookie["httponly"]
    assert cookie["samesite"].lower() == "strict"
    assert cookie["path"] == "/"
    assert int(cookie["max-age"]) == YEAR
    assert not cookie["domain"]
    assert not cookie["secure"]  # It came by plain http, and has to work there.
    assert answer.headers["Cache-Control"] == "no-store"


def test_by_https_it_never_goes_another_way(ana: Person) -> None:
    answer = ana.http.post("/api/me", headers={"X-Forwarded-Proto": "https"})
    assert SimpleCookie(cookie_in(answer))[COOKIE]["secure"]
    assert answer.headers["Strict-Transport-Security"].startswith("max-age=")
    assert answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Strict-Transport-Security" not in ana.http.get("/api/about").headers


@pytest.mark.parametrize("path", [*DOCUMENTS, *READING])
def test_who_only_looks_gets_none(ana: Person, path: str) -> None:
    """Above all no document: after a link from elsewhere the browser does not send the cookie
    that it has, and a new one would replace it, with all the seats of the old one."""
    answer = ana.http.get(path)
    assert answer.status_code == 200
    assert not cookie_in(answer)


def test_a_key_stays_the_same_and_lasts(ana: Person) -> None:
    ana.http.post("/api/me")
    key = ana.key
    assert key
    assert not cookie_in(ana.http.post("/api/me"))
    answer = ana.http.get("/api/about")
    assert SimpleCookie(cookie_in(answer))[COOKIE].value == key
    assert int(SimpleCookie(cookie_in(answer))[COOKIE]["max-age"]) == YEAR
    for path in READING[1:]:
        assert not cookie_in(ana.http.get(path))


@pytest.mark.parametrize(
    "value",
    ["", "short", "x" * 44, "é" * 43, "a" * 42 + "=", "a" * 42 + "/", "../" * 14 + "a", '"'],
)
def test_malformed_cookies_are_none(server: Server, value: str) -> None:
    headers = {b"Cookie": f"{COOKIE}={value}".encode()}
    assert httpx.get(f"{server.address}/api/tables", headers=headers).json() == {"tables": []}
    answer = httpx.post(f"{server.address}/api/me", headers=headers)
    assert answer.status_code == 204
    assert COOKIE in cookie_in(answer)


def test_a_foreign_page_gets_none(ana: Person) -> None:
    answer = ana.http.post("/api/me", headers={"Origin": "http://evil.example"})
    assert code_of(answer) == "foreign_origin"
    assert not cookie_in(answer)


def test_only_a_hash_is_kept(tmp_path: Path) -> None:
    """Whoever reads the database, with all that SQLite keeps beside it, sits nowhere."""
    with Server(tmp_path, is_local=False) as server, Person(server, "Ana") as ana:
        table = ana.new_table(ana.seat(), {"kind": "open", "name": "", "level": None})
        link = ana.http.post(f"/api/tables/{table}/link").json()["link"].rpartition("/")[2]
        assert ana.key
        secrets = [ana.key.encode(), link.encode()]
        header = b"".join(file.read_bytes() for file in sorted(tmp_path.rglob("*.db*")))
    assert hash_of(ana.key).encode() in header
    for secret in secrets:
        assert secret not in header
