"""What batches can be asked for: opponents, kinds of rewards, games that wait after their end."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from hostile_calls import NO_NUMBERS, core, refused
from mirror import Mirror

from azulejos.core import OPPONENTS, PASS, Batch, Generator, State, Step
from azulejos.core.rewards import REWARDS
from azulejos.rules import Phase, RuleSet
from corners import by_default

ALL_KINDS = [*product(RuleSet, (2, 3, 4))]
GAMES = 2
kinds = pytest.mark.parametrize(("rules", "players"), ALL_KINDS)


def rows(step: Any, which: Any = slice(None)) -> list[Any]:
    """Copies of a step's rows."""
    return [array[which].copy() for array in step]


def same(some: list[Any], others: list[Any]) -> bool:
    return all(np.array_equal(one, other) for one, other in zip(some, others, strict=True))


def play_to_the_end(batch: Batch, seed: int = 1) -> Step:
    generator = Generator(seed)
    while not batch.latest.ends.all():
        batch.step(batch.sample(generator))
    return batch.latest


@pytest.mark.covering(2)
@pytest.mark.parametrize("opponent", ["", *OPPONENTS])
@kinds
def test_rows_are_the_laws(rules: RuleSet, players: int, opponent: str) -> None:
    """Each kind of rewards in a batch of its own: the same games, played to the ends."""
    named: dict[str, Any] = {"seed": range(GAMES), "opponent": opponent, "auto_reset": False}
    batches = {kind: Batch(GAMES, players, rules, rewards=kind, **named) for kind in REWARDS}
    mirrors = [Mirror(players, rules, seed, opponent) for seed in range(GAMES)]
    first, dice = batches["win"], Generator(players)
    while not first.latest.ends.all():
        actions = first.sample(dice)
        for game, mirror in enumerate(mirrors):
            mirror.check_table(first.latest, game)
            if actions[game] != PASS:
                mirror.step(int(actions[game]))
        for kind, batch in batches.items():
            step = batch.step(actions)
            for game, mirror in enumerate(mirrors):
                if actions[game] != PASS:
                    mirror.check_result(step, game, kind)
    for game, mirror in enumerate(mirrors):
        mirror.check_table(first.latest, game)


@pytest.mark.parametrize("opponent", ["", *OPPONENTS])
def test_new_games_go_on_with_the_same_chance(opponent: str) -> None:
    batch = Batch(2, 3, "grey+joker", seed=range(2), opponent=opponent)
    mirrors = [Mirror(3, RuleSet.GREY_JOKER, seed, opponent) for seed in range(2)]
    dice, ended = Generator(1), 0
    while ended < 3:
        actions = batch.sample(dice)
        step = batch.step(actions)
        for game, mirror in enumerate(mirrors):
            mirror.step(int(actions[game]))
            mirror.check_result(step, game, "win")
            if mirror.position.phase is Phase.OVER:
                ended += 1
                mirror.begin()
            mirror.check_table(step, game)


@pytest.mark.covering(2)
@pytest.mark.parametrize("opponent", OPPONENTS)
@kinds
def test_opponents_are_those_of_a_single_state(rules: RuleSet, players: int, opponent: str) -> None:
    games, seats = 7, np.arange(7) % players + 1
    batch = Batch(games, players, rules, seed=range(games), seat=seats, opponent=opponent)
    chances = [Generator(seed) for seed in range(games)]
    states = [State(players, rules, chance.below(players) + 1) for chance in chances]
    for state, seat, chance in zip(states, seats, chances, strict=True):
        state.play_on(int(seat), opponent, chance)
    for turn in range(25):
        assert np.array_equal(batch.latest.seats, seats)
        actions = batch.sample(Generator(turn))
        step = batch.step(actions)
        for game, state in enumerate(states):
            if state.is_over:
                continue
            state.apply(int(actions[game]))
            state.play_on(int(seats[game]), opponent, chances[game])
            assert step.ends[game] == state.is_over
            assert state.is_over or batch.state(game) == state


def trace(threads: int, opponent: str, auto_reset: bool) -> list[bytes]:
    named: dict[str, Any] = {"opponent": opponent, "auto_reset": auto_reset, "rewards": "points"}
    batch = Batch(31, 3, "joker", seed=5, threads=threads, **named)
    generator, found = Generator(1), []
    for turn in range(60):
        step: Any = batch.step(batch.sample(generator))
        found += [array.tobytes() for array in step]
        if turn % 20 == 19:
            found += [array.tobytes() for array in rows(batch.restart(step.ends.copy()))]
    return found


