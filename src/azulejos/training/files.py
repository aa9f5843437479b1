"""The files of a training run. Only this module knows their names.

plan.json                          what is done
begin.npz                          the network that it begins with, if one was given
generation-1/games-000000.npz …    games, in chunks
generation-1/network.npz           the network made of them; the generation is finished
generation-1/learned.json          what learning found out
std-2.npz, std-2.json              the last network in its small form, and its card
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from ..files import read_bounded, write_atomically
from ..search import Network
from ..search.start import starting_network
from ..search.weights import kinds, name_of, read_network, read_weights, shipped_file
from .plan import MOST_SEEDS, MOST_TEXT, Generation, Plan
from .selfplay import CHUNK

CHUNKS_BETWEEN = 1000  # the numbers of generations' chunks are so far apart
GENERATIONS_BETWEEN = 100  # and so many generations the numbers of seeds


class Chunk(NamedTuple):
    """A file of games."""

    path: Path
    number: int  # the games' seeds follow from it
    games: int

    @property
    def seeds(self) -> tuple[int, int]:
        """The first and the last game's."""
        return self.number * CHUNK, self.number * CHUNK + self.games - 1


@dataclass(frozen=True)
class Step:
    """A generation of a run, and where its files are."""

    folder: Path
    plan: Plan
    number: int  # from 0

    @property
    def generation(self) -> Generation:
        return self.plan.generations[self.number]

    @property
    def name(self) -> str:
        return f"generation {self.number + 1} of {len(self.plan.generations)}"

    @property
    def home(self) -> Path:
        return self.folder / f"generation-{self.number + 1}"

    @property
    def network_file(self) -> Path:
        return self.home / "network.npz"

    @property
    def learned_file(self) -> Path:
        return self.home / "learned.json"

    @property
    def chunks(self) -> list[Chunk]:
        found = []
        for index, first in enumerate(range(0, self.generation.games, CHUNK)):
            number = chunk_number(self.plan.seed, self.number, index)
            path = self.home / f"games-{number:06d}.npz"
            found.append(Chunk(path, number, min(CHUNK, self.generation.games - first)))
        return found

    def teachers(self) -> list[Step]:
        """The generations from whose games this one's network learns: the last ones."""
        first = max(0, self.number + 1 - self.plan.memory)
        if self.number and not self.plan.begin:
            first = max(1, first)  # the games of the network made by hand teach only the next
        return [Step(self.folder, self.plan, number) for number in range(first, self.number + 1)]

    def lessons(self) -> list[Chunk]:
        """The games that this generation's network learns from."""
        return [chunk for step in self.teachers() for chunk in step.chunks]

    def missing(self) -> list[Chunk]:
        """The generation's games that are not there yet."""
        return [chunk for chunk in self.chunks if not chunk.path.exists()]

    def player(self) -> Network:
        """The network that plays the generation's games."""
        rules, players = self.plan.rules, self.plan.players
        if self.number == 0 and self.plan.begin:
            return read_network(beginning(self.folder), rules, players)
        if self.number == 0:
            return starting_network(rules, players)
        return Step(self.folder, self.plan, self.number - 1).network()

    def network(self) -> Network:
        """The network that the generation made."""
        return read_network(self.network_file, self.plan.rules, self.plan.players)

    def learned(self) -> dict[str, Any]:
        """What learning found out; raises OSError, and many exceptions if the file is damaged."""
        found: dict[str, Any] = json.loads(read_bounded(self.learned_file, MOST_TEXT))
        if not (found["examples"] and found["loss"] is not None and "seed" in found["recipe"]):
            raise ValueError("these are no notes on learning")
        return found


def steps_of(folder: Path, plan: Plan) -> list[Step]:
    return [Step(folder, plan, number) for number in range(len(plan.generations))]


def beginning(folder: Path) -> Path:
    """The run's own copy of the network that it begins with."""
    return folder / "begin.npz"


def check_beginning(folder: Path, plan: Plan) -> None:
    """Raises WeightsError if the network to begin with can't be read, before writing anything."""
    if plan.begin and not beginning(folder).exists():
        read_weights(_source(plan))


def keep_beginning(folder: Path, plan: Plan) -> None:
    """Copies the network to begin with: the file may change before the run is finished."""
    target = beginning(folder)
    if plan.begin and not target.exists():
        write_atomically(target, _source(plan).read_bytes())


def _source(plan: Plan) -> Path:
    return shipped_file(plan.begin) if plan.begin in kinds() else Path(plan.begin)


def chunk_number(seed: int, generation: int, index: int) -> int:
    """No two chunks of any plans have the same number; large generations get numbers far off."""
    far, near = divmod(index, CHUNKS_BETWEEN)
    return ((far * MOST_SEEDS + seed) * GENERATIONS_BETWEEN + generation) * CHUNKS_BETWEEN + near


def weights_file(folder: Path, plan: Plan) -> Path:
    return folder / f"{name_of(plan.rules, plan.players)}.npz"
