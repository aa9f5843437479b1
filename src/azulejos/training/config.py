"""What a training run does: the config, which is written down beside what it makes."""

from __future__ import annotations

import json
import shlex
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from ..files import read_bounded, write_atomically
from ..rules import UsageError
from ..rules.material import PLAYER_COUNTS
from .errors import TrainingFolderError

MOST_SEEDS = 1000  # a config's seed is less
MOST_GAMES = 10_000_000  # a generation
MOST_TEXT = 1_000_000  # bytes of a run's small files
MOST_GENERATIONS = 100  # of a config: the numbers of its games have room for so many


@dataclass(frozen=True)
class Generation:
    """A number of games by the last network, and a new network from them."""

    games: int
    nodes: int  # a move
    trust: float = 0.97  # these three: see `examples.TargetMixture`
    search: float = 0.7
    deals: float = 0.85
    epochs: int = 4


def first_generation(games: int, nodes: int) -> Generation:
    """Of the network made by hand, whose judgement teaches nothing: only results do."""
    return Generation(games, nodes, trust=1.0, search=0.0, deals=0.0)


MAIN = (  # coloured wall, two players: the game that most people play
    first_generation(20_000, 1000),
    Generation(30_000, 1000),
    Generation(60_000, 1500),
    Generation(60_000, 1500),
)
FOR_TWO = (first_generation(4_000, 400), Generation(8_000, 600), Generation(16_000, 800))
BEGIN_MORE = (first_generation(3_000, 200), Generation(5_000, 400))  # coloured wall
FOR_MORE = {
    3: (*BEGIN_MORE, Generation(12_000, 600)),
    4: (*BEGIN_MORE, Generation(6_000, 600)),  # games with four are long
}
RARE = (first_generation(1_500, 200), Generation(2_500, 400))  # grey, jokers; three and four
# Runs that begin with a network whose judgement is worth learning from.
MAIN_FURTHER = (Generation(50_000, 2000), Generation(120_000, 2000))
FURTHER = {
    2: (Generation(100_000, 1500),),
    3: (Generation(40_000, 1000),),
    4: (Generation(30_000, 1000),),
}


@dataclass(frozen=True)
class TrainingConfig:
    """A whole training run for one kind of game; the same config and seed make the same games."""

    rules: str
    players: int
    generations: tuple[Generation, ...]
    slips: float = 0.05  # share of moves that are not the best, so that mistakes are seen
    share: float = 0.35  # of the positions within a round that are learned from
    memory: int = 2  # generations whose games are learned from
    seed: int = 0
    begin: str = ""  # the network to begin with: a kind's name or a file; "" is the one by hand

    def __post_init__(self) -> None:
        if not 0 <= self.seed < MOST_SEEDS:
            raise ValueError(f"the seed is 0 to {MOST_SEEDS - 1}, not {self.seed}")
        if not all(1 <= generation.games <= MOST_GAMES for generation in self.generations):
            raise ValueError(f"a generation has 1 to {MOST_GAMES} games")
        if not 1 <= len(self.generations) <= MOST_GENERATIONS:
            raise ValueError(f"a config has 1 to {MOST_GENERATIONS} generations")

    def to_json(self) -> dict[str, Any]:
        """Without a beginning as it was before there were any, so that old runs go on."""
        found = asdict(self)
        if not self.begin:
            del found["begin"]
        return found


def standard_config(
    rules: str,
    players: int,
    seed: int = 0,
    scale: float = 1.0,
    begin: str = "",
    generations: int | None = None,
) -> TrainingConfig:
    """The config that the shipped networks were made by; `scale` makes it smaller or larger.

    With a number of generations only the first are done, or the last is repeated.
    """
    if players not in PLAYER_COUNTS:
        raise UsageError("player_count", players=players)
    whole = later_generations_for(rules, players) if begin else generations_for(rules, players)
    if generations is not None:
        whole = (*whole, *[whole[-1]] * (generations - len(whole)))[:generations]
    scaled = (replace(each, games=max(1, round(each.games * scale))) for each in whole)
    return TrainingConfig(rules, players, tuple(scaled), seed=seed, begin=begin)


def generations_for(rules: str, players: int) -> tuple[Generation, ...]:
    if (rules, players) == ("std", 2):
        return MAIN
    if players == 2:
        return FOR_TWO
    return FOR_MORE[players] if rules == "std" else RARE


def later_generations_for(rules: str, players: int) -> tuple[Generation, ...]:
    """For a run that begins with a network whose judgement is worth learning from."""
    return MAIN_FURTHER if (rules, players) == ("std", 2) else FURTHER[players]


def command_of(config: TrainingConfig) -> str:
    """The command that carries out a config; empty if it is not a standard one."""
    number = len(config.generations)
    kind = (config.rules, config.players, config.seed)
    usual = standard_config(*kind, begin=config.begin)
    whole = standard_config(*kind, begin=config.begin, generations=number)
    scale = config.generations[-1].games / whole.generations[-1].games
    if config != standard_config(*kind, scale, config.begin, number):
        return ""
    command = f"azulejos train FOLDER --rules {config.rules} --players {config.players}"
    command += f" --seed {config.seed}"
    if config.begin:
        command += f" --from {shlex.quote(config.begin)}"
    if number != len(usual.generations):
        command += f" --generations {number}"
    return command if config == whole else f"{command} --scale {scale}"


def save_config(folder: Path, config: TrainingConfig) -> None:
    """Writes the config down; a folder that was begun with another one is refused.

    But generations can be added to a config, for what was done stays good.
    """
    path = folder / "plan.json"
    text = json.dumps(config.to_json(), indent=1) + "\n"
    if path.exists():
        known = _read_config(path)
        if known == json.loads(text):
            return
        if known is not None and not _goes_on(known, json.loads(text)):
            raise TrainingFolderError("other_plan", folder=str(folder))
        # Which config was it? Games may be those of another one; without games nothing is lost.
        if known is None and any(folder.glob("generation-*/[!.]*")):
            raise TrainingFolderError("damaged_plan", file=str(path))
    write_atomically(path, text.encode())


def _read_config(path: Path) -> dict[str, Any] | None:
    """None if it is damaged."""
    try:
        found = json.loads(read_bounded(path, MOST_TEXT))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and "generations" in found else None


def _goes_on(known: dict[str, Any], wanted: dict[str, Any]) -> bool:
    """Whether a config only adds generations to the known one."""
    done = known.pop("generations")
    return bool(wanted.pop("generations")[: len(done)] == done and wanted == known)
