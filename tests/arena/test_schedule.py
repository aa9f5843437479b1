"""Groups, seats and seeds."""

from collections import Counter

import pytest
from arena_bots import contest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.arena.schedule import Contest, groups_for, limit_in_words, limits_of
from azulejos.protocol import Limit

BOTS = ("a", "b", "c", "d")


@given(players=st.integers(2, 4), group=st.integers(1, 100), seed=st.integers())
def test_in_a_group_every_bot_has_every_seat_once_on_the_same_deals(
    players: int, group: int, seed: int
) -> None:
    plans = list(contest(*BOTS[:players], seed=str(seed)).group_plans(group))
    assert len(plans) == players
    assert {plan.group for plan in plans} == {group}
    assert len({plan.deal_seed for plan in plans}) == 1
    for seat in range(players):
        assert sorted(plan.seats[seat] for plan in plans) == list(range(players))


def test_every_bot_sits_behind_every_other_equally_often() -> None:
    plans = contest(*BOTS).plans(6)
    behind = Counter(
        (plan.seats[seat - 1], plan.seats[seat]) for plan in plans for seat in range(4)
    )
    assert set(behind.values()) == {8}
    assert len(behind) == 12


@given(players=st.integers(2, 4), groups=st.integers(0, 20))
def test_plans_are_the_groups_one_after_the_other(players: int, groups: int) -> None:
    terms = contest(*BOTS[:players])
    one_by_one = [plan for group in range(groups) for plan in terms.group_plans(group + 1)]
    assert list(terms.plans(groups)) == one_by_one
    assert [plan.number for plan in one_by_one] == list(range(1, groups * players + 1))


@given(games=st.integers(1, 10**6), players=st.integers(2, 4))
def test_games_are_rounded_up_to_whole_groups(games: int, players: int) -> None:
    assert 0 <= groups_for(games, players) * players - games < players


def test_seeds_differ_by_seed_group_game_and_bot() -> None:
    plans = [plan for seed in "12" for plan in contest("a", "b", seed=seed).plans(20)]
    assert len({plan.deal_seed for plan in plans}) == 40
    assert len({plan.bot_seed(bot) for plan in plans for bot in (0, 1)}) == 160


def test_a_contest_goes_through_json() -> None:
    terms = contest("a", "b:x=1", limits=(Limit(movetime=5), Limit(nodes=7, depth=2)), date="d")
    assert Contest.from_json(terms.to_json()) == terms


def test_limits_for_all_or_for_each() -> None:
    assert limits_of({"movetime": "", "nodes": "", "depth": ""}, 2) == (Limit(), Limit())
    assert limits_of({"nodes": " 5 "}, 3) == (Limit(nodes=5),) * 3
    assert limits_of({"movetime": "200,20"}, 2) == (Limit(200), Limit(20))
    assert limits_of({"movetime": "200,", "depth": ",3"}, 2) == (Limit(200), Limit(depth=3))
    assert limit_in_words(Limit()) == "the bot's own"


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5", "1,2,3", "5,x", "²", "1" * 20])
def test_limits_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="--nodes"):
        limits_of({"nodes": text}, 2)
