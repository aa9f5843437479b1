"""Real clusters of Ray, of one machine and of two: what is lost with them, and what is not."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import azulejos

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(find_spec("ray") is None, reason="needs Ray, from the extra `ray`"),
]

TERMS = ("greedy", "random", "--seed", "5")
AUTH = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "only-for-this-test-0123456789abcdef"}
ENVIRONMENT = {**os.environ, **AUTH, "RAY_USAGE_STATS_ENABLED": "0"}
ENVIRONMENT.pop("RAY_ADDRESS", None)


def free_port() -> int:
    """Below those that Ray's workers take for themselves."""
    for port in range(7000 + os.getpid() % 1000, 9999):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise AssertionError("no free port")


@contextmanager
def node(home: Path, *options: str, path: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """A node of a cluster; ended with all that it has started. `path`: its modules come first."""
    program = Path(sys.executable).with_name("ray")
    small = ("--object-store-memory", "100000000", "--num-cpus", "1")
    with (home / "node.log").open("ab") as log:
        running = subprocess.Popen(
            [str(program), "start", "--block", *options, *small],
            stdout=log,
            stderr=log,
            env=ENVIRONMENT | {"PYTHONPATH": path} if path else ENVIRONMENT,
            start_new_session=True,
        )
    try:
        yield running
    finally:
        running.terminate()
        with suppress(subprocess.TimeoutExpired):
            running.wait(30)
        with suppress(OSError):
            os.killpg(running.pid, signal.SIGKILL)
        running.wait()


def wait_for(port: int) -> None:
    deadline = time.monotonic() + 120
    while True:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert time.monotonic() < deadline
        time.sleep(0.2)


class Head:
    """A cluster's first node, and where it is."""

    def __init__(self, running: subprocess.Popen[bytes], port: int, client: int) -> None:
        self.running = running
        self.address = f"127.0.0.1:{port}"
        self.client = f"ray://127.0.0.1:{client}"


@contextmanager
def head(home: Path, path: str = "") -> Iterator[Head]:
    before = nodes(home)
    port = free_port()
    with socket.create_server(("127.0.0.1", port)):
        client = free_port()
    options = ("--head", "--include-dashboard=false", f"--port={port}", f"--temp-dir={home}")
    with node(home, *options, f"--ray-client-server-port={client}", path=path) as running:
        await_nodes(home, before + 1)
        wait_for(client)
        yield Head(running, port, client)


@pytest.fixture
def home() -> Iterator[Path]:
    """With a short name: sockets can't have long ones."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="az", ignore_cleanup_errors=True) as folder:
        yield Path(folder)


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "azulejos", *arguments]


def run(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        text=True,
        check=False,
        env=ENVIRONMENT | more,
        timeout=300,
    )


def games_of(journal: Path) -> list[Any]:
    """All lines but for times."""
    lines = [json.loads(line) for line in journal.read_text().splitlines()]
    for line in lines[1:]:
        for game in line["games"]:
            del game["cpu_seconds"], game["seconds"]
    return lines


def await_lines(journal: Path, lines: int) -> None:
    deadline = time.monotonic() + 120
    while not journal.exists() or journal.read_bytes().count(b"\n") < lines:
        assert time.monotonic() < deadline
        time.sleep(0.05)


def nodes(home: Path) -> int:
    """How many have been started so far."""
    log = home / "node.log"
    return log.read_text().count("Ray runtime started.") if log.exists() else 0


def await_nodes(home: Path, number: int) -> None:
    deadline = time.monotonic() + 120
    while nodes(home) < number:
        assert time.monotonic() < deadline
        time.sleep(0.2)


def test_the_same_tournament_here_there_and_after_the_loss_of_the_cluster(
    home: Path, tmp_path: Path
) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    terms = ("tournament", *TERMS, "--games", "200")
    assert run(*terms, "--save", str(here), "--jobs", "2").returncode == 0
    with head(home) as cluster:
        lost = subprocess.Popen(
            command(*terms, "--save", str(there), "--on", cluster.client),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        await_lines(there, 10)
        cluster.running.terminate()
        _, errors = lost.communicate(timeout=200)
    assert lost.returncode == 2
    assert f"azulejos: the Ray cluster at {cluster.client}" in errors
    assert errors.endswith("The same command goes on where it was.\n")
    kept = there.read_bytes()
    assert 10 <= kept.count(b"\n") < 101
    with head(home) as cluster:
        again = run(*terms, "--save", str(there), "--on", "ray", RAY_ADDRESS=cluster.address)
    assert again.stderr.count("azulejos:") == 0
    assert there.read_bytes().startswith(kept)
    assert games_of(there) == games_of(here)


def test_a_node_that_is_lost_costs_nothing(home: Path, tmp_path: Path) -> None:
    here, there = tmp_path / "here.jsonl", tmp_path / "there.jsonl"
    terms = ("tournament", *TERMS, "--games", "300")
    assert run(*terms, "--save", str(here), "--jobs", "2").returncode == 0
    with head(home) as cluster, node(home, f"--address={cluster.address}") as second:
        await_nodes(home, 2)
        running = subprocess.Popen(
            command(*terms, "--save", str(there), "--on", cluster.client),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=ENVIRONMENT,
        )
        await_lines(there, 10)
        os.killpg(second.pid, signal.SIGKILL)
        _, errors = running.communicate(timeout=300)
    assert running.returncode == 0, errors
    assert "it is done again" in errors
    assert games_of(there) == games_of(here)


def test_ctrl_c_ends_it_cleanly(tmp_path: Path) -> None:
    journal = tmp_path / "list.jsonl"
    running = subprocess.Popen(
        command("tournament", *TERMS, "--games", "5000", "--save", str(journal), "--on", "ray"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    )
    await_lines(journal, 5)
    os.killpg(running.pid, signal.SIGINT)
    # The pipes end only when the last process that could write into them has ended.
    said, errors = running.communicate(timeout=60)
    assert running.returncode == 130
    assert "of 5000 games, rules std, seed 5" in said
    assert "Traceback" not in errors
    assert "ray" not in errors.lower()


def test_a_token_that_is_missing(home: Path) -> None:
    with head(home) as cluster:
        said = run("match", *TERMS, "--on", cluster.client, RAY_AUTH_MODE="disabled")
    assert said.returncode == 2
    assert "if it asks for a token, set RAY_AUTH_MODE=token and RAY_AUTH_TOKEN" in said.stderr


ABSENT = "raise ModuleNotFoundError(\"No module named 'azulejos'\")\n"


@pytest.mark.parametrize("version", ["", "0.0.1"])
def test_machines_without_azulejos_or_with_another(
    version: str, home: Path, tmp_path: Path
) -> None:
    package = tmp_path / "azulejos"
    shutil.copytree(Path(azulejos.__file__).parent, package)
    text = (package / "__init__.py").read_text()
    other = text.replace(f'"{azulejos.__version__}"', f'"{version}"') if version else ABSENT
    (package / "__init__.py").write_text(other)
    with head(home, str(tmp_path)) as cluster:
        for on, address in ((cluster.client, ""), ("ray", cluster.address)):
            said = run("match", *TERMS, "--games", "2", "--on", on, RAY_ADDRESS=address)
            assert (said.returncode, said.stdout) == (2, "")
            reason = f"has azulejos {version} (code " if version else "have no azulejos"
            assert reason in said.stderr
