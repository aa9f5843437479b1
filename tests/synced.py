"""Watches what is synced and renamed, to prove that files survive a power cut."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import pytest

Identity = tuple[int, int]


class Watched:
    """Every sync and every rename, in order, each with what it was done to."""

    def __init__(self) -> None:
        self.events: list[tuple[str, Identity]] = []

    def note(self, what: str, found: os.stat_result) -> None:
        self.events.append((what, (found.st_dev, found.st_ino)))

    def has_synced(self, folder: Path) -> bool:
        return ("sync folder", _identity(folder)) in self.events

    def is_durable(self, path: Path) -> bool:
        """Synced before it was renamed to what it is, and its folder after that."""
        file, folder = _identity(path), _identity(path.parent)
        if ("rename", file) not in self.events:
            return False
        renamed = len(self.events) - 1 - self.events[::-1].index(("rename", file))
        before, after = self.events[:renamed], self.events[renamed:]
        return ("sync file", file) in before and ("sync folder", folder) in after


def _identity(path: Path) -> Identity:
    found = path.stat()
    return found.st_dev, found.st_ino


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    seen = Watched()
    sync, rename = os.fsync, os.replace

    def fsync(descriptor: int) -> None:
        sync(descriptor)
        found = os.fstat(descriptor)
        seen.note("sync folder" if stat.S_ISDIR(found.st_mode) else "sync file", found)

    def replace(source: Any, target: Any) -> None:
        rename(source, target)
        seen.note("rename", Path(target).stat())

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    return seen
