"""A training run: generation after generation, each from the games of the one before.

Whatever is finished lies in files and is not done again, so a run that was stopped goes on where
it was.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from ..search.weights import write_network
from .card import ship, versions
from .examples import Examples, Mixture, examples_of, join
from .files import Chunk, Step, steps_of
from .plan import Plan, keep_plan, write_text
from .selfplay import play_chunk, read_chunk, write_chunk
from .workers import in_processes

Tell = Callable[[str], None]
Progress = Callable[[str, int, int], None]  # what, how many are done, of how many


def train(folder: Path, plan: Plan, jobs: int, tell: Tell, progress: Progress) -> Path:
    """Carries out a plan; returns the file with the last network, whose card lies beside it."""
    keep_plan(folder, plan)
    for step in steps_of(folder, plan):
        if not step.network_file.exists():
            play(step, jobs, progress)
            learn_from(see(step, jobs, progress), step, tell, progress)
    return ship(folder, plan)


def play(step: Step, jobs: int, progress: Progress) -> None:
    """The games of a generation that are not there yet."""
    step.home.mkdir(parents=True, exist_ok=True)
    missing = [chunk for chunk in step.chunks if not chunk.path.exists()]
    show = partial(progress, f"{step.name}: games")
    total = step.generation.games
    done = total - sum(chunk.games for chunk in missing)
    show(done, total)
    for games in in_processes(partial(_play_one, step), missing, jobs):
        done += games
        show(done, total)


def _play_one(step: Step, chunk: Chunk) -> int:
    """Plays and keeps a chunk; returns how many games it has."""
    played = play_chunk(
        step.player(), step.generation.nodes, step.plan.slips, chunk.number, chunk.games
    )
    write_chunk(chunk.path, played)
    return chunk.games


def see(step: Step, jobs: int, progress: Progress) -> Examples:
    """All examples that a generation's network learns from."""
    chunks = step.lessons()
    show = partial(progress, f"{step.name}: files of games looked at")
    parts: list[Examples] = []
    show(0, len(chunks))
    for part in in_processes(partial(_see_one, step), chunks, jobs):
        parts.append(part)
        show(len(parts), len(chunks))
    return join(parts)


def _see_one(step: Step, chunk: Chunk) -> Examples:
    generation = step.generation
    mixture = Mixture(generation.trust, generation.search, step.plan.share)
    return examples_of(step.player(), read_chunk(chunk.path), mixture)


def learn_from(examples: Examples, step: Step, tell: Tell, progress: Progress) -> None:
    """Makes a generation's network, and notes what learning found out."""
    from .learn import Recipe, learn  # PyTorch takes seconds to load

    tell(f"{step.name}: {len(examples.facts)} examples")
    recipe = Recipe(epochs=step.generation.epochs, seed=step.plan.seed + 1)
    found = learn(examples, recipe, tell, partial(progress, f"{step.name}: steps of learning"))
    learned: dict[str, Any] = {
        "examples": len(examples.facts),
        "loss": round(found.loss, 5),
        "recipe": recipe._asdict(),
        "threads": found.threads,
        "versions": versions(),
    }
    write_text(step.learned_file, json.dumps(learned) + "\n")
    # Last of all: where it is, the generation is finished.
    write_network(step.network_file, found.rows, found.heads)
