"""The tests' own servers end with whoever started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

STARTER = """
import sys
sys.path.insert(0, sys.argv[1])
from real_servers import RedisServer
server = RedisServer()
server.start()
print(server.pid, server.folder, flush=True)
sys.stdin.read()
"""


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_even_if_that_is_killed() -> None:
    command = [sys.executable, "-c", STARTER, str(Path(__file__).parents[1])]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True) as starter:
        assert starter.stdout is not None
        pid, folder = starter.stdout.readline().split()
        assert is_alive(int(pid))
        starter.send_signal(signal.SIGKILL)
    end = time.monotonic() + 20
    while is_alive(int(pid)):
        assert time.monotonic() < end
        time.sleep(0.02)
    for file in Path(folder).iterdir():
        file.unlink()
    Path(folder).rmdir()
