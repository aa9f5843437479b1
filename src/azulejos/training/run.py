"""A training run: generation after generation, each from the games of the one before.

Whatever is finished lies in files and is not done again, so a run that was stopped goes on where
it was. Files that turn out to be damaged are made again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from ..files import make_folder, write_atomically
from ..search import Network
from ..search.weights import write_network
from ..workers import WorkerPool
from ..workers.local_pool import LocalPool
from .card import export_network, versions
from .config import TrainingConfig, save_config
from .examples import Examples, TargetMixture, examples_of, join
from .files import Chunk, GenerationRun, check_beginning, generation_runs, keep_beginning
from .repair import check_exported, check_games, is_finished
from .selfplay import PlayedGames, play_chunk, read_chunk, write_chunk

Tell = Callable[[str], None]
Progress = Callable[[str, int, int], None]  # what, how many are done, of how many


class SelfPlayer(NamedTuple):
    """Who plays a generation's games, in a form that travels: its network may lie elsewhere."""

    rules: str
    players: int
    rows: Any
    heads: Any
    nodes: int
    slips: float


def train(
    folder: Path,
    config: TrainingConfig,
    jobs: int,
    tell: Tell,
    progress: Progress,
    pool: WorkerPool | None = None,
) -> Path:
    """Carries out a config; returns the file with the last network, whose card lies beside it.

    Games are played by the pool, if one is given; all else is done here.
    """
    check_beginning(folder, config)
    save_config(folder, config)
    keep_beginning(folder, config)
    for run in generation_runs(folder, config):
        if not is_finished(run, tell):
            play_missing_games(run, pool or LocalPool(jobs, tell), tell, progress)
            learn_from(collect_examples(run, LocalPool(jobs, tell), progress), run, tell, progress)
    check_exported(folder, config, tell)
    return export_network(folder, config)


def play_missing_games(
    run: GenerationRun, pool: WorkerPool, tell: Tell, progress: Progress
) -> None:
    """All games that a generation learns from: its own, and those of others if they are lost."""
    for each in run.source_runs():
        check_games(each, tell)
        if each == run or each.missing():
            play(each, pool, progress)


def play(run: GenerationRun, pool: WorkerPool, progress: Progress) -> None:
    """The games of a generation that are not there yet."""
    make_folder(run.home)
    missing = run.missing()
    show = partial(progress, f"{run.name}: games")
    total = run.generation.games
    done = total - sum(chunk.games for chunk in missing)
    show(done, total)
    if not missing:
        return
    work = partial(play_one, player_of(run))
    for chunk, played in pool.as_done(work, missing, _name):
        write_chunk(chunk.path, played)
        done += chunk.games
        show(done, total)


def player_of(run: GenerationRun) -> SelfPlayer:
    network, config = run.player(), run.config
    rows, heads = network.rows, network.heads_array
    return SelfPlayer(config.rules, config.players, rows, heads, run.generation.nodes, config.slips)


def play_one(player: SelfPlayer, chunk: Chunk) -> PlayedGames:
    """The games of a chunk; runs in any process, on any machine."""
    network = Network(player.rules, player.players, player.rows, player.heads)
    return play_chunk(network, player.nodes, player.slips, chunk.number, chunk.games)


def _name(chunk: Chunk) -> str:
    return chunk.path.name


def collect_examples(run: GenerationRun, pool: WorkerPool, progress: Progress) -> Examples:
    """All examples that a generation's network learns from."""
    chunks = run.training_chunks()
    show = partial(progress, f"{run.name}: files of games looked at")
    parts: list[Examples] = []
    show(0, len(chunks))
    for part in pool.map(partial(_examples_of_chunk, run), chunks, _name):
        parts.append(part)
        show(len(parts), len(chunks))
    return join(parts)


def _examples_of_chunk(run: GenerationRun, chunk: Chunk) -> Examples:
    generation = run.generation
    mixture = TargetMixture(generation.trust, generation.search, generation.deals, run.config.share)
    return examples_of(run.player(), read_chunk(chunk.path), mixture)


def learn_from(examples: Examples, run: GenerationRun, tell: Tell, progress: Progress) -> None:
    """Makes a generation's network, and notes what learning found out."""
    from .learn import LATER_RATE, Recipe, learn  # PyTorch takes seconds to load

    tell(f"{run.name}: {len(examples.facts)} examples")
    begin = run.player() if run.config.begin else None
    recipe = Recipe(epochs=run.generation.epochs, seed=run.config.seed + 1)
    if begin:
        recipe = recipe._replace(rate=LATER_RATE)
    show = partial(progress, f"{run.name}: steps of learning")
    found = learn(examples, recipe, tell, show, begin)
    learned: dict[str, Any] = {
        "examples": len(examples.facts),
        "loss": round(found.loss, 5),
        "recipe": recipe._asdict(),
        "threads": found.threads,
        "versions": versions(),
    }
    write_atomically(run.learned_file, (json.dumps(learned) + "\n").encode())
    # Last of all: where it is, the generation is finished.
    write_network(run.network_file, found.rows, found.heads)
