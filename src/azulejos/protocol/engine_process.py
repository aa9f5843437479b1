"""A program as a child process: lines go in, lines come out, and it can always be ended.

Knows nothing of the protocol. Three threads move the bytes, so that the caller never waits for a
pipe and the program never waits because nobody reads its errors; a fourth waits for its end. What
it writes is held in little memory: one that writes faster than it is read has to wait.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from time import monotonic
from typing import IO, ClassVar, NoReturn

CHUNK = 1 << 16
LONGEST_LINE = 1 << 14
ROOM_IN = 16  # chunks that wait to be read
ROOM_OUT = 1000  # lines that wait to be sent
LAST_WORDS = 2000  # bytes of stderr
SHOWN_LINES = 3
SHOWN = 80
MOMENT = 0.5  # seconds until a program that has closed its output is seen to be dead


class EngineError(Exception):
    """What a program did wrong, as the end of a sentence that begins with its name."""


def shown(text: str, most: int = SHOWN) -> str:
    """Foreign text as part of our sentences: short, on one line, without control characters."""
    text = text if len(text) <= most else text[: most - 1] + "…"
    return "".join(sign if sign.isprintable() else "�" for sign in text)


class ByteQueue:
    """Bytes from one thread to another, a few chunks at a time."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._chunks: deque[bytes] = deque()
        self._closed = False
        self._changed = threading.Condition()

    def put(self, chunk: bytes) -> None:
        """Waits until there is room; once it is closed, chunks are thrown away."""
        with self._changed:
            self._changed.wait_for(lambda: self._closed or len(self._chunks) < self._room)
            self._add(chunk)

    def offer(self, chunk: bytes) -> bool:
        """Does not wait; False if there is no room."""
        with self._changed:
            if len(self._chunks) >= self._room:
                return False
            self._add(chunk)
            return True

    def _add(self, chunk: bytes) -> None:
        if not self._closed:
            self._chunks.append(chunk)
            self._changed.notify_all()

    def take(self, until: Callable[[], float]) -> bytes | None:
        """The next chunk, None after the last; raises TimeoutError.

        What `until` says is asked again after every `wake`.
        """
        with self._changed:
            while not self._chunks:
                if self._closed:
                    return None
                left = until() - monotonic()
                if left <= 0:
                    raise TimeoutError
                self._changed.wait(min(left, threading.TIMEOUT_MAX))
            self._changed.notify_all()
            return self._chunks.popleft()

    def wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def close(self) -> None:
        """No more chunks; those that are there can still be taken."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()


class EngineProcess:
    """A running program. Used by one thread at a time, except for `say`, `wake` and `end`."""

    _running: ClassVar[set[EngineProcess]] = set()
    _census = threading.Lock()  # held while one starts, so that `exit_all` misses none

    def __init__(self, command: str) -> None:
        self._gone = threading.Event()
        with self._census:
            self._process = _start(command)
            self._running.add(self)
        self._inbox, self._outbox = ByteQueue(ROOM_IN), ByteQueue(ROOM_OUT)
        self._pending: deque[bytes] = deque()
        self._rest = b""
        self._errors = b""
        self._threads = [
            threading.Thread(target=self._write_input, args=(self._process.stdin,), daemon=True),
            threading.Thread(target=self._read_output, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._read_errors, args=(self._process.stderr,), daemon=True),
            threading.Thread(target=self._wait_for_exit, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def say(self, line: str) -> None:
        """Sends a line; raises EngineError if the program has not read for long."""
        if not self._outbox.offer(f"{line}\n".encode(errors="replace")):
            raise EngineError("does not read what it is told")

    def read(self, until: Callable[[], float]) -> str:
        """The next line; raises EngineError, or TimeoutError if none comes until then."""
        while not self._pending:
            chunk = self._inbox.take(until)
            if chunk is None:
                raise EngineError(self._how_it_ended())
            *lines, self._rest = (self._rest + chunk).split(b"\n")
            self._pending.extend(lines)
            if len(self._rest) > LONGEST_LINE:
                raise EngineError(f"wrote a line of more than {LONGEST_LINE} bytes")
        line = self._pending.popleft()
        if len(line) > LONGEST_LINE:
            raise EngineError(f"wrote a line of more than {LONGEST_LINE} bytes")
        try:
            return line.decode().strip()
        except UnicodeDecodeError:
            raise EngineError("wrote what is not UTF-8") from None

    def wake(self) -> None:
        """Lets a `read` in another thread ask again how long it may wait."""
        self._inbox.wake()

    @property
    def last_words(self) -> str:
        """The last lines of its stderr, for a report."""
        lines = self._errors.decode(errors="replace").split("\n")
        return " | ".join([shown(line.strip()) for line in lines if line.strip()][-SHOWN_LINES:])

    def end(self, seconds: float, politely: bool = False) -> None:
        """Ends it whatever it does, within a few times so many seconds."""
        self._inbox.close()
        self._outbox.close()
        if not (politely and self._gone.wait(seconds)):
            self._signal("SIGTERM")
        if not self._gone.wait(seconds):
            self._signal("SIGKILL")
        for thread in self._threads:
            thread.join(seconds)

    @classmethod
    def exit_all(cls, status: int) -> NoReturn:
        """Ends all programs and then this process, at once and from whatever thread."""
        with cls._census:
            for program in cls._running:
                program._signal("SIGKILL")
            os._exit(status)

    def _write_input(self, pipe: IO[bytes]) -> None:
        with pipe, suppress(OSError):  # one who has gone is noticed by the reader
            while (line := self._outbox.take(lambda: float("inf"))) is not None:
                while line:
                    line = line[pipe.write(line) :]

    def _read_output(self, pipe: IO[bytes]) -> None:
        with pipe, suppress(OSError):
            while chunk := pipe.read(CHUNK):
                self._inbox.put(chunk)
        self._inbox.close()

    def _read_errors(self, pipe: IO[bytes]) -> None:
        with pipe, suppress(OSError):
            while chunk := pipe.read(CHUNK):
                self._errors = (self._errors + chunk)[-LAST_WORDS:]

    def _how_it_ended(self) -> str:
        if not self._gone.wait(MOMENT):
            return "closed its output"
        code = self._process.returncode
        return f"died by signal {-code}" if code < 0 else f"ended with exit status {code}"

    def _wait_for_exit(self) -> None:
        self._process.wait()
        self._signal("SIGKILL")  # What it has started must not stay, nor hold the pipes open.
        self._gone.set()
        with self._census:
            self._running.discard(self)

    def _signal(self, name: str) -> None:
        """To the whole process group, where there are any; not when its number may be another's."""
        if self._gone.is_set():
            return
        with suppress(OSError):
            if sys.platform == "win32":
                self._process.kill()
            else:
                os.killpg(self._process.pid, signal.Signals[name])


def _start(command: str) -> subprocess.Popen[bytes]:
    try:
        if sys.platform == "win32":
            words: str | list[str] = command
            flags, session = subprocess.CREATE_NEW_PROCESS_GROUP, False
        else:
            words = shlex.split(command)
            flags, session = 0, True
        if not words:
            raise EngineError("can't be started: its command is empty")
        pipe = subprocess.PIPE
        return subprocess.Popen(
            words,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            bufsize=0,
            start_new_session=session,
            creationflags=flags,
        )
    except OSError as error:
        raise EngineError(f"can't be started: {error.strerror}") from error
    except ValueError as error:
        raise EngineError(f"can't be started: {error}") from error
