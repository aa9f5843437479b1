"""Which pool is meant, and sentences for those that can't be had. Needs no Ray."""

from __future__ import annotations

import io
import pickle
import socket
from pathlib import Path
from typing import Any

import pytest

from azulejos.workers import (
    PoolOptions,
    WorkerPoolError,
    open_pool,
    parse_pool,
    ray_driver,
    ray_messages,
    report_progress,
)
from azulejos.workers.identity import Identity, _digest, identity
from azulejos.workers.ray_pool import RayPool
from azulejos.workers.task import DONE, FAILED, OTHER_CODE, WorkerContext, perform_remotely


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("ray", ""),
        ("ray://tower:9999", "ray://tower:9999"),
        ("ray://10.0.0.5", "ray://10.0.0.5:10001"),
        ("ray://[::1]:10001", "ray://[::1]:10001"),
    ],
)
def test_pools_on_ray(text: str, address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    assert parse_pool(text) == PoolOptions("ray", address)


@pytest.mark.parametrize(("value", "address"), [("tower:6379", "tower:6379"), ("local", "")])
def test_the_environment_may_name_the_cluster(
    value: str, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RAY_ADDRESS", value)
    assert parse_pool("ray") == PoolOptions("ray", address)
    assert parse_pool("processes") == PoolOptions("processes")


@pytest.mark.parametrize(
    "text", ["", "Ray", "ray:", "ray://", "ray://:10001", "ray://a:b", "ray://a:1/x", "http://a:1"]
)
def test_other_pools_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="ray://HOST:PORT, not"):
        parse_pool(text)


def test_nobody_at_the_address() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    address = f"ray://127.0.0.1:{port}"
    with pytest.raises(WorkerPoolError, match=f"no Ray cluster answers at {address}: "):
        open_pool(PoolOptions("ray", address)).__enter__()


def test_a_bad_address_in_the_environment() -> None:
    with pytest.raises(WorkerPoolError, match=r"the address of a cluster is .*, not 'tower'"):
        open_pool(PoolOptions("ray", "tower")).__enter__()


def fake_ray(folder: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "ray.py").write_text(text)
    monkeypatch.syspath_prepend(str(folder))


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        (
            "raise ImportError('no wheel')",
            r"needs more than is installed \(no wheel\).*azulejos\[ray\]",
        ),
        ("import os; os._exit(7)", r"Ray on this machine is lost \(.*exit code 7\)"),
        ("def init(**_): raise OSError('no room')", "Ray on this machine: OSError: no room"),
        ("import sys; sys.exit('last words')", r"lost \(.*exit code 1, last words\)"),
    ],
)
def test_without_ray_a_sentence(
    module: str, sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_ray(tmp_path, module, monkeypatch)
    with pytest.raises(WorkerPoolError, match=sentence):
        RayPool().__enter__()


def test_who_we_are() -> None:
    here = identity()
    assert here.same_as(here._replace(host="elsewhere", why_slow="no compiler"))
    assert not here.same_as(here._replace(code="00000000"))
    assert str(here) == f"{here.version} (code {here.code})"


def done(context: WorkerContext, work: Any, item: Any, **more: Any) -> tuple[str, Any]:
    kind, content = perform_remotely(context, pickle.dumps(work), pickle.dumps(item), **more)
    return kind, pickle.loads(content)


def test_a_worker_that_has_another_azulejos_does_nothing() -> None:
    other = WorkerContext(Identity("0.0.1", "12345678"), ())
    assert done(other, abs, -1) == (OTHER_CODE, identity())
    with pytest.raises(
        WorkerPoolError, match=r"on far has azulejos 0\.0\.1 \(code 12345678\), here"
    ):
        RayPool()._check(Identity("0.0.1", "12345678", "far"))


class StubbornError(Exception):
    """Can't be unpickled."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__("stubborn")


def stubborn(item: int) -> None:
    raise StubbornError(item, item)


def reporting(item: int) -> int:
    report_progress(item)
    return item


def test_what_a_worker_answers() -> None:
    context = WorkerContext(identity(), ())
    assert done(context, abs, -1) == (DONE, 1)
    kind, error = done(context, stubborn, 1)
    assert (kind, str(error)) == (FAILED, "StubbornError: stubborn")
    heard: list[int] = []
    assert done(context, reporting, 5) == (DONE, 5)
    assert done(context, reporting, 6, progress=heard.append) == (DONE, 6)
    assert heard == [6]


@pytest.mark.parametrize(
    ("raised", "sentence"),
    [
        (ConnectionError("gone"), "the connection was lost (ConnectionError)"),
        (RuntimeError("not connected"), "the connection was lost (RuntimeError)"),
        (KeyError("ours"), None),
        (TypeError("ours"), None),
    ],
)
def test_only_a_lost_connection_is_called_so(raised: Exception, sentence: str | None) -> None:
    class Silent(ray_driver._Driver):
        def look(self) -> None:
            raise raised

        def work(self) -> None:
            self.look()

    connect = ray_messages.Connect("", None, WorkerContext(identity(), ()))
    with pytest.raises(Exception) as caught:  # noqa: PT011  (which one is the question)
        Silent(None, connect, io.BytesIO()).work_on()
    if sentence is None:
        assert caught.value is raised
    else:
        assert str(caught.value) == sentence


def test_line_ends_do_not_make_another_azulejos(tmp_path: Path) -> None:
    def digest(name: str, code: bytes, weights: bytes) -> str:
        home = tmp_path / name
        (home / "bots").mkdir(parents=True)
        (home / "bots" / "clever.py").write_bytes(code)
        (home / "bots" / "net.npz").write_bytes(weights)
        (home / "game.py").write_bytes(code)
        return _digest(home)

    here = digest("here", b"a = 1\nb = 2\n", b"PK\r\n")
    assert digest("windows", b"a = 1\r\nb = 2\r\n", b"PK\r\n") == here
    assert digest("other", b"a = 1\nb = 3\n", b"PK\r\n") != here
    assert digest("weights", b"a = 1\nb = 2\n", b"PK\n") != here
