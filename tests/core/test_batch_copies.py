"""Batches that begin at positions, are copied and pickled, and choose for opponents."""

from __future__ import annotations

import copy
import pickle
from itertools import product
from typing import Any

import numpy as np
import pytest

from azulejos.core import OPPONENTS, PASS, Batch, Generator, State
from azulejos.notation import NotationError, format_position
from azulejos.rules import RuleSet

KINDS = [*product(RuleSet, (2, 3, 4))]


def played(batch: Batch, steps: int, seed: int = 1) -> Batch:
    chance = Generator(seed)
    for _ in range(steps):
        batch.step(batch.sample(chance))
    return batch


def equal(one: Batch, other: Batch) -> bool:
    states = all(one.state(game) == other.state(game) for game in range(one.games))
    parts: list[tuple[Any, Any]] = list(zip(one.latest, other.latest, strict=True))
    return states and all(np.array_equal(part, twin) for part, twin in parts)


@pytest.mark.parametrize(
    "clone", [copy.copy, copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))]
)
@pytest.mark.parametrize("options", [{}, {"opponent": "greedy"}, {"auto_reset": False}])
def test_copies_have_the_same_chance_ahead(clone: Any, options: dict[str, Any]) -> None:
    batch = played(Batch(5, 3, "grey+joker", seed=4, rewards="lead", **options), 30)
    twin = clone(batch)
    assert equal(batch, twin)
    assert equal(played(batch, 40), played(twin, 40))
    before = twin.state(0)
    played(batch, 3, seed=2)
    assert twin.state(0) == before


def test_a_pickle_holds_no_memory_of_the_core() -> None:
    """A damaged or forged one is refused by the law, whatever it says."""
    batch = Batch(2)
    reduced: Any = batch.__reduce__()
    make, (options, states, *rest) = reduced
    with pytest.raises(ValueError, match="position 1 is not one of a std game for 2"):
        make(options, [states[0], State(3)], *rest)
    with pytest.raises(ValueError, match="2 games need one position or 2 of them, not 1"):
        make(options, states[:1], *rest)


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_games_begin_at_positions(rules: RuleSet, players: int) -> None:
    source = played(Batch(6, players, rules, seed=players), 17)
    states = [source.state(game) for game in range(6)]
    forms: list[Any] = [str(states[0]), states[1].position(), *states[2:]]
    batch = Batch.from_positions(forms, seed=3)
    assert [batch.state(game) for game in range(6)] == states
    assert batch.latest.seats.tolist() == [state.turn for state in states]
    played(batch, 1)
    which = np.arange(6) % 2 == 0
    others = [batch.state(game) for game in (1, 3, 5)]
    batch.restart(which, positions=states[3])
    assert [batch.state(game) for game in (0, 2, 4)] == [states[3]] * 3
    assert [batch.state(game) for game in (1, 3, 5)] == others


def test_a_deal_that_is_due_is_made_and_opponents_move() -> None:
    batch = Batch.from_positions([State(starter=2)] * 4, seed=1, opponent="greedy", seat=1)
    assert batch.latest.seats.tolist() == [1] * 4
    assert all(len(batch.state(game).legal_actions()) > 0 for game in range(4))
    assert len({str(batch.state(game)) for game in range(4)}) == 4


def test_the_same_chance_as_from_the_start() -> None:
    """A seed decides the same games whether they begin at the start or at its position."""
    kind: dict[str, Any] = {"opponent": "random", "seed": range(5), "starter": 1}
    assert equal(Batch(5, **kind), Batch.from_positions([State()] * 5, **kind))


OVER = played(Batch(1, seed=1, auto_reset=False), 200).state(0)


@pytest.mark.parametrize(
    ("positions", "kind", "sentence"),
    [
        ([State()], ValueError, "2 games need one position or 2 of them, not 1"),
        (State(3), ValueError, "position 0 is not one of a std game for 2 that goes on"),
        ([State(), State(2, "grey")], ValueError, "position 1 is not one of a std game for 2"),
        (OVER, ValueError, "that goes on"),
        ("nonsense", NotationError, "nonsense|fields"),
        (7, TypeError, "a Position is needed"),
    ],
)
def test_positions_that_do_not_fit(positions: Any, kind: type[Exception], sentence: str) -> None:
    batch = played(Batch(2, seed=1), 3)
    before = batch.copy()
    with pytest.raises(kind, match=sentence):
        batch.restart([True, True], positions=positions)
    assert equal(batch, before)


def test_a_batch_needs_a_position() -> None:
    with pytest.raises(ValueError, match="a position at least"):
        Batch.from_positions([])


@pytest.mark.parametrize("opponent", OPPONENTS)
def test_choices_of_opponents_come_from_their_games(opponent: str) -> None:
    batch = Batch(8, seed=range(8), auto_reset=False, opponent="caller", seat=1, starter=2)
    native = Batch(8, seed=range(8), auto_reset=False, opponent=opponent, seat=1, starter=2)
    batch.step(batch.choose(opponent, np.ones(8, np.bool_)))
    assert [batch.state(game) for game in range(8)] == [native.state(game) for game in range(8)]
    some = batch.choose(opponent, np.arange(8) < 3)
    assert (some[3:] == PASS).all()
    assert (some[:3] != PASS).all()


def test_the_own_seat_sees_the_end() -> None:
    batch = Batch(6, seed=1, opponent="caller", auto_reset=False)
    own = batch.own_seats
    assert set(own.tolist()) == {1, 2}
    step = played(batch, 300).latest
    assert step.ends.all()
    assert np.array_equal(step.seats, own)
    rows = [batch.state(game).observation(int(own[game])) for game in range(6)]
    assert np.array_equal(step.observations, np.stack(rows))


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_texts_are_those_of_the_notation(rules: RuleSet, players: int) -> None:
    chance = Generator(players)
    state = State(players, rules)
    while not state.is_over:
        assert str(state) == format_position(state.position())
        if state.deal_is_due:
            state.deal(chance)
        else:
            state.apply(state.random_action(chance))
    assert str(state) == format_position(state.position())


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_leads_add_up(rules: RuleSet, players: int) -> None:
    batch = Batch(4, players, rules, seed=2, rewards="lead", auto_reset=False)
    chance = Generator(1)
    total = np.zeros((4, players))
    while not batch.latest.ends.all():
        total += batch.step(batch.sample(chance)).rewards
    scores = batch.latest.scores.astype(float)
    others = (scores.sum(axis=1, keepdims=True) - scores) / (players - 1)
    assert total == pytest.approx(scores - others, abs=1e-3)
