"""Reviews on the server: worked out once, kept with the game, never in a bot's way."""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any, NamedTuple

import pytest
from live_server import Server
from local_services import ANA, BEN, duel, opened, play_one, run

from azulejos import Game
from azulejos.notation import parse_record
from azulejos.server.clock import milliseconds
from azulejos.server.limits import Limits, Rate
from azulejos.server.live.live_table import LiveTable
from azulejos.server.reviews import scheduler
from azulejos.server.reviews import worker as worker_module
from azulejos.server.reviews.process import Answer, Begin, ProcessDiedError, ReviewProcess
from azulejos.server.reviews.scheduler import ReviewScheduler
from azulejos.server.reviews.worker import Worker
from azulejos.server.services import Services
from azulejos.server.storage.reviews import ReviewStore
from azulejos.server.storage.store import Store
from azulejos.tables.advice.reviews import ReviewWork
from azulejos.tables.messages import requests
from azulejos.tables.messages.answers import ReviewStatus
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.messages.reviews import name_of_record
from kept_games import keep_game, person, played_game

NODES = 30
PATIENCE = 60.0


class InThisProcess:
    """What the worker does, in a thread of the test: quick to start, and open to monkeypatches."""

    def __init__(self) -> None:
        self._worker = Worker()

    async def ask(self, question: Begin | None) -> Answer:
        return await asyncio.to_thread(self._worker.answer, question)

    def close(self) -> None:
        """There is no process."""


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ReviewScheduler, "start_process", InThisProcess)


def short_record(seed: int = 3) -> str:
    """The first moves of a game: enough to be reviewed."""
    game = played_game(2, "std", seed, lambda game: len(game.moves) > 6, level="greedy")
    return str(game.record)


def game_record() -> str:
    return str(played_game(2, "std", 3, level="greedy").record)


async def finished_duel(services: Services) -> LiveTable:
    table = await duel(services)
    for _ in range(6):
        await play_one(table)
    await table.act(BEN, reader_of(requests.Act)({"do": "resign", "seat": 2}))
    return table


def read(packed: bytes | None) -> Any:
    assert packed is not None
    return json.loads(gzip.decompress(packed))


async def done(reviews: ReviewScheduler, name: str) -> ReviewStatus:
    """Waits until it is there."""
    while (status := read(await reviews.status(name)))["stage"] in ("waiting", "working"):
        await asyncio.sleep(0.01)
    found: ReviewStatus = status
    return found


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The records that were worked on from now on."""
    begun: list[str] = []

    class Counted(ReviewWork):
        def __init__(self, record: Any, **limits: Any) -> None:
            begun.append(str(record))
            super().__init__(record, **limits)

    monkeypatch.setattr(worker_module, "ReviewWork", Counted)
    return begun


def test_it_is_worked_out_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun = counted(monkeypatch)
    record = parse_record(short_record())
    name = name_of_record(record)

    async def use(services: Services) -> None:
        assert await services.reviews.status(name) is None
        assert await services.reviews.is_needed(name)
        await services.reviews.ask(name, record, None, "here")
        await services.reviews.ask(name, record, None, "there")  # meanwhile
        status = await done(services.reviews, name)
        assert status["stage"] == "done"
        assert status["review"] is not None
        assert status["done"] == status["plies"] == len(record.moves)
        assert not status["review"]["finished"]
        assert not await services.reviews.is_needed(name)
        await services.reviews.ask(name, record, None, "here")  # afterwards
        assert await done(services.reviews, name) == status

    run(tmp_path, use, review_nodes=NODES)

    async def later(services: Services) -> None:
        assert (await done(services.reviews, name))["stage"] == "done"

    run(tmp_path, later, review_nodes=NODES)
    assert len(begun) == 1


def test_a_first_curve_comes_before_anything_is_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also while another review has its turn."""
    hold = Event()

    def stuck(self: Any, ply: int, position: Any) -> Iterator[None]:
        while not hold.is_set():
            time.sleep(0.001)
            yield None
        raise AssertionError("it is not waited for")

    monkeypatch.setattr("azulejos.reviews.reviewing._Game._value", stuck)
    record, other = parse_record(short_record()), Game(seed=5)
    other.play(other.legal_moves[0])

    async def use(services: Services) -> None:
        await services.reviews.ask("first", record, None, "a")
        await services.reviews.ask("second", other.record, None, "b")
        for name, plies in (("first", len(record.moves)), ("second", len(other.record.moves))):
            while not (found := read(await services.reviews.status(name)))["curve"]:
                await asyncio.sleep(0.01)
            assert found["stage"] == "working"
            assert (found["done"], found["plies"], len(found["curve"])) == (0, plies, plies + 1)

    run(tmp_path, use, review_nodes=NODES)


