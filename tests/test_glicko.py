"""Glicko-2: the paper's example, and what any rating must do."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.glicko import Rating, Result, rated


def test_the_example_of_the_paper() -> None:
    results = [Result(1400, 30, 1), Result(1550, 100, 0), Result(1700, 300, 0)]
    found = rated(Rating(1500, 200, 0.06), results)
    assert found.value == pytest.approx(1464.06, abs=0.01)
    assert found.deviation == pytest.approx(151.52, abs=0.01)
    assert found.volatility == pytest.approx(0.05999, abs=0.00001)


def test_without_games_it_only_grows_less_certain() -> None:
    before = Rating(1700, 50, 0.06)
    after = rated(before, [])
    assert (after.value, after.volatility) == (before.value, before.volatility)
    assert after.deviation == pytest.approx((50**2 + (173.7178 * 0.06) ** 2) ** 0.5)
    assert rated(Rating(), []).deviation == 350


players = st.builds(Rating, st.floats(0, 3500), st.floats(20, 350), st.floats(0.02, 0.2))


@given(players, st.floats(0, 3500), st.floats(0, 350))
def test_a_win_raises_and_a_loss_lowers(player: Rating, rating: float, deviation: float) -> None:
    won, shared, lost = (rated(player, [Result(rating, deviation, s)]) for s in (1, 0.5, 0))
    assert won.value >= player.value >= lost.value
    assert won.value >= shared.value >= lost.value
    for found in (won, shared, lost):
        assert 0 < found.deviation <= 350
        assert 0 < found.volatility < 1


def test_the_unexpected_makes_it_volatile() -> None:
    steady = Rating(1500, 40, 0.06)
    surprising = [Result(900, 20, 0)] * 10
    assert rated(steady, surprising).volatility > 0.06


def test_it_finds_somebody_s_strength() -> None:
    """Who wins half of the games against 1800 is about that strong, wherever they began."""
    rating = Rating(1000)
    for number in range(200):
        rating = rated(rating, [Result(1800, 30, number % 2)])
    assert rating.value == pytest.approx(1800, abs=40)
    assert rating.deviation < 60
