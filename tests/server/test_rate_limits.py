"""Flooding: whoever asks for too much is refused, and nobody else notices."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest
from live_server import PATIENCE, Server
from people import OPEN, Person, code_of
from server_games import bot, order
from starlette.types import Message, Receive, Scope, Send
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from azulejos.server.limits import Limits, Rate
from azulejos.server.web.middleware import RateLimitMiddleware
from azulejos.server.web.page.files import page_files
from azulejos.server.web.rate_limiter import RateLimiter

LIMITS = Limits(
    penalty=0.0,
    people_per_address=2,
    requests=Rate(30, 0.5),
    heavy=Rate(5, 0.01),
    openings=Rate(6, 0.01),
    sockets=2,
    messages=Rate(10, 2),
    wrong_codes_everywhere=Rate(6, 0.01),
    tables=Rate(3, 0.001),
    open_tables=2,
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("games"), is_local=False, limits=LIMITS) as server:
        yield server


@pytest.fixture
def greedy(server: Server) -> Iterator[Person]:
    with Person(server, "Greedy") as person:
        yield person


@pytest.fixture
def other(server: Server) -> Iterator[Person]:
    with Person(server, "Other") as person:
        yield person


def test_requests(greedy: Person, other: Person) -> None:
    answers = [greedy.http.get("/api/about") for _ in range(80)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert 10 <= len(refused) <= 20
    assert {code_of(answer) for answer in refused} == {"too_fast"}
    assert 1 <= int(refused[-1].headers["Retry-After"]) <= 3
    assert refused[-1].headers["Content-Security-Policy"]
    assert other.http.get("/api/about").status_code == 200


def test_one_visitor_leaves_something_to_those_at_the_same_address(
    server: Server, greedy: Person
) -> None:
    greedy.http.post("/api/me")
    answers = [greedy.http.get("/api/tables").status_code for _ in range(40)]
    assert answers.count(429) >= 9
    with Person(server, "Neighbour", greedy.address) as neighbour:
        neighbour.http.post("/api/me")
        assert neighbour.http.get("/api/tables").status_code == 200


def test_whole_games_count_more(greedy: Person, other: Person) -> None:
    """They take long to tell, whoever asks, and with whatever key."""
    table = other.new_table(*order()["seats"])
    statuses = []
    for path in ("replay", "record") * 8:
        statuses.append(greedy.http.get(f"/api/tables/{table}/{path}").status_code)
        greedy.http.cookies.clear()
    most = int(LIMITS.heavy.burst) * LIMITS.people_per_address
    assert statuses == [200] * most + [429] * (16 - most)
    assert other.http.get(f"/api/tables/{table}/replay").status_code == 200


def test_files_count_less(greedy: Person) -> None:
    """A page is many files: it must come at once."""
    icon = f"/web/{page_files().version}/favicon.svg"
    assert {greedy.http.get(icon).status_code for _ in range(90)} == {200}


def test_an_address_can_not_be_made_up(server: Server) -> None:
    """What a proxy is not trusted to say changes nothing: the last trusted hop counts."""
    made_up = [f"203.0.113.{number}, 198.51.100.1" for number in range(80)]
    statuses = [
        server.http.get("/api/about", headers={"X-Forwarded-For": address}).status_code
        for address in made_up
    ]
    assert statuses.count(429) >= 10


def test_sockets_at_the_same_time(greedy: Person, other: Person) -> None:
    table = other.new_table(*order()["seats"])
    with ExitStack() as stack:
        for _ in range(LIMITS.sockets * LIMITS.people_per_address):
            stack.enter_context(greedy.at(table, hello=False))
        with pytest.raises(InvalidStatus) as refused, greedy.at(table):
            pass
        assert refused.value.response.status_code == 429
        assert b"too_many_sockets" in (refused.value.response.body or b"")
        with other.at(table) as client:
            client.hear("welcome")
    end = time.monotonic() + PATIENCE
    while True:  # Those that were closed count no more.
        try:
            with greedy.at(table, hello=False):
                break
        except InvalidStatus:
            assert time.monotonic() < end
            time.sleep(0.05)


def test_sockets_opened_one_after_the_other(greedy: Person, other: Person) -> None:
    table = other.new_table(*order()["seats"])

    def open_one() -> None:
        with greedy.at(table, hello=False) as client:
            client.say(type="ping")
            client.hear("pong")

    for _ in range(int(LIMITS.openings.burst) * LIMITS.people_per_address):
        open_one()
    with pytest.raises(InvalidStatus) as refused:
        open_one()
    assert refused.value.response.status_code == 429
    assert int(refused.value.response.headers["Retry-After"]) > 10
    with other.at(table) as client:
        client.hear("welcome")


def _codes_until_closed(connection: ClientConnection) -> Iterator[str]:
    with suppress(ConnectionClosed):
        while True:
            message = json.loads(connection.recv(PATIENCE))
            if message["type"] == "error":
                yield message["error"]["code"]


def test_messages(greedy: Person, other: Person) -> None:
    """Too fast is told, then the line is closed; the table goes on meanwhile."""
    table = other.new_table(*order()["seats"])
    with greedy.at(table) as flood, other.at(table) as calm:
        flood.hear("welcome")
        calm.hear_until("welcome")
        with suppress(ConnectionClosed):
            for _ in range(60):
                flood.say(type="ping")
        codes = list(_codes_until_closed(flood.connection))
        assert flood.connection.close_code == 1013
        assert set(codes) == {"too_fast"}
        assert len(codes) == LIMITS.messages.burst
        calm.move()


def test_messages_on_many_sockets(greedy: Person, other: Person) -> None:
    """More sockets do not let more through."""
    table = other.new_table(*order()["seats"])
    with ExitStack() as stack:
        sockets = [stack.enter_context(greedy.at(table, hello=False)) for _ in range(4)]
        codes = []
        for socket in sockets:
            for _ in range(8):  # Each alone would be allowed ten.
                socket.say(type="ping")
            for _ in range(8):
                message = socket.hear()
                codes.append(message["error"]["code"] if message["type"] == "error" else "")
        assert codes.count("too_fast") >= 8
        with other.at(table) as calm:
            calm.hear("welcome")
            calm.move()


def test_who_asks_for_too_much_is_told_late(tmp_path: Path) -> None:
    """So that asking on and on takes no time of others; by requests and on a socket."""
    limits = Limits(
        penalty=0.5, people_per_address=1, requests=Rate(6, 0.01), messages=Rate(6, 0.01)
    )
    with (
        Server(tmp_path, is_local=False, limits=limits) as server,
        Person(server, "Greedy") as greedy,
        Person(server, "Other", "10.9.9.9") as other,
    ):
        table = greedy.new_table(*order()["seats"])
        with greedy.at(table) as socket:
            socket.hear("welcome")
            for _ in range(4):
                socket.say(type="ping")
            begun = time.monotonic()
            while socket.hear()["type"] != "error":
                pass
            assert socket.hear()["error"]["code"] == "too_fast"
            assert time.monotonic() - begun >= 2 * limits.penalty
        begun = time.monotonic()
        answers = [greedy.http.get("/api/about") for _ in range(6)]
        refused = [answer for answer in answers if answer.status_code == 429]
        assert refused
        assert time.monotonic() - begun >= len(refused) * limits.penalty
        quickest = min(other.http.get("/api/about").elapsed for _ in range(5))
        assert quickest.total_seconds() < limits.penalty


def test_greetings_count_more(greedy: Person) -> None:
    """Each could be answered with the whole game."""
    table = greedy.new_table(*order()["seats"])
    with greedy.at(table) as client:
        client.hear("welcome")
        for _ in range(5):
            client.say(type="hello", after=None)
        heard = [client.hear()["type"]]
        while heard.count("error") < 3:
            heard.append(client.hear()["type"])
    assert heard.count("welcome") <= 2


def test_tables(greedy: Person, other: Person) -> None:
    for _ in range(LIMITS.open_tables):
        greedy.new_table(*order()["seats"])
    answer = greedy.http.post("/api/tables", json=order())
    assert (answer.status_code, code_of(answer)) == (429, "too_many_tables")
    assert int(answer.headers["Retry-After"]) >= 1
    greedy.http.cookies.clear()  # A new key does not help for long: the address counts too.
    statuses = []
    for _ in range(10):
        statuses.append(greedy.http.post("/api/tables", json=order()).status_code)
        greedy.http.cookies.clear()
    assert statuses[0] == 201
    assert statuses[-1] == 429
    other.new_table(*order()["seats"])


def test_rematches_are_tables_too(greedy: Person, other: Person) -> None:
    """Whoever resigns at once, again and again, would fill the disk with them."""
    table = greedy.new_table(greedy.seat(), bot())
    codes = []
    for _ in range(4):
        assert greedy.act(table, do="resign", seat=1).status_code == 200
        answer = greedy.act(table, do="rematch", seat=1)
        if answer.status_code != 200:
            codes.append(code_of(answer))
            break
        table = greedy.http.get(f"/api/tables/{table}").json()["table"]["rematch"]
    assert codes == ["too_many_tables"]
    with greedy.at(table) as client:
        client.hear("welcome")
        client.say(type="act", request="again", act={"do": "rematch", "seat": 1})
        assert client.hear("error")["error"]["code"] == "too_many_tables"
    assert greedy.act(table, do="rematch", seat=2).status_code == 403
    assert other.new_table(other.seat(), bot())


def test_a_greeting_counts_however_it_is_written(greedy: Person, other: Person) -> None:
    """JSON can write each letter in two ways; the answer is the whole game in both."""
    table = other.new_table(*order()["seats"])
    with greedy.at(table, hello=False) as client:
        for _ in range(10):
            client.connection.send('{"type": "hell\\u006f", "after": null}')
        answers = [client.hear()["type"] for _ in range(10)]
    assert answers.count("welcome") == 2  # of ten tokens, five each


def test_moves_can_be_made_and_taken_back_only_so_fast(tmp_path: Path) -> None:
    limits = Limits(penalty=0.0, changes_of_one=Rate(6, 0.01))
    with Server(tmp_path, is_local=False, limits=limits) as server, Person(server) as person:
        table = person.new_table(person.seat(), person.seat())
        _move_and_undo(person, table)
        body = {"number": 1, "to": "move"}
        answer = person.http.post(f"/api/tables/{table}/undo", json=body)
        assert code_of(answer) == "too_fast"


def _move_and_undo(person: Person, table: str) -> None:
    """Six times it is written, then it is too fast."""
    with person.at(table) as client:
        client.hear("welcome")
        codes: list[str] = []
        while len(codes) < 3:
            wish = "undo" if client.last["undo"]["move"] else "move"
            more = {"to": "move"} if wish == "undo" else {"move": client.moves()[0]}
            client.wish(wish, **more)
            answer = client.hear("played", "undone", "error")
            if answer["type"] == "error":
                codes.append(answer["error"]["code"])
            else:
                client.hear("accepted")
        assert set(codes) == {"too_fast"}
        assert client.last["number"] == 7


def test_codes_from_many_addresses_together(server: Server) -> None:
    """A network of addresses has one try with each; links lead to their seats all the same."""
    with Person(server, "Host") as host:
        table = host.new_table(host.seat(), OPEN)
        (token,) = host.tokens(table)
        statuses = []
        for number in range(12):
            with Person(server, "Guesser", f"2001:db8:0:{number:x}::1") as guesser:
                statuses.append(guesser.http.get("/api/invitations/AAAA-AAAA").status_code)
        assert statuses == [404] * 6 + [429] * 6
        with Person(server, "Invited") as invited:
            assert invited.http.get(f"/api/invitations/{token}").status_code == 200


def test_few_requests_of_one_address_are_worked_on_at_a_time() -> None:
    """Each takes the event loop for a while: what comes in a heap waits for its own, not others."""
    working: Counter[str] = Counter()
    most: Counter[str] = Counter()
    go_on = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        address = scope["client"][0]
        working[address] += 1
        most[address] = max(most[address], working[address])
        await go_on.wait()
        working[address] -= 1

    async def run() -> None:
        gauges = RateLimiter(Limits())
        turnstile = RateLimitMiddleware(app, gauges)
        asked = [
            asyncio.create_task(turnstile(_request(address, path), _no_body, _unheard))
            for address in ("192.0.2.1", "192.0.2.2")
            for path in ["/api/tables"] * 5
        ]
        for path in ("/", "/web/x", "/api/tables/t/hint", "/api/me/export"):  # Others go on.
            request = turnstile(_request("192.0.2.4", path), _no_body, _unheard)
            asked.append(asyncio.create_task(request))
        while working.total() < 8:
            await asyncio.sleep(0)
        for _ in asked:  # Each that might go on would.
            await asyncio.sleep(0)
        assert working == {"192.0.2.1": 2, "192.0.2.2": 2, "192.0.2.4": 4}
        go_on.set()
        await asyncio.gather(*asked)
        assert most["192.0.2.1"] == 2
        assert len(gauges.lanes) == 0  # Who is gone is forgotten.

    asyncio.run(asyncio.wait_for(run(), PATIENCE))
    assert not any(working.values())


def test_nobody_waits_for_what_others_at_the_address_have_not_sent() -> None:
    """Nor for those who are told late that they ask for too much."""
    answered: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        body = (await receive())["body"]
        status = 429 if body == b"too much" else 200
        await send({"type": "http.response.start", "status": status, "headers": []})
        await send({"type": "http.response.body", "body": body})

    def asking(
        turnstile: RateLimitMiddleware, *parts: bytes, more: bool = False
    ) -> asyncio.Task[None]:
        pieces: list[Message] = [
            {"type": "http.request", "body": part, "more_body": True} for part in parts
        ]
        pieces[-1]["more_body"] = more

        async def receive() -> Message:
            if not pieces:
                await asyncio.Event().wait()
            return pieces.pop(0)

        async def send(message: Message) -> None:
            if message["type"] == "http.response.body":
                answered.append(message["body"].decode())

        request = turnstile(_request("192.0.2.1", "/api/tables"), receive, send)
        return asyncio.create_task(request)

    async def run() -> None:
        turnstile = RateLimitMiddleware(app, RateLimiter(Limits(penalty=3600.0)))
        slow = [asking(turnstile, b"", more=True) for _ in range(5)]
        late = [asking(turnstile, b"too much") for _ in range(5)]
        await asyncio.wait_for(asking(turnstile, b"wh", b"ole"), 60)
        assert answered == ["whole"]
        for task in (*slow, *late):
            task.cancel()

    asyncio.run(run())


def _request(address: str, path: str) -> Scope:
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "client": (address, 1),
        "headers": [],
    }


async def _no_body() -> Message:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _unheard(message: Message) -> None:
    raise AssertionError