@pytest.mark.corner
def test_two_processes_work_it_out_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    finished: list[str] = []
    finish = ReviewStore.finish

    async def noted(self: ReviewStore, name: str, *rest: Any) -> bool:
        done = await finish(self, name, *rest)
        finished.append(f"{name} {done}")
        return done

    monkeypatch.setattr(ReviewStore, "finish", noted)
    record = parse_record(short_record())

    async def main() -> None:
        async with (
            opened(tmp_path, review_nodes=NODES) as one,
            opened(tmp_path, review_nodes=NODES) as other,
        ):
            await asyncio.gather(
                *(services.reviews.ask("game", record, None, "") for services in (one, other) * 3)
            )
            first, second = [await done(services.reviews, "game") for services in (one, other)]
            assert first == second
            assert first["stage"] == "done"

    asyncio.run(asyncio.wait_for(main(), PATIENCE))
    assert finished == ["game True"]


@pytest.mark.corner
def test_what_a_killed_process_left_is_begun_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scheduler, "SWEEP", 0.02)
    record = parse_record(short_record())

    async def main() -> None:
        async with opened(tmp_path, review_nodes=NODES) as services:
            dead = ReviewStore(services.store, "dead")
            soon = milliseconds() + 300
            await dead.ask("game", None, str(record), soon)
            assert await dead.claim("game", milliseconds(), soon)
            assert await services.reviews.status("game") is not None
            status = await done(services.reviews, "game")
            assert milliseconds() > soon  # Nobody took it before.
            assert status["stage"] == "done"
            assert not await dead.tell("game", b"", soon)  # It is not its own any more.

    asyncio.run(asyncio.wait_for(main(), PATIENCE))


@pytest.mark.corner
def test_what_another_process_has_finished_is_told_while_ours_waits_its_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record = parse_record(short_record())

    async def use(services: Services) -> None:
        async with services.reviews._turns.turn(""):  # Another review is worked on here.
            await services.reviews.ask("game", record, None, "")
            while not read(await services.reviews.status("game"))["curve"]:
                await asyncio.sleep(0.001)
            other = ReviewStore(services.store, "other")
            now = milliseconds()
            assert await other.claim("game", now, now + 1000)
            assert await other.finish("game", b"finished elsewhere", [])
            assert await services.reviews.status("game") == b"finished elsewhere"

    run(tmp_path, use, review_nodes=NODES)


def test_a_server_that_stops_leaves_it_to_the_next(tmp_path: Path) -> None:
    record = parse_record(short_record())

    async def begin(services: Services) -> None:
        await services.reviews.ask("game", record, None, "")
        while not read(await services.reviews.status("game"))["curve"]:
            await asyncio.sleep(0.001)

    run(tmp_path, begin, review_nodes=100_000)

    async def go_on(services: Services) -> None:
        assert (await done(services.reviews, "game"))["stage"] == "done"

    run(tmp_path, go_on, review_nodes=NODES)


