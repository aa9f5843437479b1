"""Programs that fail as bots, in every way we know: one sentence each, and life goes on."""

from __future__ import annotations

import shlex
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from hostile_engine import WAYS
from talking import POSITION, is_running, nothing_left, script, wait_until

from azulejos.notation import parse_move
from azulejos.protocol import BotError, Limit, Thought
from azulejos.protocol.client import Engine
from azulejos.protocol.engine_process import (
    LAST_WORDS,
    LONGEST_LINE,
    ROOM_IN,
    ROOM_OUT,
    ByteQueue,
    EngineError,
)
from azulejos.protocol.move_request import MOST_LINES, Timeouts
from corners import corner_cases

CALM = Timeouts(longest=20)  # for what must not depend on how busy the machine is
HASTE = CALM._replace(factor=1.0, spare=0.1, longest=0.2, grace=0.1, quit=0.2)
SHORT = Limit(movetime=1)
MOVE = parse_move("3B2")


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    with nothing_left():
        yield


LATE = "gave no bestmove, not even 0.1 s after a stop"
FAILURES = {
    "silent": "gave no azulok within 1.5 s",
    "dies at once": "ended with exit status 3 instead of giving azulok"
    " (its last words: no weights | no hope)",
    "ends at once": "ended with exit status 0 instead of giving azulok",
    "babbles": f"wrote {MOST_LINES} lines but no azulok",
    "echoes": "gave no azulok within 1.5 s",
    "never ready": "gave no readyok within 1.5 s",
    "closes its output at isready": "closed its output instead of giving readyok",
    "hangs": LATE,
    "hangs with a child": LATE,
    "dies and leaves a child": "ended with exit status 4 instead of giving bestmove",
    "hangs and ignores signals": LATE,
    "stops reading": LATE,
    "talks on": LATE,
    "dies": "ended with exit status 3 instead of giving bestmove (its last words: b | c | d)",
    "dies loudly": "ended with exit status 3 instead of giving bestmove (its last words: ",
    "is killed": "died by signal 9 instead of giving bestmove",
    "closes its output": "closed its output instead of giving bestmove",
    "writes an endless line": f"wrote a line of more than {LONGEST_LINE} bytes",
    "writes a long line": f"wrote a line of more than {LONGEST_LINE} bytes",
    "writes endless lines": f"wrote {MOST_LINES} lines but no bestmove",
    "writes endless long lines": "",
    "writes what is not UTF-8": "wrote what is not UTF-8 instead of giving bestmove",
    "writes zeros": "answered nonsense: '3B�2' is no move",
    "answers nonsense": "answered nonsense: 'banana�[2J' is no move",
    "answers nothing": "answered nonsense: '' is no move",
    "answers a deal": "which is not legal: a take is due now",
    "answers a tiling decision": "played 1@1, which is not legal: a take is due now",
    "plays what is not legal": "played 3Y2, which is not legal: there is no yellow on display 3",
    "finds no move": "found no move (I am lost)",
}


def test_every_way_to_fail_is_tried() -> None:
    assert FAILURES.keys() == WAYS.keys()


def timeouts_for(way: str) -> Timeouts:
    if "within" in FAILURES[way]:
        return HASTE._replace(ready=1.5)  # a busy machine takes its time to start Python
    return HASTE if FAILURES[way] in (LATE, "") else CALM


@pytest.mark.parametrize("way", WAYS)
def test_failing_engines(way: str, tmp_path: Path) -> None:
    """One sentence, an end in good time, and the next request is put to a new process."""
    command = script("hostile_engine.py", way, str(tmp_path / "memory"))
    with Engine(command, timeouts=timeouts_for(way)) as engine:
        begin = time.monotonic()
        with pytest.raises(BotError) as failed:
            engine.choose(POSITION, SHORT)
        assert time.monotonic() - begin < 15
        sentence = str(failed.value)
        assert sentence.startswith(f"the engine {engine.name} ")
        assert FAILURES[way] in sentence
        assert sentence.isprintable()
        assert len(sentence) < 500
        engine._timeouts = CALM
        engine.new_game()
        assert engine.choose(POSITION, SHORT).move == MOVE
        assert engine.name == "Good Engine 1.0"


