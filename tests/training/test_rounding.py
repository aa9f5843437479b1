"""Networks whose files are made small: what they say hardly changes, and it is done once."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from azulejos.search.network import Network
from azulejos.search.start import starting_network
from azulejos.search.weights import kinds, read_card, read_weights, shipped_file, write_network
from azulejos.training.errors import RoundingError
from azulejos.training.rounding import (
    Rounding,
    accumulators,
    played_facts,
    rounded_rows,
    row_steps,
    shrink,
    unit_factors,
)
from command_line import call
from tables import refuses

FEW = Rounding(games=4, nodes=2)


@pytest.fixture(scope="module")
def network() -> Network:
    """Without gaps: every weight is there, and every unit is heard."""
    start = starting_network("std", 2)
    chance = np.random.default_rng(3)
    rows = start.rows + chance.integers(-80, 80, start.rows.shape)
    return Network("std", 2, rows, chance.integers(-90, 90, start.heads_array.shape))


def saved(network: Network, folder: Path) -> Path:
    path = folder / "std-2.npz"
    write_network(path, network.rows, network.heads_array)
    card = {"game": {"rules": "std", "players": 2}, "file": {"name": "std-2.npz", "step": 1}}
    path.with_suffix(".json").write_text(json.dumps(card), encoding="utf-8")
    return path


def test_rare_rows_are_the_coarser(network: Network) -> None:
    facts = played_facts(network, FEW)
    steps = row_steps(facts, 1.0)
    counts = np.bincount(facts.ravel(), minlength=len(steps) + 1)[: len(steps)]
    rare, frequent = steps[counts == 1], steps[counts > len(facts) / 4]
    assert frequent.max() <= 2 < rare.min()
    assert steps[counts == 0].min() > rare.max() / 2


def test_units_that_are_hardly_heard_are_the_coarser(network: Network) -> None:
    heads = network.heads_array.copy()
    heads[:, 5] = 0
    heads[:, 0] = 900
    factors = unit_factors(Network("std", 2, network.rows, heads), played_facts(network, FEW))
    assert factors[5] == factors.max() > 100
    assert factors[0] == factors.min() < 1


def test_a_finer_grain_says_more_truly_what_was_said(network: Network) -> None:
    facts = played_facts(network, FEW)
    said = accumulators(network.rows, facts)
    errors = [
        np.abs(accumulators(rounded_rows(network, FEW._replace(grain=grain)), facts) - said).mean()
        for grain in (0.1, 1.0, 10.0)
    ]
    assert errors == sorted(errors)
    assert errors[0] < errors[2] / 5


def test_the_file_is_smaller_and_the_card_says_how(network: Network, tmp_path: Path) -> None:
    path = saved(network, tmp_path)
    before = path.read_bytes()
    assert shrink(path, FEW) == (len(before), path.stat().st_size)
    assert path.stat().st_size < 0.7 * len(before)
    card = read_card(path.with_suffix(".json"))
    assert card["rounding"] == {
        "grain": FEW.grain,
        "games": 4,
        "nodes": 2,
        "network": hashlib.sha256(before).hexdigest(),
    }
    rows = read_weights(path).rows
    assert np.array_equal(rows, rounded_rows(network, FEW))
    assert card["file"] == {
        "name": "std-2.npz",
        "step": 2,
        "bytes": path.stat().st_size,
        "rows": rows.any(axis=1).sum(),
    }


def test_once_is_enough(network: Network, tmp_path: Path) -> None:
    path = saved(network, tmp_path)
    shrink(path, FEW)
    small = path.read_bytes()
    with refuses(RoundingError, "network_is_small"):
        shrink(path, FEW)
    assert path.read_bytes() == small


@pytest.mark.corner
def test_the_command(network: Network, tmp_path: Path) -> None:
    path = saved(network, tmp_path)
    assert "name a kind" in call("shrink").stderr
    done = call("shrink", "--weights", str(path), "--json")
    told = json.loads(done.stdout)
    assert (told["network"], told["after"]) == (str(path), path.stat().st_size)
    assert told["after"] < told["before"]
    again = call("shrink", "--weights", str(path))
    assert again.returncode == 2
    assert "is rounded already" in again.stderr


@pytest.mark.parametrize("kind", kinds())
def test_shipped_cards_tell_of_their_files(kind: str, tmp_path: Path) -> None:
    path = Path(shutil.copy(shipped_file(kind), tmp_path))
    card = read_card(shipped_file(kind).with_suffix(".json"))
    assert card["file"]["name"] == path.name
    assert card["file"]["bytes"] == path.stat().st_size
    assert card["file"]["rows"] == read_weights(path).rows.any(axis=1).sum()
