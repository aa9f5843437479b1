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
from .card import ship, versions
from .examples import Examples, Mixture, examples_of, join
from .files import Chunk, Step, check_beginning, keep_beginning, steps_of
from .plan import Plan, keep_plan
from .repair import check_games, check_shipped, is_finished
from .selfplay import Played, play_chunk, read_chunk, write_chunk

Tell = Callable[[str], None]
Progress = Callable[[str, int, int], None]  # what, how many are done, of how many


class Player(NamedTuple):
    """Who plays a generation's games, in a form that travels: its network may lie elsewhere."""

    rules: str
    players: int
    rows: Any
    heads: Any
    nodes: int
    slips: float


def train(
    folder: Path,
    plan: Plan,
    jobs: int,
    tell: Tell,
    progress: Progress,
    pool: WorkerPool | None = None,
) -> Path:
    """Carries out a plan; returns the file with the last network, whose card lies beside it.

    Games are played by the pool, if one is given; all else is done here.
    """
    check_beginning(folder, plan)
    keep_plan(folder, plan)
    keep_beginning(folder, plan)
    for step in steps_of(folder, plan):
        if not is_finished(step, tell):
            play_lessons(step, pool or LocalPool(jobs, tell), tell, progress)
            learn_from(see(step, LocalPool(jobs, tell), progress), step, tell, progress)
    check_shipped(folder, plan, tell)
    return ship(folder, plan)


def play_lessons(step: Step, pool: WorkerPool, tell: Tell, progress: Progress) -> None:
    """All games that a generation learns from: its own, and those of others if they are lost."""
    for each in step.teachers():
        check_games(each, tell)
        if each == step or each.missing():
            play(each, pool, progress)


def play(step: Step, pool: WorkerPool, progress: Progress) -> None:
    """The games of a generation that are not there yet."""
    make_folder(step.home)
    missing = step.missing()
    show = partial(progress, f"{step.name}: games")
    total = step.generation.games
    done = total - sum(chunk.games for chunk in missing)
    show(done, total)
    if not missing:
        return
    work = partial(play_one, player_of(step))
    for chunk, played in pool.as_done(work, missing, _name):
        write_chunk(chunk.path, played)
        done += chunk.games
        show(done, total)


def player_of(step: Step) -> Player:
    network, plan = step.player(), step.plan
    rows, heads = network.rows, network.heads_array
    return Player(plan.rules, plan.players, rows, heads, step.generation.nodes, plan.slips)


def play_one(player: Player, chunk: Chunk) -> Played:
    """The games of a chunk; runs in any process, on any machine."""
    network = Network(player.rules, player.players, player.rows, player.heads)
    return play_chunk(network, player.nodes, player.slips, chunk.number, chunk.games)


def _name(chunk: Chunk) -> str:
    return chunk.path.name


def see(step: Step, pool: WorkerPool, progress: Progress) -> Examples:
    """All examples that a generation's network learns from."""
    chunks = step.lessons()
    show = partial(progress, f"{step.name}: files of games looked at")
    parts: list[Examples] = []
    show(0, len(chunks))
    for part in pool.map(partial(_see_one, step), chunks, _name):
        parts.append(part)
        show(len(parts), len(chunks))
    return join(parts)


def _see_one(step: Step, chunk: Chunk) -> Examples:
    generation = step.generation
    mixture = Mixture(generation.trust, generation.search, step.plan.share)
    return examples_of(step.player(), read_chunk(chunk.path), mixture)


def learn_from(examples: Examples, step: Step, tell: Tell, progress: Progress) -> None:
    """Makes a generation's network, and notes what learning found out."""
    from .learn import LATER_RATE, Recipe, learn  # PyTorch takes seconds to load

    tell(f"{step.name}: {len(examples.facts)} examples")
    begin = step.player() if step.plan.begin else None
    recipe = Recipe(epochs=step.generation.epochs, seed=step.plan.seed + 1)
    if begin:
        recipe = recipe._replace(rate=LATER_RATE)
    show = partial(progress, f"{step.name}: steps of learning")
    found = learn(examples, recipe, tell, show, begin)
    learned: dict[str, Any] = {
        "examples": len(examples.facts),
        "loss": round(found.loss, 5),
        "recipe": recipe._asdict(),
        "threads": found.threads,
        "versions": versions(),
    }
    write_atomically(step.learned_file, (json.dumps(learned) + "\n").encode())
    # Last of all: where it is, the generation is finished.
    write_network(step.network_file, found.rows, found.heads)
