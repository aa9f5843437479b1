"""A study, file by file, by the workers of a pool; files that are there are not played again."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..workers import WorkerPool
from .config import Shard, StudyConfig
from .folder import StudyError, StudyFolder
from .play import play_game
from .tables import ShardContent, content_of

Progress = Callable[[int], None]  # how many games there are


class Total(NamedTuple):
    """What a folder holds."""

    games: int
    moves: int
    bytes: int


def generate(
    folder: StudyFolder, config: StudyConfig, pool: WorkerPool, progress: Progress
) -> None:
    """Plays what is missing, and keeps each file as soon as it is played."""
    missing = [file for file in config.files if not folder.has(file)]
    done = config.games - sum(file.games for file in missing)
    progress(done)
    work = partial(make_file, config)
    for file, content in pool.as_done(work, missing, _name):
        folder.keep(file, content)
        done += file.games
        progress(done)


def make_file(config: StudyConfig, file: Shard) -> ShardContent:
    """On a worker."""
    games = range(file.first, file.first + file.games)
    return content_of(config, (play_game(config, number) for number in games))


def _name(file: Shard) -> str:
    return f"games {file.first} to {file.first + file.games - 1}"


def total(folder: StudyFolder, config: StudyConfig) -> Total:
    """Raises StudyError where a file was damaged since."""
    games = moves = size = 0
    for file in filter(folder.has, config.files):
        games += _rows(folder.games_file(file))
        moves += _rows(folder.moves_file(file))
        size += folder.moves_file(file).stat().st_size + folder.games_file(file).stat().st_size
    return Total(games, moves, size)


def _rows(path: Path) -> int:
    import pyarrow.parquet as pq

    try:
        rows: int = pq.read_metadata(path).num_rows
    except (OSError, ValueError) as error:
        raise StudyError(
            f"{path} can't be read: delete it, and its games are played again"
        ) from error
    return rows