def test_what_a_hung_engine_has_started_ends_with_it(tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    command = script("hostile_engine.py", "hangs with a child", str(memory))
    engine = Engine(command, timeouts=CALM._replace(grace=0.1))

    def stop() -> None:
        wait_until(lambda: memory.exists() and memory.read_text() != "")
        engine.stop()

    stopper = threading.Thread(target=stop)
    stopper.start()
    with pytest.raises(BotError, match="after a stop"):
        engine.choose(POSITION)
    stopper.join()
    child = int(memory.read_text())
    wait_until(lambda: not is_running(child))


@pytest.mark.parametrize(
    "way", ["writes an endless line", *corner_cases("writes endless long lines")]
)
def test_floods_take_little_memory(way: str, tmp_path: Path) -> None:
    resource = pytest.importorskip("resource", reason="Windows does not tell")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    engine = Engine(script("hostile_engine.py", way, str(tmp_path / "memory")), timeouts=HASTE)
    with pytest.raises(BotError):
        engine.choose(POSITION, Limit(movetime=300))
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 20_000  # KiB


def code(text: str) -> str:
    """The command line of an engine that is written here."""
    return shlex.join([sys.executable, "-I", "-S", "-u", "-c", textwrap.dedent(text)])


@pytest.mark.corner
def test_a_flood_between_two_questions_waits_in_its_pipe(tmp_path: Path) -> None:
    flooding = code(
        """
        for _ in range(4):
            print({"azul": "azulok", "isready": "readyok"}.get(input(), ""))
        while True:
            print("x" * 1000)
        """
    )
    engine = Engine(flooding, timeouts=CALM)
    engine.start()
    program = engine._program
    assert program
    program.say("flood")
    wait_until(lambda: len(program._inbox._chunks) >= ROOM_IN)
    assert not program._inbox.offer(b"more")
    assert len(program._inbox._chunks) == ROOM_IN
    with pytest.raises(BotError, match=f"wrote {MOST_LINES} lines but no readyok"):
        engine.choose(POSITION, SHORT)


def test_errors_never_block_an_engine(tmp_path: Path) -> None:
    loud = code(
        """
        import sys
        for line in sys.stdin:
            sys.stderr.write("e" * 1_000_000)
            command = line.split()[0]
            if command in ("azul", "isready"):
                print({"azul": "azulok", "isready": "readyok"}[command])
            if command == "go":
                print("bestmove 3B2")
            if command == "quit":
                break
        """
    )
    with Engine(loud, timeouts=CALM) as engine:
        assert engine.choose(POSITION, SHORT) == Thought(MOVE)
        assert engine._program
        assert 0 < len(engine._program._errors) <= LAST_WORDS


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        ("./no-such-player --depth 3", "can't be started: No such file or directory"),
        ("/", "can't be started: Permission denied"),
        (str(Path(__file__)), "can't be started: Permission denied"),
        ("", "can't be started: its command is empty"),
        ("  ", "can't be started: its command is empty"),
        ("./player 'x", "can't be started: No closing quotation"),
        ("a\0b", "can't be started: embedded null byte"),
    ],
)
def test_programs_that_can_not_be_started(command: str, reason: str) -> None:
    engine = Engine(command)
    for deed in (engine.start, engine.new_game, lambda: engine.choose(POSITION)):
        with pytest.raises(BotError) as failed:
            deed()
        assert str(failed.value).startswith(f"the engine {engine.name} ")
        assert str(failed.value).endswith(reason)
        assert str(failed.value).isprintable()
    engine.close()


@pytest.mark.parametrize("way", ["hangs and ignores signals", "writes endless lines"])
def test_closing_does_not_wait_for_the_obstinate(way: str, tmp_path: Path) -> None:
    """Closed in the middle of a request, from another thread, which nobody should do."""
    command = script("hostile_engine.py", way, str(tmp_path / "memory"))
    engine = Engine(command, timeouts=CALM._replace(quit=0.2))
    engine.start()
    assert engine._program
    engine._program.say("go")
    time.sleep(0.1)
    begin = time.monotonic()
    engine.close()
    assert time.monotonic() - begin < 15


def test_a_full_mailbox_makes_the_sender_wait() -> None:
    box = ByteQueue(2)
    assert box.offer(b"x")
    assert box.offer(b"x")
    assert not box.offer(b"y")
    sender = threading.Thread(target=lambda: box.put(b"x"))
    sender.start()
    sender.join(0.1)
    assert sender.is_alive()
    assert box.take(lambda: 0) == b"x"
    sender.join()
    box.close()
    box.put(b"late")
    assert [box.take(lambda: 0) for _ in range(3)] == [b"x", b"x", None]


def test_one_who_never_reads_is_found_out() -> None:
    with Engine(code("print('azulok\\nreadyok'); import time; time.sleep(60)")) as engine:
        engine._timeouts = HASTE
        engine.start()

        def tell_much() -> None:
            for _ in range(2 * ROOM_OUT):
                assert engine._program
                engine._program.say("x" * 1000)

        with pytest.raises(EngineError, match="does not read what it is told"):
            tell_much()
