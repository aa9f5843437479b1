"""Elo, intervals and the sequential test: known values, and how often they are right."""

from __future__ import annotations

from collections import Counter
from math import inf, isfinite

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos import statistics
from azulejos.statistics import PAIR_OUTCOMES, Sprt, elo_of, share_of

VALUES = np.array(PAIR_OUTCOMES)
SHAPES = {
    "few draws": [0.25, 0.02, 0.46, 0.02, 0.25],
    "many draws": [0.1, 0.1, 0.6, 0.1, 0.1],
    "seats decide": [0.05, 0.05, 0.8, 0.05, 0.05],
}


def counted(*counts: int) -> Counter[float]:
    return Counter(dict(zip(PAIR_OUTCOMES, counts, strict=True)))


def tilted(shape: list[float], share: float) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The same shape with another mean."""
    low, high = -60.0, 60.0
    for _ in range(100):
        middle = (low + high) / 2
        chances = np.array(shape) * np.exp(middle * VALUES)
        chances /= chances.sum()
        low, high = (middle, high) if chances @ VALUES < share else (low, middle)
    return chances


@pytest.mark.parametrize(
    ("share", "elo"),
    [(0.5, 0.0), (0.75, 190.85), (0.64, 99.95), (0.9, 381.70), (0.0, -inf), (1.0, inf)],
)
def test_elo(share: float, elo: float) -> None:
    assert elo_of(share) == pytest.approx(elo, abs=0.01)
    assert share_of(elo_of(share)) == pytest.approx(share) if 0 < share < 1 else True


@given(elo=st.floats(-2000, 2000))
def test_elo_and_back(elo: float) -> None:
    assert elo_of(share_of(elo)) == pytest.approx(elo, abs=1e-6)


def test_an_interval_by_hand() -> None:
    """Many pairs, so that the group that is thought of and Wilson's correction hardly count."""
    outcomes = counted(100, 200, 400, 200, 100)
    low, high = statistics.share_interval(outcomes)
    # The variance of a pair is (2·100·0.25 + 2·200·0.0625) / 1000 = 0.075.
    half = 1.95996 * (0.075 / 1000) ** 0.5
    assert (low, high) == pytest.approx((0.5 - half, 0.5 + half), abs=2e-4)
    assert statistics.elo_interval(outcomes).high == pytest.approx(11.8, abs=0.1)
    assert statistics.superiority(outcomes) == pytest.approx(0.5)
    ahead = counted(80, 180, 400, 220, 120)
    # Ahead by 0.03 with a standard error of √(0.0741 / 1000): 3.486 of them.
    assert statistics.mean(ahead) == pytest.approx(0.53)
    assert statistics.superiority(ahead) == pytest.approx(0.99976, abs=2e-5)


def test_games_of_a_pair_are_not_taken_as_independent() -> None:
    """A hundred wins and a hundred losses say more when each pair holds one of both."""
    split, swept = counted(0, 0, 100, 0, 0), counted(50, 0, 0, 0, 50)
    narrow, wide = statistics.share_interval(split), statistics.share_interval(swept)
    assert wide.high - wide.low > 10 * (narrow.high - narrow.low)


@given(counts=st.tuples(*[st.integers(0, 300)] * 5))
def test_intervals_hold_the_mean_and_stay_within_bounds(counts: tuple[int, ...]) -> None:
    outcomes = counted(*counts)
    low, high = statistics.share_interval(outcomes)
    assert 0 <= low <= statistics.mean(outcomes) <= high <= 1
    assert low < high
    assert 0 <= statistics.superiority(outcomes) <= 1
    assert isfinite(Sprt(0, 10).llr(outcomes))
    mirror = statistics.share_interval(counted(*counts[::-1]))
    assert (1 - mirror.high, 1 - mirror.low) == pytest.approx((low, high))


def test_all_won_and_all_lost() -> None:
    won, lost = counted(0, 0, 0, 0, 10), counted(10, 0, 0, 0, 0)
    assert statistics.share_interval(won) == pytest.approx((0.779, 1), abs=0.001)
    assert statistics.elo_interval(won) == pytest.approx((219, inf), abs=0.5)
    assert statistics.elo_interval(lost) == pytest.approx((-inf, -219), abs=0.5)
    assert statistics.superiority(won) > 0.999