@pytest.mark.covering(2)
@pytest.mark.parametrize("auto_reset", [False, True])
@pytest.mark.parametrize("opponent", ["", *OPPONENTS])
def test_threads_change_nothing(opponent: str, auto_reset: bool) -> None:
    assert trace(1, opponent, auto_reset) == trace(4, opponent, auto_reset)


@pytest.mark.covering(2)
@kinds
def test_who_passes_leaves_a_game_as_it_is(rules: RuleSet, players: int) -> None:
    for opponent, rewards in (("", "win"), ("random", "points")):
        batch = Batch(8, players, rules, seed=1, opponent=opponent, rewards=rewards)
        generator = Generator(2)
        for _ in range(30):
            actions = batch.sample(generator)
            actions[::2] = PASS
            before, states = rows(batch.latest), [str(batch.state(game)) for game in range(8)]
            step = batch.step(actions)
            assert [str(batch.state(game)) for game in range(0, 8, 2)] == states[::2]
            masks, observations, seats, *_ = rows(step)
            for old, new in zip(before, (masks, observations, seats), strict=False):
                assert np.array_equal(old[::2], new[::2])
            assert not step.rewards[::2].any()
            assert not step.ends[::2].any()
            assert all(str(batch.state(game)) != states[game] for game in range(1, 8, 2))


@pytest.mark.covering(2)
@kinds
def test_finished_games_stay_until_they_are_restarted(rules: RuleSet, players: int) -> None:
    batch = Batch(6, players, rules, seed=4, auto_reset=False, rewards="difference")
    step = play_to_the_end(batch)
    assert not step.masks.any()
    assert all(batch.state(game).is_over for game in range(6))
    assert np.array_equal(step.scores, [batch.state(game).scores for game in range(6)])
    assert (batch.sample(Generator(1)) == PASS).all()
    before = rows(step)
    after = rows(batch.step([PASS] * 6))
    before[4][:] = 0  # the rewards were paid once
    before[6][:] = before[2]  # nobody has moved
    assert same(before, after)
    with pytest.raises(ValueError, match=r"game 0 can't play action 3: .*over.* PASS \(-1\)"):
        batch.step([3] * 6)
    which = np.arange(6) % 2 == 0
    kept = rows(batch.latest, ~which)
    step = batch.restart(which)
    assert same(kept, rows(step, ~which))
    assert not step.ends[which].any()
    assert not step.rewards[which].any()
    assert not step.scores[which].any()
    assert step.masks[which].any(axis=1).all()
    assert [batch.state(game).is_over for game in range(6)] == list(~which)


def test_seeds_one_a_game() -> None:
    batch = Batch(4, seed=[7, 8, 9, 7])
    first = rows(batch.latest)
    assert same(rows(batch.latest, 0), rows(batch.latest, 3))
    assert not same(rows(batch.latest, 0), rows(batch.latest, 1))
    batch.reset(5)
    assert not same(first, rows(batch.latest))
    other = rows(batch.latest, [0])
    batch.restart([False, True, True, True], np.array([7, 8, 9, 7]))
    assert same(other, rows(batch.latest, [0]))
    assert same([array[1:] for array in first], rows(batch.latest, slice(1, None)))
    assert same(first, rows(batch.reset([7, 8, 9, 7])))


def test_a_restart_leaves_the_others_alone() -> None:
    """Their rows, rewards and ends among them, and their chance."""
    batch, twin = Batch(20, seed=3), Batch(20, seed=3)
    dice, same_dice = Generator(1), Generator(1)
    while not batch.latest.ends.any():
        batch.step(batch.sample(dice))
        twin.step(twin.sample(same_dice))
    kept = batch.latest.ends.copy()
    before = rows(batch.latest, kept)
    assert batch.latest.rewards[kept].any()
    assert same(before, rows(batch.restart(~kept, range(20)), kept))
    for seed in range(40):  # over a deal and more
        actions = twin.sample(Generator(seed))
        others = batch.sample(Generator(seed))
        twin.step(actions)
        batch.step(np.where(kept, actions, others))
        assert same(rows(twin.latest, kept), rows(batch.latest, kept))
    assert not same(rows(twin.latest, ~kept), rows(batch.latest, ~kept))


