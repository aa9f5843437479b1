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
from .config import MOST_SEEDS, MOST_TEXT, Generation, TrainingConfig
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
class GenerationRun:
    """A generation of a run, and where its files are."""

    folder: Path
    config: TrainingConfig
    number: int  # from 0

    @property
    def generation(self) -> Generation:
        return self.config.generations[self.number]

    @property
    def name(self) -> str:
        return f"generation {self.number + 1} of {len(self.config.generations)}"

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
            number = chunk_number(self.config.seed, self.number, index)
            path = self.home / f"games-{number:06d}.npz"
            found.append(Chunk(path, number, min(CHUNK, self.generation.games - first)))
        return found

    def source_runs(self) -> list[GenerationRun]:
        """The generations from whose games this one's network learns: the last ones."""
        first = max(0, self.number + 1 - self.config.memory)
        if self.number and not self.config.begin:
            first = max(1, first)  # the games of the network made by hand teach only the next
        return [
            GenerationRun(self.folder, self.config, number)
            for number in range(first, self.number + 1)
        ]

    def training_chunks(self) -> list[Chunk]:
        """The games that this generation's network learns from."""
        return [chunk for run in self.source_runs() for chunk in run.chunks]

    def missing(self) -> list[Chunk]:
        """The generation's games that are not there yet."""
        return [chunk for chunk in self.chunks if not chunk.path.exists()]

    def player(self) -> Network:
        """The network that plays the generation's games."""
        rules, players = self.config.rules, self.config.players
        if self.number == 0 and self.config.begin:
            return read_network(beginning(self.folder), rules, players)
        if self.number == 0:
            return starting_network(rules, players)
        return GenerationRun(self.folder, self.config, self.number - 1).network()

    def network(self) -> Network:
        """The network that the generation made."""
        return read_network(self.network_file, self.config.rules, self.config.players)

    def learned(self) -> dict[str, Any]:
        """What learning found out; raises OSError, and many exceptions if the file is damaged."""
        found: dict[str, Any] = json.loads(read_bounded(self.learned_file, MOST_TEXT))
        if not (found["examples"] and found["loss"] is not None and "seed" in found["recipe"]):
            raise ValueError("these are no notes on learning")
        return found


def generation_runs(folder: Path, config: TrainingConfig) -> list[GenerationRun]:
    return [GenerationRun(folder, config, number) for number in range(len(config.generations))]


def beginning(folder: Path) -> Path:
    """The run's own copy of the network that it begins with."""
    return folder / "begin.npz"


def check_beginning(folder: Path, config: TrainingConfig) -> None:
    """Raises WeightsError if the network to begin with can't be read, before writing anything."""
    if config.begin and not beginning(folder).exists():
        read_weights(_source(config))


def keep_beginning(folder: Path, config: TrainingConfig) -> None:
    """Copies the network to begin with: the file may change before the run is finished."""
    target = beginning(folder)
    if config.begin and not target.exists():
        write_atomically(target, _source(config).read_bytes())


def _source(config: TrainingConfig) -> Path:
    return shipped_file(config.begin) if config.begin in kinds() else Path(config.begin)


def chunk_number(seed: int, generation: int, index: int) -> int:
    """No two chunks of any configs have the same number; large generations get numbers far off."""
    far, near = divmod(index, CHUNKS_BETWEEN)
    return ((far * MOST_SEEDS + seed) * GENERATIONS_BETWEEN + generation) * CHUNKS_BETWEEN + near


def weights_file(folder: Path, config: TrainingConfig) -> Path:
    return folder / f"{name_of(config.rules, config.players)}.npz"
