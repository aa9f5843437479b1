"""What a socket held is given back when it closes, whenever garbage is looked for next."""

from __future__ import annotations

import gc
import time
from pathlib import Path

from live_server import PATIENCE, Server
from server_games import order
from websockets.extensions.permessage_deflate import PerMessageDeflate


def compressors() -> int:
    return sum(type(thing) is PerMessageDeflate for thing in gc.get_objects())


def test_compressors_go_with_their_socket(tmp_path: Path) -> None:
    """50 KB each; both ends are in this process, but only the server's must free itself."""
    gc.collect()
    before = compressors()
    gc.disable()
    try:
        with Server(tmp_path) as server:
            table = server.new_table(order())
            for _ in range(3):
                with server.at(table) as client:
                    client.hear("welcome")
                    assert compressors() >= before + 2
            end = time.monotonic() + PATIENCE
            while compressors() > before + 3 and time.monotonic() < end:
                time.sleep(0.05)
            assert compressors() <= before + 3  # those of the clients wait for the collection
    finally:
        gc.enable()
