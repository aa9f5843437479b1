"""What other web sites may not do, and the page's files."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from live_server import Server
from server_games import order
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from azulejos.locales import LANGUAGES, page_texts, room_texts
from azulejos.server.settings import Settings
from azulejos.server.web.app import create_app
from azulejos.server.web.middleware import POLICY
from azulejos.server.web.page.files import page_files

PAGES = [
    "/",
    "/table/abcdefghijkm",
    "/join",
    "/join/K7QM-2XPD",
    "/link/abcdef",
    "/me",
    "/learn",
    "/rules",
    "/rules/scoring",
]


def web(path: str) -> str:
    """Where a file of the page is."""
    return f"/web/{page_files().version}/{path}"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games")) as server:
        yield server


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "", "localhost.evil", "127.0.0.2"]
)
def test_other_names_are_not_answered(server: Server, host: str) -> None:
    """A site that points its own name at this machine reads nothing."""
    for path in ("/", "/api/tables", web("js/main.js")):
        answer = server.http.get(path, headers={"Host": host})
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "foreign_host"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "LOCALHOST:1234", "[::1]", "[::1]:80"])
def test_own_names_are_answered(server: Server, host: str) -> None:
    assert server.http.get("/api/about", headers={"Host": host}).status_code == 200


def test_more_names_can_be_allowed(tmp_path: Path) -> None:
    with Server(tmp_path, hosts=("games.example",)) as server:
        assert server.http.get("/", headers={"Host": "games.example:99"}).status_code == 200
        assert server.http.get("/").status_code == 403


ORIGINS = [
    "http://evil.example",
    "null",
    "https://127.0.0.1:1",
    "http://localhost:1",
    "file://",
    "http://[::1",
]


@pytest.mark.parametrize("origin", ORIGINS)
def test_other_sites_change_nothing(server: Server, origin: str) -> None:
    name = server.new_table(order())
    headers = {"Origin": origin}
    for answer in (
        server.http.post("/api/tables", json=order(), headers=headers),
        server.http.delete(f"/api/tables/{name}", headers=headers),
        server.http.post(f"/api/tables/{name}/moves", json={}, headers=headers),
    ):
        assert answer.status_code == 403
        assert answer.json()["error"]["code"] == "foreign_origin"
    with pytest.raises(InvalidStatus) as refused:
        connect(f"ws://127.0.0.1:{server.port}/api/tables/{name}/socket", origin=Origin(origin))
    assert refused.value.response.status_code == 403
    assert b"foreign_origin" in (refused.value.response.body or b"")
    assert server.http.get(f"/api/tables/{name}").status_code == 200


def test_the_own_page_may(server: Server) -> None:
    headers = {"Origin": server.address}
    answer = server.http.post("/api/tables", json=order(), headers=headers)
    assert answer.status_code == 201
    url = f"ws://127.0.0.1:{server.port}/api/tables/{answer.json()['id']}/socket"
    with connect(url, origin=Origin(server.address)) as socket:
        socket.send('{"type": "ping"}')
        assert socket.recv() == '{"type":"pong"}'


@pytest.mark.parametrize("path", [*PAGES, "/api/about", "/api/nothing", web("js/nothing.js")])
def test_every_answer_is_guarded(server: Server, path: str) -> None:
    headers = server.http.get(path).headers
    assert headers["Content-Security-Policy"] == POLICY
    assert "unsafe" not in POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "Access-Control-Allow-Origin" not in headers


def test_all_pages_are_one_document_with_its_own_preloads(server: Server) -> None:
    found = {_without_preloads(server.http.get(page).text) for page in PAGES}
    assert len(found) == 1
    assert server.http.get("/").headers["Content-Type"] == "text/html; charset=utf-8"
    assert server.http.head("/").status_code == 200


def _without_preloads(document: str) -> str:
    return "\n".join(line for line in document.splitlines() if "modulepreload" not in line)


@pytest.mark.parametrize("path", PAGES)
def test_the_document_is_asked_for_on_every_visit(server: Server, path: str) -> None:
    answer = server.http.get(path)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"
    tag = answer.headers["ETag"]
    again = server.http.get(path, headers={"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == tag
    assert server.http.get(path, headers={"If-None-Match": '"other"'}).status_code == 200


def test_the_document_names_only_files_that_are_never_asked_for_again(server: Server) -> None:
    for page in PAGES:
        named = re.findall(r'(?:src|href)="(/[^"]+)"', server.http.get(page).text)
        assert {web("page.css"), web("js/main.js"), web("js/early.js")} < set(named)
        for address in named:
            answer = server.http.get(address)
            assert answer.status_code == 200
            assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("path", ["js/main.js", "page.css", "texts/de.json"])
def test_another_version_gets_what_there_is_now_and_keeps_nothing(
    server: Server, path: str
) -> None:
    """A page that was open during an update goes on, as does one that meets two processes."""
    answer = server.http.get(f"/web/0123456789abcdef/{path}")
    assert answer.content == server.http.get(web(path)).content
    assert answer.headers["Cache-Control"] == "no-cache"


def test_kinds_of_files(server: Server) -> None:
    kinds = {
        "js/main.js": "text/javascript",
        "page.css": "text/css",
        "favicon.svg": "image/svg+xml",
        "texts/en.json": "application/json",
    }
    for path, kind in kinds.items():
        assert server.http.get(web(path)).headers["Content-Type"] == f"{kind}; charset=utf-8"


@pytest.mark.parametrize("form", ["br", "gzip", "identity"])
def test_files_are_sent_compressed(server: Server, form: str) -> None:
    page_files().compress()
    with server.http.stream("GET", web("page.css"), headers={"Accept-Encoding": form}) as answer:
        raw = b"".join(answer.iter_raw())
    assert answer.headers.get("Content-Encoding", "identity") == form
    assert "Accept-Encoding" in answer.headers["Vary"]
    file = page_files().get("page.css")
    assert file is not None
    assert raw == file.forms[form]
    assert (form == "identity") == (len(raw) == len(file.plain))


def test_a_file_takes_the_server_next_to_nothing(tmp_path: Path) -> None:
    """One who fetches it over and over must not keep others from moving."""

    async def cost(client: httpx.AsyncClient, path: str) -> float:
        await client.get(path)
        begun = time.process_time()
        for _ in range(100):
            await client.get(path, headers={"Accept-Encoding": "identity"})
        return time.process_time() - begun

    async def costs() -> tuple[float, float]:
        app = create_app(Settings.in_folder(tmp_path))
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await cost(client, web("page.css")), await cost(client, "/web/nothing.css")

    file, nothing = asyncio.run(costs())
    assert file < 4 * nothing  # It was ten times as much.


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_of_all_rooms(server: Server, language: str) -> None:
    texts = server.http.get(web(f"texts/{language}.json")).json()
    assert texts == page_texts(language)
    assert "launch.opened" not in texts
    learning = server.http.get(web(f"texts/learn/{language}.json")).json()
    assert learning == room_texts("learn", language)


@pytest.mark.parametrize(
    "path",
    [
        web("texts/xx.json"),
        web("texts/..%2fen.json"),
        web("texts/learn/xx.json"),
        web("messages.d.ts"),
        web("js/messages.d.ts"),
        web("index.html"),
        "/web/",
        "/web/js/main.js",
        "/web/../app.py",
        web("%2e%2e/server/app.py"),
        web("..%2f..%2fpyproject.toml"),
        web("js"),
        web("js/%00"),
        web(f"js/{'a' * 300}.js"),
        "/table/a/b",
    ],
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    answer = server.http.get(path)
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "no_such_page"


def test_a_person_who_mistypes_an_address_sees_the_page(server: Server) -> None:
    answer = server.http.get("/tabel/abc", headers={"accept": "text/html,*/*;q=0.8"})
    assert answer.status_code == 404
    assert answer.text == server.http.get("/").text


def test_mistakes_of_ours_are_guarded_too(tmp_path: Path) -> None:
    """The client gets a code, with the headers of every answer."""

    async def ask() -> httpx.Response:
        app = create_app(Settings.in_folder(tmp_path))  # without a services: it was never opened
        transport = httpx.ASGITransport(app, raise_app_exceptions=False)
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return await client.get("/api/tables")

    answer = asyncio.run(ask())
    assert answer.status_code == 500
    assert answer.json()["error"]["code"] == "unexpected"
    assert answer.headers["Content-Security-Policy"] == POLICY
