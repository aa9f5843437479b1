"""What positions are worth: chances add up, deals are averaged, results are exact."""

from __future__ import annotations

import math

import pytest
from search_cases import KINDS, random_game

import azulejos as az
from azulejos.core import Generator, State
from tables import refuses, table

DEAL_DUE = table("std -/-/-/-/- F 9:-/-/-/-/-:BY3/5/5/5/5:- 2:-/-/-/-/-:B4/5/5/5/5:- 1 1 2 * -")
OPEN = table("std BYKW/RRKK/BBRW/BRKK/BYWW F . . 1 1 1 * -")
ONE_WINS = table(
    "std -/-/-/-/- F 6:-/K/-/-/RRRR:BYRKW/WB1R1/K2Y1/2W2/5:- "
    "7:-/-/-/W/YY:BY1KW/W1YRK/1WB2/3B1/2K2:- 2 2 5 - *"
)
SHARED = table("std -/-/-/-/- F 6:-/-/-/-/-:BYRKW/5/5/5/5:- 6:-/-/-/-/-:BYRKW/5/5/5/5:- 2 2 5 - *")
HIGH = table("std BYYY/-/-/-/- F 1000000:-/-/-/-/-:5/5/5/5/5:- . 1 1 1 * -")


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_chances_add_up_to_exactly_one(rules: str, players: int) -> None:
    seen = 0
    for seed in range(4):
        for state in random_game(rules, players, seed):
            if seen % 3 == 0:
                found = az.evaluate(state.position())
                assert sum(found.chances) == sum(reversed(found.chances)) == 1
                assert math.fsum(found.chances) == 1
                assert all(0 <= chance <= 1 for chance in found.chances)
                assert len(found.leads) == players
            seen += 1
    assert seen > 150


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_a_deal_that_is_due_is_no_obstacle(rules: str, players: int) -> None:
    state = State(players, rules)
    played = Generator(3)
    for _ in range(2):
        found = az.evaluate(state.position(), nodes=20, deals=3)
        assert sum(found.chances) == 1
        assert (found.deals, found.final) == (3, False)
        state.deal(played)
        while not state.deal_is_due and not state.is_over:
            state.apply(state.random_action(played))


def test_two_players_lead_by_what_the_other_is_behind() -> None:
    for position in (DEAL_DUE, OPEN):
        for nodes in (None, 50):
            ahead, behind = az.evaluate(position, nodes=nodes).leads
            assert ahead == pytest.approx(-behind)


def test_without_time_to_search_the_network_judges() -> None:
    assert az.evaluate(OPEN, nodes=1) == az.evaluate(OPEN)
    assert az.evaluate(OPEN, nodes=1000) != az.evaluate(OPEN)


def test_the_error_of_an_average_shrinks_with_the_deals() -> None:
    few, many = (az.evaluate(DEAL_DUE, deals=deals) for deals in (16, 256))
    assert few.error > 0
    assert many.error == pytest.approx(few.error / 4, rel=0.5)
    assert few.chances[0] == pytest.approx(many.chances[0], abs=4 * few.error)
    assert few.chances[0] > 0.5


def test_the_same_seed_samples_the_same_deals() -> None:
    first = az.evaluate(DEAL_DUE, deals=4, seed=5)
    assert az.evaluate(DEAL_DUE, deals=4, seed=5) == first
    assert az.evaluate(DEAL_DUE, deals=4, seed=6) != first


def test_the_network_judges_a_rounds_end_without_deals() -> None:
    found = az.evaluate(DEAL_DUE)
    assert (found.deals, found.error) == (0, 0)
    sampled = az.evaluate(DEAL_DUE, nodes=300, deals=64)
    assert found.chances[0] == pytest.approx(sampled.chances[0], abs=0.1)


@pytest.mark.parametrize(
    ("position", "chances", "leads"),
    [(ONE_WINS, (0, 1), (-1, 1)), (SHARED, (0.5, 0.5), (0, 0))],
)
@pytest.mark.parametrize("options", [{}, {"nodes": 100}, {"deals": 5}])
def test_a_finished_game_has_its_result(
    position: az.Position,
    chances: tuple[float, ...],
    leads: tuple[float, ...],
    options: dict[str, int],
) -> None:
    found = az.evaluate(position, **options)
    assert (found.chances, found.leads) == (chances, leads)
    assert (found.final, found.error, found.deals) == (True, 0, 0)


def test_three_share_a_win() -> None:
    board = "6:-/-/-/-/-:BYRKW/5/5/5/5:-"
    found = az.evaluate(table(f"std -/-/-/-/-/-/- F {board} {board} {board} 1 1 5 - *"))
    assert found.chances == pytest.approx((1 / 3,) * 3)
    assert sum(found.chances) == 1


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"nodes": 0}, "bad_limit"),
        ({"movetime": -5}, "bad_limit"),
        ({"depth": 1.5}, "bad_limit"),
        ({"deals": 1}, "bad_deals"),
        ({"deals": "many"}, "bad_deals"),
    ],
)
def test_what_is_refused(options: dict[str, int], code: str) -> None:
    with refuses(az.AnalysisError, code):
        az.evaluate(DEAL_DUE, **options)


def test_a_score_that_no_core_can_hold_is_refused() -> None:
    with refuses(az.AnalysisError, "score_too_high"):
        az.evaluate(HIGH)
