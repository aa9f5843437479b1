"""Chance is fair: what the core deals and which moves it picks, by chi-squared tests.

The seeds are fixed and the limits are those of one false alarm in a million, so nothing here
fails by bad luck.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from itertools import product
from math import comb, exp, prod, sqrt
from typing import TypeVar

import pytest

from azulejos.core import Batch, Generator, State
from azulejos.rules import COLOURS, Heap, RuleSet, Tile
from azulejos.rules.material import all_tiles
from corners import corner_rows

DEALS = 20_000
LEAST = 10.0  # cells that are expected less often are pooled
MILLION_TO_ONE = 4.75342  # standard deviations of a normal variable

Counts = tuple[int, ...]
Cell = TypeVar("Cell", bound=Hashable)


def limit(freedom: int) -> float:
    """What chi-squared exceeds once in a million times (Wilson and Hilferty)."""
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + MILLION_TO_ONE * sqrt(part)) ** 3)


def chi_squared(seen: Mapping[Cell, int], chances: Mapping[Cell, float]) -> tuple[float, int]:
    """The statistic and its degrees of freedom; rare cells count as one."""
    number = sum(seen.values())
    assert set(seen) <= set(chances)
    assert abs(sum(chances.values()) - 1) < 1e-9
    common = [cell for cell in chances if chances[cell] * number >= LEAST]
    cells = [(seen.get(cell, 0), chances[cell] * number) for cell in common]
    rest = number - sum(count for count, _ in cells), number - sum(due for _, due in cells)
    if rest[1] >= LEAST:
        cells.append(rest)
    return sum((count - due) ** 2 / due for count, due in cells), len(cells) - 1


def check_fair(seen: Mapping[Cell, int], chances: Mapping[Cell, float]) -> None:
    statistic, freedom = chi_squared(seen, chances)
    assert freedom > 0
    assert statistic < limit(freedom)


def draws(heap: Heap, number: int) -> dict[Counts, float]:
    """The chance of every outcome of drawing so many tiles from a heap without looking."""
    ways = comb(len(heap), number)
    return {
        counts: prod(map(comb, heap.counts, counts)) / ways
        for counts in product(*(range(min(held, number) + 1) for held in heap.counts))
        if sum(counts) == number
    }


def displays_dealt(state: State, seed: int = 1) -> Iterator[tuple[Heap, ...]]:
    generator = Generator(seed)
    for _ in range(DEALS):
        dealt = state.copy()
        dealt.deal(generator)
        yield dealt.position().displays


def counted(heaps: Iterable[Heap]) -> Counter[Counts]:
    return Counter(heap.counts for heap in heaps)


@pytest.mark.parametrize("freedom", [4, 10, 50, 200])
def test_the_limit_is_about_once_in_a_million(freedom: int) -> None:
    """For even degrees of freedom the distribution is a sum. Few make the limit higher."""
    half = limit(freedom) / 2
    term = beyond = exp(-half)
    for number in range(1, freedom // 2):
        term *= half / number
        beyond += term
    assert 0.3e-6 < beyond < 2e-6


def test_the_statistic_notices_a_loaded_die() -> None:
    fair = dict.fromkeys(range(6), 1 / 6)
    statistic, freedom = chi_squared(dict.fromkeys(range(6), 1000), fair)
    assert (round(statistic, 9), freedom) == (0, 5)
    with pytest.raises(AssertionError):
        check_fair({side: 10_000 + 1_000 * (side == 0) for side in range(6)}, fair)


@pytest.mark.parametrize(
    ("rules", "players"), [("joker", 2), *corner_rows(("std", 2), ("grey+joker", 4))]
)
def test_every_display_of_a_fresh_bag(rules: str, players: int) -> None:
    """Each display alone, the first as the last, is a draw of four tiles from the whole bag."""
    chances = draws(all_tiles(RuleSet(rules), players), 4)
    dealt = list(displays_dealt(State(players, rules)))
    for display in (0, players, 2 * players):
        check_fair(counted(displays[display] for displays in dealt), chances)


@pytest.mark.parametrize(("rules", "players"), [("joker", 3), *corner_rows(("std", 3))])
def test_a_whole_deal(rules: str, players: int) -> None:
    """How many of each kind lie on all displays together; with it, the jokers' share."""
    bag = all_tiles(RuleSet(rules), players)
    number = 4 * (2 * players + 1)
    dealt = [sum(displays, Heap()) for displays in displays_dealt(State(players, rules), seed=2)]
    for kind in (*COLOURS, Tile.JOKER):
        if bag[kind]:
            two_kinds = Heap((bag[kind], 100 - bag[kind]))
            seen: Counter[Counts] = Counter((heap[kind], number - heap[kind]) for heap in dealt)
            check_fair(seen, draws(two_kinds, number))


