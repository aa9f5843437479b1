"""`azulejos serve` as people start it: the addresses are told, and bad wishes are answered."""

from __future__ import annotations

import ipaddress
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from azulejos.locales import LANGUAGES, catalogue
from azulejos.server.launch import ports
from azulejos.server.launch.launch import _for_whom
from azulejos.server.launch.options import (
    LaunchError,
    LaunchOptions,
    check,
    public_base,
    public_host,
)
from azulejos.server.settings import Settings
from command_line import call
from serving import PATIENCE, Served

ENGLISH = catalogue("en", "server")


def serve(*options: str, lang: str = "en") -> subprocess.CompletedProcess[str]:
    """One that should not start."""
    command = [sys.executable, "-m", "azulejos", "serve", *options, "--lang", lang]
    return subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE, check=False
    )


def test_how_many_think_is_the_hosts_choice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: dict[str, Any] = {}

    def note(language: str, data: Path | None, **wishes: Any) -> int:
        asked.update(wishes)
        return 0

    monkeypatch.setattr("azulejos.cli.launching.serve", note)
    assert call("serve", "--thinkers", "5", "--threads-per-bot", "3").returncode == 0
    found = _for_whom(LaunchOptions(tmp_path, **asked), Settings("sqlite://"), 1)
    assert (found.bot_threads, found.threads_per_bot) == (5, 3)
    assert call("serve", "--thinkers", "0").returncode == 2


@pytest.mark.heavy
def test_it_tells_where_others_can_play(tmp_path: Path) -> None:
    public = "https://games.example.org"
    with Served(tmp_path, "--host", "0.0.0.0", "--public-url", public, for_others=True) as served:
        others = ports.addresses_for_others("0.0.0.0")
        assert served.lines == [
            ENGLISH.text("launch.serving", address=f"http://127.0.0.1:{served.port}/"),
            *([ENGLISH.text("launch.others")] if others else []),
            *(f"  http://{address}:{served.port}/" for address in others),
            ENGLISH.text("launch.public", address=f"{public}/"),
        ]
        for host in (*others, "games.example.org", "games.example.org:443", "192.168.77.1"):
            answer = httpx.get(f"{served.address}api/about", headers={"Host": host})
            assert answer.json()["reachable"], host
            assert answer.json()["base"] == public
        for host in ("example.org", "evil.example", "games.example.org.evil.example"):
            answer = httpx.get(f"{served.address}api/about", headers={"Host": host})
            assert answer.status_code == 403, host
        for address in others:
            assert httpx.get(f"http://{address}:{served.port}/api/about").status_code == 200
        assert served.stop() == 0


@pytest.mark.corner
def test_links_lead_others_here_though_the_host_calls_it_localhost(tmp_path: Path) -> None:
    with Served(tmp_path, "--host", "0.0.0.0", for_others=True) as served:
        others = ports.addresses_for_others("0.0.0.0")
        here = f"http://{others[0] if others else '127.0.0.1'}:{served.port}"
        assert httpx.get(f"{served.address}api/about").json()["base"] == here


@pytest.mark.corner
def test_at_loopback_it_says_that_nobody_comes(tmp_path: Path) -> None:
    with Served(tmp_path, for_others=True) as served:
        assert served.lines == [
            ENGLISH.text("launch.serving", address=served.address),
            ENGLISH.text("launch.nobody"),
        ]
        # At home one would see all tables; here only one's own.
        order = {"rules": "std", "seats": [{"kind": "person", "name": "", "level": None}] * 2}
        made = httpx.post(f"{served.address}api/tables", json=order | {"starter": 1})
        assert made.status_code == 201
        assert httpx.get(f"{served.address}api/tables").json() == {"tables": []}
        answer = httpx.get(f"{served.address}api/about", headers={"Host": "192.168.77.1"})
        assert answer.status_code == 403


@pytest.mark.corner
def test_a_folder_is_served_once(tmp_path: Path) -> None:
    with Served(tmp_path) as served:
        result = serve("--data", str(tmp_path), "--port", "0")
        assert result.returncode == 2
        said = ENGLISH.text("launch.busy", pid=served.process.pid, folder=tmp_path)
        assert result.stderr == f"azulejos: {said}\n"


