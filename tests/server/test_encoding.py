"""Messages as frames: however a socket takes them, they say the same."""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from live_server import PATIENCE, Server
from server_games import order
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import ConnectionClosed
from websockets.extensions.permessage_deflate import ClientPerMessageDeflateFactory
from websockets.sync.client import connect

from azulejos.server.encoding import Encoded, encode, packed
from azulejos.server.web import protocols

NUMBERS = st.lists(st.integers(-(2**53), 2**53), max_size=9)
PARTS = st.one_of(st.text(max_size=20), NUMBERS, st.text("ab", max_size=2000))


def payload(frame: bytes) -> bytes:
    """Of a whole frame, without a mask, from a server (RFC 6455, 5.2)."""
    length, size = frame[1], {126: 2, 127: 8}.get(frame[1], 0)
    if size:
        length = int.from_bytes(frame[2 : 2 + size], "big")
    assert len(frame) == 2 + size + length
    return frame[2 + size :]


def inflated(frame: bytes) -> bytes:
    if frame[0] == 0x81:
        return payload(frame)
    assert frame[0] == 0xC1
    return zlib.decompressobj(-zlib.MAX_WBITS).decompress(payload(frame) + b"\0\0\xff\xff")


@given(
    own=st.dictionaries(st.sampled_from("abc"), PARTS),
    shared=st.dictionaries(st.sampled_from("xyz"), PARTS),
)
def test_all_ways_say_the_same(own: dict[str, Any], shared: dict[str, Any]) -> None:
    message = {"type": "played"} | own | {name: packed(part) for name, part in shared.items()}
    encoded = Encoded(message)
    assert json.loads(encoded.json) == {"type": "played"} | own | shared
    assert payload(encoded.frame) == encoded.json
    assert inflated(encoded.deflated_frame) == encoded.json


@pytest.mark.parametrize("size", [10, 200, 70_000])
def test_lengths(size: int) -> None:
    encoded = Encoded({"type": "x" * size, "part": packed("y" * size)})
    assert payload(encoded.frame) == encoded.json
    assert inflated(encoded.deflated_frame) == encoded.json


def test_what_is_short_stays_as_it_is() -> None:
    encoded = Encoded({"type": "accepted", "number": 7})
    assert encoded.deflated_frame is encoded.frame


def test_packed_parts_stand_anywhere() -> None:
    message = {"history": [packed([1]), packed({"a": packed(2)})]}
    assert encode(message) == b'{"history":[[1],{"a":2}]}'


WAYS = {
    "plain": None,
    "usual": [ClientPerMessageDeflateFactory()],
    "small window": [ClientPerMessageDeflateFactory(server_max_window_bits=9)],
}


@pytest.mark.parametrize("way", WAYS)
def test_whatever_a_client_takes(tmp_path: Path, way: str) -> None:
    """Who asks for a small window gets messages that need none."""
    with Server(tmp_path) as server:
        address = f"ws://127.0.0.1:{server.port}/api/tables/{server.new_table(order())}/socket"
        with connect(address, compression=None, extensions=WAYS[way]) as line:
            assert len(line.protocol.extensions) == len(WAYS[way] or [])
            line.send('{"type":"hello","after":null}')
            welcome = json.loads(line.recv(PATIENCE))
    assert welcome["type"] == "welcome"
    assert len(welcome["history"]) == 1


def test_who_reads_too_little_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "MOST_UNREAD", -1)
    with Server(tmp_path) as server, server.at(server.new_table(order())) as client:
        assert client.hear("welcome")
        with pytest.raises(ConnectionClosed) as closed:
            client.connection.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1013


def test_a_heap_is_read_in_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All are answered, though no portion is longer than others can wait for."""
    portions: list[int] = []
    received = WebSocketsSansIOProtocol.data_received

    def noted(self: WebSocketsSansIOProtocol, data: bytes) -> None:
        portions.append(len(data))
        received(self, data)

    monkeypatch.setattr(protocols, "AT_ONCE", 50)
    monkeypatch.setattr(WebSocketsSansIOProtocol, "data_received", noted)
    with Server(tmp_path) as server, server.at(server.new_table(order())) as client:
        client.hear("welcome")
        for _ in range(20):
            client.say(type="ping")
        for _ in range(20):
            client.hear("pong")
    assert max(portions) <= 50
