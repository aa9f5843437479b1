"""A WebSocket client without options: it sends what it likes, and reads only if it likes."""

from __future__ import annotations

import json
import os
import socket
import struct
from enum import IntEnum
from typing import Any

PATIENCE = 30.0  # seconds: the machine may be busy with other tests


class Opcode(IntEnum):
    """What a frame is."""

    CONTINUED = 0
    TEXT = 1
    BYTES = 2
    CLOSE = 8
    PING = 9


def frame(payload: bytes, opcode: int = Opcode.TEXT, last: bool = True) -> bytes:
    """As clients send it, with a mask that changes nothing."""
    size = len(payload)
    if size < 126:
        head = struct.pack("!BB", opcode | (0x80 if last else 0), 0x80 | size)
    elif size < 65536:
        head = struct.pack("!BBH", opcode | (0x80 if last else 0), 0xFE, size)
    else:
        head = struct.pack("!BBQ", opcode | (0x80 if last else 0), 0xFF, size)
    return head + bytes(4) + payload


class RawSocket:
    """Connected by hand, with little room for what it does not read."""

    def __init__(self, port: int, table: str, origin: str = "127.0.0.1") -> None:
        self.line = socket.socket()
        self.line.bind((origin, 0))
        self.line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self.line.settimeout(PATIENCE)
        self.line.connect(("127.0.0.1", port))
        head = [
            f"GET /api/tables/{table}/socket HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Key: MDEyMzQ1Njc4OWFiY2RlZg==",
            "Sec-WebSocket-Version: 13",
        ]
        self.line.sendall("\r\n".join([*head, "", ""]).encode())
        said = b""
        while b"\r\n\r\n" not in said:
            more = self.line.recv(1)
            if not more:
                raise ConnectionError("the server hung up")
            said += more
        self.status = int(said.split()[1])

    def say(self, **message: Any) -> None:
        self.send(frame(json.dumps(message).encode()))

    def send(self, data: bytes) -> None:
        self.line.sendall(data)

    def flood(self, data: bytes, seconds: float) -> bool:
        """Sends it over and over, as far as the line takes it; True if the server hung up."""
        self.line.settimeout(seconds)
        sent = 0
        try:
            while sent < 1 << 28:
                sent += self.line.send(data)
        except TimeoutError:
            return False
        except OSError:
            return True
        raise AssertionError("the server takes everything")

    def rest(self) -> bytes:
        """Everything up to the end, which may be a broken line."""
        said = b""
        try:
            while more := self.line.recv(1 << 16):
                said += more
        except (ConnectionError, TimeoutError):
            pass
        return said

    def close(self) -> None:
        self.line.close()

    def __enter__(self) -> RawSocket:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


def close_code(said: bytes) -> int | None:
    """The code of the close frame at the end of what a server said, if there is one."""
    if said[-4:-2] == bytes((0x80 | Opcode.CLOSE, 2)):
        return int(struct.unpack("!H", said[-2:])[0])
    return None


def noise(size: int) -> bytes:
    return os.urandom(size)
