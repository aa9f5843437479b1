"""Connections that never end a request, never read, or say what is no text: they are broken off."""

from __future__ import annotations

import contextlib
import logging
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from live_server import PATIENCE, Server
from raw_socket import Opcode, RawSocket, close_code, frame
from server_games import order

from azulejos.server.limits import Rate
from azulejos.server.web import protocols as wires

SOON = 0.4  # seconds, instead of many


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name in ("REQUEST", "STUCK", "FAREWELL"):
        monkeypatch.setattr(wires, name, SOON)
    with Server(tmp_path) as server:
        yield server


def wait_until_alone(server: Server) -> None:
    """Until nobody is connected any more."""
    server.http.close()
    end = time.monotonic() + PATIENCE
    while server.connections:
        assert time.monotonic() < end, server.connections
        time.sleep(0.02)


@pytest.mark.parametrize(
    "begin",
    [
        b"",
        b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\nX-More: ",
        b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n",
    ],
    ids=["nothing", "head", "body"],
)
def test_a_request_that_never_ends(server: Server, begin: bytes) -> None:
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(begin)
        began = time.monotonic()
        with contextlib.suppress(ConnectionError):
            while time.monotonic() - began < PATIENCE:  # a byte now and then keeps it alive
                line.sendall(b"a")
                time.sleep(SOON / 8)
        assert SOON / 2 < time.monotonic() - began < PATIENCE
    wait_until_alone(server)


def test_those_who_ask_again_and_again_stay(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each request has its own time: long beside the pauses, also where the machine is busy."""
    monkeypatch.setattr(wires, "REQUEST", 4 * SOON)
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        end = time.monotonic() + 5 * SOON
        while time.monotonic() < end:
            line.sendall(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            said = b""
            while b'"rules"' not in said:
                part = line.recv(1 << 16)
                assert part, "hung up"
                said += part
            time.sleep(SOON / 4)


def test_an_answer_that_is_not_read(server: Server) -> None:
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", server.port))
        line.settimeout(SOON)
        with contextlib.suppress(OSError):
            for _ in range(10_000):
                line.sendall(b"GET /api/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        wait_until_alone(server)


def test_a_socket_that_is_not_read(server: Server) -> None:
    """It asks for everything, over and over; who sits beside it plays on."""
    name = server.new_table(order())
    with RawSocket(server.port, name) as stuck, server.at(name) as ana:
        ana.hear_until("welcome")
        hello = frame(b'{"type": "hello", "after": null}')
        assert stuck.status == 101
        while not stuck.flood(hello * 20, SOON):
            pass
        ana.move()
    wait_until_alone(server)


def test_pings_whose_answers_are_not_read(server: Server) -> None:
    with RawSocket(server.port, server.new_table(order())) as stuck:
        pings = frame(b"x" * 125, Opcode.PING) * 500
        assert stuck.flood(pings, PATIENCE)
    wait_until_alone(server)


def test_what_is_no_text_is_no_matter_for_the_log(
    server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    with RawSocket(server.port, server.new_table(order())) as client, caplog.at_level(logging.INFO):
        client.send(frame(b'{"type": "\xff\xfe"}'))
        assert close_code(client.rest()) == 1007
        wait_until_alone(server)
        assert not [record for record in caplog.records if record.levelno > logging.INFO]


def test_lines_that_say_nothing_are_few(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """One address may have so many; another is still answered, and the log stays short."""
    with Server(tmp_path, connections=20) as server, contextlib.ExitStack() as stack:
        place = ("127.0.0.1", server.port)
        lines = [
            stack.enter_context(socket.create_connection(place, source_address=("127.0.0.9", 0)))
            for _ in range(60)
        ]
        for line in lines[20:]:
            line.settimeout(PATIENCE)
            with contextlib.suppress(ConnectionError):
                assert line.recv(1) == b""
        assert server.http.get("/api/about").status_code == 200
        lines[0].sendall(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert lines[0].recv(100).startswith(b"HTTP/1.1 200")
        lines[0].close()
        end = time.monotonic() + PATIENCE
        while True:  # A place that is free again is given to the next.
            assert time.monotonic() < end
            again = stack.enter_context(
                socket.create_connection(place, source_address=("127.0.0.9", 0))
            )
            with contextlib.suppress(ConnectionError):
                again.sendall(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
                if again.recv(100).startswith(b"HTTP/1.1 200"):
                    break
    assert caplog.text.count("127.0.0.9 has 20 connections open") >= 40


def test_sockets_count_as_lines_until_they_close(tmp_path: Path) -> None:
    with Server(tmp_path, connections=5) as server:
        table = server.new_table(order())
        server.http.close()
        for _ in range(20):
            with server.at(table) as client:
                client.hear("welcome")


class Line:
    """A connection, as far as it is counted."""

    def __init__(self, address: str) -> None:
        self._address = address

    def get_extra_info(self, name: str) -> object:
        return (self._address, 1)


def opened(lines: wires.Connections, address: str) -> int:
    """How many of five are let in."""
    return sum(lines.enter(Line(address)) for _ in range(5))  # type: ignore[arg-type]


def test_a_proxy_stands_for_many() -> None:
    lines = wires.Connections(2, ["10.0.0.0/8"])
    assert opened(lines, "10.1.2.3") == 5
    assert opened(lines, "192.0.2.1") == 2
    # one network, one place
    assert opened(lines, "2001:db8::1") + opened(lines, "2001:db8::2") == 2


def test_lines_are_opened_only_so_fast() -> None:
    """Also by who closes them at once."""
    lines = wires.Connections(100, ["10.0.0.0/8"], Rate(3, 0.001))
    for _ in range(3):
        assert lines.enter(Line("192.0.2.1"))  # type: ignore[arg-type]
        lines.leave(Line("192.0.2.1"))  # type: ignore[arg-type]
    assert opened(lines, "192.0.2.1") == 0
    assert opened(lines, "192.0.2.2") == 3
    assert opened(lines, "10.1.2.3") == 5


@pytest.mark.skipif(sys.platform == "win32", reason="there is no such limit")
def test_the_limit_of_files_is_raised() -> None:
    program = (
        "import resource; from azulejos.server.web.protocols import allow_files;"
        "hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1];"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (100, hard));"
        "found = allow_files(400);"
        "assert found == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == min(400, hard), found"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
