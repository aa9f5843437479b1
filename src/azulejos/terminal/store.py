"""Saved games of the terminal: one record file a game, written anew after every move.

A file is replaced in one step, so that a power cut leaves the old or the new game, never half
of one. Two terminals that go on with the same game do not overwrite each other: the second to
write finds a file that is not as it left it, and goes on in a new one.
"""

from __future__ import annotations

import errno
import os
import secrets
from collections.abc import Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import typer

from ..files import make_private_folder, write_atomically
from ..folders import NAME, VARIABLE, data_folder
from ..notation import Record, format_record, parse_record
from ..notation.records import UNFINISHED

SUFFIX = ".azul"


def game_folders() -> tuple[Path, ...]:
    """Where saved games lie, that of new ones first.

    The first versions kept them in the folder for settings; those games are still found there.
    """
    found = [data_folder()]
    if not os.environ.get(VARIABLE):
        found.append(Path(typer.get_app_dir(NAME)))
    return tuple(dict.fromkeys(found))


def is_own(path: Path) -> bool:
    """Is it one of our saved games, rather than a file from elsewhere?"""
    return path.resolve().parent in [folder.resolve() for folder in game_folders()]


class SavedGame:
    """One game's file."""

    def __init__(self, path: Path, content: str | None = None) -> None:
        self.path = path
        self._content = content  # What this terminal read or wrote last; None before that.

    @classmethod
    def new(cls, folder: Path) -> SavedGame:
        """A file of its own, named after the time; nothing is written yet."""
        stamp = datetime.now(UTC).strftime("%Y%m%d-%H%M%S")
        return cls(folder / f"{stamp}-{secrets.token_hex(3)}{SUFFIX}")

    @classmethod
    def open(cls, path: Path) -> tuple[SavedGame, Record]:
        """An existing file and its record; raises OSError or AzulejosError."""
        content = read_text(path)
        return cls(path, content), parse_record(content)

    @property
    def written(self) -> bool:
        """Is there a file already, with the game as it was read or written last?"""
        return self._content is not None

    def write(self, record: Record) -> None:
        """Keeps the record; raises OSError."""
        if self._content is not None and self._changed_by_others():
            self.path = SavedGame.new(self.path.parent).path
        content = format_record(record)
        make_folder(self.path.parent)
        write_atomically(self.path, content.encode())
        self._content = content

    def _changed_by_others(self) -> bool:
        try:
            return read_text(self.path) != self._content
        except OSError:
            return True


def make_folder(folder: Path) -> None:
    """With all above it; raises OSError, also where a file stands in the way."""
    try:
        make_private_folder(folder)
    except FileExistsError:
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None


def read_text(path: Path) -> str:
    """A text file as it is; undecodable bytes stay visible, for the parser to refuse."""
    return path.read_bytes().decode("utf-8", errors="replace").replace("\r\n", "\n")


def write_copy(path: Path, content: str, earlier: str | None) -> None:
    """Writes a file that is new, or still as we wrote it earlier; else raises FileExistsError."""
    ours = earlier is not None and read_text(path) == earlier
    if not ours:
        path.open("x").close()
    try:
        write_atomically(path, content.encode())
    except OSError:
        if not ours:
            path.unlink()
        raise


def unfinished(folders: Iterable[Path]) -> Iterator[Path]:
    """The games that wait to be finished, the latest first.

    Told by their Result alone, so that a start does not replay a shelf of finished games.
    """
    paths = [path for folder in folders for path in folder.glob(f"*{SUFFIX}")]
    for path in sorted(paths, key=_changed, reverse=True):
        with suppress(OSError):
            if f'[Result "{UNFINISHED}"]' in read_text(path):
                yield path


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
