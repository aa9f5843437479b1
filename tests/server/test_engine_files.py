"""The engine that visitors run themselves: what is sent of its folder, and with which policy."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from live_server import Server

from azulejos import __version__
from azulejos.server.web.engine import WORKER_POLICY
from azulejos.server.web.engine_folder import (
    ENGINE_FILE,
    MODULES,
    WORKER,
    EngineError,
    check_engine,
)
from azulejos.server.web.middleware import POLICY
from azulejos.tables.messages.review_types import VERSION

HOME = "web/0123/js/site/"
WASM = "engine/4567/pyodide.asm.wasm"
NETWORK = "networks/std-2.89ab.npz"


def engine_folder(folder: Path, **changed: Any) -> Path:
    """As `azulejos site` makes one, with other contents."""
    listed = [WASM, "engine/4567/pyodide.mjs", NETWORK, *(HOME + name for name in MODULES)]
    for path in [*listed, "index.html", "web/0123/js/main.js"]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(f"the file {path} ".encode() * 50)
    described = {"version": __version__, "reviews": VERSION, "modules": HOME, "files": listed}
    (folder / ENGINE_FILE).write_text(json.dumps(described | changed), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = engine_folder(tmp_path_factory.mktemp("engine"))
    with Server(tmp_path_factory.mktemp("games"), engine=folder) as server:
        yield server


def test_only_the_worker_may_run_webassembly(server: Server) -> None:
    policies = {
        path: server.http.get(f"/engine/{path}").headers["Content-Security-Policy"]
        for path in [WASM, NETWORK, ENGINE_FILE, *(HOME + name for name in MODULES)]
    }
    assert policies.pop(HOME + WORKER) == WORKER_POLICY
    assert set(policies.values()) == {POLICY}
    for path in ("/", "/review/abcdefghijkm"):
        assert server.http.get(path).headers["Content-Security-Policy"] == POLICY
    assert "wasm" not in POLICY
    assert "'unsafe-eval'" not in WORKER_POLICY


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        (WASM, "application/wasm"),
        ("engine/4567/pyodide.mjs", "text/javascript"),
        (NETWORK, "application/octet-stream"),
    ],
)
@pytest.mark.parametrize("coding", ["gzip", "identity"])
def test_files_never_change(server: Server, path: str, kind: str, coding: str) -> None:
    answer = server.http.get(f"/engine/{path}", headers={"Accept-Encoding": coding})
    assert answer.content == f"the file {path} ".encode() * 50
    assert answer.headers["Content-Type"].partition(";")[0] == kind
    assert answer.headers.get("Content-Encoding", "identity") == coding
    assert "immutable" in answer.headers["Cache-Control"]


def test_what_the_engine_is_is_asked_for_every_time(server: Server) -> None:
    answer = server.http.get(f"/engine/{ENGINE_FILE}")
    assert answer.json()["modules"] == HOME
    assert answer.headers["Cache-Control"] == "no-cache"
    assert server.http.get("/api/about").json()["engine"] is True


@pytest.mark.parametrize(
    "path",
    ["index.html", "web/0123/js/main.js", "..%2Fgames%2Fazulejos.db", "%2Fetc%2Fpasswd", "engine"],
)
def test_nothing_else_of_the_machine_is_sent(server: Server, path: str) -> None:
    answer = server.http.get(f"/engine/{path}")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "no_such_page"


def test_a_server_without_one_sends_none(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        assert server.http.get(f"/engine/{ENGINE_FILE}").status_code == 404
        assert server.http.get("/api/about").json()["engine"] is False


def test_a_folder_that_lost_a_file_is_no_error_of_ours(tmp_path: Path) -> None:
    folder = engine_folder(tmp_path / "engine")
    with Server(tmp_path, engine=folder) as server:
        (folder / NETWORK).unlink()
        assert server.http.get(f"/engine/{NETWORK}").status_code == 404


class TestTheFolder:
    def test_one_that_fits(self, tmp_path: Path) -> None:
        check_engine(engine_folder(tmp_path))

    @pytest.mark.parametrize("changed", [{"version": "0.0.9"}, {"reviews": VERSION + 1}])
    def test_of_another_version(self, tmp_path: Path, changed: dict[str, Any]) -> None:
        with pytest.raises(EngineError, match="other_engine"):
            check_engine(engine_folder(tmp_path, **changed))

    @pytest.mark.parametrize("content", [None, "", "[]", "{}", "no JSON", '{"files": 3}'])
    def test_without_an_engine(self, tmp_path: Path, content: str | None) -> None:
        if content is not None:
            (tmp_path / ENGINE_FILE).write_text(content, encoding="utf-8")
        with pytest.raises(EngineError, match="no_engine"):
            check_engine(tmp_path)

    def test_that_is_not_complete(self, tmp_path: Path) -> None:
        (engine_folder(tmp_path) / WASM).unlink()
        with pytest.raises(EngineError, match="no_engine"):
            check_engine(tmp_path)
