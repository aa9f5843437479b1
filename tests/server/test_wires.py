"""Connections that never end a request, never read, or say what is no text: they are broken off."""

from __future__ import annotations

import contextlib
import logging
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from live_server import PATIENCE, Server
from raw_socket import Opcode, RawSocket, close_code, frame
from server_games import order

from azulejos.server import wires

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


def test_those_who_ask_again_and_again_stay(server: Server) -> None:
    """Each request has its own time."""
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        for _ in range(6):
            line.sendall(b"GET /api/about HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            said = b""
            while b'"rules"' not in said:
                said += line.recv(1 << 16)
            time.sleep(SOON / 3)


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
