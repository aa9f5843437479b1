"""The page opens by itself where there is a screen, and nothing ever waits for a browser."""

from __future__ import annotations

import stat
import subprocess
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

import pytest

from azulejos.locales import catalogue
from azulejos.server.launch import browser
from serving import PATIENCE, Served

ENGLISH = catalogue("en", "server")
ADDRESS = "http://127.0.0.1:8765/"


@pytest.fixture(autouse=True)
def _no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"):
        monkeypatch.delenv(name, raising=False)


class Recorder(webbrowser.GenericBrowser):
    """A browser that stays until it is closed."""

    def __init__(self, name: str, error: Exception | None = None) -> None:
        super().__init__(name)
        self.opened: list[str] = []
        self.closed = threading.Event()
        self.has_ended = False
        self._error = error

    def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
        self.opened.append(url)
        if self._error:
            raise self._error
        self.closed.wait(PATIENCE)
        self.has_ended = True
        return True


def use(monkeypatch: pytest.MonkeyPatch, found: webbrowser.BaseBrowser) -> None:
    monkeypatch.setattr("webbrowser.get", lambda: found)


def test_not_without_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    found = Recorder("firefox")
    use(monkeypatch, found)
    assert not browser.open_page(ADDRESS)
    assert found.opened == []


@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY", "BROWSER"])
def test_with_a_screen_and_without_waiting(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv(name, ":0")
    found = Recorder("firefox")
    use(monkeypatch, found)
    assert browser.open_page(ADDRESS)
    assert not found.has_ended
    _wait_for(lambda: found.opened == [ADDRESS])
    found.closed.set()


@pytest.mark.parametrize("name", ["w3m", "/usr/bin/lynx", "www-browser"])
def test_no_browser_that_takes_the_terminal(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    found = Recorder(name)
    use(monkeypatch, found)
    assert not browser.open_page(ADDRESS)
    assert found.opened == []


def test_no_browser_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> None:
        raise webbrowser.Error("could not locate runnable browser")

    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.get", none)
    assert not browser.open_page(ADDRESS)


@pytest.mark.parametrize("error", [OSError("gone"), webbrowser.Error("broken")])
def test_a_browser_that_fails(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    found = Recorder("firefox", error)
    use(monkeypatch, found)
    assert browser.open_page(ADDRESS)
    _wait_for(lambda: found.opened == [ADDRESS])


@pytest.fixture
def slow_browser(tmp_path: Path) -> tuple[Path, Path]:
    """A program that notes what it should open, and stays: the browser of a desktop."""
    program, notes = tmp_path / "browser", tmp_path / "opened"
    program.write_text(f'#!/bin/sh\necho "$1" >>"{notes}"\nexec sleep 40 >/dev/null 2>&1\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return program, notes


@pytest.mark.heavy
def test_it_opens_by_itself_and_a_second_start_opens_it_again(
    tmp_path: Path, slow_browser: tuple[Path, Path]
) -> None:
    program, notes = slow_browser
    folder, browser = tmp_path / "data", str(program)
    with Served(folder, browser=True, BROWSER=browser, DISPLAY=":0") as served:
        # Somebody else may have the usual port, which is said first.
        assert served.lines[-1] == ENGLISH.text("launch.opened", address=served.address)
        _wait_for(lambda: notes.exists() and notes.read_text().split() == [served.address])
        with Served(folder, browser=True, BROWSER=browser, DISPLAY=":0") as second:
            assert second.address == served.address
            assert second.process.wait(PATIENCE) == 0
            assert second.lines == [ENGLISH.text("launch.running.opened", address=served.address)]
        _wait_for(lambda: notes.read_text().split() == 2 * [served.address])
        begun = time.monotonic()
        assert served.stop() == 0
        assert time.monotonic() - begun < 30  # though the browser goes on


NO_PARSER = """
import sys
from azulejos import cli
from azulejos.server.launch import launch
launch.launch = lambda options, *rest: print(options.is_local, "typer" in sys.modules) or 7
sys.argv = ["azulejos", "play"]
cli.main()
"""


def test_without_an_option_no_parser_is_loaded() -> None:
    """Typer takes longer to load than all that the page waits for."""
    done = subprocess.run([sys.executable, "-c", NO_PARSER], capture_output=True, text=True)
    assert (done.stdout, done.stderr, done.returncode) == ("True False\n", "", 7)


def _wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
