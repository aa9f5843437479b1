"""A training run: generation after generation, each from the games of the one before.

Whatever is finished lies in files and is not done again, so a run that was stopped goes on where
it was. Only this file knows their names.
"""

from __future__ import annotations

import json
import platform
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from datetime import date
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np

from ..search import Network
from ..search.start import starting_network
from ..search.weights import name_of, read_network, write_network
from .examples import Mixture, examples_of
from .plan import Generation, Plan, keep_plan
from .selfplay import CHUNK, play_chunk, read_chunk, write_chunk

CHUNKS_BETWEEN = 1000  # the numbers of generations' chunks are so far apart
SMALL_STEP = 4  # the step of the weights that are shipped

Tell = Callable[[str], None]
Progress = Callable[[str, int, int], None]  # what, how many are done, of how many


def train(folder: Path, plan: Plan, jobs: int, tell: Tell, progress: Progress) -> Path:
    """Carries out a plan; returns the file with the last network."""
    keep_plan(folder, plan)
    for number, generation in enumerate(plan.generations):
        if not network_file(folder, number).exists():
            play_generation(folder, plan, number, generation, jobs, progress)
            learn_generation(folder, plan, number, generation, jobs, tell, progress)
    return ship(folder, plan)


def network_file(folder: Path, number: int) -> Path:
    return folder / f"generation-{number + 1}" / "network.npz"


def games_files(folder: Path, number: int, generation: Generation, plan: Plan) -> list[Path]:
    chunks = -(-generation.games // CHUNK)
    first = plan.seed * 100 * CHUNKS_BETWEEN + number * CHUNKS_BETWEEN
    home = folder / f"generation-{number + 1}"
    return [home / f"games-{chunk:06d}.npz" for chunk in range(first, first + chunks)]


def player_of(folder: Path, plan: Plan, number: int) -> Network:
    """The network that plays a generation's games."""
    if number == 0:
        return starting_network(plan.rules, plan.players)
    return read_network(network_file(folder, number - 1), plan.rules, plan.players)


def play_generation(
    folder: Path, plan: Plan, number: int, generation: Generation, jobs: int, progress: Progress
) -> None:
    paths = games_files(folder, number, generation, plan)
    paths[0].parent.mkdir(parents=True, exist_ok=True)
    missing = [path for path in paths if not path.exists()]
    what = f"generation {number + 1}: games"
    done = len(paths) - len(missing)
    play = partial(_play_one, folder, plan, number, generation.nodes)
    for _ in _in_processes(play, missing, jobs):
        done += 1
        progress(what, done * CHUNK, len(paths) * CHUNK)


def _play_one(folder: Path, plan: Plan, number: int, nodes: int, path: Path) -> None:
    chunk = int(path.stem.rpartition("-")[2])
    network = player_of(folder, plan, number)
    write_chunk(path, play_chunk(network, nodes, plan.slips, chunk))


def learn_generation(
    folder: Path,
    plan: Plan,
    number: int,
    generation: Generation,
    jobs: int,
    tell: Tell,
    progress: Progress,
) -> None:
    from .learn import Recipe, learn  # PyTorch takes seconds to load

    paths: list[Path] = []
    for earlier in range(max(0, number + 1 - plan.memory), number + 1):
        if earlier or number == 0:  # the games of the network made by hand teach only the next
            paths += games_files(folder, earlier, plan.generations[earlier], plan)
    mixture = Mixture(generation.trust, generation.search, plan.share)
    see = partial(_see_one, folder, plan, number, mixture)
    parts = []
    for part in _in_processes(see, paths, jobs):
        parts.append(part)
        progress(f"generation {number + 1}: examples", len(parts), len(paths))
    facts = np.concatenate([part[0] for part in parts])
    targets = np.concatenate([part[1] for part in parts])
    tell(f"generation {number + 1}: {len(facts)} examples from {len(paths) * CHUNK} games")
    recipe = Recipe(epochs=generation.epochs, seed=plan.seed + 1)
    rows, heads, loss = learn(facts, targets, recipe, tell)
    path = network_file(folder, number)
    write_network(path, rows, heads)
    learned = {"examples": len(facts), "loss": round(loss, 5), "recipe": recipe._asdict()}
    path.with_name("learned.json").write_text(json.dumps(learned) + "\n", encoding="utf-8")


def _see_one(folder: Path, plan: Plan, number: int, mixture: Mixture, path: Path) -> Any:
    return examples_of(player_of(folder, plan, number), read_chunk(path), mixture)


def _in_processes(work: Callable[[Path], Any], paths: list[Path], jobs: int) -> Iterator[Any]:
    if jobs == 1:
        yield from map(work, paths)
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        try:
            yield from pool.map(work, paths)
        finally:
            pool.shutdown(cancel_futures=True)


def ship(folder: Path, plan: Plan) -> Path:
    """The last network in its small form, with its card."""
    last = network_file(folder, len(plan.generations) - 1)
    network = read_network(last, plan.rules, plan.players)
    path = folder / f"{name_of(plan.rules, plan.players)}.npz"
    write_network(path, network.rows, network.heads_array, SMALL_STEP)
    learned = json.loads(last.with_name("learned.json").read_text(encoding="utf-8"))
    card = {
        "game": {"rules": plan.rules, "players": plan.players},
        "made": {
            "date": date.today().isoformat(),
            "command": f"azulejos train FOLDER --rules {plan.rules} --players {plan.players}"
            f" --seed {plan.seed}",
            "python": platform.python_version(),
        },
        "plan": plan.to_json(),
        "learned": learned,
    }
    path.with_suffix(".json").write_text(json.dumps(card, indent=1) + "\n", encoding="utf-8")
    return path
