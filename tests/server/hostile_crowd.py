"""A crowd that means no good, as a process of its own.

usage: python hostile_crowd.py PORT TABLE ORIGIN SECONDS
They come from another address of this machine than those who play. Prints, as JSON, how often
each kind was let in, refused, and shown the door.
"""

from __future__ import annotations

import json
import os
import random
import socket
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable

from raw_socket import Opcode, RawSocket, frame, noise

HELLO = frame(b'{"type": "hello", "after": null}')
PATIENCE = 30.0  # seconds until one of each kind is in
IDLE = 200
SLOW = 100


class Crowd:
    """Everyone goes on until the time is up, and comes back when shown the door."""

    def __init__(self, port: int, table: str, origin: str, seconds: float) -> None:
        self._port, self._table, self._origin = port, table, origin
        self._seconds = seconds
        self._end = time.monotonic() + PATIENCE
        self.counts: Counter[str] = Counter()

    def run(self) -> None:
        kinds: list[tuple[Callable[[RawSocket], None], int]] = [
            (self.never_read, 6),
            (self.talk_nonsense, 3),
            (self.send_bytes, 2),
            (self.say_too_much, 2),
            (self.never_finish_a_message, 2),
            (self.send_half_a_frame, 2),
            (self.forget_hello, 2),
            (self.ping, 2),
        ]
        threads = [
            threading.Thread(target=self._come_back, args=(kind,))
            for kind, number in kinds
            for _ in range(number)
        ]
        for thread in threads:
            thread.start()
        # Those who only open take all the places that an address has: the others come before them.
        names = [kind.__name__ for kind, _ in kinds]
        while self._goes_on() and not all(self.counts[f"{name}: let in"] for name in names):
            time.sleep(0.01)
        self._end = time.monotonic() + self._seconds
        threads += [threading.Thread(target=many) for many in (self.only_open, self.crawl)]
        for thread in threads[-2:]:
            thread.start()
        for thread in threads:
            thread.join()

    def _come_back(self, kind: Callable[[RawSocket], None]) -> None:
        while time.monotonic() < self._end:
            try:
                with RawSocket(self._port, self._table, self._origin) as line:
                    self._count(kind.__name__, line.status == 101)
                    if line.status == 101:
                        line.line.settimeout(0.5)
                        kind(line)
            except TimeoutError:
                self.counts[f"{kind.__name__}: stuck"] += 1
            except OSError:
                self.counts[f"{kind.__name__}: shown the door"] += 1
            time.sleep(0.05)

    def _count(self, name: str, let_in: bool) -> None:
        self.counts[f"{name}: {'let in' if let_in else 'refused'}"] += 1

    def _goes_on(self) -> bool:
        return time.monotonic() < self._end

    # On sockets

    def never_read(self, line: RawSocket) -> None:
        """Asks for everything, over and over."""
        while self._goes_on():
            line.send(HELLO * 50)
            time.sleep(0.01)  # The others want to be let in, too.

    def talk_nonsense(self, line: RawSocket) -> None:
        line.send(HELLO)
        signs = '{}[]":,0123456789abc typehellomove'
        while self._goes_on():
            text = "".join(random.choices(signs, k=random.randrange(4000)))
            line.send(frame(text.encode()))
            self._read_a_little(line)

    def send_bytes(self, line: RawSocket) -> None:
        while self._goes_on():
            line.send(frame(noise(4000), Opcode.BYTES))
            self._read_a_little(line)

    def say_too_much(self, line: RawSocket) -> None:
        while self._goes_on():
            line.send(frame(b'"' + b"a" * random.choice((5_000, 60_000, 3_000_000)) + b'"'))

    def never_finish_a_message(self, line: RawSocket) -> None:
        line.send(frame(b'{"type": "', last=False))
        while self._goes_on():
            line.send(frame(b"a" * 4000, Opcode.CONTINUED, last=False))

    def send_half_a_frame(self, line: RawSocket) -> None:
        line.send(frame(b"a" * 4000)[:50])
        while self._goes_on():
            time.sleep(0.1)

    def forget_hello(self, line: RawSocket) -> None:
        while self._goes_on():
            line.say(type="move", request="a", number=3, move="1B1")
            line.say(type="act", request="b", act={"do": "resign", "seat": 1})
            self._read_a_little(line)

    def ping(self, line: RawSocket) -> None:
        while self._goes_on():
            line.send(frame(b"x" * 125, Opcode.PING) * 100)

    def _read_a_little(self, line: RawSocket) -> None:
        if not line.line.recv(1 << 16):
            raise ConnectionError("the server hung up")

    # In numbers

    def only_open(self) -> None:
        lines: list[RawSocket] = []
        while self._goes_on():
            if len(lines) < IDLE:
                try:
                    lines.append(RawSocket(self._port, self._table, self._origin))
                    self._count("only_open", lines[-1].status == 101)
                except OSError:
                    self.counts["only_open: shown the door"] += 1
            time.sleep(0.005)
        for line in lines:
            line.close()

    def crawl(self) -> None:
        """Requests that come by a byte at a time."""
        lines: list[socket.socket] = []
        while self._goes_on():
            try:
                if len(lines) < SLOW:
                    where = ("127.0.0.1", self._port)
                    lines.append(socket.create_connection(where, 5, (self._origin, 0)))
                    lines[-1].sendall(b"GET / HTTP/1.1\r\nX-Long: ")
                    self.counts["crawl: let in"] += 1
                for line in lines:
                    line.sendall(b"a")
            except OSError:
                self.counts["crawl: shown the door"] += 1
            time.sleep(0.05)
        for line in lines:
            line.close()


if __name__ == "__main__":
    port, table, origin, seconds = sys.argv[1:]
    os.nice(10)  # It is the server that is tried, not the machine.
    crowd = Crowd(int(port), table, origin, float(seconds))
    crowd.run()
    sys.stdout.write(json.dumps(crowd.counts))
