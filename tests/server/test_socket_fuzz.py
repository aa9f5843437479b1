"""Ten thousand bad messages: each is refused with a code, and the table is unharmed."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from live_server import Client, Server
from server_games import order

from azulejos.rules import AzulejosError
from azulejos.server.errors import ServerError
from azulejos.server.web.socket import parse

MESSAGES = 10_000
BATCH = 50  # they are sent in heaps, answered one by one
CODES = {*ServerError.reasons, "bad_move", "bad_line", "bad_column", "take_due", "bad_heap"}
SIGNS = "{}[]\":,0123456789.eE-+\\u\x00\t\n 'BYRKWJF@=/aé漢🀄\ud800"
VALUES: list[Any] = [
    *(None, True, False, 0, -1, 1, 2**31, 2**63, 10**400, 1.5, -0.0, 1e308, float("nan")),
    *(
        "",
        "x",
        "1B1",
        "9@9",
        "=",
        "=" + "/" * 99,
        "undo 0",
        "\x00",
        "\ud800",
        "a" * 5000,
        "🀄" * 40,
    ),
    *([], {}, [[]], {"type": "move"}, ["hello"]),
]
OPTIONS = {"name": "", "public": False, "watching": True, "delay": 0, "clock": None}
ACTS: list[dict[str, Any]] = [
    {"do": "start", "fill": None},
    {"do": "seat_bot", "seat": 2, "level": "novice"},
    {"do": "seat_open", "seat": 2},
    {"do": "options", "options": OPTIONS},
    *({"do": do, "seat": 1} for do in ("stand_in", "leave", "resign", "abandon", "rematch")),
    {"do": "answer", "seat": 1, "asked": 1, "yes": True},
    {"do": "withdraw", "seat": 1, "asked": 1},
]
GOOD: list[dict[str, Any]] = [
    {"type": "hello", "after": None},
    {"type": "move", "request": "a", "number": 1, "move": "1B1"},
    {"type": "undo", "request": "a", "number": 1, "to": "move"},
    {"type": "hint", "request": "a", "number": 1},
    {"type": "ping"},
    {"type": "say", "request": "a", "seat": 1, "phrase": "hello"},
    *({"type": "act", "request": "a", "act": act} for act in ACTS),
]


def nonsense(generator: Random) -> str:
    return "".join(generator.choices(SIGNS, k=generator.randrange(1, 60)))


def damaged(generator: Random) -> str:
    """A good message with a few signs changed, gone or doubled."""
    text = list(json.dumps(generator.choice(GOOD)))
    for _ in range(generator.randrange(1, 4)):
        place = generator.randrange(len(text))
        text[place] = generator.choice(["", generator.choice(SIGNS), text[place] * 2])
    return "".join(text)


def bent(generator: Random) -> str:
    """A message of the right form with a wrong value, a field too many or too few."""
    message = copy.deepcopy(generator.choice(GOOD))
    part = message
    if "act" in message and generator.random() < 0.8:
        part = message["act"]
        if "options" in part and generator.random() < 0.8:
            part = part["options"]
    key = generator.choice([*part, "extra", "type", "number", "after", "seat"])
    if key in part and generator.random() < 0.3:
        del part[key]
    else:
        part[key] = generator.choice(VALUES)
    return json.dumps(message)


def is_harmless(text: str) -> bool:
    """What happens to be a good message, and is answered otherwise: left out."""
    try:
        message = json.loads(text)
    except ValueError:
        return False
    if not isinstance(message, dict):
        return False
    if message.get("type") in ("act", "say"):
        return reads(text)
    return message.get("type") in ("hello", "ping", "hint") or (
        message.get("type") == "undo" or str(message.get("move", "")).upper()[:1] in tuple("012345")
    )


def reads(text: str) -> bool:
    """Is it of the documented form, whatever it would do?"""
    try:
        parse(text)
    except AzulejosError:
        return False
    return True


def bad_messages(generator: Random) -> list[str]:
    found: list[str] = []
    while len(found) < MESSAGES:
        make = generator.choice((nonsense, damaged, bent))
        text = make(generator)
        if not is_harmless(text):
            found.append(text)
    return found


@pytest.mark.heavy
def test_bad_messages_are_refused_and_harm_nothing(tmp_path: Path) -> None:
    generator = Random(5)
    with Server(tmp_path) as server:
        name = server.new_table(order())
        with server.at(name) as watcher, server.at(name) as client:
            before = watcher.hear("welcome")
            client.hear("welcome")
            codes: set[str] = set()
            texts = bad_messages(generator)
            for place in range(0, MESSAGES, BATCH):
                heap = texts[place : place + BATCH]
                for text in heap:
                    send(client, text, generator)
                codes |= {client.hear("error")["error"]["code"] for _ in heap}
            assert codes <= CODES
            assert {"bad_message", "message_too_long"} <= codes
            client.say(type="hello", after=None)
            assert client.hear("welcome") == before
            client.move()  # the table is as good as ever
            assert watcher.hear("played")["number"] == 2


def send(client: Client, text: str, generator: Random) -> None:
    """As text, where it is any; now and then as bytes."""
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "surrogatepass")
        text = ""
    if not text or generator.random() < 0.05:
        client.connection.send(data)
    else:
        client.connection.send(text)


def test_a_frame_that_is_no_text_harms_only_its_sender(tmp_path: Path) -> None:
    """Broken UTF-8 in a text frame is against the protocol: that socket is closed, no other."""
    with Server(tmp_path) as server:
        name = server.new_table(order())
        with server.at(name) as watcher, server.at(name) as client:
            watcher.hear("welcome")
            client.hear("welcome")
            client.connection.send(b"\xff\xfe\xfd", text=True)
            client.connection.close()
            watcher.move()
