"""What is kept about a visitor: summed up, taken along, forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import pytest
from live_server import Server
from people import OPEN, Person, code_of
from server_games import bot

from api_client import good_move
from azulejos.notation import parse_record
from azulejos.server.limits import Limits, Rate
from azulejos.server.tokens import hash_of
from azulejos.server.web.keys import COOKIE

LIMITS = Limits(requests=Rate(10_000, 1000), tables=Rate(1000, 100))
NOTHING = {"tiles": 0, "floor": 0, "rows": 0, "columns": 0, "colours": 0}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path, is_local=False, limits=LIMITS) as server:
        yield server


@pytest.fixture
def ana(server: Server) -> Iterator[Person]:
    with Person(server, "Ana") as person:
        yield person


@pytest.fixture
def ben(server: Server) -> Iterator[Person]:
    with Person(server, "Ben") as person:
        yield person


def together(host: Person, guest: Person, **more: Any) -> str:
    table = host.new_table(host.seat(), OPEN, **more)
    assert guest.join(host.tokens(table)[0]).status_code == 200
    return table


def play_to_the_end(table: str, *people: Person) -> dict[str, Any]:
    """By requests, each with their own key."""
    random = Random(table)
    while True:
        for person in people:
            now: dict[str, Any] = person.http.get(f"/api/tables/{table}").json()
            if now["result"]:
                return now
            if now["choices"]:
                body = {"number": now["number"], "move": good_move(now["choices"], random)}
                answer = person.http.post(f"/api/tables/{table}/moves", json=body)
                assert answer.status_code == 200, answer.text


def test_of_nobody_there_is_nothing(ana: Person) -> None:
    found = ana.http.get("/api/me").json()
    assert found["games"] == found["won"] == found["score"] == found["best"] == 0
    assert found["sources"] == NOTHING
    assert found["opponents"] == found["by_rules"] == found["series"] == []
    assert ana.http.get("/api/me/export").json()["games"] == []


def test_a_game_to_its_end(ana: Person, ben: Person) -> None:
    table = together(ana, ben)
    result = play_to_the_end(table, ana, ben)["result"]
    for seat, (person, other) in enumerate(((ana, "Ben"), (ben, "Ana"))):
        found = person.http.get("/api/me").json()
        won = int(seat + 1 in result["winners"])
        score = result["scores"][seat]
        assert (found["games"], found["won"]) == (1, won)
        assert (found["score"], found["best"]) == (score, score)
        assert found["sources"] == result["sources"][seat]
        assert sum(found["sources"].values()) == score
        assert found["opponents"] == [{"name": other, "level": None, "games": 1, "won": won}]
        kind = {"rules": "std", "players": 2, "games": 1, "won": won, "score": score}
        assert found["by_rules"] == [kind]
    _take_along(ana, ben, table)


def _take_along(ana: Person, ben: Person, table: str) -> None:
    """The same games as a file, with their records."""
    running = ana.new_table(ana.seat(), bot())
    answer = ben.http.get("/api/me/export")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert [game["table"] for game in answer.json()["games"]] == [table]
    games = {game["table"]: game for game in ana.http.get("/api/me/export").json()["games"]}
    assert set(games) == {table, running}
    assert games[table]["yours"] == [1]
    record = parse_record(games[table]["record"])
    assert record.tags["Player2"] == "Ben"
    assert record.tags["Result"] != "*"


def test_resigning_and_a_series(ana: Person, ben: Person) -> None:
    """Ben gives up twice; the games of one table count as a series."""
    options = {"public": False, "watching": True, "delay": 0, "clock": None, "name": "Thursdays"}
    table = first = together(ana, ben, options=options)
    for _ in range(2):
        assert ben.act(table, do="resign", seat=2).status_code == 200
        assert ana.act(table, do="rematch", seat=1).status_code == 200
        table = ana.http.get(f"/api/tables/{table}").json()["table"]["rematch"]
    for person, won, resigned in ((ana, 2, 0), (ben, 0, 2)):
        found = person.http.get("/api/me").json()
        assert (found["games"], found["won"], found["resigned"]) == (2, won, resigned)
        series = {"id": first, "name": "Thursdays", "games": 2, "won": won}
        assert found["series"] == [series]


def test_one_device_for_several_people_is_one_game(ana: Person) -> None:
    table = ana.new_table(ana.seat(), ana.seat() | {"name": "Kid"})
    assert ana.act(table, do="resign", seat=2).status_code == 200
    found = ana.http.get("/api/me").json()
    assert (found["games"], found["won"]) == (1, 1)
    assert [each["name"] for each in found["opponents"]] == ["Kid"]


def test_a_rating_against_bots_is_kept_and_taken_along(ana: Person) -> None:
    table = ana.new_table(ana.seat(), bot())
    assert ana.http.get("/api/me").json()["ratings"] == []
    assert ana.act(table, do="resign", seat=1).status_code == 200
    found = ana.http.get("/api/me").json()
    (rating,) = found["ratings"]
    assert (rating["rules"], rating["players"], rating["games"]) == ("std", 2, 1)
    assert rating["provisional"]
    assert rating["elo"] < 1000
    (point,) = rating["course"]
    assert (point["table"], point["elo"]) == (table, rating["elo"])
    assert (found["streak"], found["longest_streak"]) == (0, 0)
    assert found["bests"] == {"score": None, "margin": None, "level": None}
    assert ana.http.get("/api/me/export").json()["ratings"] == [rating]


def test_being_forgotten(server: Server, tmp_path: Path, ana: Person, ben: Person) -> None:
    """Finished games stay, without the name; running ones are left; the key is worth nothing."""
    finished = together(ana, ben)
    assert ana.act(finished, do="resign", seat=1).status_code == 200
    running = together(ana, ben)
    waiting = ben.new_table(ben.seat(), OPEN, OPEN)
    key = ben.key
    assert key
    with ana.at(running) as socket:
        socket.hear("welcome")
        answer = ben.http.delete("/api/me")
        assert answer.status_code == 204
        assert "Max-Age=0" in answer.headers["set-cookie"]
    assert ben.key is None
    seats = ana.http.get(f"/api/tables/{finished}").json()["table"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ana", ""]
    seats = ana.http.get(f"/api/tables/{running}").json()["table"]["seats"]
    assert (seats[1]["kind"], seats[1]["name"]) == ("bot", "")
    assert ana.http.get("/api/me").json()["games"] == 1  # It was her game too.
    ben.http.cookies.set(COOKIE, key)
    assert ben.http.get("/api/tables").json() == {"tables": []}
    assert ben.http.get("/api/me").json()["games"] == 0
    assert code_of(ben.act(waiting, do="start", fill=None)) == "no_such_table"  # called off
    with closing(sqlite3.connect(tmp_path / "azulejos.db")) as database:
        kept = "\n".join(database.iterdump())
    assert "Ben" not in kept
    assert hash_of(key) not in kept
    assert "Ana" in kept


@pytest.mark.corner
def test_one_table_that_can_not_be_read_keeps_nobody_here(tmp_path: Path) -> None:
    """All else is taken along, and forgotten."""
    with (
        Server(tmp_path, is_local=False, limits=LIMITS, idle=0.05) as server,
        Person(server, "Ana") as ana,
        Person(server, "Ben") as ben,
    ):
        bad, good = together(ana, ben), together(ana, ben)
        with closing(sqlite3.connect(tmp_path / "azulejos.db")) as database, database:
            nonsense = ('{"event": "sneezed"}', bad)
            database.execute("UPDATE entries SET text = ? WHERE table_id = ?", nonsense)
        while ana.http.get(f"/api/tables/{bad}").status_code == 200:
            sleep(0.2)  # It is in memory still.
        (game,) = ben.http.get("/api/me/export").json()["games"]
        assert game["table"] == good
        assert ben.http.delete("/api/me").status_code == 204
        assert ana.http.get(f"/api/tables/{good}").json()["table"]["seats"][1]["kind"] == "bot"


def test_who_only_hosts_takes_no_game_along(ana: Person, ben: Person) -> None:
    """They look on like others, and may be behind."""
    options = {"name": "", "public": False, "watching": True, "delay": 3600, "clock": None}
    table = together(ana, ben, options=options)
    assert ana.act(table, do="leave", seat=1).status_code == 200
    assert ana.http.get("/api/me/export").json()["games"] == []
    (game,) = ben.http.get("/api/me/export").json()["games"]
    assert (game["table"], game["yours"]) == (table, [2])


def test_another_device_keeps_the_seat(server: Server, ana: Person, ben: Person) -> None:
    table = together(ana, ben)
    link = ben.http.post(f"/api/tables/{table}/link").json()["link"].rpartition("/")[2]
    with Person(server, "Ben's phone") as phone:
        assert phone.http.post(f"/api/links/{link}").status_code == 200
        assert ben.http.delete("/api/me").status_code == 204
        (found,) = phone.http.get("/api/tables").json()["tables"]
        assert found["yours"] == [2]
        assert found["seats"][1]["name"] == "Ben"


def test_of_nobody_nothing_is_forgotten(ana: Person) -> None:
    assert ana.http.delete("/api/me").status_code == 204
    foreign = {"Origin": "http://evil.example"}
    assert code_of(ana.http.delete("/api/me", headers=foreign)) == "foreign_origin"
