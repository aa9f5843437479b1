"""Chance in OpenSpiel's game: exact probabilities, tile by tile and for whole deals."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import permutations, product
from random import Random

import pyspiel
import pytest

from azulejos.core import Generator, State
from azulejos.envs.openspiel import AzulejosState
from azulejos.envs.openspiel.chance import PartialDeal
from azulejos.rules import Deal, draw_deal, start
from azulejos.rules.tiles import KINDS


def deals_by_draws(draws: PartialDeal) -> dict[Deal, Fraction]:
    """Every deal that can come of it, with its probability: the product of those of its draws."""
    if draws.is_complete:
        return {draws.deal(): Fraction(1)}
    found: defaultdict[Deal, Fraction] = defaultdict(Fraction)
    left = sum(draws.source)
    for kind, probability in draws.outcomes():
        share = Fraction(draws.source[kind], left)
        assert probability == float(share)
        for deal, part in deals_by_draws(draws.after(kind)).items():
            found[deal] += share * part
    assert sum(found.values()) == 1
    return dict(found)


def deals_by_orders(displays: int, bag: str, lid: str) -> dict[Deal, Fraction]:
    """The same by brute force: all orders of the bag are equally likely, then all of the lid."""
    found: defaultdict[Deal, Fraction] = defaultdict(Fraction)
    orders = list(product(permutations(bag), permutations(lid)))
    for first, second in orders:
        drawn = tuple(KINDS.index(kind) for kind in (*first, *second))[: 4 * displays]
        found[PartialDeal(displays, (0,) * 6, (0,) * 6, drawn).deal()] += Fraction(1, len(orders))
    return dict(found)


@pytest.mark.parametrize(
    ("displays", "bag", "lid"),
    [
        (1, "BBYRK", ""),  # more than is dealt
        (1, "BY", "RRW"),  # the lid is tipped in in the middle of a display (E7)
        (1, "", "BBWJJ"),  # at once
        (2, "BBY", "RJ"),  # not enough for all displays (E8)
        (2, "BYRK", "WWJ"),  # the bag is empty between two displays
    ],
)
def test_deals_are_as_likely_as_they_should_be(displays: int, bag: str, lid: str) -> None:
    counts = [tuple(heap.count(kind) for kind in KINDS) for heap in (bag, lid)]
    assert deals_by_draws(PartialDeal(displays, *counts)) == deals_by_orders(displays, bag, lid)


def test_the_lid_is_tipped_in_no_sooner_than_needed() -> None:
    draws = PartialDeal(1, (1, 0, 0, 0, 0, 0), (0, 2, 0, 0, 0, 0))
    draws = draws.after(0)
    assert draws.lid == (0, 2, 0, 0, 0, 0)
    assert draws.outcomes() == [(1, 1.0)]
    draws = draws.after(1)
    assert (draws.bag, draws.lid) == ((0, 1, 0, 0, 0, 0), (0,) * 6)
    assert not draws.is_complete
    assert draws.after(1).is_complete


def drawn_by_nodes(state: AzulejosState, chance: Random) -> Deal:
    displays = state.position().displays
    while state.is_chance_node():
        kinds, weights = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(chance.choices(kinds, weights)[0])
    assert len(displays) == len(state.position().displays)
    return Deal(state.position().displays)


def test_deals_have_the_laws_frequencies() -> None:
    """How often a display of the first deal has 1, 2, 3 or 4 colours, in both ways of drawing."""
    game = pyspiel.load_game("python_azulejos")
    chance, number = Random(5), 1500
    spiel: Counter[int] = Counter()
    law: Counter[int] = Counter()
    for _ in range(number):
        dealt = drawn_by_nodes(game.new_initial_state(), chance)
        spiel.update(len(display.kinds) for display in dealt.displays)
        law.update(len(display.kinds) for display in draw_deal(start(), chance).displays)
    # 20 of each of 5 colours: the chance that four tiles have so many colours.
    ways = {1: 24225, 2: 817000, 3: 2280000, 4: 800000}
    total = sum(ways.values())
    for colours in ways:
        expected = 5 * number * ways[colours] / total
        spread = 4 * expected**0.5
        assert abs(spiel[colours] - expected) < spread
        assert abs(law[colours] - expected) < spread


def test_a_deal_can_be_finished_by_a_generator() -> None:
    """What chance has drawn stays, and the rest is drawn as it should be."""
    state = pyspiel.load_game("python_azulejos").new_initial_state()
    for kind in (0, 1, 2, 3, 4, 4):
        state.apply_action(kind)
    found: Counter[int] = Counter()
    generator = Generator(1)
    for _ in range(500):
        table = state.dealt(generator)
        displays = table.position().displays
        assert str(displays[0]) == "BYRK"
        assert str(displays[1]).count("W") >= 2
        assert sum(len(display) for display in displays) == 20
        for kind, count in enumerate(displays[4].counts):
            found[kind] += count
    left = [19, 19, 19, 19, 18]
    for kind, count in enumerate(left):
        expected = 500 * 4 * count / sum(left)
        assert abs(found[kind] - expected) < 4 * expected**0.5
    assert state.table == State()  # the state itself has not moved
    assert state.history() == [0, 1, 2, 3, 4, 4]
