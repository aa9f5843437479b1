"""Requests without a socket: orders for tables, moves, records, replays, and what is refused."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, get_args

import pytest
from live_server import PATIENCE, Server
from server_games import PERSON, bot, order

from api_client import legal_moves
from azulejos import __version__
from azulejos.bots import FRIENDLY, bring_to_tables, level_names, python_bots, specs
from azulejos.bots.rating_lists import measured_levels
from azulejos.locales import LANGUAGES
from azulejos.notation import format_position, parse_record
from azulejos.server.errors import ServerError, StoreError
from azulejos.server.web.middleware import LONGEST_BODY
from azulejos.tables.messages.types import Phrase


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games")) as server:
        yield server


def refused(server: Server, method: str, path: str, status: int, code: str, **more: Any) -> Any:
    answer = server.http.request(method, path, **more)
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code), answer.text
    assert set(answer.json()["error"]) == {"code", "data", "rule", "sentence"}
    return answer.json()["error"]


def test_about(server: Server) -> None:
    assert server.http.get("/api/about").json() == {
        "version": __version__,
        "languages": list(LANGUAGES),
        "levels": list(level_names()),
        "friendly": FRIENDLY,
        "rules": ["std", "grey", "joker", "grey+joker"],
        "keeps": True,
        "shared": False,
        "reachable": False,
        "base": server.address.rstrip("/"),
        "phrases": list(get_args(Phrase)),
        "ratings": measured_levels(),
        "engine": False,
    }


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (order(bot(), bot()), "no_person"),
        (order(PERSON, PERSON, starter=3), "unknown_starter"),
        (order(PERSON, bot("genius")), "unknown_bot"),
        (order(PERSON, bot("greedy")), "unknown_bot"),
        (order(PERSON, bot("engine:/bin/sh")), "unknown_bot"),
        (order(PERSON, bot("mcts:nodes=9")), "unknown_bot"),
        (order(PERSON, bot() | {"level": None}), "level_missing"),
        (order(PERSON, PERSON | {"level": "novice"}), "level_of_person"),
        (order(PERSON, PERSON | {"name": "a\u0007b"}), "bad_name"),
        (order(PERSON, PERSON | {"name": "\u202eevil"}), "bad_name"),
        (order(PERSON, PERSON | {"name": "Bot:master"}), "name_of_bot"),
    ],
)
def test_orders_that_make_no_table(server: Server, wish: dict[str, Any], code: str) -> None:
    before = server.http.get("/api/tables").json()
    refused(server, "POST", "/api/tables", 409, code, json=wish)
    assert server.http.get("/api/tables").json() == before


def test_names_are_kept_as_people_write_them(server: Server) -> None:
    name = server.new_table(order(PERSON | {"name": "  Ána <b>\t“7” "}, PERSON | {"name": "漢🀄"}))
    seats = server.http.get(f"/api/tables/{name}").json()["table"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ána <b> “7”", "漢🀄"]
    assert 'Player1 "Ána <b> “7”"' in server.http.get(f"/api/tables/{name}/record").text


def test_chance_chooses_the_starter(server: Server) -> None:
    starters: set[int] = set()
    for _ in range(60):
        if starters == {1, 2}:
            return
        answer = server.http.post("/api/tables", json=order(starter=None))
        starters.add(answer.json()["starter"])
    pytest.fail("always the same")


@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"{", b"null", b"[]", b"{}", b'"x"', b"\xff\xfe", b"NaN", b'{"rules": "std"}'),
        b"[" * 50_000,
        json.dumps(order() | {"seed": 1}).encode(),
        json.dumps(order(starter=9)).encode(),
        rb'{"rules": "std", "\ud800": 1}',
        rb'{"rules": "\ud800", "seats": [], "starter": 1}',
    ],
)
def test_bodies_of_another_form(server: Server, body: bytes) -> None:
    headers = {"Content-Type": "application/json"}
    problem = refused(
        server, "POST", "/api/tables", 422, "bad_request", content=body, headers=headers
    )
    assert problem["data"]["field"]


def test_bodies_that_are_too_long(server: Server) -> None:
    headers = {"Content-Type": "application/json"}
    body = b" " * (LONGEST_BODY + 1)
    where = ("POST", "/api/tables", 413, "body_too_long")
    refused(server, *where, content=body, headers=headers)

    def pieces() -> Iterator[bytes]:
        yield from (b" " * 1000 for _ in range(70))

    refused(server, *where, content=pieces(), headers=headers)
    fits = json.dumps(order()).encode().ljust(LONGEST_BODY)
    assert server.http.post("/api/tables", content=fits, headers=headers).status_code == 201


@pytest.mark.parametrize("name", ["nothing", "a" * 12, "A" * 12, "..", "%00", "é" * 12, "1" * 400])
@pytest.mark.parametrize("path", ["", "/record", "/replay"])
def test_no_such_table(server: Server, name: str, path: str) -> None:
    answer = server.http.get(f"/api/tables/{name}{path}")
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] in ("no_such_table", "no_such_page")


def test_no_such_thing(server: Server) -> None:
    refused(server, "GET", "/api/nothing", 404, "no_such_page")
    refused(server, "GET", "/nothing", 404, "no_such_page")
    refused(server, "PATCH", "/api/tables", 405, "no_such_method")
    refused(server, "DELETE", "/api/tables/public", 405, "no_such_method")
    answer = server.http.put(f"/api/tables/{'a' * 12}")
    assert answer.headers["Allow"] == "DELETE, GET, HEAD"


def test_moves_and_undo_by_request(server: Server) -> None:
    name = server.new_table(order())
    path = f"/api/tables/{name}"
    start = server.http.get(path).json()
    move = legal_moves(start["choices"])[1]
    now = server.http.post(f"{path}/moves", json={"number": 1, "move": move.lower()}).json()
    assert (now["number"], now["state"]["turn"]) == (2, 2)
    assert now == {
        key: value for key, value in server.http.get(path).json().items() if key != "table"
    }
    refused(server, "POST", f"{path}/moves", 409, "stale", json={"number": 1, "move": move})
    problem = refused(
        server, "POST", f"{path}/moves", 409, "bad_move", json={"number": 2, "move": "x"}
    )
    assert problem["data"] == {"text": "x"}
    back = server.http.post(f"{path}/undo", json={"number": 2, "to": "round"}).json()
    assert (back["number"], back["state"]) == (3, start["state"])
    refused(
        server, "POST", f"{path}/undo", 409, "nothing_to_undo", json={"number": 3, "to": "move"}
    )
    refused(server, "POST", f"{path}/undo", 422, "bad_request", json={"number": 3, "to": "start"})
    hint = server.http.post(f"{path}/hint", json={"number": 3}).json()
    assert hint["move"]
    refused(server, "POST", f"{path}/hint", 409, "stale", json={"number": 2})


def test_bots_answer_requests_too(server: Server) -> None:
    path = f"/api/tables/{server.new_table(order(PERSON, bot(), starter=2))}"
    end = time.monotonic() + PATIENCE
    while not (standing := server.http.get(path).json())["choices"]:
        assert time.monotonic() < end
    assert standing["state"]["turn"] == 1
    assert standing["number"] == 2


@pytest.mark.parametrize("name", ["First", "Failing"])
def test_bots_that_the_host_brings(
    server: Server, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that fails spoils no table: another makes its move."""
    monkeypatch.setattr(python_bots, "_registered", {})
    monkeypatch.setattr(specs, "_brought", [])
    wish = order(PERSON, bot(name.lower()), starter=2)
    assert server.http.post("/api/tables", json=wish).json()["error"]["code"] == "unknown_bot"
    bring_to_tables(f"python:own_bots:{name}")
    assert server.http.get("/api/about").json()["levels"] == [*level_names(), name.lower()]
    path = f"/api/tables/{server.new_table(wish)}"
    end = time.monotonic() + PATIENCE
    while not (standing := server.http.get(path).json())["choices"]:
        assert time.monotonic() < end
    assert standing["state"]["turn"] == 1


