"""Examples: what is seen of a game, and what it should have been thought to be worth."""

import numpy as np
import pytest
from tiny_training import KINDS, some_games

from azulejos.core import State
from azulejos.search.layout import ALL_ROWS, MOST_ROWS, STAGES
from azulejos.search.network import POINTS_UNIT
from azulejos.training.examples import (
    MOST_POINTS,
    Examples,
    Judge,
    Ply,
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

RESULTS = TargetMixture(trust=1.0, search=0.0, deals=0.0)


@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_facts_and_targets_are_within_bounds(rules: str, players: int) -> None:
    network, played = some_games(rules, players)
    facts, stages, targets = examples_of(network, played, TargetMixture())
    assert facts.dtype == np.uint16
    assert targets.dtype == np.float32
    assert targets.shape == (len(facts), 3)
    assert stages.shape == (len(facts),)
    assert set(stages.tolist()) <= set(range(STAGES))
    assert len(set(stages.tolist())) > STAGES // 2
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
    facts = examples_of(network, played, RESULTS._replace(share=1.0)).facts
    seen = [s.facts for game in played.games() for s in replay(network, game, 1.0, None)[0]]
    assert [[fact for fact in row if fact < ALL_ROWS] for row in facts.tolist()] == seen


@pytest.mark.parametrize(("rules", "players"), [("std", 2), ("grey+joker", 4)])
def test_what_is_seen(rules: str, players: int) -> None:
    network, played = some_games(rules, players, games=1)
    game = next(played.games())
    everything, plies, final = replay(network, game, 1.0, Judge(network))
    assert final.is_over
    ends = [each for each in everything if each.before_deal]
    assert len(plies) == len(game.actions)
    assert len(everything) == len(plies) + len(ends)
    assert [each.seat for each in ends] == [*range(players)] * (len(ends) // players)
    # What follows a slip is seen whatever the share is.
    few = replay(network, game, 0.0, None)[0]
    slips = [number for number, value in enumerate(game.values) if value == NO_VALUE]
    assert {each.ply for each in few if not each.before_deal} <= {number + 1 for number in slips}
    assert all(known is not None for ply in plies if ply.slipped for known in ply.chances)
    assert [number for number, ply in enumerate(plies) if ply.slipped] == slips
    # With two players a move is seen by who makes it, so all searched values are used.
    if players == 2:
        assert [each.known for each in everything if not each.before_deal] == [
            plies[each.ply].chances[each.seat] for each in everything if not each.before_deal
        ]


THREE_PLIES = [Ply([0.5, 0.5], False), Ply([0.6, 0.4], False), Ply([0.2, 0.8], False)]
A_SLIP = [THREE_PLIES[0], Ply([0.6, 0.4], True), THREE_PLIES[2]]
OF_FOUR: list[Ply] = [Ply([None, 0.5, None, None], False)]


@pytest.mark.parametrize(
    ("plies", "trust", "expected"),
    [
        ([], 0.5, [1.0]),  # nothing but the result
        (THREE_PLIES, 1.0, [1.0, 1.0, 1.0, 1.0]),
        (THREE_PLIES, 0.0, [0.5, 0.6, 0.2, 1.0]),
        # The last: the result. Before: half of it, half of the search there. And so on.
        (THREE_PLIES, 0.5, [0.55, 0.6, 0.6, 1.0]),
        # What followed the slip, here a defeat's beginning, does not count before it.
        (A_SLIP, 1.0, [0.6, 0.6, 1.0, 1.0]),
        (A_SLIP, 0.5, [0.55, 0.6, 0.6, 1.0]),
    ],
)
def test_later_values(plies: list[Ply], trust: float, expected: list[float]) -> None:
    found = later_values(plies, [1.0, 0.0], trust)
    assert np.allclose(found, [[value, 1 - value] for value in expected])


def test_later_values_of_more_than_two() -> None:
    """Only the one who moves has looked; the trust of as many plies as there are players."""
    first, last = later_values(OF_FOUR, [1.0, 0.0, 0.0, 0.0], 0.5)
    assert last == [1.0, 0.0, 0.0, 0.0]
    assert np.allclose(first, [1.0, 0.5 * (1 - 0.5**4), 0.0, 0.0])


def test_the_mixture_of_targets() -> None:
    network, played = some_games("std", 2, games=1)
    game = next(played.games())
    judge = Judge(network)
    final = replay(network, game, 1.0, None)[2]
    results = [result_of(final, seat) for seat in range(2)]
    for seen, target in examples_of_game(network, game, RESULTS._replace(share=1.0), None):
        assert target == results[seen.seat]
    searched = TargetMixture(trust=0.5, search=1.0, deals=1.0, share=1.0)
    for seen, (value, won, points) in examples_of_game(network, game, searched, judge):
        assert (won, points) == results[seen.seat][1:]
        assert value == seen.known
    later = TargetMixture(trust=0.0, search=0.0, deals=0.0, share=1.0)
    _, plies, _ = replay(network, game, 1.0, judge)
    for seen, (value, _, _) in examples_of_game(network, game, later, judge):
        next_one = seen.ply if seen.before_deal or plies[seen.ply].slipped else seen.ply + 1
        if next_one < len(plies):
            assert value == plies[next_one].chances[seen.seat]
        else:
            assert value == results[seen.seat][0]


def test_before_a_deal_others_are_tried() -> None:
    network, _ = some_games("std", 2)
    state = State(2, "std")
    judge = Judge(network)
    first = judge.chances_before_deal(state, 1)
    assert first == judge.chances_before_deal(state, 1)
    assert first != judge.chances_before_deal(state, 2)
    assert sum(chance or 0.0 for chance in first) == pytest.approx(1)


@pytest.mark.parametrize(("rules", "players"), [("std", 2), ("grey", 3), ("joker", 4)])
def test_results_are_what_the_network_says_of_finished_games(rules: str, players: int) -> None:
    network, played = some_games(rules, players)
    for game in played.games():
        final: State = replay(network, game, 0.0, None)[2]
        shares = [result_of(final, seat)[1] for seat in range(players)]
        assert sum(shares) == pytest.approx(1)
        for seat in range(players):
            value = result_of(final, seat)[0]
            assert value == pytest.approx(chance_of(network.value(final, seat)), abs=0.001)


def test_tables_of_different_widths_are_joined_uncut() -> None:
    narrow = Examples(table_of([[1], [2, 3]]), np.array([1, 2]), np.ones((2, 3), np.float32))
    wide = Examples(table_of([[4, 5, 6]]), np.array([3]), np.zeros((1, 3), np.float32))
    parts = [narrow, wide]
    facts, stages, targets = join(parts)
    empty = ALL_ROWS
    assert facts.tolist() == [[1, empty, empty], [2, 3, empty], [4, 5, 6]]
    assert stages.tolist() == [1, 2, 3]
    assert targets[:, 0].tolist() == [1, 1, 0]
    assert parts == []
