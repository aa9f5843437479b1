"""Every bot plays whole legal games of every kind that it supports, by the contract."""

import pytest
from fake_search import FakeModule

from azulejos.bots import bot_names, level_names, make_bot
from azulejos.game import Game
from azulejos.notation import format_move
from azulejos.protocol import Bot, Limit
from azulejos.rules import RuleSet, legal_moves
from corners import corner_rows

SPECS = [name for name in bot_names() if name not in ("engine", "python")]
LITTLE = Limit(nodes=30)


def play_game(spec: str, players: int, rules: RuleSet, seed: int = 1) -> list[str]:
    """All moves of a game that one kind of bot plays against itself."""
    game = Game(players, rules, seed=seed)
    bots: list[Bot] = [make_bot(spec, seed + seat, players) for seat in range(players)]
    for bot in bots:
        bot.new_game()
    while game.outcome is None:
        thought = bots[game.position.turn - 1].choose(game.position, LITTLE)
        assert thought.move in legal_moves(game.position)
        game.play(thought.move)
    for bot in bots:
        bot.close()
    return [format_move(move) for move in game.moves]


def supported(spec: str, players: int) -> bool:
    return players == 2 or spec != "alphabeta"


WAYS = ("random", "greedy", "novice", "medium", "advanced", "master", "alphabeta", "mcts")
KINDS = [(way, n, r) for way in WAYS for n in (2, 3, 4) for r in RuleSet if supported(way, n)]


@pytest.mark.heavy
@pytest.mark.covering(2)
@pytest.mark.parametrize(("spec", "players", "rules"), KINDS)
def test_with_a_fake_search(
    spec: str, players: int, rules: RuleSet, fake_search: FakeModule
) -> None:
    play_game(spec, players, rules)
    expected = {"alphabeta" if players == 2 and spec != "mcts" else "mcts"}
    assert {kind for kind, _ in fake_search.made} <= expected


@pytest.mark.parametrize(
    ("spec", "players", "rules"),
    [
        *((spec, 2, RuleSet.STD) for spec in SPECS),
        *corner_rows(*((name, 3, RuleSet.GREY_JOKER) for name in (*level_names()[2:], "mcts"))),
        *corner_rows(*((spec, 2, RuleSet.JOKER) for spec in ("alphabeta", "mcts"))),
        ("mcts", 4, RuleSet.GREY),
    ],
)
def test_with_the_search_and_again_with_the_same_seed(
    spec: str, players: int, rules: RuleSet
) -> None:
    assert play_game(spec, players, rules) == play_game(spec, players, rules)