def test_the_list_of_tables(server: Server) -> None:
    first = server.new_table(order(rules="grey"))
    second = server.new_table(order(PERSON, bot("casual"), PERSON, rules="joker", starter=3))
    path = f"/api/tables/{first}"
    move = legal_moves(server.http.get(path).json()["choices"])[0]
    server.http.post(f"{path}/moves", json={"number": 1, "move": move})
    tables = server.http.get("/api/tables").json()["tables"]
    assert [table["id"] for table in tables][:2] == [first, second]
    assert tables[0]["changed"] >= tables[1]["changed"] == tables[1]["created"]
    assert (tables[1]["rules"], tables[1]["round"], tables[1]["turn"]) == ("joker", 1, 3)
    assert (tables[1]["scores"], tables[1]["winners"]) == ([0, 0, 0], None)
    assert [seat["kind"] for seat in tables[1]["seats"]] == ["person", "bot", "person"]
    assert server.http.delete(path).status_code == 204
    refused(server, "DELETE", path, 404, "no_such_table")
    assert first not in server.http.get("/api/tables").text


def finished(server: Server) -> str:
    """A game of two persons, always the last legal move: many tiles fall, but it ends."""
    name = server.new_table(order(PERSON | {"name": "Ana"}, PERSON, starter=2))
    with server.at(name) as client:
        client.hear("welcome")
        while client.moves():
            client.move(-1)
    return name


