"""An engine that fails in the way it is told to, once: `hostile_engine.py WAY MEMORY`.

The first process makes the file MEMORY and fails; the next one finds it and plays well, so that
tests see whether life goes on. Standard library only, so that it starts quickly.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

LONG = 60  # seconds: longer than any test, but not for ever if one should fail


def say(line: str) -> None:
    os.write(1, f"{line}\n".encode())


def endless_line() -> None:
    while True:
        os.write(1, b"x" * 65536)


def endless_lines(line: bytes) -> None:
    lines = line * (65536 // len(line))
    while True:
        os.write(1, lines)


def die(words: str) -> None:
    sys.stderr.write(words)
    sys.stderr.flush()
    os._exit(3)


def sleep_with_child() -> None:
    """A child of its own, which inherits the pipes and would outlive it."""
    child = subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({LONG})"])
    Path(sys.argv[2]).write_text(str(child.pid), encoding="utf-8")
    time.sleep(LONG)


def leave_child() -> None:
    """The child holds the pipes, so that they do not end with the engine."""
    subprocess.Popen([sys.executable, "-c", f"import time; time.sleep({LONG})"])
    os._exit(4)


def ignore_signals() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(LONG)


def close_output() -> None:
    os.close(1)
    time.sleep(LONG)


def shout(then: Callable[[], None]) -> None:
    """Far more than a pipe holds, all of it on stderr."""
    for _ in range(100):
        os.write(2, b"\x1b[31m" + b"e" * 65536 + b"\n")
    then()


def talk_on() -> None:
    """Never silent and never done."""
    while True:
        say("info depth 1 nodes 1 pv 3B2")
        time.sleep(0.01)


def stop_reading() -> None:
    os.close(0)
    time.sleep(LONG)


# What is done instead of the answer to a command: the command, and the deed.
WAYS: dict[str, tuple[str, Callable[[], None]]] = {
    "silent": ("azul", lambda: time.sleep(LONG)),
    "dies at once": ("azul", lambda: die("no weights\nno hope\n")),
    "ends at once": ("azul", lambda: os._exit(0)),
    "babbles": ("azul", lambda: endless_lines(b"id name x\noption name y type z\n")),
    "echoes": ("azul", lambda: say("azul")),
    "never ready": ("isready", lambda: time.sleep(LONG)),
    "closes its output at isready": ("isready", close_output),
    "hangs": ("go", lambda: time.sleep(LONG)),
    "hangs with a child": ("go", sleep_with_child),
    "dies and leaves a child": ("go", leave_child),
    "hangs and ignores signals": ("go", ignore_signals),
    "stops reading": ("go", stop_reading),
    "talks on": ("go", talk_on),
    "dies": ("go", lambda: die("a\nb\nc\nd\n")),
    "dies loudly": ("go", lambda: shout(lambda: die("boom\n"))),
    "is killed": ("go", lambda: os.kill(os.getpid(), signal.SIGKILL)),
    "closes its output": ("go", close_output),
    "writes an endless line": ("go", endless_line),
    "writes a long line": ("go", lambda: say("info string " + "x" * 20000)),
    "writes endless lines": ("go", lambda: endless_lines(b"info depth 1\n")),
    "writes endless long lines": ("go", lambda: endless_lines(b"y" * 16000 + b"\n")),
    "writes what is not UTF-8": ("go", lambda: say_bytes(b"bestmove \xff\xfe\n")),
    "writes zeros": ("go", lambda: say_bytes(b"bestmove 3B\x002\n")),
    "answers nonsense": ("go", lambda: say("bestmove banana\x1b[2J")),
    "answers nothing": ("go", lambda: say("bestmove")),
    "answers a deal": ("go", lambda: say("bestmove =BYKW/RRKK/BBRW/BRKK/BYWW")),
    "answers a tiling decision": ("go", lambda: say("bestmove 1@1")),
    "plays what is not legal": ("go", lambda: say("bestmove 3Y2")),
    "finds no move": ("go", lambda: say("info string I am lost\nbestmove none")),
}


def say_bytes(chunks: bytes) -> None:
    os.write(1, chunks)


def answer(command: str, rest: str) -> None:
    match command:
        case "azul":
            say("id name Good Engine 1.0\nid author me")
            say("option name Level type combo default low var low var high")
            say("azulok")
        case "isready":
            say("readyok")
        case "setoption" | "position" | "newgame" | "stop":
            sys.stderr.write(f"{command} {rest}\n")
        case "go":
            say("info depth 1 nodes 7 score +1.5 pv 3B2 2K3")
            say("bestmove 3b2")
        case "quit":
            sys.exit()


def main(way: str, memory: Path) -> None:
    bad_command, deed = WAYS[way]
    is_good = memory.exists()
    memory.touch()
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == bad_command and not is_good:
            deed()
        else:
            answer(command, rest)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
