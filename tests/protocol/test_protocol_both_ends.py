"""Both ends of the protocol, with a process between them."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from random import Random

import pytest
from protocol_bots import make
from talking import POSITION, nothing_left, served

from azulejos.protocol import BotError, Limit, Thought
from azulejos.protocol.client import Engine
from azulejos.rules import Move, Phase, RuleSet, draw_deal, legal_moves, play, start

SOON = 20.0  # seconds: less than the bots would think, more than an answer ever takes


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    with nothing_left():
        yield


def test_a_thought_arrives_as_it_was() -> None:
    """Points are rounded to tenths, chances to hundredths."""
    told: list[Thought] = []
    meant: list[Thought] = []
    with Engine(served("teller")) as engine:
        found = engine.choose(POSITION, Limit(depth=5), told.append)
        assert engine.name == "Test Bot"
        assert engine.options["Level"].startswith("type combo default teller var first var random")
    best = make("teller").choose(POSITION, Limit(depth=5), meant.append)
    assert len(told) == len(meant) == 5
    for there, here in zip([*told, found], [*meant, best], strict=True):
        assert there == here._replace(score=round(here.score or 0, 1))


@pytest.mark.parametrize("rules", list(RuleSet))
def test_whole_games(rules: RuleSet) -> None:
    """Every position of a game crosses the pipe, and every kind of move comes back."""
    generator = Random(1)
    with Engine(served("first"), {"Level": "random"}) as engine:
        engine.new_game()
        position = start(2, rules)
        while position.phase is not Phase.OVER:
            if position.phase is Phase.PREPARATION:
                move: Move = draw_deal(position, generator)
            else:
                move = engine.choose(position, Limit(nodes=1)).move
            position = play(position, move).position


def test_a_stop_goes_all_the_way() -> None:
    with Engine(served("thinker")) as engine:
        told: list[Thought] = []
        for limit in (Limit(movetime=60_000), Limit(movetime=60_000, depth=9)):
            stops: list[float] = []

            def stop(thought: Thought, stops: list[float] = stops) -> None:
                told.append(thought)
                if not stops:
                    stops.append(time.monotonic())
                    threading.Thread(target=engine.stop).start()

            assert engine.choose(POSITION, limit, stop).move == legal_moves(POSITION)[0]
            assert time.monotonic() - stops[0] < SOON
        assert told


@pytest.mark.parametrize(
    ("level", "reason"),
    [
        ("thrower", r"found no move \(the bot failed: BotError: two lines"),
        (
            "cheater",
            r"found no move \(the bot failed: ValueError: it chose 1R1, but there is no red",
        ),
        ("unmakeable", r"found no move \(the bot failed: OSError: no weights\)"),
    ],
)
def test_a_failure_is_told_to_the_other_end(level: str, reason: str) -> None:
    with (
        Engine(served("first"), {"level": level}) as engine,
        pytest.raises(BotError, match=f"the engine Test Bot {reason}"),
    ):
        engine.choose(POSITION, Limit(depth=1))
