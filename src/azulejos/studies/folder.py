"""The files of a study. Only this module knows their names.

selfplay.json               the config
moves/moves-000000.parquet  a row a move …
games/games-000000.parquet  … and a row a game; once it is there, both are finished
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..files import difference, lock, write_atomically
from .config import Shard, StudyConfig

if TYPE_CHECKING:
    from .tables import ShardContent

TERMS = "selfplay.json"
GAMES = "games"  # the one term that may grow
HOMES = ("moves", "games")


class StudyError(Exception):
    """The folder can't be gone on with; the sentence says why."""


class StudyFolder:
    """Where a study is kept; use it in a `with`: it is ours until its end.

    Raises OSError and StudyError.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._refuse_others()
        self._opened = self._lock()
        try:
            self.found = self._read()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> StudyFolder:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        if self._opened is not None:
            os.close(self._opened)
            self._opened = None

    @property
    def seed(self) -> int | None:
        """That of the study in the folder, which goes on with it."""
        seed = self.found.get("seed") if self.found else None
        return seed if isinstance(seed, int) else None

    @property
    def games(self) -> int:
        """How many the study in the folder has, finished or not."""
        games = self.found.get(GAMES) if self.found else None
        return games if isinstance(games, int) else 0

    def _refuse_others(self) -> None:
        """Nothing is written into a folder that is somebody else's."""
        if not self.path.exists() or (self.path / TERMS).exists():
            return
        if any(not _left_over(path) for path in self.path.iterdir()):
            raise StudyError(f"{self.path} holds other things: name a new folder")

    def _lock(self) -> int | None:
        """The folder itself is locked: a file for that would lie about in it."""
        self.path.mkdir(parents=True, exist_ok=True)
        try:
            opened = os.open(self.path, os.O_RDONLY)
        except PermissionError:  # Windows opens no folders.
            return None
        with suppress(OSError):  # Some file systems lock no folders.
            if not lock(opened):
                os.close(opened)
                raise StudyError(f"{self.path} is in use by another self-play")
        return opened

    def _read(self) -> dict[str, Any] | None:
        path = self.path / TERMS
        if not path.exists():
            return None
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            found = None
        if not isinstance(found, dict) or "selfplay" not in found:
            raise StudyError(f"{path} is not the file of a self-play")
        return found

    def begin(self, config: StudyConfig) -> None:
        """Writes the config down; a folder that was begun with others is refused.

        More games than before are welcome: a last file that was not full is played again.
        """
        wanted = config.to_json()
        before = self.games
        if self.found is not None:
            found = {name: value for name, value in self.found.items() if name != GAMES}
            if why := difference(found, wanted):
                raise StudyError(f"{self.path} belongs to another self-play: {why}")
            if config.games < before:
                raise StudyError(f"{self.path} has {before} games: ask for as many, or for more")
            if config.games == before:
                return
            self._drop_partial_file(config, before)
        self.found = wanted | {GAMES: config.games}
        write_atomically(self.path / TERMS, (json.dumps(self.found, indent=1) + "\n").encode())

    def _drop_partial_file(self, config: StudyConfig, before: int) -> None:
        last = config.files[(before - 1) // config.file_games]
        if before % config.file_games:
            self.games_file(last).unlink(missing_ok=True)  # without it, neither is finished
            self.moves_file(last).unlink(missing_ok=True)

    def moves_file(self, file: Shard) -> Path:
        return self.path / "moves" / f"moves-{file.number:06d}.parquet"

    def games_file(self, file: Shard) -> Path:
        return self.path / "games" / f"games-{file.number:06d}.parquet"

    def has(self, file: Shard) -> bool:
        return self.games_file(file).exists() and self.moves_file(file).exists()

    def keep(self, file: Shard, content: ShardContent) -> None:
        """Returns when both files are on the disk."""
        write_atomically(self.moves_file(file), content.moves)
        write_atomically(self.games_file(file), content.games)


def _left_over(path: Path) -> bool:
    """By a study that was stopped in its first moment; and what systems hide in every folder."""
    empty = path.name in HOMES and path.is_dir() and not any(path.iterdir())
    return path.name.startswith(".") or empty
