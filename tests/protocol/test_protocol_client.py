"""Programs as bots: how they are asked, and what is made of their answers."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import pytest
from talking import DEAL_DUE, OPEN, POSITION, nothing_left, script, wait_until

from azulejos.notation import parse_move, parse_position
from azulejos.protocol import BotError, Limit, Thought
from azulejos.protocol.client import Engine
from azulejos.protocol.move_request import MoveRequest, Timeouts
from azulejos.rules import UsageError
from tables import refuses

CALM = Timeouts(longest=20)  # for what must not depend on how busy the machine is
HASTE = CALM._replace(factor=1.0, spare=0.1, longest=0.2, grace=0.1, quit=0.2)
SHORT = Limit(movetime=1)
MOVE = parse_move("3B2")


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    with nothing_left():
        yield


class Script:
    """An engine that answers by a script, and what it has heard."""

    def __init__(self, folder: Path, *parts: str, **settings: Any) -> None:
        self._log = folder / "log"
        command = script("scripted_engine.py", str(self._log), *parts)
        self.engine = Engine(command, **{"timeouts": CALM, **settings})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.engine.close()

    @property
    def heard(self) -> list[str]:
        return self._log.read_text(encoding="utf-8").splitlines()

    def stop_after(self, line: str) -> threading.Thread:
        """A thread that stops the engine when it has heard this line."""

        def stop() -> None:
            wait_until(lambda: self._log.exists() and line in self.heard)
            self.engine.stop()

        stopper = threading.Thread(target=stop)
        stopper.start()
        return stopper


def test_what_an_engine_is_told(tmp_path: Path) -> None:
    greeting = (
        "azul=id name Ana|option name Level type combo var a var b|option name Big Seed|azulok"
    )
    options = {"level": "b", "Big Seed": "7"}
    with Script(tmp_path, greeting, "go=bestmove 3b2", options=options) as talk:
        assert talk.engine.name.endswith("…")
        assert talk.engine.options == {}
        talk.engine.start()
        assert talk.engine.name == "Ana"
        assert talk.engine.options == {"Level": "type combo var a var b", "Big Seed": "type "}
        talk.engine.new_game()
        assert talk.engine.choose(POSITION, Limit(depth=2)) == Thought(MOVE)
    begin = ["azul", "setoption name level value b", "setoption name Big Seed value 7", "newgame"]
    assert talk.heard == [
        *(*begin, "isready"),
        *("isready", "newgame", "isready"),
        *("isready", f"position {OPEN}", "go depth 2", "quit"),
    ]


@pytest.mark.parametrize(
    ("limit", "words"),
    [
        (Limit(), "go movetime 1000"),
        (Limit(movetime=50), "go movetime 50"),
        (Limit(nodes=10**9), "go nodes 1000000000"),
        (Limit(depth=3), "go depth 3"),
        (Limit(movetime=50, nodes=7, depth=3), "go movetime 50 nodes 7 depth 3"),
    ],
)
def test_limits(limit: Limit, words: str, tmp_path: Path) -> None:
    with Script(tmp_path, "go=bestmove 3B2") as talk:
        talk.engine.choose(POSITION, limit)
        assert talk.heard[-1] == words


def test_the_habit_is_a_setting(tmp_path: Path) -> None:
    with Script(tmp_path, "go=bestmove 3B2", default_limit=Limit(nodes=5)) as talk:
        talk.engine.choose(POSITION)
        assert talk.heard[-1] == "go nodes 5"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"Levle": "high"}, "has no option 'Levle': its options are Level"),
        ({"Level": "a\nquit"}, "can't be given a value of several lines for its option Level"),
    ],
)
def test_options_that_can_not_be_set(options: dict[str, str], reason: str, tmp_path: Path) -> None:
    with (
        Script(tmp_path, "azul=option name Level type string|azulok", options=options) as talk,
        pytest.raises(BotError, match=reason),
    ):
        talk.engine.start()


LINE = tuple(parse_move(move) for move in ("3B2", "2K3", "0W1"))
INFOS = [
    ("info depth 2 nodes 30 score +1.5 pv 3B2 2K3", Thought(MOVE, 2, 30, 1.5, None, LINE[:2])),
    ("INFO PV 3b2 Chance 0.25 SCORE -2", Thought(MOVE, 0, 0, -2.0, 0.25, LINE[:1])),
    ("info time 3 pv 3B2 2K3 0W1 nps 9 nodes 4", Thought(MOVE, 0, 4, None, None, LINE)),
    ("info pv 3B2 3B2 2K3", Thought(MOVE, line=LINE[:1])),  # cut where it is not legal
    ("info pv 3B2 " + "2K3 " * 500, Thought(MOVE, line=LINE[:2])),
    ("info depth 5", Thought(MOVE, 5, 1, 0.5, 0.9, LINE[:1])),  # adds to the one before
    ("info nodes 8 score 1 chance 1", Thought(MOVE, 1, 8, 1.0, 1.0, LINE[:1])),
    ("info", None),
    ("info string pv 1B1", None),
    ("info depth", None),
    ("info depth -1 pv 3B2", None),
    ("info depth ٣ pv 3B2", None),
    ("info depth 1e3 pv 3B2", None),
    ("info depth " + "9" * 5000 + " pv 3B2", None),
    ("info score nan pv 3B2", None),
    ("info score inf pv 3B2", None),
    ("info score cp 30 pv 3B2", None),
    ("info chance 1.5 pv 3B2", None),
    ("info chance -0.5 pv 3B2", None),
    ("info pv", None),
    ("info pv banana", None),
    ("info pv 3Y2", None),  # not legal here
    ("info pv =BYKW", None),
    ("information depth 1 pv 3B2", None),
    ("3B2", None),
]


@pytest.mark.parametrize(("line", "thought"), INFOS, ids=lambda value: str(value)[:30])
def test_thoughts(line: str, thought: Thought | None) -> None:
    before = Thought(MOVE, 1, 1, 0.5, 0.9, LINE[:1])
    told: list[Thought] = []
    request = MoveRequest(POSITION, SHORT, CALM, told.append)
    request._until = float("inf")
    for text in ("info depth 1 nodes 1 score 0.5 chance 0.9 pv 3B2", line):
        key, _, rest = text.partition(" ")
        if key.lower() == "info":
            request._listen(rest)
    assert told == ([before] if thought is None else [before, thought])
    assert request._answer("3B2") == (thought or before)


def test_an_engine_may_play_something_else_than_it_told(tmp_path: Path) -> None:
    answer = "go=info depth 3 nodes 9 score 1 pv 3B2|bestmove 2K3"
    with Script(tmp_path, answer) as talk:
        assert talk.engine.choose(POSITION) == Thought(LINE[1], 3, 9)


def test_what_comes_late_does_not_answer_the_next_question(tmp_path: Path) -> None:
    with Script(tmp_path, "go=bestmove 3B2|bestmove 1B1|junk", "go=bestmove 2K3") as talk:
        assert talk.engine.choose(POSITION).move == MOVE
        assert talk.engine.choose(POSITION).move == LINE[1]


def test_a_stop_is_passed_on(tmp_path: Path) -> None:
    with Script(tmp_path, "go=", "stop=bestmove 3B2") as talk:
        talk.engine.stop()  # nothing to stop yet
        stopper = talk.stop_after("go depth 9")
        assert talk.engine.choose(POSITION, Limit(depth=9)).move == MOVE
        stopper.join()
        talk.engine.stop()
        assert talk.heard.count("stop") == 1


def test_a_stop_before_the_question_is_put_counts(tmp_path: Path) -> None:
    """The engine is still at its greeting when the stop comes."""
    with Script(tmp_path, "go=", "stop=bestmove 3B2") as talk:
        request = MoveRequest(POSITION, Limit(depth=9), CALM, None)
        request.hurry()
        request.hurry()
        talk.engine.start()
        assert talk.engine._program
        assert request.ask(talk.engine._program).move == MOVE
        assert talk.heard[-2:] == ["go depth 9", "stop"]


def test_an_engine_that_is_late_is_told_to_stop(tmp_path: Path) -> None:
    with Script(tmp_path, "go=", "stop=bestmove 3B2", timeouts=HASTE._replace(grace=10)) as talk:
        assert talk.engine.choose(POSITION, SHORT).move == MOVE
        assert talk.heard[-1] == "stop"


def test_a_stop_does_not_wait_for_the_deaf(tmp_path: Path) -> None:
    with Script(tmp_path, "go=", timeouts=CALM._replace(grace=0.1)) as talk:
        stopper = talk.stop_after("go depth 9")
        begin = time.monotonic()
        with pytest.raises(BotError, match=r"not even 0\.1 s after a stop"):
            talk.engine.choose(POSITION, Limit(depth=9))
        assert time.monotonic() - begin < 10
        stopper.join()


def test_a_listener_that_fails_is_no_fault_of_the_engine(tmp_path: Path) -> None:
    def fail(thought: Thought) -> None:
        raise KeyboardInterrupt

    with Script(tmp_path, "go=info pv 3B2|bestmove 3B2") as talk:
        with pytest.raises(KeyboardInterrupt):
            talk.engine.choose(POSITION, SHORT, fail)
        assert talk.engine._program is None
        assert talk.engine.choose(POSITION, SHORT).move == MOVE


def test_one_who_dies_between_two_moves_is_replaced(tmp_path: Path) -> None:
    with Script(tmp_path, "go=bestmove 3B2") as talk:
        talk.engine.choose(POSITION, SHORT)
        assert talk.engine._program
        talk.engine._program._process.kill()
        with pytest.raises(BotError, match="died by signal 9 instead of giving readyok"):
            talk.engine.choose(POSITION, SHORT)
        assert talk.engine.choose(POSITION, SHORT).move == MOVE


def test_where_nobody_moves_there_is_nothing_to_ask() -> None:
    with refuses(UsageError, "no_move_due"):
        Engine("./no-such-player").choose(parse_position(DEAL_DUE))


def test_closing(tmp_path: Path) -> None:
    Engine("./never-started").close()
    with Script(tmp_path, "go=bestmove 3B2") as talk:
        talk.engine.start()
        talk.engine.close()
        talk.engine.close()
        assert talk.heard[-1] == "quit"
        assert talk.engine.choose(POSITION, SHORT).move == MOVE  # as good as new


def test_an_engine_that_never_answers_is_given_up_soon() -> None:
    """By the times that hold where nobody chooses others."""
    usual = Timeouts()
    assert usual.for_move(Limit(movetime=100)) + usual.grace < 5
    assert usual.for_move(Limit(nodes=1000)) + usual.grace < 65
    assert usual.ready <= 10
