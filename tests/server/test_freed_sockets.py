"""A line that is closed leaves the memory at once: garbage is hardly looked for."""

from __future__ import annotations

import gc
import time
from pathlib import Path

import pytest
from live_server import PATIENCE, Server
from server_games import order

from azulejos.server.web.protocols import Requests, Sockets


def lines() -> int:
    return sum(issubclass(type(thing), Requests | Sockets) for thing in gc.get_objects())


@pytest.mark.corner
def test_lines_go_when_they_are_closed(tmp_path: Path) -> None:
    gc.collect()
    before = lines()
    gc.disable()
    try:
        with Server(tmp_path) as server:
            table = server.new_table(order())
            for _ in range(3):
                with server.at(table) as client:
                    client.hear("welcome")
                    assert lines() > before
            server.http.close()
            end = time.monotonic() + PATIENCE
            while lines() > before and time.monotonic() < end:
                time.sleep(0.05)
            assert lines() == before
    finally:
        gc.enable()