def test_replay_and_record_of_a_whole_game(server: Server) -> None:
    name = finished(server)
    replay = server.http.get(f"/api/tables/{name}/replay").json()
    answer = server.http.get(f"/api/tables/{name}/record")
    assert answer.headers["Content-Type"].startswith("text/plain")
    day = datetime.fromtimestamp(replay["table"]["created"] / 1000, UTC).date()
    expected = f'attachment; filename="azulejos-{day}-{name}.azul"'
    assert answer.headers["Content-Disposition"] == expected
    record = parse_record(answer.text)
    assert record.tags["Player1"] == "Ana"
    assert "Player2" not in record.tags
    assert record.tags["Starter"] == "2"
    played = list(record.replay())
    record.check_result(played[-1].position)
    assert replay["start"]["position"] == format_position(record.start())
    shown = [ply["state"]["position"] for ply in replay["plies"]]
    assert shown == [format_position(ply.position) for ply in played]
    assert [ply["entry"]["ply"] for ply in replay["plies"]] == list(range(1, len(played) + 1))
    assert replay["result"]["scores"] == replay["plies"][-1]["entry"]["scores"]
    summary = next(t for t in server.http.get("/api/tables").json()["tables"] if t["id"] == name)
    assert (summary["turn"], summary["winners"]) == (0, replay["result"]["winners"])


def test_bots_in_a_record_can_be_read_by_the_terminal(server: Server) -> None:
    name = server.new_table(order(PERSON, bot("expert")))
    record = parse_record(server.http.get(f"/api/tables/{name}/record").text)
    assert record.tags["Player2"] == "bot:expert"
    assert record.tags["Result"] == "*"


def test_every_code_has_a_status_that_the_description_names(server: Server) -> None:
    from azulejos.server.errors import status_of

    description = server.http.get("/api/openapi.json").json()
    named = {
        int(status)
        for path in description["paths"].values()
        for method in path.values()
        for status in method["responses"]
    }
    for kind in (ServerError, StoreError):
        for code, (sentence, _) in kind.reasons.items():
            counts = ("seat", "number", "player", "most", "seconds")
            data = {name: 1 for name in counts if name in sentence}
            words = ("field", "why", "table", "method", "store")
            error = kind(code, **data, **{name: "x" for name in words if name in sentence})
            assert status_of(error) in {*named, 405, 500}
    assert set(description["paths"]) >= {"/api/tables", "/api/tables/{table}/moves", "/api/lesson"}
    assert "HTTPValidationError" not in json.dumps(description)
