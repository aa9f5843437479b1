"""A calibration from beginning to end: games, the fit, the check, the network's card.

Games lie in files and are not played again, so a run that was stopped goes on where it was, and
more games add to those that are there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from dataclasses import asdict
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ...files import make_folder, read_bounded, write_atomically
from ...search import Network
from ...search.calibration import CARD_KEY, Calibrations
from ...search.weights import read_card, read_weights
from ...workers import WorkerPool
from ..errors import TrainingFolderError
from .fitting import chances_of, fit
from .games import CHUNK, Game, play_chunk, read_games, write_games
from .observations import Observations, join, observe_games
from .reliability import Bin, bins_of

MOST_TEXT = 100_000  # bytes of a run's small file
Progress = Callable[[str, int, int], None]


class CalibrationRun(NamedTuple):
    """One network's games, and where their files are."""

    folder: Path
    weights: Path
    rules: str
    players: int
    nodes: tuple[int, int]  # a move, and of the longer searches of some positions
    games: int  # rounded up to whole files

    @property
    def name(self) -> str:
        return f"{self.rules}-{self.players}"

    @property
    def chunks(self) -> list[int]:
        return list(range(-(-self.games // CHUNK)))

    def path(self, chunk: int) -> Path:
        return self.folder / f"games-{chunk:04}.npz"

    def network(self) -> Network:
        return read_weights(self.weights).network(self.rules, self.players)

    @property
    def config(self) -> dict[str, Any]:
        """What the files of a folder have in common."""
        digest = hashlib.sha256(self.weights.read_bytes()).hexdigest()
        return {"network": digest, "nodes": list(self.nodes)}


class Report(NamedTuple):
    """What came of a calibration."""

    calibrations: Calibrations
    games: int
    bins: dict[str, list[Bin]]
    """What was said after a search, after a long one, and by the network alone."""


def calibrate(run: CalibrationRun, pool: WorkerPool, progress: Progress) -> Report:
    """Plays what is missing, fits, checks, and writes the network's card."""
    check_folder(run)
    play_missing(run, pool, progress)
    observations = collect(run, pool, progress)
    found = fit(observations, run.nodes)
    report = Report(found, len(run.chunks) * CHUNK, check(observations))
    write_card(run, report)
    return report


def check_folder(run: CalibrationRun) -> None:
    """Games of another network, or played otherwise, don't belong together."""
    make_folder(run.folder)
    path = run.folder / "config.json"
    if not path.exists():
        write_atomically(path, (json.dumps(run.config) + "\n").encode())
    try:
        known = json.loads(read_bounded(path, MOST_TEXT))
    except ValueError as error:
        raise TrainingFolderError("damaged_plan", file=str(path)) from error
    if known != run.config:
        raise TrainingFolderError("other_calibration", folder=str(run.folder))


def play_missing(run: CalibrationRun, pool: WorkerPool, progress: Progress) -> None:
    show = partial(progress, f"{run.name}: games")
    missing = [chunk for chunk in run.chunks if not run.path(chunk).exists()]
    done = len(run.chunks) - len(missing)
    show(done * CHUNK, len(run.chunks) * CHUNK)
    for chunk, games in pool.as_done(partial(_play, run), missing, str):
        write_games(run.path(chunk), games)
        done += 1
        show(done * CHUNK, len(run.chunks) * CHUNK)


def _play(run: CalibrationRun, chunk: int) -> list[Game]:
    return play_chunk(run.network(), *run.nodes, chunk)


def collect(run: CalibrationRun, pool: WorkerPool, progress: Progress) -> Observations:
    """All that was thought in the games, and how they ended."""
    parts: list[Observations] = []
    for part in pool.map(partial(_observe, run), run.chunks, str):
        parts.append(part)
        progress(f"{run.name}: files looked at", len(parts), len(run.chunks))
    return join(parts)


def _observe(run: CalibrationRun, chunk: int) -> Observations:
    try:
        games = read_games(run.path(chunk))
    except Exception as error:  # There are a dozen for a damaged file, which all mean the same.
        raise TrainingFolderError("damaged_games", file=str(run.path(chunk))) from error
    return observe_games(run.network(), games)


def check(observations: Observations) -> dict[str, list[Bin]]:
    """Each half of the games is judged by the fit to the other half."""
    odd = observations.game % 2 == 1
    said = np.zeros_like(observations.values)
    for half in (odd, ~odd):
        fitted = fit(observations.where(~half), (1, 1))
        said[half] = chances_of(fitted, observations.where(half))
    return {
        name: bins_of(said[mask], observations.won[mask], observations.game[mask])
        for name, mask in observations.kinds.items()
    }


def write_card(run: CalibrationRun, report: Report) -> None:
    """Beside the network: all bots and analyses that load it find it there."""
    path = run.weights.with_suffix(".json")
    card = read_card(path) if path.exists() else {}
    card.setdefault("game", {"rules": run.rules, "players": run.players})
    card[CARD_KEY] = {
        "date": datetime.now(UTC).date().isoformat(),
        "network": run.config["network"],
        "games": report.games,
        "nodes": run.nodes[0],
        "parameters": _rounded(asdict(report.calibrations.few)),
        "deep": {
            "nodes": run.nodes[1],
            "parameters": _rounded(asdict(report.calibrations.many)),
        },
        "bins": _rounded(report.bins),
    }
    write_atomically(path, (json.dumps(card, indent=1) + "\n").encode())


def _rounded(content: Any) -> Any:
    """All numbers with four decimals."""
    if isinstance(content, dict):
        return {name: _rounded(each) for name, each in content.items()}
    if isinstance(content, list | tuple):
        return [_rounded(each) for each in content]
    return round(content, 4)
