"""All environments have the same options and defaults, and refuse wrong ones in the same words."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any

import gymnasium
import pyspiel
import pytest

import azulejos.envs.openspiel
from azulejos.envs import azulejos_v0
from azulejos.envs.batch import make_batch
from azulejos.envs.gymnasium import AzulEnv
from azulejos.envs.openspiel.game import DEFAULTS
from azulejos.envs.vector import AzulVectorEnv

assert azulejos.envs.openspiel  # imported for what it registers

ID = "azulejos/Azul-v0"
SPIEL = "python_azulejos"
MAKERS: dict[str, Callable[..., Any]] = {
    "PettingZoo, raw": azulejos_v0.raw_env,
    "PettingZoo": azulejos_v0.env,
    "PettingZoo, parallel": azulejos_v0.parallel_env,
    "Gymnasium": lambda **wrong: gymnasium.make(ID, **wrong),
    "Gymnasium, many": lambda **wrong: gymnasium.make_vec(ID, num_envs=2, **wrong),
    "Batch": lambda **wrong: make_batch(2, **wrong),
    "OpenSpiel": lambda **wrong: pyspiel.load_game(SPIEL, wrong),
}
NO_SEAT = "there is no seat {} for starter: seats count from 1, use 1 to 2, or None for any"
WRONG: list[tuple[str, Any, str]] = [
    ("players", 5, "a game has 2, 3 or 4 players, not 5 (R4)"),
    ("rules", "chess", "there are no rules 'chess': use std, grey, joker or grey+joker (R1)"),
    ("rewards", "money", "there are no rewards 'money': use one of win, difference, points, lead"),
    (
        "observations",
        "dice",
        "there are no observations 'dice': use one of vector, scaled, planes, features",
    ),
    ("starter", 3, NO_SEAT.format(3)),
    ("starter", -1, NO_SEAT.format(-1)),
]
ASKED = [
    (where, *wrong)
    for where in MAKERS
    for wrong in WRONG
    if (where, wrong[0])
    != ("Batch", "observations")  # it has rows or none; planes are made of them
]


@pytest.mark.parametrize(("where", "option", "value", "sentence"), ASKED)
def test_wrong_options(where: str, option: str, value: Any, sentence: str) -> None:
    kind: type[Exception] = ValueError
    if where == "OpenSpiel":
        kind = pyspiel.SpielError
        sentence = f"{SPIEL}: {sentence}".replace("None", "0")
    with pytest.raises(kind) as refused:
        MAKERS[where](**{option: value})
    assert str(refused.value) == sentence


@pytest.mark.parametrize("option", ["players", "rules", "rewards", "observations", "starter"])
def test_defaults(option: str) -> None:
    makers: list[Callable[..., Any]] = [azulejos_v0.raw_env, AzulEnv, AzulVectorEnv]
    makers += [make_batch] if option != "observations" else []
    first, *others = (signature(make).parameters[option].default for make in makers)
    assert set(others) == {first}
    if option != "starter":  # OpenSpiel's is seat 1: its options can't be None
        assert DEFAULTS[option] == first
