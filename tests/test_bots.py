"""The simple bots."""

from random import Random

import pytest

from azulejos.bots import BOTS, make_bot
from azulejos.game import Game
from azulejos.notation import format_move
from azulejos.rules import RuleSet, UsageError, start
from tables import refuses, table


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("rules", list(RuleSet))
def test_bots_finish_games_of_all_kinds(name: str, rules: RuleSet) -> None:
    game = Game(3, rules, seed=1)
    bot = make_bot(name, Random(1))
    while game.outcome is None:
        game.play(bot(game.position))


def test_unknown_bot_lists_what_exists() -> None:
    with pytest.raises(UsageError, match="there is no bot 'clever': the bots are greedy, random"):
        make_bot("clever", Random(1))


@pytest.mark.parametrize("name", BOTS)
def test_where_nobody_moves_there_is_nothing_to_choose(name: str) -> None:
    with refuses(UsageError, "no_move_due"):
        make_bot(name, Random(1))(start())


def test_greedy_takes_the_points() -> None:
    bot = make_bot("greedy", Random(1))
    position = table(
        "std BYYY/-/-/-/- FRR 0:-/Y/YY/-/-:Y4/5/5/5/5:- . 1 1 2 * -".replace("Y4", "1Y3")
    )
    assert format_move(bot(position)) == "1B1"


def test_greedy_prefers_more_tiles_among_equals() -> None:
    bot = make_bot("greedy", Random(1))
    assert format_move(bot(table("std BYYY/-/-/-/- F . . 1 1 1 * -"))) == "1Y3"


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(20):
        game = Game(2, seed=seed)
        bots = [make_bot("greedy", Random(seed)), make_bot("random", Random(seed))]
        while game.outcome is None:
            game.play(bots[game.position.turn - 1](game.position))
        wins += game.outcome.winners == (1,)
    assert wins >= 19
