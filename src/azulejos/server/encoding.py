"""JSON, as the server sends it."""

from __future__ import annotations

from typing import Any

import orjson


def encode(value: Any) -> str:
    return orjson.dumps(value).decode()


def encode_bytes(value: Any) -> bytes:
    return orjson.dumps(value)


def packed(value: Any) -> Any:
    """Encoded once, to be put into other values as it is."""
    return orjson.Fragment(orjson.dumps(value))
