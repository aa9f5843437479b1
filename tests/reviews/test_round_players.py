"""What a deal is worth: rounds that are played to their end, and averages of them."""

from __future__ import annotations

from copy import copy

import pytest
from search_cases import KINDS, network_of_chance

import azulejos as az
from azulejos.analysis.searching import state_of
from azulejos.core import Generator as Chance
from azulejos.reviews.deals import TEMPER, Average, RoundPlayer, average_of, luck_of
from azulejos.reviews.values import Worth
from azulejos.search.calibration import Estimate


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_a_round_is_played_to_its_end(rules: str, players: int) -> None:
    state = state_of(az.Game(players=players, rules=rules, seed=1).position)
    before = state.copy()
    one, same = (RoundPlayer(network_of_chance(rules, players), 60, Chance(5)) for _ in range(2))
    assert one.estimate(state) == same.estimate(state)
    assert state == before


def test_a_round_is_played_differently_each_time() -> None:
    state = state_of(az.Game(seed=1).position)
    player = RoundPlayer(network_of_chance("std", 2), 400, Chance(5))
    assert len({player.estimate(state) for _ in range(6)}) > 3


def test_nobody_profits_from_rounds_that_were_played_before() -> None:
    states = [state_of(az.Game(seed=seed).position) for seed in (1, 2)]
    chance = Chance(7)
    player = RoundPlayer(network_of_chance("std", 2), 100, chance)
    player.estimate(states[0])
    fresh = RoundPlayer(network_of_chance("std", 2), 100, copy(chance))
    assert player.estimate(states[1]) == fresh.estimate(states[1])


def test_averages_and_their_errors() -> None:
    found = average_of([Estimate((0.25, 0.75), (-2.0, 2.0)), Estimate((0.75, 0.25), (4.0, -4.0))])
    assert found.worth == Worth((0.5, 0.5), (1.0, -1.0))
    assert found.error.leads == pytest.approx((3.0, 3.0))
    assert found.error.chances == pytest.approx((0.25, 0.25))


def test_luck_is_the_tempered_difference() -> None:
    came = Average(Worth((0.75, 0.25), (5.0, -5.0)), Worth((0.3, 0.3), (3.0, 3.0)))
    mean = Average(Worth((0.5, 0.5), (1.0, -1.0)), Worth((0.4, 0.4), (4.0, 4.0)))
    luck, error = luck_of(came, mean)
    assert luck == Worth((0.25 * TEMPER, -0.25 * TEMPER), (4 * TEMPER, -4 * TEMPER))
    assert error.leads == pytest.approx((5 * TEMPER, 5 * TEMPER))
    assert error.chances == pytest.approx((0.5 * TEMPER, 0.5 * TEMPER))