def test_nothing_played() -> None:
    assert statistics.share_interval({}) == (0, 1)
    assert statistics.elo_interval({}) == (-inf, inf)
    assert statistics.superiority({}) == 0.5
    assert Sprt(0, 5).llr({}) == 0


@pytest.mark.covering(2)
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("share", [0.5, 0.6, 0.9, 0.985])
@pytest.mark.parametrize("pairs", [10, 100])
def test_the_interval_holds_the_truth_as_often_as_it_says(
    shape: list[float], share: float, pairs: int
) -> None:
    generator = np.random.default_rng(1)
    samples = generator.multinomial(pairs, tilted(shape, share), size=2000)
    kinds, times = np.unique(samples, axis=0, return_counts=True)
    held = 0
    for kind, count in zip(kinds, times, strict=True):
        low, high = statistics.share_interval(counted(*map(int, kind)))
        held += count * (low <= share <= high)
    assert held / 2000 >= (0.93 if pairs > 50 else 0.92)
    if pairs > 50 and share < 0.95:
        assert held / 2000 <= 0.97


def test_the_interval_of_shares_among_four() -> None:
    """Groups of four games, each won by one of four equal bots: a share of a quarter."""
    generator = np.random.default_rng(1)
    wins = generator.binomial(4, 0.25, size=(1000, 60)) / 4
    held = 0
    for row in wins:
        low, high = statistics.share_interval(Counter(map(float, row)))
        held += low <= 0.25 <= high
    assert 0.93 <= held / 1000 <= 0.97


def test_the_ratio_by_hand() -> None:
    test = Sprt(0, 10)
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=0.001)
    outcomes = counted(80, 180, 400, 220, 120)
    # 1000 pairs, H0 0.5, H1 0.51439: 1000·0.01439·(2·0.53 - 1.01439) / (2·0.0741).
    assert test.llr(outcomes) == pytest.approx(4.43, abs=0.02)
    assert test.verdict(outcomes) == "H1"
    assert test.verdict(counted(120, 220, 400, 180, 80)) == "H0"
    assert test.verdict(counted(1, 1, 10, 1, 1)) == ""
    assert Sprt(0, 10, alpha=0.01, beta=0.1).upper == pytest.approx(4.4998, abs=0.001)


def test_no_verdict_on_a_handful_of_pairs() -> None:
    assert Sprt(0, 300).verdict(counted(0, 0, 0, 0, statistics.FIRST_LOOK - 1)) == ""
    assert Sprt(0, 300).verdict(counted(0, 0, 0, 0, statistics.FIRST_LOOK)) == "H1"


@pytest.mark.covering(2)
@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES)
@pytest.mark.parametrize("bounds", [(0, 60), (-30, 30)], ids=str)
def test_the_sequential_test_errs_as_seldom_as_it_promises(
    shape: list[float], bounds: tuple[float, float]
) -> None:
    test = Sprt(*bounds)
    for truth, wrong in ((bounds[0], "H1"), (bounds[1], "H0")):
        verdicts = _verdicts(test, tilted(shape, share_of(truth)), matches=600)
        assert verdicts[""] <= 2
        # 5 % plus what the approximation costs and chance may add.
        assert verdicts[wrong] / 600 <= 0.08


def _verdicts(
    test: Sprt, chances: np.ndarray[tuple[int], np.dtype[np.float64]], matches: int
) -> Counter[str]:
    generator = np.random.default_rng(2)
    verdicts: Counter[str] = Counter()
    for _ in range(matches):
        outcomes = counted(0, 0, 0, 0, 0)
        verdict = ""
        for outcome in generator.choice(VALUES, size=2000, p=chances):
            outcomes[float(outcome)] += 1
            verdict = test.verdict(outcomes)
            if verdict:
                break
        verdicts[verdict] += 1
    return verdicts
