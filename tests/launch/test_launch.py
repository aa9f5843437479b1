"""`azulejos play` as people start it: every trouble is a sentence and a way on."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest

from api_client import legal_moves
from azulejos.locales import LANGUAGES, catalogue
from azulejos.server.launch.ports import USUAL
from command_line import call
from corners import corner_cases, corner_rows
from examples import either, usually
from serving import PATIENCE, Served

ENGLISH = catalogue("en", "server")
OTHER_LANGUAGES = sorted({*LANGUAGES} - {"de", "fi"})
DAMAGES = ("not one", "cut off", "holes", "other tables")
Serve = Callable[..., Served]


def order(**changes: object) -> dict[str, object]:
    person = {"kind": "person", "name": "", "level": None}
    return {"rules": "std", "seats": [person, person], "starter": 1} | changes


def new_table(served: Served) -> str:
    answer = httpx.post(f"{served.address}api/tables", json=order(), timeout=PATIENCE)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def standing(served: Served, table: str) -> dict[str, Any]:
    answer: dict[str, Any] = httpx.get(f"{served.address}api/tables/{table}").json()
    return answer


def make_a_move(served: Served, table: str) -> httpx.Response:
    now = standing(served, table)
    body = {"number": now["number"], "move": legal_moves(now["choices"])[0]}
    return httpx.post(f"{served.address}api/tables/{table}/moves", json=body, timeout=PATIENCE)


def tables(served: Served) -> list[str]:
    found = httpx.get(f"{served.address}api/tables").json()["tables"]
    return [table["id"] for table in found]


def play(folder: Path, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A start that should end by itself."""
    return subprocess.run(
        [sys.executable, "-m", "azulejos", "play", "--data", str(folder), *options],
        env=os.environ | {"LC_ALL": "C.UTF-8", "PYTHONUTF8": "1"} | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def lines_of(result: subprocess.CompletedProcess[str]) -> list[str]:
    return result.stdout.splitlines() + result.stderr.splitlines()


def said(key: str, **values: object) -> str:
    return ENGLISH.text(key, **values)


class TestStarting:
    def test_it_says_where_it_is_and_ends_at_once(self, serve: Serve) -> None:
        served = serve()
        assert served.lines == [said("launch.address", address=served.address)]
        assert httpx.get(served.address).status_code == 200
        begun = time.monotonic()
        assert served.stop() == 0
        assert time.monotonic() - begun < 10
        assert len(served.lines) == 1  # It goes without a word.

    @pytest.mark.parametrize("language", ["de", *corner_cases("fi"), *usually(OTHER_LANGUAGES)])
    def test_in_the_users_language(self, serve: Serve, language: str) -> None:
        served = serve(LC_ALL=f"{language}_XX.UTF-8")
        words = catalogue(language, "server")
        assert served.lines == [words.text("launch.address", address=served.address)]

    def test_games_are_still_there_after_a_restart(self, serve: Serve) -> None:
        served = serve()
        table = new_table(served)
        served.stop()
        served.start_again()
        assert tables(served) == [table]

    @pytest.mark.corner
    def test_the_variable_names_the_folder(self, tmp_path: Path) -> None:
        home = tmp_path / "named"
        with Served(home, AZULEJOS_DATA=str(tmp_path / "other")) as served:
            new_table(served)
        assert (home / "azulejos.db").exists()
        assert not (tmp_path / "other").exists()

    @pytest.mark.corner
    def test_any_folder_will_do(self, tmp_path: Path, serve: Serve) -> None:
        folder = tmp_path / "with space" / "a?b#c" / "100%25" / "Tüfte" / "it's" / "deep"
        served = serve(folder=folder)
        table = new_table(served)
        assert tables(served) == [table]
        assert (folder / "azulejos.db").exists()

    def test_it_ends_though_sockets_are_open_and_dumb(self, serve: Serve) -> None:
        served = serve()
        table = new_table(served)
        # One that asked for nothing yet, and one that will never answer a farewell.
        idle = socket.create_connection(("127.0.0.1", served.port))
        dumb = socket.create_connection(("127.0.0.1", served.port))
        with idle, dumb:
            dumb.sendall(
                f"GET /api/tables/{table}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            assert b"101" in dumb.recv(1000)
            begun = time.monotonic()
            assert served.stop() == 0
            assert time.monotonic() - begun < 10
        assert len(served.lines) == 1


class TestSecondStart:
    def test_it_finds_the_first(self, serve: Serve) -> None:
        served = serve()
        second = play(served.folder, "--no-browser")
        assert second.returncode == 0
        assert lines_of(second) == [said("launch.running.address", address=served.address)]
        assert httpx.get(served.address).status_code == 200

    @pytest.mark.corner
    def test_two_at_once_are_one_game(self, tmp_path: Path) -> None:
        with ThreadPoolExecutor(2) as threads:
            both = [threads.submit(Served, tmp_path) for _ in range(2)]
            one, other = [start.result() for start in both]
        with one, other:
            assert one.address == other.address
            keys = ["launch.address", "launch.running.address"]
            assert sorted(one.lines + other.lines) == sorted(
                said(key, address=one.address) for key in keys
            )

    @pytest.mark.corner
    def test_another_folder_is_another_game(self, serve: Serve) -> None:
        assert serve().address != serve().address

    @pytest.mark.corner
    def test_what_was_killed_is_not_in_the_way(self, serve: Serve) -> None:
        served = serve()
        served.kill()
        served.start_again()
        assert served.lines == [said("launch.address", address=served.address)]

    @pytest.mark.corner
    def test_a_first_that_does_not_answer(
        self, serve: Serve, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        from azulejos.server.launch import instance
        from azulejos.server.launch.launch import launch
        from azulejos.server.launch.options import LaunchError, LaunchOptions

        served = serve()
        served.process.send_signal(signal.SIGSTOP)
        monkeypatch.setattr(instance, "SECOND", 0.2)
        monkeypatch.setattr(instance.find, "__defaults__", (0.5,))
        with pytest.raises(LaunchError) as caught:
            launch(LaunchOptions(served.folder, browser=False), ENGLISH, print, print)
        served.process.send_signal(signal.SIGCONT)
        pid = served.process.pid
        assert str(caught.value) == said("launch.silent", pid=pid, folder=served.folder)


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program listens at."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


class TestPorts:
    def test_the_port_that_was_asked_for_is_taken(self, tmp_path: Path, taken: int) -> None:
        result = play(tmp_path, "--no-browser", "--port", str(taken))
        assert result.returncode == 2
        assert lines_of(result) == [f"azulejos: {said('launch.port_taken', port=taken)}"]

    def test_the_usual_port_is_taken(self, tmp_path: Path) -> None:
        """Whoever has it: another program, or a game that somebody plays on this machine."""
        busy = None
        with suppress(OSError):
            busy = socket.create_server(("127.0.0.1", USUAL))
        process = subprocess.Popen(
            [sys.executable, "-m", "azulejos", "play", "--no-browser", "--data", str(tmp_path)],
            env=os.environ | {"LC_ALL": "C.UTF-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert process.stdout is not None
        with process.stdout as stream:
            first, second = stream.readline().strip(), stream.readline().strip()
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)
        if busy:
            busy.close()
        port = int(second.partition("127.0.0.1:")[2].partition("/")[0])
        assert port != USUAL
        assert first == said("launch.other_port", wanted=USUAL, port=port)

    @pytest.mark.parametrize(
        "options",
        [("--host", "192.0.2.7", "--port", "0"), *corner_cases(("--host", "nowhere.invalid"))],
    )
    def test_an_address_that_is_not_ours(self, tmp_path: Path, options: tuple[str, ...]) -> None:
        result = play(tmp_path, "--no-browser", *options)
        assert result.returncode == 2
        assert f"azulejos: The game can't be offered at {options[1]}" in result.stderr

    @pytest.mark.parametrize("port", ["65536", *corner_cases("-1", "many")])
    def test_a_port_that_is_none(self, tmp_path: Path, port: str) -> None:
        result = call("play", "--data", str(tmp_path), "--port", port)
        assert result.returncode == 2
        assert len(lines_of(result)) == 1

    @pytest.mark.skipif(sys.platform != "linux", reason="has one address of its own")
    @pytest.mark.corner
    def test_another_address_of_this_machine(self, serve: Serve) -> None:
        served = serve("--host", "127.0.0.2")
        assert served.lines == [said("launch.address", address=served.address)]
        assert is_playable(served)

    def test_at_an_address_for_others_it_is_served_as_to_others(self, serve: Serve) -> None:
        """Whoever comes then acts only for the seats that they took."""
        served = serve("--host", "0.0.0.0")
        assert served.lines[0] == said("launch.serving", address=served.address)
        here = {"Host": f"{socket.gethostname()}:{served.port}"}
        assert httpx.get(f"{served.address}api/about", headers=here).status_code == 200
        foreign = {"Host": "example.com"}
        assert httpx.get(f"{served.address}api/about", headers=foreign).status_code == 403


def is_playable(served: Served) -> bool:
    table = new_table(served)
    return make_a_move(served, table).status_code == 200 and tables(served) == [table]


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Small file systems of their own, where the tests may mount some."""
    mounts: list[Path] = []

    def mount(options: str) -> Path:
        folder = tmp_path / f"mount-{len(mounts)}"
        folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)]
        if shutil.which("mount") is None or subprocess.run(command, capture_output=True).returncode:
            pytest.skip("no file system can be mounted here")
        mounts.append(folder)
        return folder

    yield mount
    for folder in mounts:
        subprocess.run(["umount", str(folder)], check=True)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where somebody has played; to be copied."""
    folder = tmp_path_factory.mktemp("played")
    with Served(folder) as served:
        new_table(served)
        served.stop()
    return folder


@pytest.fixture
def folder(played: Path, tmp_path: Path) -> Path:
    """Where somebody has played."""
    return Path(shutil.copytree(played, tmp_path / "played"))


def serve_others(folder: Path) -> tuple[int, list[str]]:
    """`azulejos serve`, which should not start."""
    result = subprocess.run(
        [sys.executable, "-m", "azulejos", "serve", "--data", str(folder), "--lang", "en"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    return result.returncode, lines_of(result)


class TestNowhereToKeepOthersGames:
    """Whoever serves others is refused: what they would play would be lost with the next start."""

    def test_a_file_is_in_the_way(self, tmp_path: Path) -> None:
        (tmp_path / "blocked").write_text("mine")
        told = said("launch.not_served.not_folder", folder=tmp_path / "blocked")
        assert serve_others(tmp_path / "blocked") == (2, [f"azulejos: {told}"])

    @pytest.mark.parametrize(
        ("options", "trouble"), [("ro", "read_only"), *corner_rows(("size=64k", "full"))]
    )
    def test_read_only_and_full(
        self, mounted: Callable[[str], Path], options: str, trouble: str
    ) -> None:
        folder = mounted(options)
        told = said(f"launch.not_served.{trouble}", folder=folder)
        assert serve_others(folder) == (2, [f"azulejos: {told}"])

    @pytest.mark.parametrize("damage", ["not one", *corner_cases("holes"), *usually(DAMAGES[1::2])])
    @pytest.mark.corner
    def test_a_damaged_file_stays_as_it_is(self, folder: Path, damage: str) -> None:
        file = folder / "azulejos.db"
        _damage(file, damage)
        content = file.read_bytes()
        told = said("launch.damaged", file=file)
        assert serve_others(folder) == (2, [f"azulejos: {told}"])
        assert file.read_bytes() == content
        assert not list(folder.glob("*broken*"))


@pytest.mark.skipif(sys.platform == "win32", reason="rights are others there")
class TestOtherUsersOfTheMachine:
    """Invitations lie in the database in clear."""

    def test_they_can_not_read_it(self, tmp_path: Path) -> None:
        folder = tmp_path / "new" / "data"
        with Served(folder) as served:
            new_table(served)
            found = {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir()}
            assert set(found) >= {"azulejos.db", "azulejos.db-wal", "azulejos.db-shm"}
            assert set(found.values()) == {0o600}
            assert folder.stat().st_mode & 0o777 == 0o700

    @pytest.mark.corner
    def test_what_an_earlier_version_left_open_is_closed(self, tmp_path: Path) -> None:
        with Served(tmp_path) as served:
            served.stop()
        (tmp_path / "azulejos.db").chmod(0o644)
        with Served(tmp_path):
            assert (tmp_path / "azulejos.db").stat().st_mode & 0o777 == 0o600


class TestNowhereToKeepGames:
    """The game can be played, and says that it will be forgotten."""

    @pytest.mark.parametrize("below", ["", *corner_cases("deeper")])
    def test_a_file_is_in_the_way(self, tmp_path: Path, serve: Serve, below: str) -> None:
        blocked = tmp_path / "blocked"
        blocked.write_text("mine")
        served = serve(folder=blocked / below)
        assert served.lines[0] == said("launch.not_kept.not_folder", folder=blocked / below)
        assert is_playable(served)
        served.stop()
        assert blocked.read_text() == "mine"

    def test_read_only(self, mounted: Callable[[str], Path], serve: Serve) -> None:
        folder = mounted("ro")
        served = serve(folder=folder)
        assert served.lines[0] == said("launch.not_kept.read_only", folder=folder)
        assert is_playable(served)

    @pytest.mark.corner
    def test_games_that_can_only_be_read_stay_as_they_are(
        self, mounted: Callable[[str], Path], serve: Serve
    ) -> None:
        folder = mounted("size=4m")
        first = serve(folder=folder)
        table = new_table(first)
        first.stop()
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        served = serve(folder=folder)
        assert served.lines[0] == said("launch.not_kept.read_only", folder=folder)
        assert is_playable(served)
        served.stop()
        subprocess.run(["mount", "-o", "remount,rw", str(folder)], check=True)
        assert tables(serve(folder=folder)) == [table]

    def test_full(self, mounted: Callable[[str], Path], serve: Serve) -> None:
        folder = mounted("size=64k")
        served = serve(folder=folder)
        assert served.lines[0] == said("launch.not_kept.full", folder=folder)
        assert is_playable(served)
        assert httpx.get(f"{served.address}api/about").json()["keeps"] is False

    @pytest.mark.corner
    def test_full_in_the_middle_of_a_game(
        self, mounted: Callable[[str], Path], serve: Serve
    ) -> None:
        """The move is refused, nothing is lost, and the game goes on when there is room."""
        folder = mounted("size=2m")
        served = serve(folder=folder)
        table = new_table(served)
        assert make_a_move(served, table).status_code == 200
        _fill(folder / "ballast")
        before, refused = standing(served, table), None
        for _ in range(100):  # What SQLite has written ahead can be written over.
            before = standing(served, table)
            answer = make_a_move(served, table)
            if answer.status_code != 200:
                refused = answer
                break
        assert refused is not None
        assert refused.status_code == 503
        assert refused.json()["error"]["code"] == "store_full"
        assert standing(served, table) == before
        (folder / "ballast").unlink()
        assert make_a_move(served, table).status_code == 200
        assert standing(served, table)["number"] > before["number"]
        after = standing(served, table)
        served.kill()
        served.start_again()
        assert standing(served, table) == after


def _fill(file: Path) -> None:
    with file.open("wb", buffering=0) as stream:
        for size in (65536, 4096, 512, 1):
            try:
                while stream.write(bytes(size)) == size:
                    pass
            except OSError:
                continue


class TestBrokenStore:
    @pytest.mark.parametrize(
        "damage", ["cut off", *corner_cases("other tables"), *usually(DAMAGES[::2])]
    )
    def test_it_is_set_aside(self, folder: Path, serve: Serve, damage: str) -> None:
        file = folder / "azulejos.db"
        _damage(file, damage)
        content = file.read_bytes()
        served = serve(folder=folder)
        (aside,) = folder.glob("azulejos.db.broken-*[0-9]")
        assert served.lines[0] == said("launch.broken", file=file, aside=aside)
        assert aside.read_bytes() == content
        assert is_playable(served)
        served.stop()
        served.start_again()
        assert len(served.lines) == 1
        assert len(tables(served)) == 1

    @pytest.mark.corner
    def test_an_empty_file_is_a_new_one(self, folder: Path, serve: Serve) -> None:
        (folder / "azulejos.db").write_bytes(b"")
        served = serve(folder=folder)
        assert len(served.lines) == 1
        assert is_playable(served)

    @pytest.mark.heavy
    def test_of_a_newer_version(self, folder: Path) -> None:
        file = folder / "azulejos.db"
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("UPDATE alembic_version SET version_num = '9999'")
        content = file.read_bytes()
        result = play(folder, "--no-browser", "--port", "0")
        assert result.returncode == 2
        assert lines_of(result) == [f"azulejos: {said('launch.newer', file=file)}"]
        assert file.read_bytes() == content

    @pytest.mark.corner
    def test_a_folder_in_its_place(self, tmp_path: Path, serve: Serve) -> None:
        (tmp_path / "data" / "azulejos.db").mkdir(parents=True)
        served = serve(folder=tmp_path / "data")
        assert served.lines[0] == said("launch.not_kept.read_only", folder=tmp_path / "data")
        assert is_playable(served)


def _damage(file: Path, how: str) -> None:
    if how == "not one":
        file.write_text("Dear diary, " * 1000)
    elif how == "cut off":
        os.truncate(file, file.stat().st_size // 2)
    elif how == "holes":
        content = bytearray(file.read_bytes())
        content[4096:] = bytes(len(content) - 4096)
        file.write_bytes(content)
    else:
        file.unlink()
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("PRAGMA journal_mode = WAL")
            database.execute("CREATE TABLE recipes (name TEXT)")


class TestKilled:
    def test_nothing_that_was_acknowledged_is_lost(self, serve: Serve) -> None:
        """Kill -9 in the middle of a game, again and again."""
        served = serve()
        table = new_table(served)
        for _ in range(either(2, 3)):
            for _ in range(4):
                assert make_a_move(served, table).status_code == 200
            before = standing(served, table)
            served.kill()
            served.start_again()
            assert standing(served, table) == before

    @pytest.mark.corner
    def test_killed_between_moves_that_nobody_waited_for(self, serve: Serve) -> None:
        """Whatever is there after a kill can be played on with."""
        served = serve()
        table = new_table(served)
        with socket.create_connection(("127.0.0.1", served.port)) as rude:
            now = standing(served, table)
            moves = [
                json.dumps({"number": now["number"], "move": move})
                for move in legal_moves(now["choices"])
            ]
            for body in moves[:5]:
                rude.sendall(
                    f"POST /api/tables/{table}/moves HTTP/1.1\r\nHost: 127.0.0.1\r\n"
                    f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
                    f"{body}".encode()
                )
            served.kill()
        served.start_again()
        assert standing(served, table)["number"] - now["number"] in (0, 1)
        assert make_a_move(served, table).status_code == 200