def test_whose_seat_it_is() -> None:
    assert set(Batch(60, 4, opponent="random").latest.seats) == {1, 2, 3, 4}
    fixed = Batch(60, 4, opponent="random", seat=2)
    for _ in range(40):
        assert set(fixed.step(fixed.sample(Generator(1))).seats) == {2}
    assert (play_to_the_end(Batch(9, opponent="greedy", seat=2, auto_reset=False)).seats == 2).all()


def test_greedy_opponents_win() -> None:
    ended = won = 0
    for opponent, least, most in (("random", 0.4, 0.6), ("greedy", 0.0, 0.05)):
        batch, generator = Batch(100, opponent=opponent, seat=1, auto_reset=False), Generator(1)
        while not batch.latest.ends.all():
            step = batch.step(batch.sample(generator))
            ended += int((step.rewards[:, 0] != 0).sum())
            won += int((step.rewards[:, 0] == 1).sum())
        assert least <= won / ended <= most
        ended = won = 0


@pytest.mark.parametrize("opponent", by_default(["", *OPPONENTS], "", "greedy"))
def test_who_made_the_action(opponent: str) -> None:
    """Where a game has ended, a new one lies there already, with other seats."""
    batch, generator = Batch(50, players=3, opponent=opponent), Generator(1)
    ended = others = 0
    for _ in range(120):
        before = batch.latest.seats.copy()
        step = batch.step(batch.sample(generator))
        assert np.array_equal(step.movers, before)
        ended += int(step.ends.sum())
        others += int((step.movers != step.seats)[step.ends].sum())
    assert 0 < others < ended
    step = batch.step(np.full(50, PASS))
    assert np.array_equal(step.movers, step.seats)
    step = batch.reset(7)
    assert np.array_equal(step.movers, step.seats)


NO_REWARDS: list[Any] = ["", "Win", "points ", None, 0, []]
NO_OPPONENTS: list[Any] = ["nobody", "Greedy", "expert", None, 0, []]
NO_SEATS: list[Any] = [0, 3, -1, 2**40, 10**30, 1.0, "1", [], [1], [1, 3], [1, 2, 1], [[1, 2]]]
NO_SEEDS: list[Any] = [[1], [1, 2, 3], [1, 2.0], ["a", "b"], "ab"]
WRONG: list[dict[str, Any]] = [
    *[{"rewards": rewards} for rewards in NO_REWARDS],
    *[{"opponent": opponent} for opponent in NO_OPPONENTS],
    *[{"opponent": "greedy", "seat": seat} for seat in NO_SEATS],
    *[{"seed": seed} for seed in NO_SEEDS],
    *[{"observations": flag} for flag in ("planes", "vector", None, 1)],
    *[{"auto_reset": flag} for flag in ("no", None, 0)],
    {"seat": 1},  # and no opponent
    {"seat": [1, 2]},
]


@pytest.mark.parametrize("named", WRONG, ids=str)
def test_options_that_do_not_exist(named: dict[str, Any]) -> None:
    refused((ValueError, TypeError), core.Batch, 2, **named)


WRONG_WHICH: list[Any] = [[True], [True] * 3, [[True, False]], [0, 1], [1.0, 0.0], True, None, "ab"]


@pytest.mark.parametrize("which", WRONG_WHICH, ids=str)
def test_wrong_games_to_restart(which: Any) -> None:
    batch = core.Batch(2, seed=1)
    before = rows(batch.latest)
    refused((ValueError, TypeError), batch.restart, which)
    for seed in (*NO_NUMBERS, [1], [1, 2.0]):
        if seed is not None:
            refused((ValueError, TypeError), batch.restart, [True, True], seed)
    assert same(before, rows(batch.latest))


@pytest.mark.parametrize("order", [-2, -3, -(2**40)])
def test_orders_that_callers_cannot_give(order: int) -> None:
    batch = core.Batch(3, seed=1)
    before = rows(batch.latest)
    refused(ValueError, batch.step, [PASS, order, PASS])
    assert same(before, rows(batch.latest))


def test_no_number_is_mistaken_for_pass() -> None:
    batch = core.Batch(2, seed=1)
    refused(ValueError, batch.step, np.full(2, 2**64 - 1, np.uint64))
    assert not batch.latest.ends.any()


def test_a_seed_in_an_array() -> None:
    assert np.array_equal(
        Batch(2, seed=np.array(5)).latest.observations.copy(), Batch(2, seed=5).latest.observations
    )
