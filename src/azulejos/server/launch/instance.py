"""One running server a data folder.

A file in the folder is locked by the server that runs there, and says where its page is. The
system gives the lock back when the process ends, however it ends, so that nothing stale remains.
"""

from __future__ import annotations

import json
import os
import sys
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from typing import NamedTuple

from ...files import make_private_folder

FILE = "server.lock"
PATIENCE = 15.0  # seconds that a server may take to start
SECOND = 1.0
_BEYOND = 1 << 30  # Windows locks bytes, even such as are not there: none that anybody reads


class Place(NamedTuple):
    """Where a running server is, as another process on this machine reaches it."""

    pid: int
    host: str
    port: int

    @property
    def address(self) -> str:
        return address_of(self.host, self.port)


class Instance:
    """That we are the one server of a folder."""

    def __init__(self, file: int) -> None:
        self._file = file

    @classmethod
    def claim(cls, folder: Path) -> Instance | None:
        """Ours from now on, or None if another process has it. Raises OSError."""
        make_private_folder(folder)
        file = os.open(folder / FILE, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if _lock(file):
                os.ftruncate(file, 0)  # an address that was left here is nobody's
                return cls(file)
        except BaseException:
            os.close(file)
            raise
        os.close(file)
        return None

    def announce(self, host: str, port: int) -> None:
        """For those who come later: where the page is. Raises OSError."""
        os.lseek(self._file, 0, os.SEEK_SET)
        os.write(self._file, json.dumps(Place(os.getpid(), host, port)).encode())

    def release(self) -> None:
        """The folder is free again."""
        os.ftruncate(self._file, 0)
        os.close(self._file)


def find(folder: Path, patience: float = PATIENCE) -> tuple[Place | None, bool]:
    """The server of a folder that is not ours, and whether it answers; waits while it starts."""
    end = time.monotonic() + patience
    while True:
        place = _read(folder)
        if place and answers(place):
            return place, True
        if time.monotonic() >= end:
            return place, False
        time.sleep(0.1)


def answers(place: Place) -> bool:
    """Is it a server of this game?"""
    connection = HTTPConnection(place.host, place.port, timeout=SECOND)
    try:
        connection.request("GET", "/api/about")
        about = json.loads(connection.getresponse().read(1 << 20))
    except (OSError, HTTPException, ValueError):
        return False
    finally:
        connection.close()
    return isinstance(about, dict) and {"version", "levels", "rules"} <= about.keys()


def address_of(host: str, port: int) -> str:
    """What to type into a browser."""
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _read(folder: Path) -> Place | None:
    try:
        pid, host, port = json.loads((folder / FILE).read_bytes())
        return Place(int(pid), str(host), int(port))
    except (OSError, ValueError, TypeError):
        return None  # not written yet, or not by us


if sys.platform == "win32":
    import msvcrt

    def _lock(file: int) -> bool:
        os.lseek(file, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        return True

else:
    import fcntl

    def _lock(file: int) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
