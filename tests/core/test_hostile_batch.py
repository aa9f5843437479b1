"""Hostile calls of batches: a clear error, nothing changed, and never a crash.

What could take the interpreter down is tried in a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from hostile_calls import NO_NUMBERS, WRONG_KINDS, compiled_only, core, hammer, refused

from azulejos.rules import IllegalMoveError, check
from corners import corner_cases

NO_GAMES: list[Any] = [0, -1, 10**18, 10**30, 1.5, "x", None]
NO_THREADS: list[Any] = [0, -1, 1.5, 2**70, "x", None]
NO_SEEDS: list[Any] = [1.5, "x", None, []]


def snapshot(batch: Any) -> list[Any]:
    return [*map(np.array, batch.latest), *[str(batch.state(game)) for game in range(batch.games)]]


def same(before: list[Any], after: list[Any]) -> bool:
    return all(np.array_equal(one, other) for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize(
    "named",
    [
        *WRONG_KINDS,
        *[{"games": games} for games in NO_GAMES],
        *[{"threads": threads} for threads in NO_THREADS],
        *[{"seed": seed} for seed in NO_SEEDS],
    ],
    ids=str,
)
def test_a_batch_that_does_not_exist(named: dict[str, Any]) -> None:
    refused((ValueError, TypeError, OverflowError), core.Batch, **({"games": 2} | named))


WRONG_ACTIONS: dict[str, tuple[type[Exception], Callable[[Any], Any]]] = {
    "float": (TypeError, lambda good: good.astype(float)),
    "bool": (TypeError, lambda good: good.astype(bool)),
    "object": (TypeError, lambda good: good.astype(object)),
    "strings": (TypeError, lambda good: good.astype(str)),
    "dates": (TypeError, lambda good: good.astype("m8[s]")),
    "None": (TypeError, lambda good: None),
    "one too few": (ValueError, lambda good: good[:-1]),
    "one too many": (ValueError, lambda good: np.append(good, good[0])),
    "empty": (ValueError, lambda good: good[:0]),
    "one number": (ValueError, lambda good: good[0]),
    "a row": (ValueError, lambda good: good[None, :]),
    "a column": (ValueError, lambda good: good[:, None]),
    "ragged": (ValueError, lambda good: [[1], [1, 2]]),
    "huge": (ValueError, lambda good: good.astype(np.uint64) + np.uint64(2**63)),
    "over 32 bits": (ValueError, lambda good: good + 2**32),
    "over 64 bits": (TypeError, lambda good: [2**70] * len(good)),
    "negative": (ValueError, lambda good: good - 1000),
}


@pytest.mark.parametrize("wrong", WRONG_ACTIONS)
def test_actions_of_a_wrong_form(wrong: str) -> None:
    kind, spoil = WRONG_ACTIONS[wrong]
    batch = core.Batch(5, seed=1)
    good = batch.sample(core.Generator(1))
    before = snapshot(batch)
    refused(kind, batch.step, spoil(good))
    assert same(before, snapshot(batch))
    batch.step(good)
    assert not same(before, snapshot(batch))


def test_actions_of_other_right_forms() -> None:
    good = core.Batch(6, seed=1).sample(core.Generator(1))
    spread, backwards = np.repeat(good, 3)[::3], good[::-1].copy()[::-1]
    other_order = good.astype(good.dtype.newbyteorder())
    frozen = good.copy()
    frozen.flags.writeable = False
    forms = [list(good), tuple(good), spread, backwards, other_order, frozen]
    results = []
    for actions in [good, *forms, good.astype(np.int16), good.astype(np.uint64)]:
        batch = core.Batch(6, seed=1)
        batch.step(actions)
        results.append(snapshot(batch))
    assert all(same(results[0], result) for result in results)


@pytest.mark.parametrize("threads", [1, 3])
def test_one_illegal_action_stops_them_all(threads: int) -> None:
    batch = core.Batch(9, rules="grey+joker", seed=3, threads=threads)
    before = snapshot(batch)
    actions = batch.sample(core.Generator(4))
    actions[4] = np.flatnonzero(~batch.latest.masks[4])[0]
    with pytest.raises(ValueError, match="game 4 can't play action") as caught:
        batch.step(actions)
    assert isinstance(caught.value.__cause__, IllegalMoveError)
    assert same(before, snapshot(batch))


def test_arrays_in_a_callers_hands() -> None:
    batch, twin = core.Batch(5, seed=1), core.Batch(5, seed=1)
    for _ in range(100):
        for array in batch.latest:
            array.fill(1)
        actions = twin.sample(core.Generator(1))
        batch.step(actions)
        twin.step(actions)
        assert same(snapshot(batch), snapshot(twin))
    for array in batch.latest:
        while isinstance(array, np.ndarray):  # and all that it is a view of
            refused(ValueError, array.resize, (10**6,), refcheck=False)
            array = array.base


def test_a_batch_is_set_up_once_and_run_by_itself() -> None:
    batch = core.Batch(5, seed=1)
    before = snapshot(batch)
    refused(RuntimeError, batch.__init__, 1000)
    for game in (-1, 5, 2**31, 2**62):
        refused(IndexError, batch.state, game)
    for nothing in NO_NUMBERS:
        refused(TypeError, batch.state, nothing)
    assert same(before, snapshot(batch))


SCRIPT = """
import faulthandler; faulthandler.enable()
import numpy as np
import azulejos.core
from azulejos.core import Batch, Generator, State
from azulejos.core.batch import GameRange
batch = Batch(2)
try:
    {}
