"""Learning: the floats that are fitted say what the whole numbers will say; needs PyTorch."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from tiny_training import KINDS, some_games

from azulejos.core import Generator, State
from azulejos.rules import Phase
from azulejos.search import Network
from azulejos.search.layout import ALL_ROWS, COLUMNS, UNITS
from azulejos.search.network import POINTS_UNIT, describe, stage
from azulejos.search.start import starting_network
from azulejos.search.weights import load_network
from azulejos.training.examples import Examples, TargetMixture, examples_of, table_of

torch = pytest.importorskip("torch")
torch.set_num_threads(1)  # More only wait for each other over so little.

from azulejos.training.learn import (  # noqa: E402 (not without PyTorch)
    LATER_RATE,
    Learned,
    Model,
    Recipe,
    as_numbers,
    learn,
    weights_of,
    with_relatives,
)


def noisy_model() -> Model:
    model = Model(seed=1)
    with torch.no_grad():
        chance = torch.Generator().manual_seed(2)
        model.own += 0.03 * torch.randn(model.own.shape, generator=chance)
        model.heads += 0.05 * torch.randn(model.heads.shape, generator=chance)
    return model


def all_seen() -> Examples:
    return Examples(np.arange(ALL_ROWS, dtype=np.uint16).reshape(1, -1), None, None)


def quietly(examples: Examples, recipe: Recipe, begin: Network | None = None) -> Learned:
    return learn(examples, recipe, lambda line: None, lambda done, total: None, begin)


@pytest.fixture(scope="module")
def model() -> Model:
    return noisy_model()


@pytest.fixture(scope="module")
def examples() -> Examples:
    network, played = some_games("std", 2, games=4)
    return examples_of(network, played, TargetMixture())


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_the_model_says_what_its_network_says(model: Model, rules: str, players: int) -> None:
    network = Network(rules, players, *weights_of(model, all_seen()))
    _, played = some_games(rules, players, games=1)
    game = next(played.games())
    state, deals = State(players, rules), Generator(game.seed)
    facts: list[list[int]] = []
    stages: list[int] = []
    said: list[tuple[float, float, float]] = []

    def look() -> None:
        for seat in range(players):
            facts.append(describe(state, seat))
            stages.append(stage(state))
            points, chance = network.evaluate(state, seat)
            value = network.value(state, seat) / 1000
            said.append((value, math.log(chance / (1 - chance)), points / POINTS_UNIT))

    for action in game.actions:
        if state.deal_is_due:
            if facts:
                look()
            state.deal(deals)
        if state.phase is Phase.OFFER:
            look()
        state.apply(action)
    with torch.no_grad():
        stage_numbers = as_numbers(np.array(stages))
        meant: Any = model.forward(as_numbers(table_of(facts)), stage_numbers).numpy()
    assert abs(meant - np.array(said)).max() < 0.05  # logits
    assert abs(meant).max() > 0.5


def test_learning_is_repeatable_and_learns(examples: Examples) -> None:
    recipe = Recipe(epochs=3, batch=64, seed=5)
    lines: list[str] = []
    steps: list[tuple[int, int]] = []
    found = learn(examples, recipe, lines.append, lambda *step: steps.append(step))
    again = quietly(examples, recipe)
    assert np.array_equal(found.rows, again.rows)
    assert np.array_equal(found.heads, again.heads)
    assert found.loss == again.loss
    losses = [float(line.split()[3].rstrip(",")) for line in lines]
    assert losses[-1] < losses[0]
    assert steps == [(number, steps[0][1]) for number in range(1, steps[0][1] + 1)]


def test_rows_that_were_never_seen_stay_empty(examples: Examples) -> None:
    rows = quietly(examples, Recipe(epochs=1)).rows
    seen = np.isin(np.arange(ALL_ROWS), examples.facts)
    assert rows[seen].any(axis=1).all()
    assert not rows[~seen].any()


@pytest.mark.parametrize("begin", [load_network("std", 2), starting_network("std", 2)])
def test_what_begins_with_a_network_says_the_same_at_first(
    begin: Network, examples: Examples
) -> None:
    rows, heads = weights_of(Model(1, begin), examples)
    met = begin.rows.any(axis=1)
    used = begin.heads_array.any(axis=0)
    assert np.array_equal(heads, begin.heads_array)
    assert abs(rows - begin.rows)[met][:, used].max() < 0.01
    assert rows[:, ~used].any() == (not used.all())  # what is not used begins at random


def test_what_begins_with_a_network_stays_near_it(examples: Examples) -> None:
    begin = load_network("std", 2)
    lines: list[str] = []
    learn(examples, Recipe(epochs=1), lines.append, lambda *_: None, begin)
    assert lines[0].startswith("at first: loss on those kept aside 0.")
    recipe = Recipe(epochs=2, batch=64, rate=LATER_RATE)
    found = learn(examples, recipe, lines.append, lambda *_: None, begin)
    assert 0 < abs(found.rows - with_relatives(begin.rows)).max() < 200
    assert 0 < abs(found.heads - begin.heads_array).max() < 50


def test_rows_that_were_never_seen_keep_what_they_had(examples: Examples) -> None:
    begin = load_network("std", 2)
    rows = quietly(examples, Recipe(epochs=1), begin).rows
    assert rows[begin.rows.any(axis=1)].any(axis=1).all()


def test_rows_that_were_never_met_are_judged_like_their_relatives() -> None:
    rows = np.zeros((ALL_ROWS, UNITS), np.int16)
    rows[[COLUMNS + 1, COLUMNS + 3]] = [[10], [-20]]  # a begun line in a column, in two rows
    found = with_relatives(rows)
    assert found[COLUMNS + 1, 0] == 10
    assert found[COLUMNS + 9, 0] == found[COLUMNS + 243 + 1, 5] == -5
    assert not found[COLUMNS + 2].any()
    assert not with_relatives(np.zeros((ALL_ROWS, UNITS), np.int16)).any()


def test_ten_steps_are_no_trouble(examples: Examples) -> None:
    assert math.isfinite(quietly(examples, Recipe(epochs=10)).loss)
