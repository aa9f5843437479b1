"""Inviting, sitting down, coming back on another device; and what bystanders get of it: nothing."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from live_server import Server
from people import OPEN, Person, code_of
from server_games import bot

from api_client import legal_moves
from azulejos.server.errors import StoreError
from azulejos.server.limits import Limits, Rate
from azulejos.server.storage import invitations
from azulejos.server.tokens import read_code

GENEROUS = Limits(
    penalty=0.0,
    wrong_codes=Rate(10, 10 / 60),
    tables=Rate(1000, 100),
    open_tables=10_000,
)
OPTIONS: dict[str, Any] = {
    "name": "",
    "public": False,
    "watching": True,
    "delay": 0,
    "clock": None,
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
    """Is not invited."""
    with Person(server, "Eve") as person:
        yield person


def standing(person: Person, table: str) -> dict[str, Any]:
    found: dict[str, Any] = person.http.get(f"/api/tables/{table}").json()
    return found


def a_move(now: dict[str, Any]) -> str:
    return legal_moves(now["choices"])[0]


class TestInvitations:
    def test_every_open_seat_has_one(self, ana: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN, bot(), OPEN)
        found = ana.invitations(table)
        assert [each["seat"] for each in found] == [2, 4]
        for each in found:
            assert each["link"].startswith(f"{ana.server.address}/join/")
            assert each["qr"].startswith("data:image/svg+xml")
            assert read_code(each["code"])
            assert each["code"][4] == "-"
        assert ana.invitations(table) == found  # The host may look again.
        answer = ana.http.get(f"/api/tables/{table}/invitations")
        assert answer.headers["Cache-Control"] == "no-store"

    def test_by_link(self, ana: Person, ben: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN, options=OPTIONS | {"name": "Thursdays"})
        (token,) = ana.tokens(table)
        invited = ben.http.get(f"/api/invitations/{token}").json()
        assert invited["table"] == table
        assert (invited["name"], invited["seat"]) == ("Thursdays", 2)
        assert [seat["name"] for seat in invited["seats"]] == ["Ana", ""]
        assert invited["stage"] == "open"
        answer = ben.join(token)
        assert answer.status_code == 200, answer.text
        assert answer.json() == {"table": table, "seats": [2]}
        assert ben.key
        now = standing(ben, table)
        assert now["table"]["stage"] == "playing"
        assert [seat["name"] for seat in now["table"]["seats"]] == ["Ana", "Ben"]
        assert ana.invitations(table) == []

    def test_everybody_has_a_colour_of_their_own(
        self, ana: Person, ben: Person, eve: Person
    ) -> None:
        """Two who open their invitations at one time see the same colours as free."""
        table = ana.new_table(ana.seat() | {"colour": 8}, OPEN, OPEN)
        first, second = ana.tokens(table)
        for person, token in ((ben, first), (eve, second)):
            body = {"name": person.name, "colour": 8}
            assert person.http.post(f"/api/invitations/{token}", json=body).status_code == 200
        assert [seat["colour"] for seat in standing(ana, table)["table"]["seats"]] == [8, 1, 2]

    def test_only_the_host_is_told_that_they_may_delete(self, ana: Person, ben: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        (token,) = ana.tokens(table)
        ben.join(token)
        for person, host, seat in ((ana, True, 1), (ben, False, 2)):
            found = person.http.get("/api/tables").json()["tables"]
            (mine,) = [each for each in found if each["id"] == table]
            assert (mine["host"], mine["yours"]) == (host, [seat])
        assert ben.http.delete(f"/api/tables/{table}").json()["error"]["code"] == "not_host"

    def test_by_code_as_people_type_it(self, ana: Person, ben: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        (found,) = ana.invitations(table)
        for typed in (found["code"].lower(), found["code"].replace("-", " "), f" {found['code']} "):
            answer = ben.http.get(f"/api/invitations/{typed}")
            assert answer.json()["table"] == table, answer.text
        assert ben.join(found["code"].replace("-", "").lower()).status_code == 200

    def test_looking_uses_nothing_up(self, ana: Person, ben: Person, eve: Person) -> None:
        """Chat programs open links to make a picture of them."""
        table = ana.new_table(ana.seat(), OPEN)
        (token,) = ana.tokens(table)
        for person in (eve, eve, ben):
            assert person.http.get(f"/join/{token}").status_code == 200
            assert person.http.get(f"/api/invitations/{token}").status_code == 200
        assert ben.join(token).status_code == 200

    def test_an_invitation_is_good_for_one(self, ana: Person, ben: Person, eve: Person) -> None:
        """The link lies in the chat for ever: whoever finds it there later has nothing."""
        table = ana.new_table(ana.seat(), OPEN)
        (found,) = ana.invitations(table)
        token = found["link"].rpartition("/")[2]
        assert ben.join(token).status_code == 200
        for secret in (token, found["code"]):
            for answer in (eve.join(secret), eve.http.get(f"/api/invitations/{secret}")):
                assert (answer.status_code, code_of(answer)) == (404, "no_such_invite")
        assert standing(eve, table)["choices"] is None
        assert eve.http.get("/api/tables").json() == {"tables": []}

    def test_of_many_who_open_it_at_once_one_sits_down(self, server: Server, ana: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN, OPEN)
        token = ana.tokens(table)[0]
        people = [Person(server, f"P{number}") for number in range(8)]
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda person: person.join(token), people))
        assert sorted(answer.status_code for answer in answers) in (
            [200] + [404] * number + [409] * (7 - number) for number in range(8)
        )
        (winner,) = [p for p, a in zip(people, answers, strict=True) if a.status_code == 200]
        assert standing(ana, table)["table"]["seats"][1]["name"] == winner.name
        for person in people:
            expected = [table] if person is winner else []
            assert [t["id"] for t in person.http.get("/api/tables").json()["tables"]] == expected
            person.http.close()

    def test_only_the_host_sees_them(self, ana: Person, ben: Person, eve: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN, OPEN)
        assert ben.join(ana.tokens(table)[0]).status_code == 200
        for person in (ben, eve):
            answer = person.http.get(f"/api/tables/{table}/invitations")
            assert (answer.status_code, code_of(answer)) == (403, "not_host")

    def test_a_seat_that_is_opened_anew_has_a_new_one(self, ana: Person, ben: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN, OPEN)
        first, other = ana.tokens(table)
        assert ben.join(first).status_code == 200
        assert ana.act(table, do="seat_open", seat=2).status_code == 200
        second, same = ana.tokens(table)
        assert same == other
        assert second != first
        assert ben.http.get("/api/tables").json() == {"tables": []}  # Ben's key was taken away.
        assert code_of(ben.join(first)) == "no_such_invite"

    def test_a_bot_on_the_seat_withdraws_it(self, ana: Person, ben: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN, OPEN)
        token, _ = ana.tokens(table)
        assert ana.act(table, do="seat_bot", seat=2, level="novice").status_code == 200
        assert code_of(ben.join(token)) == "no_such_invite"

    @pytest.mark.parametrize("name", ["bot:x", "a\u202eb", "x" * 31, "a\x00b"])
    def test_names_that_are_none(self, ana: Person, ben: Person, name: str) -> None:
        """Refused before anything is used up."""
        table = ana.new_table(ana.seat(), OPEN)
        (token,) = ana.tokens(table)
        ben.name = name
        assert ben.join(token).status_code in (409, 422)
        ben.name = "Ben"
        assert ben.join(token).status_code == 200

    def test_where_links_lead(self, server: Server, ana: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        link = ana.invitations(table)[0]["link"]
        assert link.startswith(f"{server.address}/join/")
        headers = {"Host": "localhost"}
        answer = ana.http.get(f"/api/tables/{table}/invitations", headers=headers)
        assert answer.json()["invitations"][0]["link"].startswith("http://localhost/join/")


class TestGuessing:
    def test_codes_can_not_be_tried_out(self, ana: Person, eve: Person) -> None:
        """Ten wrong ones a minute an address; then even the right one has to wait."""
        table = ana.new_table(ana.seat(), OPEN)
        (found,) = ana.invitations(table)
        codes = []
        for number in range(15):
            wrong = f"ACDE-FGH{'ACDEFGHJKLMNPQR'[number]}"
            codes.append(code_of(eve.http.get(f"/api/invitations/{wrong}")))
        assert codes == ["no_such_invite"] * 10 + ["too_fast"] * 5
        answer = eve.http.get(f"/api/invitations/{found['code']}")
        assert (answer.status_code, code_of(answer)) == (429, "too_fast")
        assert int(answer.headers["Retry-After"]) >= 1
        assert code_of(eve.join(found["code"])) == "too_fast"
        assert code_of(eve.http.post("/api/links/" + "a" * 43)) == "too_fast"
        eve.http.cookies.clear()
        assert code_of(eve.join(found["code"])) == "too_fast"

    def test_many_at_once_are_many(self, eve: Person) -> None:
        with ThreadPoolExecutor(30) as pool:
            paths = [f"/api/invitations/ACDE{number:04d}" for number in range(60)]
            found = [code_of(answer) for answer in pool.map(eve.http.get, paths)]
        assert found.count("no_such_invite") <= 10

    def test_who_is_invited_may_look_as_often_as_they_like(self, ana: Person, ben: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        (token,) = ana.tokens(table)
        answers = [ben.http.get(f"/api/invitations/{token}").status_code for _ in range(30)]
        assert set(answers) == {200}

    @pytest.mark.parametrize("token", ["x", "%00", "..%2f..", "a" * 43, "%F0%9F%8E%B2", "' OR 1=1"])
    def test_what_is_no_invitation(self, server: Server, token: str) -> None:
        with Person(server) as eve:
            answers = [
                eve.http.get(f"/api/invitations/{token}"),
                eve.join(token),
                eve.http.post(f"/api/links/{token}"),
            ]
        assert {answer.status_code for answer in answers} == {404}


class TestPersonalLinks:
    def test_another_device(self, server: Server, ana: Person, ben: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        ben.join(ana.tokens(table)[0])
        made = ana.http.post(f"/api/tables/{table}/link").json()
        assert made["expires"] == invitations.LINK_LIFE
        assert made["qr"].startswith("data:image/svg+xml")
        with Person(server, "Ana's phone") as phone:
            answer = phone.http.post(f"/api/links/{made['link'].rpartition('/')[2]}")
            assert answer.json() == {"table": table, "seats": [1]}
            assert phone.key != ana.key
            now = standing(phone, table)
            body = {"number": now["number"], "move": a_move(now)}
            path = f"/api/tables/{table}/moves"
            assert phone.http.post(path, json=body).status_code == 200
            # The host's rights come along, and the first device keeps them.
            for device in (phone, ana):
                assert device.http.get(f"/api/tables/{table}/invitations").status_code == 200

    def test_it_works_once(self, server: Server, ana: Person, eve: Person) -> None:
        """Read over a shoulder, or found in a history: it is used up."""
        table = ana.new_table(ana.seat(), OPEN)
        link = ana.http.post(f"/api/tables/{table}/link").json()["link"].rpartition("/")[2]
        with Person(server) as phone:
            assert phone.http.post(f"/api/links/{link}").status_code == 200
        answer = eve.http.post(f"/api/links/{link}")
        assert (answer.status_code, code_of(answer)) == (404, "no_such_link")
        assert eve.http.get("/api/tables").json() == {"tables": []}

    def test_of_many_who_open_it_at_once_one_gets_the_seats(
        self, server: Server, ana: Person
    ) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        link = ana.http.post(f"/api/tables/{table}/link").json()["link"].rpartition("/")[2]
        devices = [Person(server) for _ in range(8)]
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda each: each.http.post(f"/api/links/{link}"), devices))
        assert sorted(answer.status_code for answer in answers) == [200] + [404] * 7
        for device in devices:
            device.http.close()

    def test_looking_uses_nothing_up(self, server: Server, ana: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        link = ana.http.post(f"/api/tables/{table}/link").json()["link"].rpartition("/")[2]
        with Person(server) as phone:
            assert phone.http.get(f"/link/{link}").status_code == 200
            assert phone.http.get(f"/api/links/{link}").status_code == 405
            assert phone.http.post(f"/api/links/{link}").status_code == 200

    def test_a_new_one_replaces_the_old_one(self, ana: Person, eve: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        made = [ana.http.post(f"/api/tables/{table}/link").json()["link"] for _ in range(2)]
        old = eve.http.post(f"/api/links/{made[0].rpartition('/')[2]}")
        assert code_of(old) == "no_such_link"

    def test_it_grows_old(self, ana: Person, eve: Person, monkeypatch: pytest.MonkeyPatch) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        link = ana.http.post(f"/api/tables/{table}/link").json()["link"].rpartition("/")[2]
        later = time.time_ns() // 1_000_000 + invitations.LINK_LIFE * 1000 + 1000
        monkeypatch.setattr(invitations, "milliseconds", lambda: later)
        assert code_of(eve.http.post(f"/api/links/{link}")) == "no_such_link"

    def test_a_crash_before_the_seats_are_given_leaves_it_good(
        self, ana: Person, eve: Person, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """It is used up in the transaction that gives the seats."""
        table = ana.new_table(ana.seat(), OPEN)
        link = ana.http.post(f"/api/tables/{table}/link").json()["link"].rpartition("/")[2]

        def crashes(*_: object) -> None:
            raise StoreError("store_busy", store="games", why="it stumbled")

        with monkeypatch.context() as patch:
            patch.setattr(invitations, "keys_given", crashes)
            assert code_of(eve.http.post(f"/api/links/{link}")) == "store_busy"
        assert eve.http.post(f"/api/links/{link}").status_code == 200

    def test_only_who_sits_there_gets_one(self, ana: Person, eve: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        answer = eve.http.post(f"/api/tables/{table}/link")
        assert (answer.status_code, code_of(answer)) == (403, "not_invited")


class TestBystanders:
    """Somebody knows the table's address, from a screen or a chat."""

    def test_they_touch_nothing(self, ana: Person, ben: Person, eve: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        ben.join(ana.tokens(table)[0])
        before = standing(ana, table)
        path = f"/api/tables/{table}"
        move = {"number": before["number"], "move": a_move(before)}
        acts: list[dict[str, Any]] = [
            {"do": "start", "fill": None},
            {"do": "seat_bot", "seat": 2, "level": "novice"},
            {"do": "seat_open", "seat": 2},
            {"do": "options", "options": OPTIONS},
            {"do": "stand_in", "seat": 1},
            {"do": "leave", "seat": 1},
            {"do": "resign", "seat": 2},
            {"do": "abandon", "seat": 1},
            {"do": "rematch", "seat": 1},
        ]
        answers = [
            eve.http.post(f"{path}/moves", json=move),
            eve.http.post(f"{path}/undo", json={"number": before["number"], "to": "move"}),
            eve.http.post(f"{path}/hint", json={"number": before["number"]}),
            eve.http.delete(path),
            eve.http.post(f"{path}/link"),
            *(eve.act(table, **act) for act in acts),
        ]
        assert {answer.status_code for answer in answers} <= {403, 409}
        assert answers[0].status_code == answers[3].status_code == 403
        with eve.at(table) as socket:
            socket.hear("welcome")
            assert socket.last["you"] == {"seats": [], "host": False, "alone": False}
            assert socket.last["choices"] is None
            socket.wish("move", move=move["move"])
            while (message := socket.hear())["type"] != "error":
                assert message["type"] == "presence"
            assert message["error"]["code"] == "not_your_seat"
        after = standing(ana, table)
        assert (after["number"], after["state"]) == (before["number"], before["state"])

    def test_the_others_key_is_not_enough_for_my_seat(self, ana: Person, ben: Person) -> None:
        table = ana.new_table(ana.seat(), OPEN)
        ben.join(ana.tokens(table)[0])
        now = standing(ana, table)
        body = {"number": now["number"], "move": a_move(now)}
        answer = ben.http.post(f"/api/tables/{table}/moves", json=body)
        assert (answer.status_code, code_of(answer)) == (403, "not_your_seat")

    def test_where_nobody_may_watch_they_see_nothing(
        self, ana: Person, ben: Person, eve: Person
    ) -> None:
        table = ana.new_table(ana.seat(), OPEN, options=OPTIONS | {"watching": False})
        ben.join(ana.tokens(table)[0])
        for path in ("", "/replay", "/record"):
            answer = eve.http.get(f"/api/tables/{table}{path}")
            assert (answer.status_code, code_of(answer)) == (403, "not_invited")
        with eve.at(table, hello=False) as socket:
            assert socket.hear("error")["error"]["code"] == "not_invited"
        assert standing(ben, table)["table"]["id"] == table
