"""What clients say is read strictly: every kind of flaw, and where it is."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import MISSING, asdict, fields
from types import NoneType
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from azulejos.tables.messages import requests
from azulejos.tables.messages.reading import FlawError, read_json
from azulejos.tables.messages.requests import (
    COLOURS,
    LAST_NUMBER,
    LONGEST_CLOCK,
    LONGEST_DELAY,
    LONGEST_NAME,
    LONGEST_TABLE_NAME,
    SHORTEST_CLOCK,
)

OPTIONS = {"name": "Club", "public": True, "watching": False, "delay": 9, "clock": 60}
PERSON = {"kind": "person", "name": "Ana", "level": None}
BOT = {"kind": "bot", "name": "", "level": "casual", "colour": None}
SEATED = ("seat_open", "stand_in", "leave", "resign", "abandon", "rematch")
ACTS: list[dict[str, Any]] = [
    {"do": "start", "fill": "casual"},
    {"do": "seat_bot", "seat": 3, "level": "casual"},
    {"do": "options", "options": OPTIONS},
    {"do": "answer", "seat": 2, "asked": 7, "yes": True},
    {"do": "withdraw", "seat": 1, "asked": 7},
    *({"do": do, "seat": 2} for do in SEATED),
]
SAID: list[dict[str, Any]] = [
    {"type": "hello", "after": 3},
    {"type": "move", "request": "1", "number": 3, "move": "1B2"},
    {"type": "undo", "request": "1", "number": 3, "to": "round"},
    {"type": "hint", "request": "1", "number": 3},
    {"type": "say", "request": "1", "seat": 1, "phrase": "hello"},
    {"type": "ping"},
    *({"type": "act", "request": "1", "act": act} for act in ACTS),
]
GAME = {
    "record": '[Rules "std"]',
    "table": "abcdefghijkm",
    "name": "Club",
    "created": 1_700_000_000_000,
    "changed": 1_700_000_000_000,
    "yours": [2],
    "seats": [{"name": "Ana", "colour": 3}, {"name": "", "colour": None}],
}
BODIES: list[tuple[Any, dict[str, Any]]] = [
    (requests.NewTable, {"rules": "std", "seats": [PERSON, BOT], "starter": 1}),
    (requests.NewTable, {"rules": "grey", "seats": [BOT] * 4, "starter": 4, "options": OPTIONS}),
    (requests.MoveRequest, {"number": 3, "move": "1B2"}),
    (requests.UndoRequest, {"number": 3, "to": "move"}),
    (requests.HintRequest, {"number": 3}),
    (requests.Join, {"name": "Ana", "colour": 8}),
    (requests.Join, {"name": ""}),
    (requests.RecordRequest, {"record": '[Rules "std"]'}),
    (requests.SceneRequest, {"position": "std", "moves": ["1B2", "0W0"]}),
    (requests.ImportRequest, {"games": [GAME, GAME | {"created": None, "yours": None}]}),
]
GOOD: list[tuple[Any, dict[str, Any]]] = [
    *((requests.ClientMessage, said) for said in SAID),
    *((requests.Act, act) for act in ACTS),
    *BODIES,
]
NEW = BODIES[0][1]


def flaw_in(shape: Any, said: object) -> FlawError:
    text = said if isinstance(said, str | bytes) else json.dumps(said)
    with pytest.raises(FlawError) as found:
        read_json(shape, text)
    return found.value


# What is right


@pytest.mark.parametrize(("shape", "said"), GOOD)
def test_what_is_right_is_read_as_it_was_said(shape: Any, said: dict[str, Any]) -> None:
    read = read_json(shape, json.dumps(said))
    expected = said | {each.name: each.default for each in fields(read) if each.name not in said}
    if "seats" in said:
        expected["seats"] = [{"colour": None} | seat for seat in said["seats"]]
    expected = _with_joining(expected)
    assert asdict(read) == expected


def _with_joining(said: dict[str, Any]) -> dict[str, Any]:
    """Options within, however deep, with what they say if nothing is said."""
    inside = {name: _with_joining(part) for name, part in said.items() if isinstance(part, dict)}
    return said | inside | ({"joining": False} if "watching" in said else {})


def test_every_shape_is_tried() -> None:
    tried = {type(read_json(shape, json.dumps(said))) for shape, said in GOOD}
    inside = {
        *(requests.WantedOptions, requests.NewSeat),
        *(requests.ImportedGame, requests.ImportedSeat),
    }
    classes = {each for each in vars(requests).values() if hasattr(each, "__dataclass_fields__")}
    own = {each for each in classes if each.__module__ == requests.__name__}
    assert tried | inside == own


@pytest.mark.parametrize(
    ("shape", "said", "field", "value"),
    [
        (requests.HintRequest, '{"number": 3.0}', "number", 3),
        (requests.HintRequest, '{"number": 3e0}', "number", 3),
        (requests.HintRequest, '{"number": -0.0}', "number", 0),
        (requests.HintRequest, f'{{"number": {LAST_NUMBER}}}', "number", LAST_NUMBER),
        (requests.Join, b'{"name": "\xc3\x89va"}', "name", "Éva"),
        (requests.Join, r'{"name": "\ud83d\ude00"}', "name", "😀"),
        (requests.Join, r'{"name": "a\u0000"}', "name", "a\0"),  # `names.py` has a better reason
        (requests.Join, '{"name": "", "colour": null}', "colour", None),
        (requests.Hello, '{"type": "hello", "after": null}', "after", None),
    ],
)
def test_values(shape: Any, said: str | bytes, field: str, value: object) -> None:
    found = getattr(read_json(shape, said), field)
    assert (found, type(found)) == (value, type(value))


# What is wrong

NO_JSON = "it is no JSON"
TEXT, WHOLE, TRUTH = "a text is expected", "a whole number is expected", "true or false is expected"
LIST, OBJECT = "a list is expected", "an object is expected"
ONE_OF, MISSING_THERE = "one of these is expected: ", "it is missing"
UNKNOWN, HALF = "there is no such field", "it holds half of a sign"


def with_seat(**change: object) -> dict[str, Any]:
    return NEW | {"seats": [PERSON, PERSON | change]}


def with_options(**change: object) -> dict[str, Any]:
    return NEW | {"options": OPTIONS | change}


NEW_TABLES: list[tuple[object, str, str]] = [
    # No JSON at all, or no object.
    ("", "", NO_JSON),
    ("{", "", NO_JSON),
    ("{'rules': 1}", "", NO_JSON),
    (b"\xff", "", NO_JSON),
    ('{"starter": NaN}', "", f"{NO_JSON}: NaN is no number"),
    ('{"starter": -Infinity}', "", f"{NO_JSON}: -Infinity is no number"),
    ('{"starter": ' + "1" * 5000 + "}", "", NO_JSON),
    ("[" * 100_000, "", NO_JSON),
    ("null", "", OBJECT),
    ("[]", "", OBJECT),
    ('"std"', "", OBJECT),
    ("3", "", OBJECT),
    # Fields.
    (NEW | {"seed": 1}, "seed", UNKNOWN),
    (NEW | {"": 1}, "", UNKNOWN),
    (NEW | {"\ud800": 1}, "\ud800", UNKNOWN),
    (with_seat(key="1"), "seats.1.key", UNKNOWN),
    (with_options(key="1"), "options.key", UNKNOWN),
    ({"seats": [PERSON] * 2, "starter": 1}, "rules", MISSING_THERE),
    ({"rules": "std", "seats": [PERSON] * 2}, "starter", MISSING_THERE),
    (NEW | {"seats": [PERSON, {"kind": "bot", "name": ""}]}, "seats.1.level", MISSING_THERE),
    (NEW | {"options": {}}, "options.name", MISSING_THERE),
    # Words.
    (NEW | {"rules": "none"}, "rules", f"{ONE_OF}std, grey, joker, grey+joker"),
    (NEW | {"rules": "STD"}, "rules", ONE_OF),
    (NEW | {"rules": None}, "rules", ONE_OF),
    (NEW | {"rules": ["std"]}, "rules", ONE_OF),
    (NEW | {"rules": {}}, "rules", ONE_OF),
    (NEW | {"rules": 1}, "rules", ONE_OF),
    (with_seat(kind="ghost"), "seats.1.kind", ONE_OF),
    # Lists.
    (NEW | {"seats": None}, "seats", LIST),
    (NEW | {"seats": {}}, "seats", LIST),
    (NEW | {"seats": "ab"}, "seats", LIST),
    (NEW | {"seats": []}, "seats", "its length must be from 2 to 4"),
    (NEW | {"seats": [PERSON]}, "seats", "its length must be from 2 to 4"),
    (NEW | {"seats": [PERSON] * 5}, "seats", "its length must be from 2 to 4"),
    (NEW | {"seats": [PERSON, None]}, "seats.1", OBJECT),
    (NEW | {"seats": [[], PERSON]}, "seats.0", OBJECT),
    # Texts.
    (with_seat(name=None), "seats.1.name", TEXT),
    (with_seat(name=3), "seats.1.name", TEXT),
    (with_seat(name=["a"]), "seats.1.name", TEXT),
    (with_seat(name="\ud800"), "seats.1.name", HALF),
    (with_seat(name="a\udfff"), "seats.1.name", HALF),
    (with_seat(name="x" * (LONGEST_NAME + 1)), "seats.1.name", "its length must be from 0 to 30"),
    (with_seat(level=3), "seats.1.level", TEXT),
    (with_seat(level="x" * (LONGEST_NAME + 1)), "seats.1.level", "its length"),
    (with_options(name="x" * (LONGEST_TABLE_NAME + 1)), "options.name", "its length"),
    # Whole numbers.
    (NEW | {"starter": "1"}, "starter", WHOLE),
    (NEW | {"starter": True}, "starter", WHOLE),
    (NEW | {"starter": 1.5}, "starter", WHOLE),
    (NEW | {"starter": [1]}, "starter", WHOLE),
    (json.dumps(NEW).replace('"starter": 1', '"starter": 1e999'), "starter", WHOLE),
    (NEW | {"starter": 1e300}, "starter", "the number must be from 1 to 4"),
    (NEW | {"starter": 0}, "starter", "the number must be from 1 to 4"),
    (NEW | {"starter": 5}, "starter", "the number must be from 1 to 4"),
    (NEW | {"starter": -1}, "starter", "the number must be from 1 to 4"),
    (with_seat(colour=0), "seats.1.colour", "the number"),
    (with_seat(colour=COLOURS + 1), "seats.1.colour", "the number"),
    (with_options(delay=-1), "options.delay", "the number"),
    (with_options(delay=LONGEST_DELAY + 1), "options.delay", "the number"),
    (with_options(delay=None), "options.delay", WHOLE),
    (with_options(clock=SHORTEST_CLOCK - 1), "options.clock", "the number"),
    (with_options(clock=LONGEST_CLOCK + 1), "options.clock", "the number"),
    # Truths.
    (with_options(public=1), "options.public", TRUTH),
    (with_options(public=None), "options.public", TRUTH),
    (with_options(watching="true"), "options.watching", TRUTH),
    (NEW | {"options": True}, "options", OBJECT),
]


@pytest.mark.parametrize(("said", "field", "why"), NEW_TABLES)
def test_orders_are_taken_strictly(said: object, field: str, why: str) -> None:
    flaw = flaw_in(requests.NewTable, said)
    assert flaw.field == field
    assert flaw.why.startswith(why)


def acting(**act: object) -> dict[str, Any]:
    return {"type": "act", "request": "1", "act": act}


MESSAGES: list[tuple[object, str, str]] = [
    ([], "", OBJECT),
    (None, "", OBJECT),
    ({}, "type", MISSING_THERE),
    ({"do": "start"}, "type", MISSING_THERE),
    ({"type": None}, "type", f"{ONE_OF}hello, move, undo, hint, act, say, ping"),
    ({"type": ["ping"]}, "type", ONE_OF),
    ({"type": {}}, "type", ONE_OF),
    ({"type": "welcome"}, "type", ONE_OF),
    ({"type": "ping", "at": 1}, "at", UNKNOWN),
    ({"type": "hello"}, "after", MISSING_THERE),
    ({"type": "hello", "after": -1}, "after", "the number must be from 0 to 2147483647"),
    ({"type": "hello", "after": LAST_NUMBER + 1}, "after", "the number"),
    ({"type": "hint", "request": "x" * 41, "number": 1}, "request", "its length"),
    ({"type": "hint", "request": None, "number": 1}, "request", TEXT),
    ({"type": "move", "request": "", "number": 1, "move": ""}, "move", "its length"),
    ({"type": "move", "request": "", "number": 1, "move": "x" * 101}, "move", "its length"),
    ({"type": "move", "request": "", "number": None, "move": "1B1"}, "number", WHOLE),
    ({"type": "undo", "request": "", "number": 1, "to": "start"}, "to", f"{ONE_OF}move, round"),
    ({"type": "say", "request": "", "seat": 1, "phrase": "rude"}, "phrase", ONE_OF),
    ({"type": "say", "request": "", "seat": 0, "phrase": "hello"}, "seat", "the number"),
    ({"type": "act", "request": "", "act": None}, "act", OBJECT),
    ({"type": "act", "request": "", "act": "start"}, "act", OBJECT),
    (acting(), "act.do", MISSING_THERE),
    (acting(do="cheat"), "act.do", ONE_OF),
    (acting(do=1), "act.do", ONE_OF),
    (acting(do="leave"), "act.seat", MISSING_THERE),
    (acting(do="leave", seat=5), "act.seat", "the number"),
    (acting(do="leave", seat=None), "act.seat", WHOLE),
    (acting(do="leave", seat=1, level="x"), "act.level", UNKNOWN),
    (acting(do="answer", seat=1, asked=1, yes=1), "act.yes", TRUTH),
    (acting(do="start", fill=1), "act.fill", TEXT),
    (acting(do="options", options=None), "act.options", OBJECT),
    (acting(do="options", options=OPTIONS | {"delay": "1"}), "act.options.delay", WHOLE),
]


@pytest.mark.parametrize(("said", "field", "why"), MESSAGES)
def test_messages_are_taken_strictly(said: object, field: str, why: str) -> None:
    flaw = flaw_in(requests.ClientMessage, said)
    assert flaw.field == field
    assert flaw.why.startswith(why)


# Every field of every shape

WRONG: list[object] = [{}, [], [[]], -1, 1.5, 10**12, "\ud800", "x" * 50_000]


@pytest.mark.parametrize(("shape", "said"), GOOD)
def test_no_field_takes_what_is_not_its_own(shape: Any, said: dict[str, Any]) -> None:
    read = read_json(shape, json.dumps(said))
    hints = get_type_hints(type(read))
    for each in fields(read):
        without = {name: value for name, value in said.items() if name != each.name}
        if each.default is MISSING:
            flaw = flaw_in(shape, without)
            assert (flaw.field, flaw.why) == (each.name, MISSING_THERE)
        else:
            assert getattr(read_json(shape, json.dumps(without)), each.name) == each.default
        for wrong in WRONG:
            assert flaw_in(shape, said | {each.name: wrong}).field.split(".")[0] == each.name
        if NoneType in get_args(hints[each.name]):
            assert (
                getattr(read_json(shape, json.dumps(said | {each.name: None})), each.name) is None
            )
        else:
            assert flaw_in(shape, said | {each.name: None}).field == each.name
    assert flaw_in(shape, said | {"unknown": None}).field == "unknown"


LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
NAMES = st.sampled_from(["type", "do", "act", "seat", "number", "seats", "options"]) | st.text()
ANYTHING = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(NAMES, inner), max_leaves=10
)


@given(ANYTHING | st.text() | st.binary(), st.sampled_from([shape for shape, _ in GOOD]))
def test_whatever_comes_is_read_or_flawed(said: object, shape: Any) -> None:
    text = said if isinstance(said, str | bytes) else json.dumps(said)
    with suppress(FlawError):
        read_json(shape, text)
