"""What a training run does: the plan, which is written down beside what it makes."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from ..rules import UsageError


@dataclass(frozen=True)
class Generation:
    """A number of games by the last network, and a new network from them."""

    games: int
    nodes: int  # a move
    trust: float = 0.7  # in the result, against judgements of later rounds' ends
    search: float = 0.35  # share of the search's value in targets within a round
    epochs: int = 5


FIRST = Generation(games=20_000, nodes=1000, trust=1.0, search=0.0, epochs=4)
MAIN = [  # coloured wall, two players: the game that most people play
    FIRST,
    Generation(games=30_000, nodes=1000),
    Generation(games=60_000, nodes=1500),
    Generation(games=60_000, nodes=1500),
]
FOR_TWO = [
    Generation(games=4_000, nodes=400, trust=1.0, search=0.0, epochs=4),
    Generation(games=8_000, nodes=600, epochs=4),
]
FOR_MORE = [
    Generation(games=3_000, nodes=200, trust=1.0, search=0.0, epochs=4),
    Generation(games=5_000, nodes=400, epochs=4),
]


@dataclass(frozen=True)
class Plan:
    """A whole training run for one kind of game; the same plan and seed make the same games."""

    rules: str
    players: int
    generations: list[Generation] = field(default_factory=list)
    slips: float = 0.05  # share of moves that are not the best, so that mistakes are seen
    share: float = 0.35  # of the positions within a round that are learned from
    memory: int = 2  # generations whose games are learned from
    seed: int = 0

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def standard_plan(rules: str, players: int, seed: int = 0, scale: float = 1.0) -> Plan:
    """The plan that the shipped networks were made by; `scale` makes it smaller or larger."""
    generations = FOR_TWO if players == 2 else FOR_MORE
    if (rules, players) == ("std", 2):
        generations = MAIN
    scaled = [
        Generation(max(1, round(g.games * scale)), g.nodes, g.trust, g.search, g.epochs)
        for g in generations
    ]
    return Plan(rules, players, scaled, seed=seed)


def keep_plan(folder: Path, plan: Plan) -> None:
    """Writes the plan down; a folder that was begun with another one is refused."""
    path = folder / "plan.json"
    text = json.dumps(plan.to_json(), indent=1) + "\n"
    if path.exists() and path.read_text(encoding="utf-8") != text:
        raise UsageError("other_plan", folder=str(folder))
    folder.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
