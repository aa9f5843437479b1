"""The files of a study. Only this module knows their names.

selfplay.json               the terms
moves/moves-000000.parquet  a row a move …
games/games-000000.parquet  … and a row a game; once it is there, both are finished
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .terms import File, Terms

if TYPE_CHECKING:
    from .tables import Content

TERMS = "selfplay.json"


class StudyError(Exception):
    """The folder can't be gone on with; the sentence says why."""


class Folder:
    """Where a study is kept. Raises OSError and StudyError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.found = self._read()

    @property
    def seed(self) -> int | None:
        """That of the study in the folder, which goes on with it."""
        seed = self.found.get("seed") if self.found else None
        return seed if isinstance(seed, int) else None

    def _read(self) -> dict[str, Any] | None:
        path = self.path / TERMS
        if not path.exists():
            if self.path.exists() and any(self.path.iterdir()):
                raise StudyError(f"{self.path} holds other things: name a new folder")
            return None
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict) or "selfplay" not in found:
            raise StudyError(f"{path} is not the file of a self-play")
        return found

    def begin(self, terms: Terms) -> None:
        """Writes the terms down; a folder that was begun with others is refused."""
        wanted = terms.to_json()
        if self.found is not None:
            return self._compare(self.found, wanted)
        for home in ("moves", "games"):
            (self.path / home).mkdir(parents=True, exist_ok=True)
        self._write(self.path / TERMS, (json.dumps(wanted, indent=1) + "\n").encode())
        self.found = wanted
        return None

    def _compare(self, found: dict[str, Any], wanted: dict[str, Any]) -> None:
        for key in [*wanted, *found]:
            if found.get(key) != wanted.get(key):
                was, now = json.dumps(found.get(key)), json.dumps(wanted.get(key))
                raise StudyError(
                    f"{self.path} belongs to another self-play: its {key} is {was}, not {now}"
                )

    def moves_file(self, file: File) -> Path:
        return self.path / "moves" / f"moves-{file.number:06d}.parquet"

    def games_file(self, file: File) -> Path:
        return self.path / "games" / f"games-{file.number:06d}.parquet"

    def has(self, file: File) -> bool:
        return self.games_file(file).exists()

    def keep(self, file: File, content: Content) -> None:
        """Returns when both files are on the disk."""
        self._write(self.moves_file(file), content.moves)
        self._write(self.games_file(file), content.games)

    def _write(self, path: Path, content: bytes) -> None:
        """All of it or nothing; what a power cut leaves half is hidden from readers by its dot."""
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = path.with_name(f".{path.name}.partial")
        with partial.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
