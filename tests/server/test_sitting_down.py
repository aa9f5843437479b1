"""One link for a group: whoever has a table's address takes a free seat, if the host allows it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import local_services
import pytest
from live_server import Server
from local_services import BEN, CID, opened, table_of
from people import OPEN, Person, code_of
from server_games import PERSON, bot

from azulejos.server.limits import Limits, Rate
from azulejos.tables.decisions.acts import SITTING_EVENTS

GENEROUS = Limits(
    penalty=0.0,
    requests=Rate(10_000, 1000),
    tables=Rate(1000, 100),
    changes=Rate(10_000, 1000),
    changes_of_one=Rate(10_000, 1000),
    seats=Rate(10_000, 1000),
    open_tables=10_000,
)
OPTIONS: dict[str, Any] = {
    "name": "",
    "public": False,
    "watching": True,
    "delay": 0,
    "clock": None,
    "joining": True,
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games"), is_local=False, limits=GENEROUS) as server:
        yield server


@pytest.fixture
def ana(server: Server) -> Iterator[Person]:
    with Person(server, "Ana") as person:
        yield person


@pytest.fixture
def ben(server: Server) -> Iterator[Person]:
    with Person(server, "Ben") as person:
        yield person


@pytest.fixture
def eve(server: Server) -> Iterator[Person]:
    with Person(server, "Eve") as person:
        yield person


def sit(person: Person, table: str, colour: int | None = None) -> httpx.Response:
    body = {"name": person.name, "colour": colour}
    return person.http.post(f"/api/tables/{table}/seats", json=body)


def for_all(host: Person, *seats: dict[str, Any], **options: Any) -> str:
    return host.new_table(host.seat(), *(seats or (OPEN,)), options=OPTIONS | options)


def names(person: Person, table: str) -> list[str]:
    seats = person.http.get(f"/api/tables/{table}").json()["table"]["seats"]
    return [seat["name"] for seat in seats]


def free(person: Person, table: str) -> list[int]:
    found: list[int] = person.http.get(f"/api/tables/{table}").json()["table"]["free"]
    return found


def public(person: Person) -> dict[str, dict[str, Any]]:
    found = person.http.get("/api/tables/public").json()["tables"]
    return {each["id"]: each for each in found}


def test_who_has_the_address_takes_the_first_free_seat(
    ana: Person, ben: Person, eve: Person
) -> None:
    table = for_all(ana, OPEN, OPEN)
    before = ben.http.get(f"/api/tables/{table}").json()["table"]
    assert before["options"]["joining"]
    first = sit(ben, table)
    assert (first.status_code, first.json()) == (200, {"table": table, "seats": [2]})
    assert ben.key
    assert [each["seat"] for each in ana.invitations(table)] == [3]  # that of seat 2 is used up
    assert sit(eve, table).json()["seats"] == [3]
    now = eve.http.get(f"/api/tables/{table}").json()["table"]
    assert now["stage"] == "playing"
    assert names(eve, table) == ["Ana", "Ben", "Eve"]


def test_invitations_to_each_seat_stay_good(ana: Person, ben: Person, eve: Person) -> None:
    table = for_all(ana, OPEN, OPEN)
    tokens = ana.tokens(table)
    assert ben.join(tokens[1]).status_code == 200
    assert sit(eve, table).json()["seats"] == [2]


def test_the_host_gets_the_link_for_all(ana: Person) -> None:
    table = for_all(ana)
    found = ana.http.get(f"/api/tables/{table}/invitations").json()
    assert found["link"] == f"{ana.server.address}/table/{table}"
    assert found["qr"].startswith("data:image/svg+xml")


def test_of_many_at_once_each_has_a_seat_of_their_own(server: Server, ana: Person) -> None:
    """And the fourth of three has none."""
    table = for_all(ana, OPEN, OPEN, OPEN)
    people = [Person(server, f"P{number}") for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda person: sit(person, table), people))
    seated = [answer.json()["seats"] for answer in answers if answer.status_code == 200]
    assert sorted(seated) == [[2], [3], [4]]
    assert {code_of(a) for a in answers if a.status_code != 200} == {"no_free_seat"}
    for person in people:
        person.http.close()


@pytest.mark.corner
def test_of_two_at_two_processes_each_has_a_seat_of_their_own(tmp_path: Path) -> None:
    """Both decide for the first free seat; who is written second decides anew."""

    async def main() -> None:
        async with opened(tmp_path) as one, opened(tmp_path) as other:
            here = await table_of(
                one, PERSON, local_services.OPEN, local_services.OPEN, joining=True
            )
            there = await other.tables.get(here.id)
            sitting = here.sit_down(BEN, "Ben", None), there.sit_down(CID, "Cid", None)
            await asyncio.gather(*sitting)
            for table in (here, there):
                await table.refresh()
                assert {seat.name for seat in table.roster.seats[1:]} == {"Ben", "Cid"}
                assert table.rights(BEN).seats | table.rights(CID).seats == {2, 3}

    asyncio.run(main())


def test_by_invitation_only_unless_the_host_says_otherwise(ana: Person, eve: Person) -> None:
    quiet = {name: value for name, value in OPTIONS.items() if name != "joining"}
    for table in (
        ana.new_table(ana.seat(), OPEN),
        ana.new_table(ana.seat(), OPEN, options=quiet),
        for_all(ana, joining=False),
    ):
        assert free(eve, table) == []
        answer = sit(eve, table)
        assert (answer.status_code, code_of(answer)) == (403, "invitation_needed")
        assert names(ana, table) == ["Ana", ""]
    changed = ana.act(table, do="options", options=OPTIONS)
    assert changed.status_code == 200
    assert sit(eve, table).status_code == 200


def test_nobody_takes_two_seats(ana: Person, ben: Person) -> None:
    table = for_all(ana, OPEN, OPEN)
    assert sit(ben, table).status_code == 200
    for person in (ben, ana):
        answer = sit(person, table)
        assert (answer.status_code, code_of(answer)) == (409, "already_seated")
    assert names(ana, table) == ["Ana", "Ben", ""]


def test_a_seat_that_a_bot_has_is_free_only_when_the_host_says_so(ana: Person, ben: Person) -> None:
    table = for_all(ana, bot())
    assert code_of(sit(ben, table)) == "no_free_seat"
    assert free(ben, table) == []
    assert ana.act(table, do="seat_open", seat=2).status_code == 200
    assert free(ben, table) == [2]
    assert sit(ben, table).json()["seats"] == [2]


def test_a_game_that_is_over_is_over(ana: Person, eve: Person) -> None:
    table = for_all(ana)
    assert ana.act(table, do="leave", seat=1).status_code == 200
    assert code_of(sit(eve, table)) == "table_over"


def test_names_are_checked(ana: Person, eve: Person) -> None:
    table = for_all(ana)
    for name, code in (("bot:eve", "name_of_bot"), ("a\u0000b", "bad_name")):
        answer = eve.http.post(f"/api/tables/{table}/seats", json={"name": name, "colour": None})
        assert code_of(answer) == code
    body = {"name": "Eve", "colour": None, "seat": 1}
    answer = eve.http.post(f"/api/tables/{table}/seats", json=body)
    assert (answer.status_code, code_of(answer)) == (422, "bad_request")
    foreign = {"Origin": "http://evil.example"}
    answer = eve.http.post(
        f"/api/tables/{table}/seats", json={"name": "Eve", "colour": None}, headers=foreign
    )
    assert code_of(answer) == "foreign_origin"
    assert code_of(sit(eve, "abcdefghijkm")) == "no_such_table"


def test_colours_stay_different(ana: Person, ben: Person) -> None:
    seat = ana.seat() | {"colour": 2}
    table = ana.new_table(seat, OPEN, options=OPTIONS)
    assert sit(ben, table, colour=2).status_code == 200
    seats = ana.http.get(f"/api/tables/{table}").json()["table"]["seats"]
    assert [each["colour"] for each in seats] == [2, 3]


def test_where_nobody_may_watch_who_is_too_late_sees_nothing(
    ana: Person, ben: Person, eve: Person
) -> None:
    """Until the first deal they see who is there; with the last seat taken the door is shut."""
    table = for_all(ana, watching=False)
    with eve.at(table) as socket:
        assert socket.hear("welcome")["table"]["stage"] == "open"
        assert sit(ben, table).status_code == 200
        assert socket.hear("error")["error"]["code"] == "not_invited"
    assert code_of(eve.http.get(f"/api/tables/{table}")) == "not_invited"
    assert code_of(sit(eve, table)) == "no_free_seat"


def test_who_sits_down_is_told_so_on_the_open_socket(ana: Person, ben: Person) -> None:
    table = for_all(ana, OPEN, OPEN)
    assert ben.http.post("/api/me").status_code == 204
    with ben.at(table) as socket:
        assert socket.hear("welcome")["you"]["seats"] == []
        assert sit(ben, table).status_code == 200
        assert socket.hear("table")["event"]["name"] == "joined"
        assert socket.hear("welcome")["you"]["seats"] == [2]
        assert socket.hear("you")["you"]["seats"] == [2]


def test_the_lobby(ana: Person, ben: Person, eve: Person) -> None:
    """Public tables say how many seats are free; others are on no list."""
    hidden = for_all(ana)
    open_ = for_all(ana, OPEN, OPEN, public=True)
    watched = for_all(ana, bot(), public=True)
    only_for_players = for_all(ana, public=True, watching=False)
    invited = for_all(ana, public=True, joining=False)
    found = public(eve)
    assert hidden not in found
    assert found[open_]["free"] == 2
    assert found[watched]["free"] == found[invited]["free"] == 0
    assert found[only_for_players]["free"] == 1
    assert sit(ben, only_for_players).status_code == 200
    (mine,) = [each for each in ana.http.get("/api/tables").json()["tables"] if each["id"] == open_]
    assert mine["free"] == 2


def test_a_private_game_leaves_the_lobby_when_it_begins(tmp_path: Path) -> None:
    with (
        Server(tmp_path, is_local=False, limits=GENEROUS) as server,
        Person(server, "Ana") as ana,
        Person(server, "Ben") as ben,
        Person(server, "Eve") as eve,
    ):
        table = for_all(ana, public=True, watching=False)
        assert sit(ben, table).status_code == 200
        assert table not in public(eve)


def test_seats_can_be_taken_only_so_fast(tmp_path: Path) -> None:
    """By one key, and by all keys of an address together."""
    limits = Limits(penalty=0.0, people_per_address=2, seats=Rate(2, 0.001))
    with (
        Server(tmp_path, is_local=False, limits=limits) as server,
        Person(server, "Ana") as ana,
        Person(server, "Eve") as eve,
    ):
        tables = [for_all(ana) for _ in range(6)]
        codes = [sit(eve, table).status_code for table in tables[:3]]
        assert codes == [200, 200, 429]
        answers = []
        for table in tables[2:]:
            with Person(server, "Eve again", eve.address) as another:
                answers.append(sit(another, table).status_code)
        assert answers == [200, 200, 429, 429]


@pytest.mark.corner
def test_coming_and_going_leaves_the_host_room(ana: Person, eve: Person) -> None:
    table = for_all(ana, OPEN, OPEN)
    for _ in range(SITTING_EVENTS // 2):
        seat = sit(eve, table).json()["seats"][0]
        assert eve.act(table, do="leave", seat=seat).status_code == 200
    assert code_of(sit(eve, table)) == "table_full"
    shut = ana.act(table, do="options", options=OPTIONS | {"joining": False})
    assert shut.status_code == 200
    assert ana.act(table, do="start", fill=None).status_code == 200


def test_the_option_is_kept(tmp_path: Path) -> None:
    with Server(tmp_path, is_local=False, limits=GENEROUS) as server, Person(server, "A") as ana:
        table = for_all(ana)
    with closing(sqlite3.connect(tmp_path / "azulejos.db")) as database:
        kept = database.execute("SELECT joining FROM tables WHERE id = ?", (table,)).fetchone()
    assert kept == (1,)
    with Server(tmp_path, is_local=False, limits=GENEROUS) as server, Person(server, "B") as ben:
        assert sit(ben, table).status_code == 200
