"""No secret leaves the server: all that people can obtain in whole games is searched for them."""

from __future__ import annotations

import json
import logging
import random
import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from live_server import Client, Server
from people import OPEN, Person
from server_games import bot
from sqlalchemy import text as sql

from api_client import good_move
from azulejos.server.limits import Limits, Rate
from azulejos.server.tokens import hash_of
from corners import corner_cases
from serving import Served

LIMITS = Limits(requests=Rate(10_000, 1000), tables=Rate(1000, 100))
ORDER = "BYRKWJ"


class Session:
    """Two people and a bot play; one more watches, one tries every door. All of it is kept."""

    def __init__(self, server: Server, rules: str) -> None:
        self.ana, self.ben = Person(server, "Ana"), Person(server, "Ben")
        self.watcher, self.stranger = Person(server, "Wim"), Person(server, "Eve")
        self.people = [self.ana, self.ben, self.watcher, self.stranger]
        seats = (self.ana.seat(), OPEN, bot(), OPEN)
        self.table = self.ana.new_table(*seats, rules=rules)
        self.invitations = self.ana.invitations(self.table)
        self.tokens = self.ana.tokens(self.table)
        self.ben.join(self.tokens[0])
        self.ana.act(self.table, do="start", fill="novice")
        self.watcher.http.post("/api/me")
        path = f"/api/tables/{self.table}/link"
        self.link = self.ana.http.post(path).json()["link"].rpartition("/")[2]
        self.told: dict[str, list[dict[str, Any]]] = {}

    def play(self) -> None:
        with ExitStack() as stack:
            sockets = {p.name: stack.enter_context(p.at(self.table)) for p in self.people}
            players = [sockets["Ana"], sockets["Ben"]]
            for name, socket in sockets.items():
                self.told[name] = [socket.hear("welcome")]
            generator, number = random.Random(1), 0
            while not self._over():
                number = self._read(sockets, number)
                for player in players:
                    if player.last.get("choices") and player.last["number"] == number:
                        player.wish("move", move=good_move(player.last["choices"], generator))
                        break
        for person in self.people:
            self._try_all_doors(person)

    def _over(self) -> bool:
        return any(message.get("result") for message in self.told["Ana"][-5:])

    def _read(self, sockets: dict[str, Client], after: int) -> int:
        """Until everybody has heard the same, and a person is to move or the game is over."""
        while True:
            last = {name: socket.last["number"] for name, socket in sockets.items()}
            host = sockets["Ana"].last
            waits = host["result"] or sockets["Ben"].last["choices"] or host["choices"]
            if waits and len(set(last.values())) == 1 and last["Ana"] > after:
                return int(last["Ana"])
            behind = min(sockets, key=lambda name: last[name])
            message = sockets[behind].hear()
            assert message["type"] != "error", message
            self.told[behind].append(message)

    def _try_all_doors(self, person: Person) -> None:
        here = f"/api/tables/{self.table}"
        for path in (
            *("/", "/me", f"/table/{self.table}", "/api/about", "/api/openapi.json"),
            *("/api/tables", "/api/tables/public", "/api/me", "/api/me/export"),
            *(here, f"{here}/replay", f"{here}/record", f"{here}/socket"),
            *(f"/api/invitations/{self.tokens[0]}", f"/api/links/{self.link}x"),
        ):
            person.http.get(path)
        if person is not self.ana:
            person.http.get(f"{here}/invitations")
        person.http.post(f"{here}/moves", json={"number": 1, "move": "1B1"})
        person.http.post(f"{here}/hint", json={"number": 1})
        person.http.post("/api/tables", json={"rules": "none"})


@pytest.fixture(scope="module", params=["grey+joker", *corner_cases("std")])
def session(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Session]:
    folder = tmp_path_factory.mktemp("games")
    with Server(folder, is_local=False, limits=LIMITS) as server:
        session = Session(server, request.param)
        session.play()
        yield session
        for person in session.people:
            person.http.close()


def bodies(person: Person) -> str:
    """All that was answered, without the addresses that were asked."""
    return "\n".join(each.partition("\n")[2] or each for each in person.heard)


def test_no_key_and_no_hash_of_one(session: Session) -> None:
    keys = [person.key for person in session.people if person.key]
    assert len(keys) >= 3
    for person in session.people:
        found = bodies(person)
        assert len(found) > 10_000
        for key in keys:
            assert key not in found
            assert hash_of(key) not in found


def test_invitations_and_links_are_known_to_their_host_alone(session: Session) -> None:
    codes = [each["code"] for each in session.invitations]
    secrets = [*session.tokens, *codes, *(code.replace("-", "") for code in codes), session.link]
    assert all(secret in bodies(session.ana) for secret in (*session.tokens, session.link))
    for person in session.people[1:]:
        found = bodies(person)
        for secret in (*secrets, *map(hash_of, secrets)):
            assert secret not in found


def test_no_field_is_about_secrets(session: Session) -> None:
    named = set()
    for person in session.people:
        for each in person.heard:
            named |= set(re.findall(r'"(\w+)":', each))
    suspicious = re.compile("seed|secret|token|hash|password|cookie|random|next_deal|key_")
    assert not {name for name in named if suspicious.search(name)}


