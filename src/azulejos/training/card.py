"""What is shipped: a network in its small form, and the card that says how it was made."""

from __future__ import annotations

import hashlib
import json
import platform
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Any

from .. import __version__
from ..files import write_atomically
from ..search.weights import read_numbers, write_network
from .config import TrainingConfig, command_of
from .files import GenerationRun, beginning, generation_runs, weights_file

SMALL_STEP = 2  # the step of the weights that are shipped


def export_network(folder: Path, config: TrainingConfig) -> Path:
    """Writes weights and card; those of the same config stay: people add results to the card."""
    last = generation_runs(folder, config)[-1]
    path = weights_file(folder, config)
    card = path.with_suffix(".json")
    if card.exists() and not _is_of(card, config):  # Generations were added since.
        path.unlink(missing_ok=True)
        card.unlink()
    if not path.exists():
        network = last.network()
        write_network(path, network.rows, network.heads_array, SMALL_STEP)
    if not card.exists():
        text = json.dumps(card_of(folder, config, path), indent=1) + "\n"
        write_atomically(card, text.encode())
    return path


def _is_of(card: Path, config: TrainingConfig) -> bool:
    """Whether a card tells of this config, not of one with fewer generations."""
    known = json.loads(card.read_text(encoding="utf-8"))["plan"]
    return bool(known == json.loads(json.dumps(config.to_json())))


def card_of(folder: Path, config: TrainingConfig, path: Path) -> dict[str, Any]:
    generations = [_generation(run) for run in generation_runs(folder, config)]
    last = generation_runs(folder, config)[-1].learned()
    rows = int(read_numbers(path)[0].any(axis=1).sum())
    return {
        "game": {"rules": config.rules, "players": config.players},
        "file": {"name": path.name, "bytes": path.stat().st_size, "rows": rows, "step": SMALL_STEP},
        "made": {
            "date": datetime.now(UTC).date().isoformat(),
            "command": command_of(config),
            **_began(folder, config),
            "seeds": {"plan": config.seed, "learning": last["recipe"]["seed"]},
            "versions": last.get("versions") or versions(),
        },
        "plan": config.to_json(),
        "games": sum(each["games"] for each in generations),
        "examples": last["examples"],
        "loss": last["loss"],
        "generations": generations,
        "results": [],
    }


def _began(folder: Path, config: TrainingConfig) -> dict[str, Any]:
    """The network that a run began with; a name may come to mean another one, a hash does not."""
    if not config.begin:
        return {}
    digest = hashlib.sha256(beginning(folder).read_bytes()).hexdigest()
    return {"began": {"with": config.begin, "sha256": digest}}


def _generation(run: GenerationRun) -> dict[str, Any]:
    """A generation's games, the seeds of the first and the last one's deals, what was learned."""
    learned = run.learned()
    learned.pop("versions", None)
    chunks = run.chunks
    return {
        "games": sum(chunk.games for chunk in chunks),
        "deals": [chunks[0].seeds[0], chunks[-1].seeds[1]],
        **learned,
    }


def versions() -> dict[str, str]:
    return {
        "azulejos": __version__,
        "python": platform.python_version(),
        "numpy": version("numpy"),
        "torch": version("torch"),
    }
