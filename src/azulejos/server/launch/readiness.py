"""Can the games be kept where they should be? Asked before the start, mended where that is safe.

Knows folders and files; what is in the database is the store's.
"""

from __future__ import annotations

import errno
import os
import sqlite3
import time
from contextlib import closing, suppress
from enum import StrEnum
from pathlib import Path

from ..addresses import files_of

ROOM = 256 * 1024  # bytes that a start needs: the first tables, and what SQLite writes ahead
THOROUGH = 200 * 1024 * 1024  # larger files are not read through before every start


class Trouble(StrEnum):
    """Why nothing can be kept in a folder."""

    FULL = "full"
    NOT_FOLDER = "not_folder"
    READ_ONLY = "read_only"


def trouble_of(error: OSError) -> Trouble:
    """What an error of the file system means to a person."""
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EFBIG):
        return Trouble.FULL
    if error.errno in (errno.ENOTDIR, errno.EEXIST):
        return Trouble.NOT_FOLDER
    return Trouble.READ_ONLY


def try_writing(folder: Path) -> None:
    """Raises OSError if there is no room in the folder, or no permission."""
    probe = folder / f"probe-{os.getpid()}.part"
    try:
        with probe.open("wb") as file:
            file.write(bytes(ROOM))
            file.flush()
            os.fsync(file.fileno())
    finally:
        with suppress(OSError):
            probe.unlink()


def is_damaged(file: Path) -> bool:
    """Does SQLite find faults in the file? One that is not there has none."""
    if not file.exists() or file.stat().st_size > THOROUGH:
        return False
    try:
        with closing(sqlite3.connect(file)) as database:
            return bool(database.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok")
    except sqlite3.OperationalError:
        return False  # It may be locked or forbidden; the store will tell.
    except sqlite3.DatabaseError:
        return True


def set_aside(file: Path) -> Path:
    """Renames a file, and what SQLite keeps beside it; nothing is deleted. Raises OSError."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    aside = file.with_name(f"{file.name}.broken-{stamp}")
    for old, new in zip(files_of(file), files_of(aside), strict=True):
        with suppress(FileNotFoundError):
            old.rename(new)
    return aside
