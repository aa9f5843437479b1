"""Bots by text: what is read, what is refused, and with which list of what exists."""

import pytest

from azulejos.bots import (
    LEVELS,
    BotSpecError,
    Spec,
    bot_names,
    level_names,
    make_bot,
    parse_spec,
    spec_form,
)
from azulejos.protocol import Limit
from azulejos.rules import UsageError
from tables import refuses

GOOD = [
    ("random", Spec("random")),
    ("Greedy", Spec("greedy")),
    (" MASTER ", Spec("master")),
    ("alphabeta", Spec("alphabeta")),
    ("alphabeta:depth=3", Spec("alphabeta", Limit(depth=3))),
    ("AlphaBeta:Nodes=007", Spec("alphabeta", Limit(nodes=7))),
    ("alphabeta: movetime = 50 , nodes = 9", Spec("alphabeta", Limit(movetime=50, nodes=9))),
    ("mcts:nodes=1000,movetime=250", Spec("mcts", Limit(nodes=1000, movetime=250))),
    ("mcts:threads=4,nodes=9", Spec("mcts", Limit(nodes=9), threads=4)),
    ("engine:./My-Bot --level 3:4,x=Y", Spec("engine", command="./My-Bot --level 3:4,x=Y")),
    ("ENGINE: Bot ", Spec("engine", command="Bot")),
    ("mcts:weights=My/Std-2.NPZ", Spec("mcts", weights="My/Std-2.NPZ")),
    ("MCTS: Weights = a b=c:d ,nodes=5", Spec("mcts", Limit(nodes=5), weights="a b=c:d")),
    ("alphabeta:weights=007", Spec("alphabeta", weights="007")),
    ("alphabeta:depth=3,weights=ä.npz", Spec("alphabeta", Limit(depth=3), weights="ä.npz")),
]


@pytest.mark.parametrize(("text", "spec"), GOOD)
def test_good_specs(text: str, spec: Spec) -> None:
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec


BAD = [
    ("", "unknown_bot", "casual, medium"),
    ("clever", "unknown_bot", "'clever': the bots are novice"),
    ("master.", "unknown_bot", "random, greedy, lookahead, alphabeta, mcts, engine, python"),
    (":nodes=3", "unknown_bot", "''"),
    ("greedy:", "bot_without_options", "greedy has no options"),
    ("novice:nodes=3", "bot_without_options", "'nodes'"),
    ("alphabeta:", "unknown_bot_option", "depth, nodes, movetime, threads, weights"),
    ("alphabeta:5", "unknown_bot_option", "'5'"),
    ("alphabeta:nodes=3,", "unknown_bot_option", "''"),
    ("mcts:depth=3", "unknown_bot_option", "nodes, movetime"),
    ("mcts:nodes", "bad_bot_option", "''"),
    ("mcts:nodes=0", "bad_bot_option", "'0'"),
    ("mcts:nodes=-3", "bad_bot_option", "'-3'"),
    ("mcts:nodes=1.5", "bad_bot_option", "'1.5'"),
    ("mcts:nodes=1e3", "bad_bot_option", "'1e3'"),
    ("mcts:nodes=²", "bad_bot_option", "'²'"),
    ("mcts:nodes=٣", "bad_bot_option", "'٣'"),
    ("mcts:nodes=" + "9" * 5000, "bad_bot_option", "whole number"),
    ("mcts:nodes=1,nodes=2", "bot_option_twice", "nodes"),
    ("mcts:threads=65", "too_many_threads", "at most 64 threads"),
    ("mcts:threads=0", "bad_bot_option", "'0'"),
    ("mcts:weights", "no_weights_file", "weights=FILE"),
    ("mcts:weights= ,nodes=5", "no_weights_file", "weights=FILE"),
    ("mcts:weights=a,weights=b", "bot_option_twice", "weights"),
    ("alphabeta:weights=My,Dir/A.npz", "comma_in_weights", "'Dir/A.npz' is no option"),
    ("alphabeta:weights=a,B=c.npz", "comma_in_weights", "can't hold a comma"),
    (
        "alphabeta:weights=a,nodes=5,",
        "comma_in_weights",
        "depth, nodes, movetime, threads, weights",
    ),
    ("master:weights=a", "bot_without_options", "'weights'"),
    ("engine", "no_engine_command", "engine:COMMAND"),
    ("engine: ", "no_engine_command", "engine:COMMAND"),
]


@pytest.mark.parametrize(("text", "code", "part"), BAD, ids=lambda value: str(value)[:30])
def test_bad_specs(text: str, code: str, part: str) -> None:
    with pytest.raises(UsageError) as error:
        make_bot(text)
    assert error.value.code == code
    assert part in str(error.value)


def test_names_are_levels_first_and_weakest_first() -> None:
    assert level_names() == tuple(level.name for level in LEVELS)
    others = ("random", "greedy", "lookahead", "alphabeta", "mcts", "engine", "python")
    assert bot_names() == (*level_names(), *others)
    assert len(LEVELS) >= 7


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("master", "master"),
        ("alphabeta", "alphabeta[:depth=N,nodes=N,movetime=MS,threads=N,weights=FILE]"),
        ("engine", "engine:COMMAND"),
    ],
)
def test_how_a_spec_may_look(name: str, form: str) -> None:
    assert spec_form(name) == form


@pytest.mark.parametrize(
    "name", [*level_names(), "random", "greedy", "lookahead", "alphabeta", "mcts"]
)
def test_a_bot_has_the_name_of_its_spec(name: str) -> None:
    bot = make_bot(name.upper())
    assert bot.name == name
    bot.new_game()
    bot.stop()
    bot.close()


def test_alphabeta_is_for_two() -> None:
    make_bot("alphabeta", players=2)
    with refuses(BotSpecError, "two_players_only"):
        make_bot("alphabeta", players=3)
