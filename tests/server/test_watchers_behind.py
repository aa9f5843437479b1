"""Watchers who are behind can ask for whatever they like: it tells them nothing that is younger.

Two worlds are the same up to the moment that watchers may see. In one nothing happened since; in
the other the game went on, was taken back, ended, and was followed by another. Every request and
every message of a watcher is answered word for word alike in both.
"""

from __future__ import annotations

import json
import shutil
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import pytest
from live_server import PATIENCE, Server
from people import OPEN, Person

from api_client import good_move
from azulejos.server.clock import SteadyClock
from azulejos.server.limits import Limits, Rate

DELAY = 600
OPTIONS = {"name": "Club", "public": True, "watching": True, "delay": DELAY, "clock": 86_400}
PEOPLE = ("Ana", "Ben", "Cid")
BEGIN = 1_900_000_000_000
LIMITS = Limits(
    requests=Rate(10_000, 1000),
    changes=Rate(10_000, 1000),
    changes_of_one=Rate(10_000, 1000),
    heavy=Rate(1000, 100),
    openings=Rate(1000, 100),
    messages=Rate(1000, 1000),
)


class Clock:
    """What time it is for the server."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = BEGIN
        monkeypatch.setattr(SteadyClock, "__call__", lambda _: self.now)


class World:
    """A folder of games, and the keys of those who play there."""

    def __init__(self, folder: Path, cookies: dict[str, str]) -> None:
        self.folder = folder
        self.cookies = cookies

    def served(self) -> Server:
        return Server(self.folder, is_local=False, limits=LIMITS)

    def person(self, server: Server, name: str, address: str) -> Person:
        person = Person(server, name, address)
        if name in self.cookies:
            person.http.cookies.set("azulejos_key", self.cookies[name], domain="127.0.0.1")
        return person


def standing(person: Person, table: str) -> dict[str, Any]:
    found: dict[str, Any] = person.http.get(f"/api/tables/{table}").json()
    return found


def play(people: list[Person], table: str, moves: int, clock: Clock, generator: Random) -> None:
    """So many moves, a second each, or to the end."""
    for _ in range(moves):
        for person in people:
            now = standing(person, table)
            if now["choices"]:
                clock.now += 1000
                body = {"number": now["number"], "move": good_move(now["choices"], generator)}
                assert person.http.post(f"/api/tables/{table}/moves", json=body).status_code == 200
                break
        else:
            return


def play_what_can_be_taken_back(
    people: list[Person], table: str, clock: Clock, generator: Random
) -> None:
    """Nothing can be right after a deal."""
    play(people, table, 1, clock, generator)
    while not any(standing(person, table)["undo"]["move"] for person in people):
        play(people, table, 1, clock, generator)


def take_back(people: list[Person], table: str) -> None:
    """Whoever can asks, and all others agree."""
    asker = next(person for person in people if standing(person, table)["undo"]["move"])
    body = {"number": standing(asker, table)["number"], "to": "move"}
    assert asker.http.post(f"/api/tables/{table}/undo", json=body).status_code == 200
    while (asked := standing(asker, table)["proposal"]) is not None:
        act = {"do": "answer", "seat": asked["waits"][0], "asked": asked["number"], "yes": True}
        assert 200 in [person.act(table, **act).status_code for person in people]


def questions(table: str, host: bool) -> list[tuple[str, str, object]]:
    """All requests that there are; what only a host may do is asked by those who are none."""
    at = f"/api/tables/{table}"
    acts: list[dict[str, Any]] = [
        {"do": "stand_in", "seat": 1},
        {"do": "leave", "seat": 1},
        {"do": "resign", "seat": 2},
        {"do": "abandon", "seat": 1},
        {"do": "answer", "seat": 1, "asked": 3, "yes": True},
        {"do": "withdraw", "seat": 1, "asked": 3},
        {"do": "rematch", "seat": 1},
    ]
    if not host:
        acts += [
            {"do": "start", "fill": None},
            {"do": "seat_bot", "seat": 2, "level": "novice"},
            {"do": "seat_open", "seat": 2},
            {"do": "options", "options": OPTIONS},
        ]
    found: list[tuple[str, str, object]] = [
        *(("GET", path, None) for path in (at, f"{at}/replay", f"{at}/record")),
        *(("GET", path, None) for path in ("/api/tables", "/api/tables/public", "/api/me")),
        *(("POST", f"{at}/acts", act) for act in acts),
    ]
    for number in (0, 5, 30, 40, 200):
        found += [
            ("POST", f"{at}/moves", {"number": number, "move": "1B1"}),
            ("POST", f"{at}/undo", {"number": number, "to": "move"}),
            ("POST", f"{at}/hint", {"number": number}),
        ]
    if not host:
        found += [
            ("GET", f"{at}/invitations", None),
            ("POST", f"{at}/link", None),
            ("DELETE", at, None),
        ]
    return found


def answers(person: Person, table: str, host: bool) -> list[str]:
    told = []
    for method, path, body in questions(table, host):
        answer = person.http.request(method, path, json=body)
        told.append(f"{method} {path} {json.dumps(body)}: {answer.status_code} {answer.text}")
    return told


def talk(person: Person, table: str, shown: int, host: bool) -> list[str]:
    """All messages that there are, and all greetings around the number that is seen."""
    told = []
    around = (shown + step for step in (-21, -20, -3, -1, 0, 1, 2, 9, 30, 60))
    for after in (None, 0, *around, 10_000):
        with person.at(table, after) as client:
            client.say(type="ping")
            while (message := _heard(client))["type"] != "pong":
                told.append(f"{after}: {json.dumps(message)}")
    with person.at(table) as client:
        client.hear("welcome")
        for method, path, body in questions(table, host):
            kind = path.rpartition("/")[2].removesuffix("s")
            if method == "POST" and kind in ("act", "move", "undo", "hint"):
                more = {"act": body} if kind == "act" else dict(body)  # type: ignore[call-overload]
                client.say(type=kind, request="r", **more)
                told.append(json.dumps(client.hear("error")))
        client.say(type="say", request="r", seat=1, phrase="hello")
        told.append(json.dumps(client.hear("error")))
    return told


def _heard(client: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(client.connection.recv(PATIENCE))
    return found


@pytest.mark.heavy
def test_they_learn_nothing_by_asking(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock, generator = Clock(monkeypatch), Random(7)
    world = World(tmp_path / "went-on", {})
    frozen = World(tmp_path / "stood-still", world.cookies)

    def all_said(server: Server) -> list[str]:
        """By a stranger, and by a host without a seat."""
        told = []
        for name, address in (("Eve", "10.9.9.1"), ("Host", "10.9.9.2")):
            with world.person(server, name, address) as person:
                told += answers(person, table, name == "Host")
                number = standing(person, table)["number"]
                told += talk(person, table, number, name == "Host")
        return told

    with world.served() as server, ExitStack() as stack:
        host, *people = (stack.enter_context(Person(server, name)) for name in ("Host", *PEOPLE))
        table = _open(host)
        for person in people[:2]:
            assert person.join(host.tokens(table)[0]).status_code == 200
            host.act(table, do="leave", seat=1)
        assert people[2].join(host.tokens(table)[0]).status_code == 200
        other = _open(host)
        world.cookies.update({p.name: p.key or "" for p in (host, *people)})
        clock.now += 1000 * DELAY  # both are old enough to be listed
        play(people, table, 30, clock, generator)
        play_what_can_be_taken_back(people, table, clock, generator)
        take_back(people, table)
        play(people, table, 3, clock, generator)
        seen = clock.now
    shutil.copytree(world.folder, frozen.folder)
    with world.served() as server, ExitStack() as stack:
        people = [
            stack.enter_context(world.person(server, name, f"10.8.8.{place}"))
            for place, name in enumerate(PEOPLE, start=1)
        ]
        clock.now += 5000
        play_what_can_be_taken_back(people, table, clock, generator)
        take_back(people, table)
        play(people, table, 300, clock, generator)
        assert standing(people[0], table)["result"] is not None
        assert {p.act(table, do="rematch", seat=1).status_code for p in people} == {200, 403}
        again = standing(people[0], table)["table"]["rematch"]
        play(people, again, 5, clock, generator)
        assert clock.now < seen + 1000 * DELAY
        clock.now = seen + 1000 * DELAY
        live = all_said(server)
        # Who was told of the rematch by a player sees a table where nothing has happened.
        with world.person(server, "Eve", "10.9.9.3") as eve:
            new = eve.http.get(f"/api/tables/{again}").json()
            assert (new["number"], new["table"]["series"]["wins"]) == (0, [0, 0, 0])
    with world.served() as server:
        loaded = all_said(server)
    with frozen.served() as server:
        still = all_said(server)
    assert len(still) > 100
    assert f'"id":"{table}"' in still[4]
    assert other in still[4]
    assert loaded == still
    assert live == still


def _open(host: Person) -> str:
    order = {"rules": "std", "seats": [host.seat(), OPEN, OPEN], "starter": 1, "options": OPTIONS}
    answer = host.http.post("/api/tables", json=order)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])
