"""What is damaged in a run's folder is told and set aside, so that it is made again.

Our files are synced, but disks fill up, folders are copied in part, and some disks lose what they
promised to keep. What can't be read just now is left alone, for it may be whole.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from ..search.errors import WeightsError
from ..search.weights import read_card, read_numbers
from .config import TrainingConfig
from .files import Chunk, GenerationRun, weights_file
from .selfplay import read_chunk

Tell = Callable[[str], None]


def is_finished(run: GenerationRun, tell: Tell) -> bool:
    """Are a generation's network and the notes on it there, and whole?"""
    _check(run.network_file, partial(read_numbers, run.network_file), run.name, tell)
    _check(run.learned_file, run.learned, run.name, tell)
    return run.network_file.exists() and run.learned_file.exists()


def check_games(run: GenerationRun, tell: Tell) -> None:
    for chunk in run.chunks:
        _check(chunk.path, partial(_read_games, chunk), run.name, tell)


def check_exported(folder: Path, config: TrainingConfig, tell: Tell) -> None:
    weights = weights_file(folder, config)
    card = weights.with_suffix(".json")
    _check(weights, partial(read_numbers, weights), weights.stem, tell)
    _check(card, partial(read_card, card), weights.stem, tell)


def _read_games(chunk: Chunk) -> None:
    first, last = chunk.seeds
    if read_chunk(chunk.path).seeds != list(range(first, last + 1)):
        raise ValueError("these are other games")


def _check(path: Path, read: Callable[[], object], whose: str, tell: Tell) -> None:
    if not path.exists():
        return
    try:
        read()
    except OSError:
        raise
    except Exception as error:  # of a dozen kinds, which all mean the same
        if isinstance(error, WeightsError) and error.code == "weights_unreadable":
            raise
        aside = path.with_name(f"{path.name}.damaged")
        path.replace(aside)
        tell(f"{whose}: {path.name} is damaged and is made again (kept as {aside.name})")
