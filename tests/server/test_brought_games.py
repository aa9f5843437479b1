"""Games that a visitor brings along: theirs alone, once, within limits, and nobody else notices."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from live_server import Server
from people import OPEN, Person, code_of

from api_client import legal_moves
from azulejos.server import import_games
from azulejos.server.limits import Limits, Rate
from azulejos.tables.imports import name_of_copy
from azulejos.tables.messages.requests import LONGEST_RECORD, MOST_IMPORTED
from taken_along import as_sent, record_of

LIMITS = Limits(requests=Rate(10_000, 1000), heavy=Rate(1000, 100))
NAME = "abcdefghijkm"
OVER, RUNNING = record_of(), record_of(9)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "games", is_local=False, limits=LIMITS) as server:
        yield server


@pytest.fixture
def ana(server: Server) -> Iterator[Person]:
    with Person(server, "Ana") as person:
        yield person


@pytest.fixture
def ben(server: Server) -> Iterator[Person]:
    with Person(server, "Ben") as person:
        yield person


def bring(person: Person, *games: dict[str, Any]) -> httpx.Response:
    return person.http.post("/api/me/import", json={"games": games})


def brought(person: Person, *games: dict[str, Any]) -> tuple[int, int, int]:
    """How many were added, known already, and flawed."""
    answer = bring(person, *games)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    return found["added"], found["known"], found["flawed"]


def games_of(person: Person) -> list[str]:
    return [table["id"] for table in person.http.get("/api/tables").json()["tables"]]


def export_of(person: Person) -> dict[str, Any]:
    found: dict[str, Any] = person.http.get("/api/me/export").json()
    return found


def test_games_come_to_a_server_and_go_back(ana: Person, tmp_path: Path) -> None:
    """Under their names, with their results, and once however often they are brought."""
    times = {"created": 1_700_000_000_000, "changed": 1_700_000_100_000}
    first = {"record": OVER, "table": NAME, "name": "Club", "yours": [1], **times}
    assert brought(ana, first, {"record": RUNNING}) == (2, 0, 0)
    assert brought(ana, first, {"record": RUNNING}, {"record": RUNNING}) == (0, 3, 0)
    assert len(games_of(ana)) == 2
    assert ana.http.get(f"/api/tables/{NAME}/record").text.endswith(OVER.split("\n\n", 1)[1])
    listed = ana.http.get("/api/tables").json()["tables"][-1]
    assert (listed["name"], listed["changed"]) == ("Club", times["changed"])
    statistics = ana.http.get("/api/me").json()
    assert statistics["games"] == 1
    exported = export_of(ana)
    assert brought(ana, *as_sent(exported)["games"]) == (0, 2, 0)
    elsewhere = Server(tmp_path / "elsewhere", is_local=False, limits=LIMITS)
    with elsewhere as other, Person(other, "Ana") as away:
        assert brought(away, *as_sent(exported)["games"]) == (2, 0, 0)
        assert export_of(away) == exported
        assert away.http.get("/api/me").json() == statistics


def test_a_running_game_goes_on(ana: Person) -> None:
    brought(ana, {"record": RUNNING, "table": NAME})
    now = ana.http.get(f"/api/tables/{NAME}").json()
    wish = {"number": now["number"], "move": legal_moves(now["choices"])[0]}
    answer = ana.http.post(f"/api/tables/{NAME}/moves", json=wish)
    assert answer.status_code == 200, answer.text
    assert brought(ana, {"record": RUNNING, "table": NAME}) == (0, 1, 0)
    assert ana.http.get(f"/api/tables/{NAME}").json()["number"] > now["number"]


def test_a_table_of_others_is_neither_changed_nor_taken(ana: Person, ben: Person) -> None:
    table = ana.new_table(ana.seat(), OPEN)
    before = ana.http.get(f"/api/tables/{table}").json()
    assert brought(ben, {"record": OVER, "table": table}) == (1, 0, 0)
    assert brought(ben, {"record": OVER, "table": table}) == (0, 1, 0)
    assert ana.http.get(f"/api/tables/{table}").json() == before
    assert games_of(ana) == [table]
    (copy,) = games_of(ben)
    assert copy != table
    assert code_of(ben.act(table, do="start", fill=None)) == "not_host"


def test_two_who_played_together_both_keep_the_game(ana: Person, ben: Person) -> None:
    """Each their own seat of it, and their own result."""
    for person, seat in ((ana, 1), (ben, 2)):
        game = {"record": OVER, "table": NAME, "yours": [seat]}
        assert brought(person, game) == (1, 0, 0)
        assert brought(person, game) == (0, 1, 0)
    (mine,), (theirs,) = games_of(ana), games_of(ben)
    assert mine == NAME != theirs
    won = [person.http.get("/api/me").json()["won"] for person in (ana, ben)]
    assert sum(won) == 1


def test_nobody_takes_the_name_of_a_copy_beforehand(ana: Person, ben: Person) -> None:
    """It depends on a key that nobody else knows; what is under it is not given away."""
    brought(ana, {"record": OVER, "table": NAME})
    guessed = name_of_copy(NAME, "")
    assert brought(ana, {"record": RUNNING, "table": guessed}) == (1, 0, 0)
    assert brought(ben, {"record": OVER, "table": NAME}) == (1, 0, 0)
    assert guessed not in games_of(ben)


@pytest.mark.parametrize("record", ["x", OVER[:-30], OVER.replace("3", "9"), "[" * 30_000])
def test_damaged_games_are_counted_and_spoil_no_others(ana: Person, record: str) -> None:
    assert brought(ana, {"record": record}, {"record": OVER}) == (1, 0, 1)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"games": [{"record": "x" * (LONGEST_RECORD + 1)}]}, 422, "bad_request"),
        ({"games": [{"record": OVER}] * (MOST_IMPORTED + 1)}, 422, "bad_request"),
        ({"games": [{"record": OVER, "keys": {"1": "k"}}]}, 422, "bad_request"),
        ({"games": [{"record": OVER, "created": 2**60}]}, 422, "bad_request"),
        ({"games": []}, 422, "bad_request"),
        ({"games": [{"record": "x" * 30_000}] * 3}, 413, "body_too_long"),
    ],
)
def test_what_is_no_such_request_is_refused(
    ana: Person, body: dict[str, Any], status: int, code: str
) -> None:
    answer = ana.http.post("/api/me/import", json=body)
    assert (answer.status_code, code_of(answer)) == (status, code)
    assert games_of(ana) == []


def test_records_start_no_programs(ana: Person) -> None:
    """A bot that is none of the levels becomes one."""
    brought(ana, {"record": record_of(9, Player2="bot:engine:/bin/sh"), "table": NAME})
    seats = ana.http.get(f"/api/tables/{NAME}").json()["table"]["seats"]
    levels = ana.http.get("/api/about").json()["levels"]
    assert seats[1]["level"] in levels


def test_other_sites_bring_nothing(ana: Person) -> None:
    body = json.dumps({"games": [{"record": OVER}]})
    for headers in ({"Origin": "https://elsewhere.test"}, {"Content-Type": "text/plain"}):
        told = {"Content-Type": "application/json"} | headers
        answer = ana.http.post("/api/me/import", content=body, headers=told)
        assert code_of(answer) in ("foreign_origin", "bad_request")
    assert games_of(ana) == []


def test_games_can_be_brought_only_so_fast(tmp_path: Path) -> None:
    """What is here already costs nothing, so that who comes back later has the rest."""
    limits = Limits(imports=Rate(3, 0.001), people_per_address=2, penalty=0.0)
    games = [{"record": record_of(seed=seed)} for seed in range(4)]
    server = Server(tmp_path, is_local=False, limits=limits)
    with server, Person(server) as ana, Person(server, address=ana.address) as ben:
        assert brought(ana, *games[:3]) == (3, 0, 0)
        refused = bring(ana, games[3])
        assert (refused.status_code, code_of(refused)) == (429, "too_fast")
        assert int(refused.headers["Retry-After"]) > 100
        assert brought(ana, *games[:3]) == (0, 3, 0)
        assert brought(ben, *games[:3]) == (3, 0, 0)  # the address has no more
        with Person(server, address=ana.address) as another:
            assert code_of(bring(another, games[0])) == "too_fast"


def test_between_two_games_those_who_play_have_the_server(
    ana: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(import_games, "REST", 0.3)
    begun = time.monotonic()
    assert brought(ana, *({"record": record_of(seed=seed)} for seed in range(3))) == (3, 0, 0)
    assert time.monotonic() - begun > 0.6


def test_running_games_are_as_few_as_other_tables(tmp_path: Path) -> None:
    limits = Limits(open_tables=2, penalty=0.0)
    games = [{"record": record_of(9, seed=seed)} for seed in range(3)]
    with Server(tmp_path, is_local=False, limits=limits) as server, Person(server) as ana:
        refused = bring(ana, *games)
        assert (refused.status_code, code_of(refused)) == (429, "too_many_tables")
        assert games_of(ana) == []
        assert brought(ana, *games[:2]) == (2, 0, 0)
        assert code_of(bring(ana, games[2])) == "too_many_tables"
        assert brought(ana, {"record": OVER}) == (1, 0, 0)


def test_at_home_what_somebody_at_this_machine_has_is_here(tmp_path: Path) -> None:
    with Server(tmp_path) as server, Person(server) as ana, Person(server) as ben:
        assert brought(ana, {"record": OVER, "table": NAME}) == (1, 0, 0)
        assert brought(ben, {"record": OVER, "table": NAME}) == (0, 1, 0)
        assert games_of(ben) == [NAME]


def test_who_was_forgotten_can_bring_the_games_again(ana: Person) -> None:
    brought(ana, {"record": OVER, "table": NAME})
    exported = as_sent(export_of(ana))["games"]
    assert ana.http.delete("/api/me").status_code == 204
    assert brought(ana, *exported) == (1, 0, 0)
    assert ana.http.get("/api/me").json()["games"] == 1
