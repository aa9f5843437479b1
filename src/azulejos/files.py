"""Files that are whole or not there at all, and that one process uses at a time."""

from __future__ import annotations

import json
import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

if sys.platform == "win32":
    import msvcrt

    _BEYOND = 1 << 30  # Windows locks bytes, even such as are not there: none that anybody reads

    def lock(descriptor: int) -> bool:
        """Is the open file ours now? If so, until it is closed, or the process ends in any way."""
        position = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _BEYOND, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        finally:
            os.lseek(descriptor, position, os.SEEK_SET)
        return True

else:

    def lock(descriptor: int) -> bool:
        """Is the open file ours now? If so, until it is closed, or the process ends in any way."""
        import fcntl  # Browsers have none.

        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True


def write_atomically(path: Path, content: bytes) -> None:
    """Returns when all of it is on the disk under its name; raises OSError.

    Nobody else writes to the partial file: its name is new. What a power cut leaves of it is
    hidden from readers by the dot in front.
    """
    make_folder(path.parent)
    partial = path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
    try:
        with partial.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        with suppress(OSError):
            partial.unlink()
        raise
    sync_folder(path.parent)


def make_folder(folder: Path) -> None:
    """With all above it that are missing; returns when their names are on the disk."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    for each in missing:
        sync_folder(each.parent)


def difference(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    """Where two JSON objects first differ, as the end of a sentence; empty if they are equal.

    >>> difference({"seed": 1}, {"seed": 2})
    'its seed is 1, not 2'
    """
    for key in [*wanted, *found]:
        if found.get(key) != wanted.get(key):
            was, now = json.dumps(found.get(key)), json.dumps(wanted.get(key))
            return f"its {key} is {was}, not {now}"
    return ""


def read_bounded(path: Path, most: int) -> bytes:
    """What a file holds, if that is at most so many bytes; raises OSError and ValueError."""
    with path.open("rb") as file:
        content = file.read(most + 1)
    if len(content) > most:
        raise ValueError(f"{path.name} is too large: more than {most} bytes")
    return content


def sync_folder(folder: Path) -> None:
    """Names are on the disk only when their folder is; some systems can't be asked for that."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def make_private_folder(folder: Path) -> None:
    """Where it is not there yet; nobody else on the machine may look into it. Raises OSError."""
    if not folder.is_dir():
        make_folder(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)
        sync_folder(folder.parent)


def make_private_file(file: Path) -> None:
    """There from now on, and nobody else on the machine may read it. Raises OSError."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    close_to_others(file)


def close_to_others(file: Path) -> None:
    """If it is there and ours: what an earlier version left open is closed."""
    with suppress(OSError):
        mode = file.stat().st_mode
        if mode & 0o077:
            file.chmod(mode & ~0o077)
