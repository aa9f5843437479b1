"""The network: what it sees is what it weighs, and everything is within its bounds."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from search_cases import KINDS, corners, is_offer, network_of_chance, random_game

from azulejos import parse_move
from azulejos.core import State, action_of
from azulejos.search import Network, load_network
from azulejos.search.layout import (
    ALL_ROWS,
    BOARD_ROWS,
    MOST_ROWS,
    NEXT_DEAL,
    STAGES,
    UNITS,
)
from azulejos.search.network import describe, stage
from azulejos.search.start import starting_network

kinds = pytest.mark.parametrize(("rules", "players"), KINDS)
MOST_VALUE = 30_000


def head_output(network: Network, state: State, seat: int, head: int) -> int:
    """The same again from the documentation, with NumPy."""
    sums = network.rows[describe(state, seat)].astype(np.int64).sum(axis=0)
    sums = (sums + 0x8000) % 0x10000 - 0x8000  # sixteen bits
    bent = np.maximum(sums, 0)
    bent[0] = sums[0]
    total = int(bent @ network.heads_array[3 * stage(state) + head].astype(np.int64))
    return max(-MOST_VALUE, min(MOST_VALUE, 1000 * total >> 18))


def network_of_stages(rules: str, players: int) -> Network:
    """Drawn by lot, with other heads at each stage."""
    heads = np.random.default_rng(8).normal(0, 256, (3 * STAGES, UNITS))
    return Network(rules, players, network_of_chance(rules, players).rows, heads)


def positions(rules: str, players: int, seeds: range) -> list[State]:
    """Takes and deals that are due; how lines will be tiled is for others to test."""
    found = []
    for seed in seeds:
        for state in random_game(rules, players, seed):
            if is_offer(state):
                found.append(state.copy())
                child = state.copy()
                child.apply(state.legal_actions()[-1])
                if child.deal_is_due:
                    found.append(child)
    return found


@pytest.mark.covering(2)
@kinds
def test_what_is_described_is_what_is_weighed(rules: str, players: int) -> None:
    for network in (network_of_stages(rules, players), load_network(rules, players)):
        for state in positions(rules, players, range(2)):
            for seat in range(players):
                assert network.value(state, seat) == head_output(network, state, seat, 0), state
                score, chance = network.evaluate(state, seat)
                assert score == head_output(network, state, seat, 2) * 15 / 1000
                assert chance == pytest.approx(
                    1 / (1 + np.exp(-head_output(network, state, seat, 1) / 1000))
                )


@kinds
def test_stages_go_by_rounds_and_what_is_left_of_them(rules: str, players: int) -> None:
    """Four a round, the first before its deal; from the fifth round on they are the same."""
    seen = set()
    for state in positions(rules, players, range(4)):
        assert stage(state) // 4 == min(state.round - 1, 4)
        assert (stage(state) % 4 == 0) != is_offer(state)
        seen.add(stage(state))
    assert seen >= {number for number in range(STAGES) if number % 4}


@kinds
def test_every_fact_has_a_row(rules: str, players: int) -> None:
    """And there are never more than there is room for: a player's board and what is on offer."""
    seen = set()
    for state in positions(rules, players, range(10)):
        for seat in range(players):
            features = describe(state, seat)
            assert min(features) >= 0
            assert max(features) < ALL_ROWS
            assert sum(feature < BOARD_ROWS for feature in features) < MOST_ROWS
            assert sum(
                BOARD_ROWS <= feature < 2 * BOARD_ROWS for feature in features
            ) < MOST_ROWS * (players - 1)
            assert sum(2 * BOARD_ROWS <= feature < NEXT_DEAL for feature in features) == 5
            next_deal = sum(feature >= NEXT_DEAL for feature in features)
            assert next_deal < MOST_ROWS * players
            assert (next_deal == 0) == is_offer(state)
            seen.update(features)
    assert len(seen) > 2000


@pytest.mark.parametrize("state", corners(), ids=str)
def test_corners(state: State) -> None:
    network = network_of_stages(state.rules, state.players)
    for seat in range(state.players):
        features = describe(state, seat)
        assert 0 <= min(features) <= max(features) < ALL_ROWS
        if is_offer(state):
            assert network.value(state, seat) == head_output(network, state, seat, 0)
    for action, value in network.evaluate_actions(state):
        child = state.copy()
        child.apply(action)
        assert value == network.value(child, state.turn - 1)


@kinds
def test_facts_fill_the_numbers_between_and_no_more(rules: str, players: int) -> None:
    """My board's features are another's, BOARD_ROWS later, when he looks at it."""
    for state in positions(rules, players, range(1)):
        for seat in range(players):
            mine = sorted(feature for feature in describe(state, seat) if feature < BOARD_ROWS)
            for other in range(players):
                if other != seat:
                    theirs = describe(state, other)
                    assert {feature + BOARD_ROWS for feature in mine} <= set(theirs)


def extreme(number: int, head: int) -> Network:
    rows: Any = np.full((ALL_ROWS, UNITS), number)
    return Network("std", 2, rows, np.full((3, UNITS), head))


@pytest.mark.parametrize("number", [-32768, -600, 600, 1000, 32767])
@pytest.mark.parametrize("head", [-2000, -256, 256, 2000])
def test_sums_beyond_all_bounds(number: int, head: int) -> None:
    """Sixteen bits come round again, and what is weighed stays within bounds."""
    network = extreme(number, head)
    for state in positions("std", 2, range(1)):
        assert network.value(state, 0) == head_output(network, state, 0, 0)


def test_numbers_are_rounded_and_clipped() -> None:
    network = Network("std", 2, np.full((ALL_ROWS, UNITS), 40000.4), np.full((3, UNITS), 2.6))
    assert network.rows.max() == network.rows.min() == 32767
    assert network.heads_array.tolist() == [[3] * UNITS] * 3 * STAGES


@kinds
def test_certain_ends(rules: str, players: int) -> None:
    """A finished game is worth its result: the more points ahead the better, and winning most."""
    network = starting_network(rules, players)
    for seed in range(5):
        for state in random_game(rules, players, seed):
            last = state
        while last.legal_actions():
            last.apply(last.legal_actions()[0])
        assert last.is_over
        outcome = last.outcome
        assert outcome is not None
        for seat in range(players):
            score, chance = network.evaluate(last, seat)
            others = [points for other, points in enumerate(outcome.scores) if other != seat]
            assert score == outcome.scores[seat] - max(others)
            winners = outcome.winners
            assert chance == (1 / len(winners) if seat + 1 in winners else 0)
            value = network.value(last, seat)
            assert (value > 0) == (score > 0 or (score == 0 and chance == 1)) or abs(value) < 1100


def test_a_shared_win_is_half_a_win() -> None:
    """Round 50, the last tile: in line 1 it scores what the marker costs."""
    boards = "9:-/-/-/-/-:5/5/5/5/5:- 9:-/-/-/-/-:5/5/5/5/5:-"
    state = State.from_text(f"std -/-/-/-/- FK {boards} 2 2 50 B20Y20R20K19W20 -")
    state.apply(action_of(parse_move("0K1")))
    assert state.is_over
    for seat in (0, 1):
        assert starting_network("std", 2).evaluate(state, seat) == (0.0, 0.5)
        assert starting_network("std", 2).value(state, seat) == 0