except Exception as error:
    print(type(error).__name__, error)
"""
HALF_BUILT = """batch, real = Batch.__new__(Batch), np.ndarray
    np.ndarray = lambda shape, *rest: real(shape, *rest) if shape == (5,) else 1 / 0
    try:
        batch.__init__(5)
    except ZeroDivisionError:
        np.ndarray = real
    batch.step([0] * 5) if {} else batch.reset(1)
    raise ValueError('nothing was done')"""
ANY = "ValueError AttributeError TypeError RuntimeError"
CRASHES = {
    "sample None": ("batch.sample(None)", "TypeError"),
    "sample a state": ("batch.sample(State())", "TypeError"),
    "a share of nothing": ("GameRange()(); raise ValueError('nothing was done')", ANY),
    "a batch that was never set up": (
        "batch = Batch.__new__(Batch); batch.step(np.zeros(0, int)); batch.sample(Generator(1))",
        ANY,
    ),
    "a half-built batch steps": (HALF_BUILT.format(1), ANY),
    "a half-built batch resets": (HALF_BUILT.format(0), ANY),
}


@pytest.mark.parametrize("name", CRASHES)
def test_what_might_crash(name: str) -> None:
    code, kinds = CRASHES[name]
    command = [sys.executable, "-c", SCRIPT.format(code)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.split(" ")[0] in kinds.split(), ran.stdout


@compiled_only
@pytest.mark.parametrize("threads", [2, *corner_cases(1)])
def test_threads_on_one_batch(threads: int) -> None:
    batch = core.Batch(2000, rules="grey+joker", seed=1, threads=threads)
    dice = Random(1)

    def step() -> None:
        batch.step(batch.sample(core.Generator(dice.getrandbits(64))))

    def look() -> None:
        states = [batch.state(1000) for _ in range(500)]  # while a step passes by
        for state in {state.key(): state for state in states}.values():
            check(state.position())

    def reset() -> None:
        time.sleep(0.05)
        batch.reset(dice.getrandbits(8))

    hammer((ValueError, RuntimeError), step, step, look, reset)
    for game in range(2000):
        check(batch.state(game).position())


@pytest.mark.parametrize(("games", "threads"), [(1, 2), (3, 8), (10, 4), (7, 7)])
def test_threads_and_games_of_any_number(games: int, threads: int) -> None:
    batch, alone = core.Batch(games, threads=threads), core.Batch(games)
    for seed in range(30):
        actions = alone.sample(core.Generator(seed))
        assert same(list(batch.step(actions)), list(alone.step(actions)))


def test_arrays_can_be_torn_from_their_memory() -> None:
    batch = core.Batch(50, seed=1)
    for array in batch.latest:
        array.__setstate__((1, (1,), np.dtype("int16"), False, b"xx"))
    for seed in range(50):
        batch.step(batch.sample(core.Generator(seed)))
    assert len(batch.state(0).position().boards) == 2


def test_reset_without_a_seed_goes_on() -> None:
    batch = core.Batch(50, seed=1)
    first = batch.latest.observations.copy()
    again = batch.reset().observations.copy()
    assert not np.array_equal(first, again)
    assert np.array_equal(batch.reset(1).observations, first)


class Fickle:
    """A number that is another each time it is asked."""

    def __init__(self, *values: int) -> None:
        self.values = list(values)

    def __index__(self) -> int:
        return self.values.pop(0) if len(self.values) > 1 else self.values[0]


def test_numbers_that_change() -> None:
    fickle: Any = Fickle(2, 2_000_000)
    assert core.Batch(fickle).games == 2
    players: Any = Fickle(2, 200)
    state = core.State(players)
    state.play_out(core.Generator(1))
    assert len(state.scores) == 2