def test_a_deleted_table_takes_its_review_along(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await finished_duel(services)
        record = parse_record(short_record())
        await services.reviews.ask(table.id, record, table.id, "")
        await done(services.reviews, table.id)
        await services.tables.delete(table.id, ANA)
        assert await services.reviews.status(table.id) is None

    run(tmp_path, use, review_nodes=NODES)


def test_what_fails_is_told_and_can_be_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    record = parse_record(short_record())

    async def use(services: Services) -> None:
        with monkeypatch.context() as patch:
            patch.setattr("azulejos.reviews.reviewing.analyse", lambda *_, **__: 1 / 0)
            await services.reviews.ask("game", record, None, "")
            status = await done(services.reviews, "game")
        assert status["stage"] == "failed"
        assert status["error"] is not None
        assert status["error"]["code"] == "unexpected"
        assert await services.reviews.is_needed("game")
        await services.reviews.ask("game", record, None, "")
        assert (await done(services.reviews, "game"))["stage"] == "done"

    run(tmp_path, use, review_nodes=NODES)
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.corner
def test_reviews_rest_while_bots_think(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "PATIENCE", PATIENCE)
    record, hold = parse_record(short_record()), Event()

    async def use(services: Services) -> None:
        thought = asyncio.create_task(services.bot_threads.ask(hold.wait, "somebody"))
        await asyncio.sleep(0)
        await services.reviews.ask("game", record, None, "")
        while not (found := read(await services.reviews.status("game")))["curve"]:
            await asyncio.sleep(0.01)
        for _ in range(20):
            await asyncio.sleep(0.01)
            assert read(await services.reviews.status("game"))["done"] == found["done"] == 0
        hold.set()
        await thought
        assert (await done(services.reviews, "game"))["stage"] == "done"

    run(tmp_path, use, review_nodes=NODES)


def test_in_a_process_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which is killed once, and goes when there is nothing left to do."""
    started: list[ReviewProcess] = []

    def start() -> ReviewProcess:
        started.append(ReviewProcess())
        return started[-1]

    monkeypatch.setattr(ReviewScheduler, "start_process", start)
    monkeypatch.setattr(scheduler, "SWEEP", 0.05)
    monkeypatch.setattr(scheduler, "LEASE", 300)
    record = parse_record(short_record())

    async def main() -> None:
        async with opened(tmp_path, review_nodes=NODES) as services:
            await services.reviews.ask("game", record, None, "")
            while not started:
                await asyncio.sleep(0.001)
            os.kill(started[0]._child.pid, signal.SIGKILL)
            assert (await done(services.reviews, "game"))["stage"] == "done"
            while any(process._child.is_running for process in started):
                await asyncio.sleep(0.01)

    # It stands back for everything else on the machine.
    asyncio.run(asyncio.wait_for(main(), 3 * PATIENCE))
    assert len(started) >= 2


@pytest.mark.corner
def test_what_kills_its_process_again_and_again_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Mortal(InThisProcess):
        async def ask(self, question: Begin | None) -> Answer:
            raise ProcessDiedError

    monkeypatch.setattr(ReviewScheduler, "start_process", Mortal)
    monkeypatch.setattr(scheduler, "SWEEP", 0.02)
    monkeypatch.setattr(scheduler, "LEASE", 20)

    async def use(services: Services) -> None:
        await services.reviews.ask("game", parse_record(short_record()), None, "")
        assert (await done(services.reviews, "game"))["stage"] == "failed"

    run(tmp_path, use, review_nodes=NODES)


@pytest.mark.corner
def test_only_the_latest_records_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("azulejos.server.storage.reviews.MOST_RECORDS", 3)

    async def main() -> None:
        store = await Store.open(f"sqlite:///{tmp_path / 'x.db'}")
        kept = ReviewStore(store, "me")
        for number in range(6):
            await kept.ask(f"record-{number}", None, "", number)
        found = await kept.unfinished(milliseconds(), 10)
        assert [review.id for review in found] == ["record-3", "record-4", "record-5"]
        await store.close()

    asyncio.run(main())


def test_of_two_who_claim_one_has_it(database: str) -> None:
    """With every database."""

    async def main() -> None:
        store = await Store.open(database)
        one, other = ReviewStore(store, "one"), ReviewStore(store, "other")
        await asyncio.gather(*(kept.ask("game", None, "text", 5) for kept in (one, other) * 3))
        assert [review.record for review in await one.unfinished(10, 9)] == ["text"]
        claims = await asyncio.gather(one.claim("game", 10, 20), other.claim("game", 10, 20))
        assert sorted(claims) == [False, True]
        owner, idle = (one, other) if claims[0] else (other, one)
        assert await owner.tell("game", b"half", 30)
        assert not await idle.tell("game", b"half", 30)
        assert await idle.unfinished(29, 9) == []
        assert len(await idle.unfinished(31, 9)) == 1  # It was claimed for so long only.
        assert await idle.claim("game", 31, 40)
        assert not await owner.finish("game", b"late", [])
        assert await idle.finish("game", b"whole", [])
        found = await owner.find("game")
        assert found is not None
        assert (found.status, found.finished, found.failed) == (b"whole", True, False)
        await owner.ask("game", None, "text", 50)  # It is there.
        assert await owner.unfinished(100, 9) == []
        await store.close()

    asyncio.run(main())


def test_the_profile_knows_reviewed_games(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await finished_duel(services)
        assert await services.reviews.kept.played_by("a" * 64) == []
        await services.reviews.ask(table.id, parse_record(short_record()), table.id, "")
        status = await done(services.reviews, table.id)
        assert status["review"] is not None
        for who, seat in ((ANA, 1), (BEN, 2)):
            (game,) = await services.reviews.kept.played_by(who.key_hash or "")
            play = status["review"]["play"][seat - 1]
            assert (game.table, list(game.losses)) == (table.id, play["losses"])
            assert game.kinds == play["kinds"]

    run(tmp_path, use, review_nodes=NODES)


class ReviewingServer(NamedTuple):
    server: Server
    folder: Path


@pytest.fixture(scope="module")
def reviewing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ReviewingServer]:
    folder = tmp_path_factory.mktemp("reviews")
    with Server(folder, review_nodes=NODES) as server:
        yield ReviewingServer(server, folder)


def whole(server: Server, path: str) -> Any:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        answer = server.http.get(path)
        assert answer.status_code == 200, answer.text
        if answer.json()["stage"] in ("done", "failed"):
            return answer.json()
        time.sleep(0.02)
    raise AssertionError("it takes too long")


class TestRequests:
    """As the page asks."""

    def test_a_table(self, reviewing: ReviewingServer) -> None:
        game = played_game(2, "std", 3, level="greedy")
        table = keep_game(reviewing.folder, game, [person("Ana"), person("Ben")])
        path = f"/api/tables/{table}/review"
        assert reviewing.server.http.get(path).json()["stage"] == "unasked"
        first = reviewing.server.http.post(path)
        assert first.status_code == 200, first.text
        status = whole(reviewing.server, path)
        assert status["review"]["scores"] == [board.score for board in game.position.boards]
        assert "Ana" not in json.dumps(status)
        assert reviewing.server.http.post(path).json() == status

    def test_a_game_that_goes_on_has_none(self, reviewing: ReviewingServer) -> None:
        seats = [{"kind": "person", "name": name, "level": None} for name in ("Ana", "Ben")]
        table = reviewing.server.new_table({"rules": "std", "seats": seats, "starter": 1})
        for answer in (
            reviewing.server.http.post(f"/api/tables/{table}/review"),
            reviewing.server.http.get(f"/api/tables/{table}/review"),
        ):
            assert answer.status_code == 409
            assert answer.json()["error"]["code"] == "not_over"

    def test_a_record_that_somebody_brings_along(self, reviewing: ReviewingServer) -> None:
        text = game_record().replace('[Players "2"]', '[Players "2"]\n[Player1 "Ana"]')
        http = reviewing.server.http
        name = http.post("/api/reviews", json={"record": text}).json()["id"]
        assert http.post("/api/reviews", json={"record": text}).json()["id"] == name
        status = whole(reviewing.server, f"/api/reviews/{name}")
        assert status["stage"] == "done"
        replay = http.get(f"/api/reviews/{name}/replay").json()
        assert [seat["name"] for seat in replay["table"]["seats"]] == ["Ana", ""]
        assert len(replay["plies"]) == status["plies"]
        assert replay["result"]["scores"] == status["review"]["scores"]

    def test_a_damaged_record_is_a_sentence(self, reviewing: ReviewingServer) -> None:
        text = game_record()
        half = text[: text.rindex("=") + 8]
        empty = '[Rules "std"]\n[Players "2"]\n'
        for record, code in (
            ("no record", "bad_tag"),
            (half, "bad_round_move"),
            (empty, "nothing_to_review"),
        ):
            answer = reviewing.server.http.post("/api/reviews", json={"record": record})
            assert answer.status_code in (409, 422), answer.text
            assert answer.json()["error"]["sentence"]
            if code == "nothing_to_review":
                assert answer.json()["error"]["code"] == code

    def test_before_anybody_has_asked(self, reviewing: ReviewingServer) -> None:
        """Whoever only looks makes no work."""
        game = played_game(2, "std", 3, level="greedy")
        table = keep_game(reviewing.folder, game, [person("Ana"), person("Ben")])
        for _ in range(2):
            found = reviewing.server.http.get(f"/api/tables/{table}/review").json()
            assert (found["stage"], found["curve"], found["review"]) == ("unasked", [], None)

    def test_a_tables_review_is_not_told_as_a_records(self, reviewing: ReviewingServer) -> None:
        game = played_game(2, "std", 3, level="greedy")
        table = keep_game(reviewing.folder, game, [person("Ana"), person("Ben")])
        reviewing.server.http.post(f"/api/tables/{table}/review")
        for path in (f"/api/reviews/{table}", f"/api/reviews/{table}/replay"):
            answer = reviewing.server.http.get(path)
            assert answer.status_code == 404
            assert answer.json()["error"]["code"] == "no_such_review"

    def test_a_scene(self, reviewing: ReviewingServer) -> None:
        game = Game(seed=4)
        moves = [str(game.legal_moves[0])]
        body = {"position": str(game.position), "moves": moves}
        scene = reviewing.server.http.post("/api/scenes", json=body).json()
        assert scene["start"]["position"] == str(game.position)
        assert scene["choices"]["player"] == 1
        assert [ply["entry"]["move"] for ply in scene["plies"]] == moves
        game.play(moves[0])
        assert scene["plies"][0]["state"]["position"] == str(game.position)
        wrong = reviewing.server.http.post("/api/scenes", json=body | {"moves": moves * 2})
        assert wrong.status_code == 409
        assert wrong.json()["error"]["code"] == "bad_round_move"


def test_reviews_are_limited(tmp_path: Path) -> None:
    limits = Limits(reviews=Rate(1, 0.001), people_per_address=1, penalty=0.0)
    with Server(tmp_path, is_local=False, limits=limits, review_nodes=NODES) as server:
        records = [short_record(seed) for seed in (3, 4)]
        first, second, again = [
            server.http.post("/api/reviews", json={"record": record})
            for record in (*records, records[0])
        ]
        assert first.status_code == 200
        assert second.status_code == 429
        assert second.json()["error"]["code"] == "too_fast"
        assert again.status_code == 200  # That makes no work.


@pytest.mark.corner
def test_few_reviews_wait_under_one_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "MOST_WAITING", 2)
    record = parse_record(short_record())

    async def use(services: Services) -> None:
        for number in range(2):
            await services.reviews.ask(str(number), record, None, "greedy")
        with pytest.raises(Exception, match="too much at once"):
            await services.reviews.ask("2", record, None, "greedy")
        await services.reviews.ask("2", record, None, "modest")

    run(tmp_path, use, review_nodes=NODES)
