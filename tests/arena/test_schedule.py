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
    schedule = list(contest(*BOTS[:players], seed=str(seed)).schedule_of_group(group))
    assert len(schedule) == players
    assert {scheduled.group for scheduled in schedule} == {group}
    assert len({scheduled.deal_seed for scheduled in schedule}) == 1
    for seat in range(players):
        assert sorted(scheduled.seats[seat] for scheduled in schedule) == list(range(players))


def test_every_bot_sits_behind_every_other_equally_often() -> None:
    schedule = contest(*BOTS).schedule(6)
    behind = Counter(
        (scheduled.seats[seat - 1], scheduled.seats[seat])
        for scheduled in schedule
        for seat in range(4)
    )
    assert set(behind.values()) == {8}
    assert len(behind) == 12


@given(players=st.integers(2, 4), groups=st.integers(0, 20))
def test_the_schedule_is_the_groups_one_after_the_other(players: int, groups: int) -> None:
    terms = contest(*BOTS[:players])
    one_by_one = [
        scheduled for group in range(groups) for scheduled in terms.schedule_of_group(group + 1)
    ]
    assert list(terms.schedule(groups)) == one_by_one
    assert [scheduled.number for scheduled in one_by_one] == list(range(1, groups * players + 1))


@given(games=st.integers(1, 10**6), players=st.integers(2, 4))
def test_games_are_rounded_up_to_whole_groups(games: int, players: int) -> None:
    assert 0 <= groups_for(games, players) * players - games < players


def test_seeds_differ_by_seed_group_game_and_bot() -> None:
    schedule = [
        scheduled for seed in "12" for scheduled in contest("a", "b", seed=seed).schedule(20)
    ]
    assert len({scheduled.deal_seed for scheduled in schedule}) == 40
    assert len({scheduled.bot_seed(bot) for scheduled in schedule for bot in (0, 1)}) == 160


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
