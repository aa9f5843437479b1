"""The bots without a plan; that they finish games of all kinds is in `test_whole_games.py`."""

from random import Random

import pytest

from azulejos.bots import GreedyBot, RandomBot
from azulejos.game import Game
from azulejos.notation import format_move
from azulejos.protocol import Bot
from azulejos.rules import Position, UsageError, start
from tables import refuses, table

BOTS = [RandomBot, GreedyBot]


def greedy_move(position: Position) -> str:
    return format_move(GreedyBot(Random(1)).choose(position).move)


@pytest.mark.parametrize("make", BOTS)
def test_where_nobody_moves_there_is_nothing_to_choose(
    make: type[RandomBot | GreedyBot],
) -> None:
    with refuses(UsageError, "no_move_due"):
        make(Random(1)).choose(start())


def test_greedy_takes_the_points() -> None:
    position = table(
        "std BYYY/-/-/-/- FRR 0:-/Y/YY/-/-:Y4/5/5/5/5:- . 1 1 2 * -".replace("Y4", "1Y3")
    )
    assert greedy_move(position) == "1B1"


def test_greedy_prefers_more_tiles_among_equals() -> None:
    assert greedy_move(table("std BYYY/-/-/-/- F . . 1 1 1 * -")) == "1Y3"


def test_greedy_beats_random() -> None:
    wins = 0
    for seed in range(20):
        game = Game(2, seed=seed)
        bots: list[Bot] = [GreedyBot(Random(seed)), RandomBot(Random(seed))]
        while game.outcome is None:
            game.play(bots[game.position.turn - 1].choose(game.position).move)
        wins += game.outcome.winners == (1,)
    assert wins >= 19