def test_two_displays_of_a_deal_depend_on_each_other_as_they_should() -> None:
    """The tiles of the first are gone when the last is filled."""
    two_kinds = Heap((20, 80))
    seen: Counter[tuple[int, int]] = Counter()
    for displays in displays_dealt(State(4), seed=3):
        seen[displays[0][Tile.BLUE], displays[8][Tile.BLUE]] += 1
    chances = {
        (first[0], last[0]): chance * then
        for first, chance in draws(two_kinds, 4).items()
        for last, then in draws(two_kinds - Heap(first), 4).items()
    }
    check_fair(seen, chances)


REFILL = (
    "joker -/-/-/-/- F 0:-/W/W/WW/W:5/5/5/5/5:- 0:-/W/YY/YYY/YYYY:5/5/5/5/5:- 1 1 5 "
    "B1K1 B18Y10R19K18W13J5"
)


def test_a_refill_in_the_middle_of_a_display() -> None:
    """The bag's two tiles come first; the others of that display, and all later, from the lid."""
    state = State.from_text(REFILL)
    rest, lid = state.position().bag, state.position().lid
    dealt = list(displays_dealt(state, seed=4))
    check_fair(counted(displays[0] - rest for displays in dealt), draws(lid, 2))
    check_fair(counted(displays[1] for displays in dealt), draws(lid, 4))
    check_fair(counted(displays[4] for displays in dealt), draws(lid, 4))


def check_uniform(seen: Mapping[int, int], legal: list[int]) -> None:
    check_fair(seen, dict.fromkeys(legal, 1 / len(legal)))


@pytest.mark.parametrize(
    ("rules", "players", "moves"),
    [
        *(("std", 2, 0), ("grey+joker", 2, 1)),
        *corner_rows(("std", 4, 9), ("joker", 3, 2), ("grey+joker", 4, 13)),
    ],
)
def test_sampled_moves_are_uniform(rules: str, players: int, moves: int) -> None:
    """Every legal move is picked equally often, some moves into a game."""
    batch = Batch(1, players, rules, seed=7)
    generator = Generator(5)
    for _ in range(moves):
        batch.step(batch.sample(generator))
    legal = batch.state(0).legal_actions()
    seen = Counter(int(batch.sample(generator)[0]) for _ in range(40 * max(500, len(legal))))
    check_uniform(seen, legal)


def test_sampled_tiling_decisions_are_uniform() -> None:
    batch = Batch(1, 2, "grey", seed=7)
    generator = Generator(6)
    while batch.state(0).phase != "tiling":
        batch.step(batch.sample(generator))
    seen = Counter(int(batch.sample(generator)[0]) for _ in range(10_000))
    check_uniform(seen, batch.state(0).legal_actions())


# The end is near: all ways to play on can be counted, and none needs a deal.
LAST_TAKES = {
    "std": "std -/-/-/-/- FKKR 9:W/-/-/-/-:BYRK1/5/5/5/5:- 9:-/-/-/-/-:5/5/5/5/5:- 2 2 5 "
    "B19Y19R18K17W19 -",
    "grey+joker": "grey+joker -/-/-/-/- FKJ 9:W/-/-/-/-:BYRK1/5/5/5/5:- "
    "9:-/-/-/-/-:5/5/5/5/5:- 2 2 5 B18Y18R18K17W18J4 -",
}


def ends(state: State, chance: float) -> Iterator[tuple[int, float]]:
    """The keys of all ends that random moves can lead to, with their chances."""
    if state.is_over:
        yield state.key(), chance
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        yield from ends(after, chance / len(state.legal_actions()))


@pytest.mark.parametrize("rules", LAST_TAKES)
def test_moves_of_a_playout_are_uniform(rules: str) -> None:
    state = State.from_text(LAST_TAKES[rules])
    chances: dict[int, float] = {}
    for key, chance in ends(state, 1.0):
        chances[key] = chances.get(key, 0.0) + chance
    generator = Generator(8)
    seen: Counter[int] = Counter()
    for _ in range(DEALS):
        game = state.copy()
        game.play_out(generator)
        seen[game.key()] += 1
    check_fair(seen, chances)