def _values(message: Any, name: str) -> Iterator[Any]:
    if isinstance(message, dict):
        for key, value in message.items():
            if key == name:
                yield value
            yield from _values(value, name)
    elif isinstance(message, list):
        for each in message:
            yield from _values(each, name)


def test_the_bag_is_known_by_colours_only(session: Session) -> None:
    seen = 0
    for messages in session.told.values():
        for message in messages:
            for bag in (*_values(message, "bag"), *_values(message, "lid")):
                assert isinstance(bag, dict)
                assert all(isinstance(count, int) for count in bag.values())
                assert [*bag] == sorted(bag, key=ORDER.index)
                seen += 1
    assert seen > 100


def test_nobody_knows_a_deal_before_it_is_dealt(session: Session) -> None:
    """Neither as a move nor as what lies on the displays, in any message before the deal's own."""
    for name, messages in session.told.items():
        texts = [json.dumps(message) for message in messages]
        deals = 0
        for place, message in enumerate(messages):
            entry = message.get("entry")
            if not entry or entry["player"] != 0:
                continue
            deals += 1
            displays = json.dumps(message["state"]["displays"])
            for earlier in texts[:place]:
                assert entry["move"] not in earlier, name
                assert displays not in earlier, name
        assert deals >= 3


def test_everybody_is_told_the_same_game(session: Session) -> None:
    """But for what only who moves needs."""
    for place in ("entry", "state", "result"):
        found = {
            name: [message[place] for message in messages if message["type"] == "played"]
            for name, messages in session.told.items()
        }
        assert len({json.dumps(each) for each in found.values()}) == 1
    for name in ("Wim", "Eve"):
        assert not any(message.get("choices") for message in session.told[name])


def test_deals_come_from_the_systems_source(tmp_path: Path) -> None:
    """Whoever knows, or sets, the state of Python's own generator knows nothing."""
    deals = set()
    with Server(tmp_path) as server:
        for _ in range(4):
            random.seed(1)
            name = server.new_table({"rules": "std", "seats": [_person()] * 2, "starter": 1})
            standing = server.http.get(f"/api/tables/{name}").json()
            deals.add(tuple(standing["state"]["displays"]))
    assert len(deals) == 4


def _person() -> dict[str, Any]:
    return {"kind": "person", "name": "", "level": None}


# Logs


def _a_busy_evening(ana: Person, ben: Person) -> list[str]:
    """Every secret that there is comes by; some things go wrong. Gives the secrets."""
    table = ana.new_table(ana.seat(), OPEN, OPEN)
    tokens = ana.tokens(table)
    codes = [each["code"] for each in ana.invitations(table)]
    ben.http.get(f"/api/invitations/{codes[0]}")
    ben.join(tokens[0])
    ben.join(tokens[0])
    link = ana.http.post(f"/api/tables/{table}/link").json()["link"].rpartition("/")[2]
    ben.http.get(f"/join/{tokens[1]}")
    ben.http.get(f"/link/{link}")
    ben.http.post(f"/api/links/{link}")
    ben.http.post(f"/api/links/{link}")
    ben.http.get(f"/nowhere/{tokens[1]}")
    ben.http.post(f"/api/invitations/{tokens[1]}", json={"name": 7})
    ben.http.post(f"/api/invitations/{tokens[1]}", content=b"{")
    with ben.at(table) as socket:
        socket.hear("welcome")
        socket.connection.send("{")
        socket.connection.send(b"\xff")
        socket.hear()
    keys = [key for key in (ana.key, ben.key) if key]
    plain = [*keys, *tokens, *codes, *(code.replace("-", "") for code in codes), link]
    return [*plain, *map(hash_of, plain)]


def test_logs_hold_no_secret(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Also when something fails in the middle: what a statement was given is not told."""
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, "azulejos")
    with (
        Server(tmp_path, is_local=False, limits=LIMITS) as server,
        Person(server, "Ana") as ana,
        Person(server, "Ben") as ben,
    ):
        secrets = _a_busy_evening(ana, ben)
        table = ana.new_table(ana.seat(), OPEN)
        (token,) = ana.tokens(table)
        _break(tmp_path)
        for answer in (ben.join(token), ana.http.post(f"/api/tables/{table}/link")):
            assert answer.status_code == 503
            assert token not in answer.text
        secrets += [token, hash_of(token)]
    for record in caplog.records:
        if record.name in ("uvicorn.access", "httpx"):
            continue  # The real server of the next test writes no such log; the other is ours.
        told = logging.Formatter().format(record)
        assert not any(secret in told for secret in secrets), told


def _break(folder: Path) -> None:
    """The tables of secrets are gone."""
    from sqlalchemy import create_engine

    engine = create_engine(f"sqlite:///{folder / 'azulejos.db'}")
    with engine.begin() as connection:
        for table in ("seat_keys", "links"):
            connection.execute(sql(f"DROP TABLE {table}"))
    engine.dispose()


@pytest.mark.heavy
def test_a_real_server_prints_no_secret(tmp_path: Path) -> None:
    with Served(tmp_path, "--host", "127.0.0.1", for_others=True) as served:
        with Person(served, "Ana") as ana, Person(served, "Ben") as ben:  # type: ignore[arg-type]
            secrets = _a_busy_evening(ana, ben)
        assert served.stop() == 0
    assert not any(secret in served.output for secret in secrets)
    assert len(served.lines) == 2  # where it is, and that others can't come: nothing else
