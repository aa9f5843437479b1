"""The server as tests ask it, past the page: tables, how things stand, moves, whole games."""

from __future__ import annotations

import json
from collections.abc import Callable
from http.client import HTTPConnection
from random import Random
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 20.0  # seconds
PERSON = {"kind": "person", "name": "", "level": None}
Json = dict[str, Any]
Until = Callable[[Json], bool]


def person(name: str) -> Json:
    return PERSON | {"name": name}


def bot(level: str = "novice", name: str = "") -> Json:
    return {"kind": "bot", "name": name, "level": level}


def targets_of(choices: Json, take: Json) -> list[Json]:
    """The floor and the lines for a take, each with its move or why there is none."""
    moves = [f"{take['source']}{take['take']}{line}" for line in range(6)]
    outlooks = choices["outlooks"][take["outlook"]]
    return [
        {"line": line, "column": 0, "move": None if look["refusal"] else move} | look
        for line, (move, look) in enumerate(zip(moves, outlooks, strict=True))
    ]


def legal_targets(choices: Json) -> list[Json]:
    """All that may be chosen, in the server's order."""
    targets = [target for take in choices["takes"] for target in targets_of(choices, take)]
    return [target for target in targets + choices["cells"] if target["move"]]


def legal_moves(choices: Json | None) -> list[str]:
    return [target["move"] for target in legal_targets(choices)] if choices else []


def worth(target: Json) -> float:
    """Games of people who play so end in round 5: they complete their short lines."""
    preview, line = target["preview"], target["line"]
    laid = preview["laid"] / line if line else -3
    gained = preview["points"] - preview["penalty"] + 3 * preview["completes"]
    return float(gained + laid - 0.3 * line)


def good_move(choices: Json, random: Random) -> str:
    """One of the best moves at first sight."""
    targets = legal_targets(choices)
    best = max(map(worth, targets))
    return str(random.choice([t["move"] for t in targets if worth(t) >= best - 0.01]))


def any_move(choices: Json, random: Random) -> str:
    return str(random.choice(legal_targets(choices))["move"])


class ApiClient:
    """The requests of one server."""

    def __init__(self, address: str) -> None:
        self._place = urlsplit(address).netloc

    def ask(self, method: str, path: str, body: object = None) -> Any:
        connection = HTTPConnection(self._place, timeout=PATIENCE)
        try:
            text = None if body is None else json.dumps(body)
            connection.request(method, path, text, {"content-type": "application/json"})
            answer = connection.getresponse()
            found = answer.read().decode()
        finally:
            connection.close()
        assert answer.status < 300, f"{method} {path}: {answer.status} {found}"
        is_json = "json" in (answer.getheader("content-type") or "")
        return json.loads(found) if is_json and found else found

    def new_table(self, seats: list[Json], rules: str = "std", starter: int = 1) -> str:
        order = {"rules": rules, "seats": seats, "starter": starter}
        return str(self.ask("POST", "/api/tables", order)["id"])

    def standing(self, table: str) -> Json:
        standing: Json = self.ask("GET", f"/api/tables/{table}")
        return standing

    def replay(self, table: str) -> Json:
        replay: Json = self.ask("GET", f"/api/tables/{table}/replay")
        return replay

    def play(self, table: str, number: int, move: str) -> Json:
        path = f"/api/tables/{table}/moves"
        now: Json = self.ask("POST", path, {"number": number, "move": move})
        return now

    def play_on(self, table: str, until: Until, seed: int = 0) -> Json:
        """People alone play until it is as wished for, or over."""
        random, now = Random(seed), self.standing(table)
        while now["choices"] and not until(now):
            now = self.play(table, now["number"], good_move(now["choices"], random))
        return now
