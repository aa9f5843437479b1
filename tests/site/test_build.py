"""The folder of the game without a server: what is in it, how large it is, what is refused."""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from azulejos.search.weights import kinds
from azulejos.server.web.engine_folder import check_engine
from azulejos.server.web.middleware import POLICY
from azulejos.site import compiling, runtime
from azulejos.site.archives import _bytecode, _line_table, _without_columns
from azulejos.site.build import write_site
from azulejos.site.errors import SiteError
from azulejos.site.page import IN_DOCUMENT, IN_HEADER, integrity_of
from azulejos.site.runtime import RELEASES, fetch_runtime, release_for

if TYPE_CHECKING:
    from azulejos.site.build import Site

ROOT = Path(__file__).parents[2]
MOST_FIRST = 8_000_000  # bytes: all of it with one network, as browsers fetch it
MOST_OTHERS = 3_000_000  # all other networks
ELSEWHERE = re.compile(r"""(?:src|href|content)="(?:https?:)?//""")


def sources(policy: str) -> dict[str, set[str]]:
    parts = [part.split() for part in policy.split(";") if part.strip()]
    return {name: set(values) for name, *values in parts}


class Names(HTMLParser):
    """Files that a document names, with what it says of their bytes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: dict[str, str | None] = {}
        self.scripts: list[str | None] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "script":
            self.scripts.append(given.get("type"))
        if (name := given.get("src") or given.get("href")) and tag in ("script", "link"):
            self.found[name] = given.get("integrity")


def test_the_document_names_files_of_the_folder_and_their_bytes(site: Site) -> None:
    text = site.files["index.html"].decode()
    names = Names(text)
    assert not ELSEWHERE.search(text)
    assert set(names.found) <= set(site.files)
    said = {name: integrity for name, integrity in names.found.items() if name.startswith("web/")}
    assert said == {name: integrity_of(site.files[name]) for name in said}
    assert len(said) > 5


def test_the_settings_name_files_of_the_folder_and_their_bytes(site: Site) -> None:
    text = site.files["index.html"].decode()
    found = re.search(r'<script type="application/json" id="site">(.*?)</script>', text)
    assert found
    settings = json.loads(found[1])
    single = [settings[name] for name in ("library", "host", "engine", "lesson")]
    for file in [*settings["runtimeFiles"], *single, *settings["networks"].values()]:
        body = site.files[file["path"]]
        assert (file["bytes"], file["integrity"]) == (len(body), integrity_of(body))
    assert len(settings["networks"]) == 12


def test_a_server_is_told_of_the_engine(site: Site, tmp_path: Path) -> None:
    told = json.loads(site.files["engine.json"])
    single = [told[name] for name in ("library", "host", "engine")]
    named = [*told["runtimeFiles"], *single, *told["networks"].values()]
    assert {file["path"] for file in named} <= set(told["files"]) <= set(site.files)
    assert told["modules"] + "thinker-worker.js" in told["files"]
    assert not [path for path in told["files"] if path.endswith("lesson.json")]
    assert 3 <= told["megabytes"] <= 8
    write_site(site, tmp_path)
    check_engine(tmp_path)


def test_the_document_has_a_table_before_the_first_deal_of_every_kind_of_game(site: Site) -> None:
    text = site.files["index.html"].decode()
    found = re.search(r'<script type="application/json" id="site">(.*?)</script>', text)
    assert found
    tables = json.loads(found[1])["emptyTables"]
    assert set(tables) == set(kinds())
    for name, table in tables.items():
        players = int(name[-1])
        assert len(table["state"]["boards"]) == players
        assert table["state"]["displays"] == [""] * (2 * players + 1)
        assert (table["pattern"] is None) == ("grey" in name)


def test_the_policy_is_the_servers_with_what_webassembly_needs() -> None:
    strict = sources(POLICY)
    for policy in (IN_DOCUMENT, IN_HEADER):
        found = sources(policy)
        assert found.pop("worker-src") == found.pop("manifest-src") == {"'self'"}
        wasm = {"'wasm-unsafe-eval'"} if policy == IN_HEADER else set()
        assert found.pop("script-src") == strict["script-src"] | wasm
        rest = {name: values for name, values in strict.items() if name != "script-src"}
        if policy == IN_DOCUMENT:
            rest.pop("frame-ancestors")  # Browsers heed it in headers only.
        assert found == rest


@pytest.mark.corner
def test_it_is_small(site: Site) -> None:
    from azulejos.site.sizes import fetched_size, other_networks

    assert fetched_size(site, site.essential) <= MOST_FIRST
    assert fetched_size(site, other_networks(site)) <= MOST_OTHERS


def test_the_service_worker_knows_all_that_is_fetched(site: Site) -> None:
    line = site.files["sw.js"].decode().split("\n", 1)[0]
    listed = json.loads(line.removeprefix("self.SITE = ").removesuffix(";"))
    named = listed["files"] | listed["later"]
    assert named == {path: integrity_of(site.files[path]) for path in named}
    left_out = {path for path in site.files if path not in named}
    others = ("sw.js", "_headers", "engine.json")
    assert all(path in others or path.startswith("icons/") for path in left_out)


def test_the_app_has_its_icons(site: Site) -> None:
    found = json.loads(site.files["manifest.webmanifest"])
    assert {icon["purpose"] for icon in found["icons"]} == {"any", "maskable"}
    for icon in found["icons"]:
        body = site.files[icon["src"]]
        assert body.startswith(b"\x89PNG")
        width = int.from_bytes(body[16:20])
        assert icon["sizes"] == f"{width}x{width}"


@pytest.mark.corner
def test_the_same_sources_make_the_same_site(site: Site) -> None:
    from azulejos.site.build import make_site
    from site_fixtures import CACHE

    again = make_site(CACHE, lambda step: None)
    assert {path for path in site.files if site.files[path] != again.files.get(path)} == set()


def test_bytecode_does_not_depend_on_what_else_a_process_holds() -> None:
    module = {"module.py": "pilcrow = '\xb6'".encode()}
    before = dict(_bytecode(module))
    sys.intern(chr(0xB6))
    assert dict(_bytecode(module)) == before


def test_a_new_site_takes_the_place_of_an_old_one(site: Site, tmp_path: Path) -> None:
    from azulejos.site.build import write_site

    write_site(site, tmp_path)
    stray = tmp_path / "web" / "0123456789abcdef" / "page.css"
    stray.parent.mkdir()
    stray.write_text("old")
    (tmp_path / "CNAME").write_text("mine")
    write_site(site, tmp_path)
    assert not stray.parent.exists()
    written = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*.*")}
    assert {path for path in site.files if "." in path} <= written
    assert (tmp_path / "CNAME").read_text() == "mine"


def test_a_folder_with_something_else_is_left_alone(site: Site, tmp_path: Path) -> None:
    from azulejos.site.build import write_site

    (tmp_path / "thesis.txt").write_text("years of work")
    with pytest.raises(SiteError) as refused:
        write_site(site, tmp_path)
    assert refused.value.code == "site_not_empty"
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]


def test_bytecode_keeps_its_lines() -> None:
    code = compile(Path(json.__file__).read_text("utf-8"), "json", "exec")
    lean = _without_columns(code)

    def lines(of: object) -> list[int | None]:
        return [line for a, b, line in of.co_lines() for _ in range(a, b, 2)]  # type: ignore[attr-defined]

    assert lines(lean) == lines(code)
    assert len(_line_table(code)) < len(code.co_linetable)


def test_host_packages_need_nothing_of_the_engine(site: Site) -> None:
    path = next(path for path in site.files if path.endswith("host.zip"))
    names = zipfile.ZipFile(io.BytesIO(site.files[path])).namelist()
    assert "azulejos/tables/table.pyc" in names
    assert not [name for name in names if name.startswith(("azulejos/core", "azulejos/search"))]


# What is missing is said


def test_a_python_without_a_pyodide_is_told_which_have_one() -> None:
    with pytest.raises(SiteError, match=r"3\.11.*3\.14"):
        release_for((3, 99))
    assert sys.version_info[:2] in RELEASES


def test_a_registry_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(runtime.REGISTRY_VARIABLE, "http://127.0.0.1:9")
    with pytest.raises(SiteError) as refused:
        fetch_runtime(tmp_path)
    assert refused.value.code == "site_no_download"


def test_a_damaged_download_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "pyodide" / "-" / f"pyodide-{release_for().version}.tgz"
    package.parent.mkdir(parents=True)
    package.write_bytes(b"something else")
    monkeypatch.setenv(runtime.REGISTRY_VARIABLE, tmp_path.as_uri())
    with pytest.raises(SiteError) as refused:
        fetch_runtime(tmp_path / "cache")
    assert refused.value.code == "site_damaged_download"


@pytest.mark.corner
def test_headers_that_are_missing(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from site_fixtures import CACHE

    monkeypatch.setattr("sysconfig.get_path", lambda name: str(tmp_path))
    with pytest.raises(SiteError, match="python3-dev"):
        compiling.compiled_modules(fetch_runtime(CACHE), tmp_path / "empty")
