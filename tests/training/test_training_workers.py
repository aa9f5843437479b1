"""Self-play by any pool: the same games from any number of processes, and each file is kept."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tiny_training import tiny_config

from azulejos.training import files
from azulejos.training.files import Chunk, GenerationRun
from azulejos.training.run import play, play_one, player_of
from azulejos.workers.local_pool import LocalPool

pytestmark = pytest.mark.heavy


def test_the_games_do_not_depend_on_the_number_of_processes(tmp_path: Path) -> None:
    player = player_of(GenerationRun(tmp_path, tiny_config(), 0))
    chunks = [Chunk(tmp_path / f"{number}.npz", number, 2) for number in range(4)]
    work = partial(play_one, player)
    alone, together = (list(LocalPool(jobs).map(work, chunks)) for jobs in (1, 2))
    assert alone == together
    assert len({tuple(played.actions) for played in alone}) == 4


class Backwards(LocalPool):
    """A pool whose last piece of work is done first; then it is stopped."""

    def as_done(self, function: Any, items: Any, name: Any = str) -> Any:
        yield items[-1], function(items[-1])
        raise KeyboardInterrupt


def test_a_file_of_games_is_kept_whatever_is_not_done_before_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "CHUNK", 1)
    run = GenerationRun(tmp_path, tiny_config(), 0)
    shown: list[int] = []
    with pytest.raises(KeyboardInterrupt):
        play(run, Backwards(), lambda what, done, total: shown.append(done))
    assert [chunk.path.exists() for chunk in run.chunks] == [False, False, True]
    assert shown == [0, 1]
