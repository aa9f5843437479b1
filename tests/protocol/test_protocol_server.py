"""A bot behind the protocol: in this process, and as a program."""

from __future__ import annotations

import io
import os
import queue
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Self

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protocol_bots import LEVELS, Deaf, TestBot, make
from talking import DEAL_DUE, HERE, OPEN, nothing_left, wait_until

from azulejos.protocol import Bot, Limit
from azulejos.protocol.server import FOREVER, LONGEST_LINE, serve

SOON = 20.0  # seconds: less than the bots would think, more than an answer ever takes


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    with nothing_left():
        yield


class Sink(io.StringIO):
    """Hands on every line; breaks when told to."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: queue.Queue[str] = queue.Queue()
        self.is_broken = False

    def write(self, text: str) -> int:
        if self.is_broken:
            raise BrokenPipeError
        self.lines.put(text)
        return len(text)


class Talk:
    """A server in a thread of its own, and the one who talks to it."""

    def __init__(self, level: str) -> None:
        self.sink = Sink()
        self.bots: list[TestBot] = []
        self.threads: list[int] = []  # that each was made for
        self._said: queue.Queue[str | None] = queue.Queue()
        source = iter(self._said.get, None)
        self._thread = threading.Thread(
            target=serve, args=(self._make, LEVELS, level, source, self.sink), daemon=True
        )
        self._thread.start()

    def _make(self, level: str, threads: int) -> Bot:
        bot = make(level)
        assert isinstance(bot, TestBot)
        self.bots.append(bot)
        self.threads.append(threads)
        return bot

    def __enter__(self) -> Self:
        self.say(f"position {OPEN}")
        return self

    def __exit__(self, *_: object) -> None:
        self.end()
        assert all(bot.is_closed for bot in self.bots)

    def end(self) -> None:
        self._said.put(None)
        self._thread.join(10)

    @property
    def has_ended(self) -> bool:
        return not self._thread.is_alive()

    def say(self, *lines: str) -> None:
        for line in lines:
            self._said.put(line)

    def hear(self, seconds: float = 10) -> str:
        line = self.sink.lines.get(timeout=seconds)
        assert line.endswith("\n")
        return line.rstrip("\n")

    def hear_move(self, seconds: float = 10) -> str:
        """The next answer that is no thought, within so many seconds in all."""
        deadline = time.monotonic() + seconds
        while (line := self.hear(seconds)).startswith("info depth"):
            assert time.monotonic() < deadline
        return line

    @property
    def rest(self) -> list[str]:
        lines = []
        while not self.sink.lines.empty():
            lines.append(self.hear())
        return lines


def test_a_session() -> None:
    """The golden transcript, with a process."""
    with subprocess.Popen(
        [sys.executable, str(HERE / "served_engine.py"), "teller"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        for number, line in enumerate((HERE / "session.txt").read_text("utf-8").splitlines(), 1):
            if line.startswith(">"):
                process.stdin.write(f"{line[2:]}\n")
                process.stdin.flush()
            elif line.startswith("<"):
                assert (number, process.stdout.readline()) == (number, f"{line[2:]}\n")
        assert process.stdout.read() == ""
        assert process.stderr.read() == ""
        assert process.wait() == 0


@pytest.mark.parametrize("go", ["go", "go infinite", "go movetime 60000"])
@pytest.mark.parametrize("level", ["thinker", "slow-starter"])
def test_a_stop_is_obeyed_at_once(go: str, level: str) -> None:
    """Even if it comes before the bot has begun."""
    with Talk(level) as talk:
        talk.say(go, "stop")
        assert talk.hear_move(SOON) == "bestmove 1B0"
        talk.say(go)
        time.sleep(0.15)
        assert not any("bestmove" in line for line in talk.rest)
        talk.say("stop", "stop")
        assert talk.hear_move(SOON) == "bestmove 1B0"


def test_commands_are_heard_while_it_thinks() -> None:
    with Talk("thinker") as talk:
        talk.say("go movetime 60000")
        assert talk.hear().startswith("info depth 0 nodes 1 pv 1B0")
        for _ in range(3):
            talk.say("isready")
            assert talk.hear_move(SOON) == "readyok"
        talk.say("position nonsense")
        assert talk.hear_move(SOON).startswith("info string bad position")
        talk.say("azul")
        assert talk.hear_move(SOON) == "id name azulejos"


@pytest.mark.parametrize("end", ["quit", "end of input"])
def test_the_end_while_it_thinks(end: str) -> None:
    with Talk("thinker") as talk:
        talk.say("go infinite")
        assert talk.hear().startswith("info depth")
        begin = time.monotonic()
        if end == "quit":
            talk.say("quit")
            wait_until(lambda: talk.has_ended)
        talk.end()
        assert time.monotonic() - begin < SOON
        assert talk.rest[-1] == "bestmove 1B0"


def test_the_end_does_not_wait_for_the_deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.protocol.server.GRACE", 0.1)
    talk = Talk("deaf")
    talk.say(f"position {OPEN}", "go", "quit")
    wait_until(lambda: talk.has_ended, SOON)
    (bot,) = talk.bots
    assert isinstance(bot, Deaf)
    assert not bot.is_closed
    bot.woken.set()
    wait_until(lambda: bot.is_closed)
    assert talk.rest == []


def test_each_go_has_one_answer() -> None:
    """A second one stops the first; all are answered in their order."""
    with Talk("thinker") as talk:
        talk.say("go", "go movetime 60000", "go banana", "newgame", "go", f"position {OPEN}", "go")
        answers = [talk.hear_move(SOON) for _ in range(6)]
        assert answers == [
            *("bestmove 1B0", "bestmove 1B0"),
            *("info string 'banana' is no limit: there are movetime, nodes, depth and infinite",),
            *("bestmove none", "info string there is no position to think about", "bestmove none"),
        ]
        talk.say("stop")
        assert talk.hear_move() == "bestmove 1B0"
        [bot] = talk.bots
        assert bot.limits == [Limit(movetime=FOREVER), Limit(movetime=60000), bot.limits[0]]
        assert bot.games == 1


def test_a_flood_of_commands_is_obeyed_too() -> None:
    with Talk("thinker") as talk:
        talk.say("go", *["newgame"] * 300, f"position {OPEN}", "go nodes 1", "isready")
        assert {talk.hear_move(), talk.hear_move(), talk.hear_move()} == {"bestmove 1B0", "readyok"}
        assert talk.bots[0].games == 300


def test_one_who_has_found_all_waits_for_the_stop() -> None:
    with Talk("first") as talk:
        talk.say("go infinite")
        assert talk.hear() == "info depth 0 nodes 0 pv 1B0"
        talk.say("isready")
        assert talk.hear(SOON) == "readyok"
        time.sleep(0.1)
        assert talk.rest == []
        talk.say("stop")
        assert talk.hear(SOON) == "bestmove 1B0"


def test_a_level_holds_from_the_next_question() -> None:
    with Talk("thinker") as talk:
        talk.say("go", "setoption name level value TELLER", "stop")
        assert talk.hear_move() == "bestmove 1B0"
        talk.say("isready", "setoption name Level value First", "go depth 1")
        assert talk.hear() == "readyok"
        assert talk.hear_move() == "bestmove 1B0"
        assert [bot.name for bot in talk.bots] == ["thinker", "teller", "first"]


def test_threads_hold_from_the_next_question() -> None:
    with Talk("first") as talk:
        for value in ("4", "0", "65", "many"):
            talk.say(f"setoption name Threads value {value}", "isready")
            said = [talk.hear()]
            if value != "4":
                assert said == [f"info string the threads are a number from 1 to 64, not {value!r}"]
                said = [talk.hear()]
            assert said == ["readyok"]
        assert talk.threads == [4]


@pytest.mark.parametrize("end", ["next line", "end of input"])
def test_nobody_listens_any_more(end: str) -> None:
    """A broken pipe ends the search, and with the next line, or without one, all the rest."""
    with Talk("thinker") as talk:
        talk.say("go")
        talk.hear()
        talk.sink.is_broken = True
        wait_until(lambda: talk.sink.closed)
        wait_until(talk.bots[0].stopped.is_set)
        if end == "next line":
            talk.say("isready")
            wait_until(lambda: talk.has_ended)


LONG = "x" * LONGEST_LINE


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        (f"position {OPEN}{' ' * LONGEST_LINE}", 1),
        (f"go {' ' * LONGEST_LINE} depth 1", 2),
        (f"position {OPEN} {LONG * 1000}", 1),
        (LONG + "x", 1),
        (LONG, 0),
    ],
    ids=["position", "go", "endless", "one too many", "at the limit"],
)
def test_long_lines(line: str, answers: int) -> None:
    """Refused in one sentence, and a position that was refused is not thought about."""
    text = f"position {OPEN}\n{line}\nisready\n"
    sink = io.StringIO()
    serve(make, LEVELS, "first", io.StringIO(text), sink)
    lines = sink.getvalue().splitlines()
    reason = f"info string the line is too long: at most {LONGEST_LINE} characters are read"
    assert lines == [*[reason, "bestmove none"][:answers], "readyok"]
    sink = io.StringIO()
    serve(make, LEVELS, "first", io.StringIO(f"{text}go depth 1\n"), sink)
    move = "none" if line.startswith("position") else "1B0"
    assert sink.getvalue().endswith(f"bestmove {move}\n")


@pytest.mark.parametrize(
    ("said", "answers"),
    [
        (b"", b""),
        (b"\xff\xfe\x00\nisready", b"readyok\n"),
        (b"position \xff\xff\n", None),
        (b"isready\r\nquit\r\nisready\r\n", b"readyok\n"),
        (b"position " + OPEN.encode() + b"\ngo\n", b"info depth 0 nodes 0 pv 1B0\nbestmove 1B0\n"),
    ],
)
def test_streams_of_bytes(said: bytes, answers: bytes | None) -> None:
    done = subprocess.run(
        [sys.executable, str(HERE / "served_engine.py"), "first"],
        input=said,
        capture_output=True,
        check=True,
        env=os.environ | {"PYTHONIOENCODING": "ascii:strict"},
    )
    assert done.stderr == b""
    if answers is None:
        assert done.stdout.startswith(b"info string bad position: ")
    else:
        assert done.stdout == answers


COMMANDS = "azul isready newgame position go GO stop setoption name value Level first teller"
OTHERS = ["\r", "\0", "\x1b[2J", "\x85", "\u2028", "ﬀ", "9" * 100, "--", OPEN, DEAL_DUE]
LIMITS = "movetime nodes depth infinite 0 1 2 -1"
WORDS = st.sampled_from([*COMMANDS.split(), *LIMITS.split(), *OTHERS])
LINES = st.lists(st.lists(WORDS, max_size=6).map("\t".join) | st.text(max_size=20), max_size=8)


@given(lines=LINES)
@settings(max_examples=100)
def test_whatever_it_is_told_it_answers_in_its_language(lines: list[str]) -> None:
    """Known words at the beginning of each line, one bestmove for each go, never an error."""
    text = "".join(f"{line}\n" for line in [f"position {OPEN}", *lines])
    sink = io.StringIO()
    serve(make, LEVELS, "first", io.StringIO(text), sink)
    answers = sink.getvalue().split("\n")
    assert answers.pop() == ""
    assert all(answer.isprintable() for answer in answers)
    assert {answer.split()[0] for answer in answers} <= {
        *("id", "option", "azulok", "readyok", "info", "bestmove")
    }
    questions = [line for line in text.split("\n") if line.split()[:1] in (["go"], ["GO"])]
    assert sum(answer.startswith("bestmove ") for answer in answers) == len(questions)


def test_closed_streams_are_an_end() -> None:
    closed = io.StringIO()
    closed.close()
    serve(make, LEVELS, "first", closed, io.StringIO())
    serve(make, LEVELS, "first", io.StringIO("isready\n"), closed)


def test_a_reader_that_has_gone_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, str(HERE / "served_engine.py"), "thinker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.write(f"position {OPEN}\ngo\n".encode())
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        process.stdin.close()
        assert process.stderr.read() == b""
        assert process.wait() == 0
