"""Bots around a search: limits, reports, what is kept, and what is answered without one."""

from random import Random

import pytest
from fake_search import Asked, FakeSearch

from azulejos.bots import BotSpecError
from azulejos.bots.searching import SearchBot, SearcherFactory, alphabeta, tree_search
from azulejos.core import action_of
from azulejos.notation import format_move
from azulejos.protocol import Limit, Thought
from azulejos.rules import Take, UsageError, legal_moves, start
from tables import EMPTY_BOARD, refuses, table

OPEN = table("std BYKW/RRKK/BBRW/BRKK/BYWW F . . 1 1 1 * -")
HIGH = table(f"std BYYY/-/-/-/- F 1{'0' * 6}{EMPTY_BOARD[1:]} . 1 1 1 * -")
FORCED = table("std -/-/-/-/- FB 0:R/R/R/R/R:5/5/5/5/5:- . 1 1 1 * -")


def bot(search: FakeSearch, default_limit: Limit = Limit(movetime=900)) -> SearchBot:
    return SearchBot("fake", default_limit, search.open, Random(1))


def test_a_thought_is_what_was_found_in_the_laws_moves() -> None:
    found: list[Thought] = []
    thought = bot(FakeSearch()).choose(OPEN, report=found.append)
    assert format_move(thought.move) == "5W5"
    assert thought.line == (thought.move,)
    assert (thought.depth, thought.nodes) == (2, 20)
    assert thought.score == pytest.approx(17.9)
    assert [(t.move, t.depth) for t in found] == [(thought.move, 1)]


@pytest.mark.parametrize(
    ("default_limit", "limit", "asked"),
    [
        (Limit(movetime=900), Limit(), Asked(0.9, None, None)),
        (Limit(nodes=5, depth=3), Limit(), Asked(None, 5, 3)),
        (Limit(movetime=900), Limit(nodes=7), Asked(None, 7, None)),
        (Limit(nodes=7), Limit(movetime=20, depth=2), Asked(0.02, None, 2)),
    ],
)
def test_a_limit_overrides_the_default(default_limit: Limit, limit: Limit, asked: Asked) -> None:
    search = FakeSearch()
    bot(search, default_limit).choose(OPEN, limit)
    assert search.asked == [asked]


def test_one_search_for_a_game_and_another_for_another_kind() -> None:
    search = FakeSearch()
    player = bot(search)
    player.choose(OPEN)
    player.new_game()
    player.choose(OPEN)
    player.stop()
    assert (search.opened, search.forgotten, search.stopped) == ([("std", 2)], 1, 1)
    grey = table("grey BYKW/RRKK/BBRW/BRKK/BYWW/BYRK/BYRK F . . . 1 1 1 * -")
    player.choose(grey)
    assert search.opened == [("std", 2), ("grey", 3)]
    player.close()
    player.choose(grey)
    assert search.opened == [("std", 2), ("grey", 3), ("grey", 3)]


def test_a_forced_move_is_played_at_once_unless_somebody_asks_for_thoughts() -> None:
    search = FakeSearch()
    assert bot(search).choose(FORCED) == Thought(legal_moves(FORCED)[0])
    assert search.asked == []
    bot(search).choose(FORCED, Limit(nodes=5))
    assert search.asked == [Asked(None, 5, None)]


def test_what_the_core_can_not_hold_is_played_greedily() -> None:
    search = FakeSearch()
    assert format_move(bot(search).choose(HIGH).move) == "1Y3"
    assert format_move(bot(search).choose_among(HIGH, legal_moves(HIGH)).move) == "1Y3"
    assert search.asked == []


def test_the_best_of_some_moves() -> None:
    some = legal_moves(OPEN)[5:60:10]
    assert bot(FakeSearch()).choose_among(OPEN, some).move == max(some, key=action_of)


def test_where_nobody_moves_no_search_is_opened() -> None:
    search = FakeSearch()
    with refuses(UsageError, "no_move_due"):
        bot(search).choose(start())
    assert search.opened == []


def test_alphabeta_refuses_three_players_at_the_table_too() -> None:
    with refuses(BotSpecError, "two_players_only"):
        alphabeta(start(3))


@pytest.mark.parametrize("make_searcher", [alphabeta, tree_search])
def test_a_move_from_the_second_of_two_equal_displays_is_known_by_the_first(
    make_searcher: SearcherFactory,
) -> None:
    twins = table("std BYKW/BYKW/BBRW/BRKK/- F . . 1 1 1 * -")
    seen = [m for m in legal_moves(twins) if isinstance(m, Take) and m.source == 2 and m.line]
    player = SearchBot("twins", Limit(nodes=500), make_searcher, Random(1))
    thought = player.choose_among(twins, seen)
    assert thought.move in seen
    assert thought.line == ()
