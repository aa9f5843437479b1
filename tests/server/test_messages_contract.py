"""The models of the messages say what `messages.d.ts` says."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import get_args

import pytest
from pydantic import BaseModel, ValidationError

import azulejos
from azulejos.tables.messages import (
    answers,
    door_messages,
    requests,
    seating,
)
from azulejos.tables.messages import (
    types as messages,
)
from azulejos.tables.messages.requests import LONGEST_NAME, NewTable
from azulejos.tables.messages.types import Step

SOURCE = (Path(azulejos.__file__).parent / "web" / "js" / "messages.d.ts").read_text("utf-8")
TEXT = re.sub(r"/\*\*.*?\*/|//[^\n]*", "", SOURCE, flags=re.DOTALL)
INTERFACES = dict(re.findall(r"export interface (\w+) \{(.*?)\n\}", TEXT, flags=re.DOTALL))
ALIASES = {"origin": "from"}
# Said inside another type there.
NAMED_HERE = {"Away", "Failure", "Message", "Ply", "Reason", "Request", "Standing", "Tables"}
NAMED_HERE |= {"Averages", "Export", "ExportedGame", "Invitations"}
NAMED_HERE |= {"Kind", "Opponent", "SeriesPlayed"}


def fields_there(body: str) -> dict[str, bool]:
    """The fields of an interface, not those of types inside it; True for those that must be."""
    flat = body
    while (inner := re.sub(r"\{[^{}]*\}", "", flat)) != flat:
        flat = inner
    return {name: not mark for name, mark in re.findall(r"(\w+)(\??):", flat)}


MODELS: dict[str, type[BaseModel]] = {
    name: model
    for module in (seating, messages, answers, door_messages, requests)
    for name, model in inspect.getmembers(module, inspect.isclass)
    if issubclass(model, BaseModel) and model.__module__ == module.__name__
}


def fields_here(model: type[BaseModel]) -> dict[str, bool]:
    return {ALIASES.get(name, name): f.is_required() for name, f in model.model_fields.items()}


@pytest.mark.parametrize("name", sorted(INTERFACES))
def test_interfaces_are_models(name: str) -> None:
    assert fields_there(INTERFACES[name]) == fields_here(MODELS[name])


def test_nothing_is_said_that_is_not_written_there() -> None:
    spoken = {name for name, m in MODELS.items() if m.model_fields.keys() & {"type", "do"}}
    bodies = {"MoveRequest", "UndoRequest", "HintRequest", "NewSeat", "Join"}
    assert set(MODELS) - spoken - bodies - NAMED_HERE == set(INTERFACES)


@pytest.mark.parametrize("union", ["ServerMessage", "ClientMessage"])
def test_messages_on_the_socket(union: str) -> None:
    """Each has the same type and fields; `& Now` adds those of Now."""
    body = re.search(rf"export type {union} =(.*?);\n\n", TEXT + "\n\n", flags=re.DOTALL)
    assert body
    now = set(fields_there(INTERFACES["Now"]))
    there = {}
    for part in re.split(r"\n\s*\|", body[1]):
        if kind := re.search(r"type: '(\w+)'", part):
            own = re.sub(r"'[^']*'", "", part[part.index("{") + 1 : part.rindex("}")])
            fields = set(fields_there(own))
            there[kind[1]] = fields | (now if "& Now" in part else set())
    here = {}
    base = seating.Message if union == "ServerMessage" else requests.Request
    for model in MODELS.values():
        if issubclass(model, base) and "type" in model.model_fields:
            kind_here = model.model_fields["type"].annotation.__args__[0]  # type: ignore[union-attr]
            here[kind_here] = set(model.model_fields)
    assert there == here


def test_acts() -> None:
    """Each is done by the same name and has the same fields."""
    body = re.search(r"export type Act =(.*?);\n\n", TEXT, flags=re.DOTALL)
    assert body
    there = {}
    for part in re.split(r"\n\s*\|", body[1]):
        if kind := re.search(r"do: '(\w+)'", part):
            there[kind[1]] = set(re.findall(r"(\w+):", re.sub(r"'[^']*'", "", part)))
    here = {
        model.model_fields["do"].annotation.__args__[0]: set(model.model_fields)  # type: ignore[union-attr]
        for model in MODELS.values()
        if "do" in model.model_fields
    }
    assert there == here


@pytest.mark.parametrize(
    ("there", "here"),
    [
        (r"export type Phrase =(.*?);", seating.Phrase),
        (r"export interface Happening \{\s*event:(.*?);", seating.TableEventName),
    ],
)
def test_words_that_are_said(there: str, here: object) -> None:
    body = re.search(there, TEXT, flags=re.DOTALL)
    assert body
    assert set(re.findall(r"'(\w+)'", body[1])) == set(get_args(here))


def test_the_events_of_a_step() -> None:
    there = re.search(r"event:(.*?);", INTERFACES["Step"], flags=re.DOTALL)
    assert there
    here = Step.model_fields["event"].annotation
    assert set(re.findall(r"'(\w+)'", there[1])) == set(here.__args__)  # type: ignore[union-attr]


def test_a_step_says_only_what_its_event_has() -> None:
    step = Step(event="offer_ended", flights=[])
    assert step.model_dump_json() == '{"event":"offer_ended","flights":[]}'


@pytest.mark.parametrize(
    "change",
    [
        {"rules": "none"},
        {"seats": []},
        {"seats": [{"kind": "person", "name": "", "level": None}] * 5},
        {"seats": [{"kind": "person", "name": "x" * (LONGEST_NAME + 1), "level": None}] * 2},
        {"seats": [{"kind": "person", "name": "", "level": None, "key": "1"}] * 2},
        {"seats": [{"kind": "ghost", "name": "", "level": None}] * 2},
        {"starter": 0},
        {"starter": 5},
        {"starter": "1"},
        {"starter": True},
        {"starter": 1.5},
        {"seed": 1},
    ],
)
def test_orders_are_taken_strictly(change: dict[str, object]) -> None:
    good = {"rules": "std", "starter": 1}
    good["seats"] = [{"kind": "person", "name": "", "level": None}] * 2
    assert NewTable.model_validate(good | {"starter": 2.0}).starter == 2  # JSON's 2
    with pytest.raises(ValidationError):
        NewTable.model_validate(good | change)
