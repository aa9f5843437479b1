"""Examples: what is seen of a game, and what it should have been thought to be worth."""

import numpy as np
import pytest
from tiny_training import KINDS, some_games

from azulejos.core import State
from azulejos.search.layout import ALL_ROWS, MOST_ROWS
from azulejos.search.network import POINTS_UNIT
from azulejos.training.examples import (
    MOST_POINTS,
    Examples,
    TargetMixture,
    chance_of,
    examples_of,
    examples_of_game,
    join,
    later_values,
    replay,
    result_of,
    table_of,
)
from azulejos.training.selfplay import NO_VALUE


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_facts_and_targets_are_within_bounds(rules: str, players: int) -> None:
    network, played = some_games(rules, players)
    facts, targets = examples_of(network, played, TargetMixture())
    assert facts.dtype == np.uint16
    assert targets.dtype == np.float32
    assert targets.shape == (len(facts), 3)
    known = facts < ALL_ROWS
    assert (facts <= ALL_ROWS).all()
    assert (known[:, :-1] >= known[:, 1:]).all()  # filled up at the end, and only there
    assert known[:, -1].any()
    assert facts.shape[1] <= players * MOST_ROWS + 5
    value, won, points = targets.T
    assert (value > 0).all()
    assert (value < 1).all()
    assert (won >= 0).all()
    assert (won <= 1).all()
    assert (abs(points) <= MOST_POINTS / POINTS_UNIT).all()


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_every_fact_of_every_sighting_is_kept(rules: str, players: int) -> None:
    network, played = some_games(rules, players)
    facts, _ = examples_of(network, played, TargetMixture(share=1.0))
    seen = [s.facts for game in played.games() for s in replay(network, game, 1.0)[0]]
    assert [[fact for fact in row if fact < ALL_ROWS] for row in facts.tolist()] == seen


@pytest.mark.parametrize(("rules", "players"), [("std", 2), ("grey+joker", 4)])
def test_what_is_seen(rules: str, players: int) -> None:
    network, played = some_games(rules, players, games=1)
    game = next(played.games())
    everything, judged, final = replay(network, game, share=1.0)
    assert final.is_over
    assert len(everything) == len(game.actions) + players * len(judged)
    slips = replay(network, game, share=0.0)[0]
    ends = [s for s in slips if s in everything and s.value == NO_VALUE]
    assert len(ends) >= players * len(judged)
    # With two players a move is seen by who makes it, so all searched values are used.
    if players == 2:
        assert [s.value for s in everything if s.value != NO_VALUE] == [
            value for value in game.values if value != NO_VALUE
        ]


@pytest.mark.parametrize(
    ("trust", "expected"),
    [
        (1.0, [[1.0, 0.0], [1.0, 0.0], [1.0, 0.0]]),
        (0.0, [[0.6, 0.4], [0.2, 0.8], [1.0, 0.0]]),
        # The last: the result. Before: half of it, half of the judgement there. And so on.
        (0.5, [[0.6, 0.4], [0.6, 0.4], [1.0, 0.0]]),
        (0.75, [[0.75, 0.25], [0.8, 0.2], [1.0, 0.0]]),
    ],
)
def test_later_values(trust: float, expected: list[list[float]]) -> None:
    found = later_values([[0.6, 0.4], [0.2, 0.8]], [1.0, 0.0], trust)
    assert np.allclose(found, expected)


def test_a_game_of_one_round_is_worth_its_result() -> None:
    assert later_values([], [0.75, 0.25], 0.5) == [[0.75, 0.25]]


def test_the_mixture_of_targets() -> None:
    network, played = some_games("std", 2, games=1)
    game = next(played.games())
    _, judged, final = replay(network, game, 1.0)
    results = [result_of(final, seat) for seat in range(2)]
    for seen, target in examples_of_game(network, game, TargetMixture(1.0, 0.0, 1.0)):
        assert target == results[seen.seat]
    for seen, (value, won, points) in examples_of_game(network, game, TargetMixture(0.0, 1.0, 1.0)):
        assert (won, points) == results[seen.seat][1:]
        if seen.value != NO_VALUE:
            assert value == pytest.approx(chance_of(seen.value))
        elif seen.round_end < len(judged):
            assert value == pytest.approx(judged[seen.round_end][seen.seat])
        else:
            assert value == pytest.approx(results[seen.seat][0])


@pytest.mark.parametrize(("rules", "players"), [("std", 2), ("grey", 3), ("joker", 4)])
def test_results_are_what_the_network_says_of_finished_games(rules: str, players: int) -> None:
    network, played = some_games(rules, players)
    for game in played.games():
        final: State = replay(network, game, 0.0)[2]
        shares = [result_of(final, seat)[1] for seat in range(players)]
        assert sum(shares) == pytest.approx(1)
        for seat in range(players):
            value = result_of(final, seat)[0]
            assert value == pytest.approx(chance_of(network.value(final, seat)), abs=0.001)


def test_tables_of_different_widths_are_joined_uncut() -> None:
    narrow = Examples(table_of([[1], [2, 3]]), np.ones((2, 3), np.float32))
    wide = Examples(table_of([[4, 5, 6]]), np.zeros((1, 3), np.float32))
    parts = [narrow, wide]
    facts, targets = join(parts)
    empty = ALL_ROWS
    assert facts.tolist() == [[1, empty, empty], [2, 3, empty], [4, 5, 6]]
    assert targets[:, 0].tolist() == [1, 1, 0]
    assert parts == []
