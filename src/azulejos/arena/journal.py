"""The file of a tournament: a header, then one line of JSON for each finished pair of games.

Each line is on the disk before play goes on. A last line that was cut off is dropped; anything
else that does not fit is refused, and nothing is ever overwritten.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..files import difference, lock, sync_folder

_BINARY = getattr(os, "O_BINARY", 0)  # elsewhere every file is

FORMAT = 1
MARK = "tournament"


class JournalError(Exception):
    """The file can't be gone on with; the sentence says why."""


class Journal:
    """An open file; use it in a `with`, which closes it. Raises OSError and JournalError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | _BINARY, 0o666)
        try:
            if not lock(self._file):
                raise JournalError(f"{self._path} is in use by another tournament")
            self.header, self.entries = self._read()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    @property
    def seed(self) -> int | None:
        """That of the tournament in the file, which goes on with it."""
        seed = self.header.get("seed") if self.header else None
        return seed if isinstance(seed, int) else None

    def begin(self, header: dict[str, Any]) -> None:
        """Writes the header of a new file; else the file's must be the same."""
        header = {MARK: FORMAT} | header
        if self.header is not None and (why := difference(self.header, header)):
            raise JournalError(f"{self._path} belongs to another tournament: {why}")
        os.ftruncate(self._file, self._length)
        os.lseek(self._file, self._length, os.SEEK_SET)
        if self.header is None:
            self.append(header)
            sync_folder(self._path.parent)

    def append(self, entry: dict[str, Any]) -> None:
        """Returns when the line is on the disk."""
        line = json.dumps(entry).encode() + b"\n"
        while line:
            line = line[os.write(self._file, line) :]
        os.fsync(self._file)

    def _read(self) -> tuple[dict[str, Any] | None, list[dict[str, Any]]]:
        content = self._path.read_bytes()
        lines = content.split(b"\n")
        tail = lines.pop()
        if not lines and tail and not tail.startswith(f'{{"{MARK}"'.encode()[: len(tail)]):
            raise self._foreign()
        found = [_parsed(line) for line in lines]
        if found and found[-1] is None and len(found) > 1:
            found.pop()
        self._length = sum(len(line) + 1 for line in lines[: len(found)])
        if not found:
            return None, []
        if found[0] is None or MARK not in found[0]:
            raise self._foreign()
        return found[0], self._checked(found)

    def _checked(self, found: list[dict[str, Any] | None]) -> list[dict[str, Any]]:
        for number, entry in enumerate(found, start=1):
            if entry is None:
                raise JournalError(f"{self._path}, line {number}: this is no JSON object")
        return [entry for entry in found[1:] if entry is not None]

    def _foreign(self) -> JournalError:
        return JournalError(f"{self._path} is not the file of a tournament")


def _parsed(line: bytes) -> dict[str, Any] | None:
    with suppress(ValueError):
        entry = json.loads(line)
        if isinstance(entry, dict):
            return entry
    return None