BAD: list[tuple[dict[str, Any], str]] = [
    ({"public_url": "games.example.org"}, "launch.bad_url"),
    ({"public_url": "ftp://games.example.org"}, "launch.bad_url"),
    ({"public_url": "https://me:secret@games.example.org"}, "launch.bad_url"),
    ({"public_url": "https://games.example.org/azulejos"}, "launch.bad_url"),
    ({"public_url": "https://[::1"}, "launch.bad_url"),
    ({"public_url": "https://games.example.org:99999"}, "launch.bad_url"),
    ({"database": "games.db"}, "launch.bad_database"),
    ({"database": "mysql://me:secret@localhost/games"}, "launch.bad_database"),
    ({"redis": "http://:secret@localhost"}, "launch.bad_redis"),
    ({"trusted_proxies": ("10.0.0.1", "proxy.example.org")}, "launch.bad_proxy"),
    ({"engine": Path("/nowhere")}, "launch.no_engine"),
]


@pytest.mark.covering(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("wish", "key"), BAD)
def test_wishes_that_can_not_be_meant(wish: dict[str, Any], key: str, language: str) -> None:
    """A sentence in the user's language, which repeats no password."""
    words = catalogue(language, "server")
    with pytest.raises(LaunchError) as refused:
        check(LaunchOptions(Path(), for_others=True, **wish), words)
    said = str(refused.value)
    assert said.endswith(words.text(key, url="\0", value="\0", folder="\0").partition("\0")[2])
    assert "secret" not in said


def test_they_are_answered_before_anything_starts(tmp_path: Path) -> None:
    result = serve("--data", str(tmp_path), "--redis", "http://:secret@nowhere", lang="sv")
    said = catalogue("sv", "server").text("launch.bad_redis", url="http://nowhere")
    assert (result.returncode, result.stderr) == (2, f"azulejos: {said}\n")
    assert list(tmp_path.iterdir()) == []


def test_a_database_that_is_not_there() -> None:
    """The password stays between the user and the database."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    result = serve("--database", f"postgresql://me:secret@127.0.0.1:{port}/games")
    assert result.returncode == 2
    assert "postgresql://127.0.0.1/games" in result.stderr
    assert "secret" not in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize("option", ["--database=postgresql://localhost/games", "--redis=redis://a"])
def test_what_is_not_installed_can_be(option: str) -> None:
    """The extra is missing: one sentence says how to get it."""
    code = (
        "import sys; sys.modules['asyncpg'] = sys.modules['redis'] = None\n"
        "from azulejos.cli import main; main()"
    )
    command = [sys.executable, "-c", code, "serve", option, "--lang", "en"]
    result = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE, check=False
    )
    assert result.returncode == 2
    assert 'pip install "azulejos[cluster]"' in result.stderr
    assert "Traceback" not in result.stderr


def test_people_are_counted() -> None:
    assert serve("--people-per-address", "0").returncode == 2


# What the words mean


@pytest.mark.parametrize(
    ("url", "host", "base"),
    [
        ("https://games.example.org", "games.example.org", "https://games.example.org"),
        ("https://Games.Example.org/", "games.example.org", "https://games.example.org"),
        ("http://192.168.1.5:8765", "192.168.1.5", "http://192.168.1.5:8765"),
        ("http://[2001:db8::1]:80/", "[2001:db8::1]", "http://[2001:db8::1]:80"),
        ("https://bücher.example", "xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    ],
)
def test_public_addresses(url: str, host: str, base: str) -> None:
    assert public_host(url) == host
    assert public_base(url) == base


def test_addresses_for_others() -> None:
    assert ports.addresses_for_others("127.0.0.1") == []
    assert ports.addresses_for_others("localhost") == []
    assert ports.addresses_for_others("192.0.2.7") == ["192.0.2.7"]
    for host, versions in (("0.0.0.0", {4}), ("::", {4, 6})):
        found = [ipaddress.ip_address(each) for each in ports.addresses_for_others(host)]
        assert len(found) == len(set(found))
        assert {each.version for each in found} <= versions
        assert not any(each.is_loopback or each.is_link_local for each in found)
