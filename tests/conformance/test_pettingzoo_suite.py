"""The tests that PettingZoo ships, on every kind of game.

Three of them do not apply: max_cycles_test (no game is cut short: E20 ends it), manual_control_test
(no keyboard), test_save_obs (observations are no pictures). And bombardment_test of 1.27 refuses
every environment: it takes what `step` returns, which must be None, for an observation.
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import count
from types import SimpleNamespace
from typing import Any

import pettingzoo
import pytest
from pettingzoo_tests import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    performance_benchmark,
    render_test,
    seed_test,
    state_test,
)

from azulejos.core.actions import RULES
from azulejos.envs import azulejos_v0
from azulejos.envs.pettingzoo import Azulejos, Options

KINDS = [(players, rules) for players in (2, 3, 4) for rules in RULES]
LONGER = 150  # cycles, that is moves of each agent: more than a random game has

# PettingZoo knows by name which of its own games have dictionaries to observe, and warns of all
# others, although its documentation asks for them where there is a mask.
BOX = "gymnasium.spaces.box or gymnasium.spaces.discrete"
DICTIONARY = {
    "Observation is not a NumPy array",
    f"Observation space for each agent probably should be {BOX}",
}

every_kind = pytest.mark.parametrize(("players", "rules"), KINDS)


def check_api(env: pettingzoo.AECEnv[str, Any, Any]) -> None:
    with pytest.warns(UserWarning) as caught:  # noqa: PT030 (all of them are compared)
        api_test(env, num_cycles=LONGER)
    assert {str(warning.message) for warning in caught} == DICTIONARY


@pytest.mark.covering(2)
@every_kind
@pytest.mark.parametrize("rewards", ["win", "difference", "points"])
def test_api(players: int, rules: str, rewards: str) -> None:
    check_api(azulejos_v0.env(players=players, rules=rules, rewards=rewards))


@every_kind
def test_api_without_wrappers(players: int, rules: str) -> None:
    check_api(azulejos_v0.raw_env(players=players, rules=rules))


@every_kind
def test_api_with_planes(players: int, rules: str) -> None:
    check_api(azulejos_v0.env(players=players, rules=rules, observations="planes"))


@every_kind
def test_seeds(players: int, rules: str) -> None:
    seed_test(partial(azulejos_v0.env, players=players, rules=rules), num_cycles=LONGER)


@every_kind
def test_parallel(players: int, rules: str) -> None:
    env = azulejos_v0.parallel_env(players=players, rules=rules, rewards="points")
    parallel_api_test(env, num_cycles=players * LONGER)
    parallel_seed_test(partial(azulejos_v0.parallel_env, players=players, rules=rules))


@every_kind
@pytest.mark.parametrize("observations", ["vector", "planes"])
def test_state(players: int, rules: str, observations: str) -> None:
    kind: Options = {"players": players, "rules": rules, "observations": observations}
    state_test(azulejos_v0.env(**kind), azulejos_v0.parallel_env(**kind))


@pytest.mark.covering(1)
@every_kind
def test_rendering(players: int, rules: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")  # a window that nobody sees
    monkeypatch.setitem(Azulejos.metadata, "render_fps", 1000)
    render_test(partial(azulejos_v0.env, players=players, rules=rules))


@every_kind
def test_performance(
    players: int, rules: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # Its five seconds pass in five hundred cycles: here it need only run.
    clock = SimpleNamespace(time=partial(next, count(step=0.01)))
    monkeypatch.setattr(sys.modules[performance_benchmark.__module__], "time", clock)
    performance_benchmark(azulejos_v0.env(players=players, rules=rules))
    assert "turns per second" in capsys.readouterr().out


@pytest.mark.parametrize("kind", ["aec", "parallel"])
def test_registered(kind: Any) -> None:
    env = pettingzoo.make(kind, "azulejos/azulejos_v0", players=3, rules="grey")
    assert pettingzoo.spec(kind, "azulejos/azulejos").id == "azulejos/azulejos-v0"
    assert len(env.possible_agents) == 3
    assert str(env.unwrapped) == "azulejos_v0"
