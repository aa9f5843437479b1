"""Two `azulejos serve` on one PostgreSQL and one Redis are one server to those who play."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from cluster_people import Person

from azulejos.server.storage.store import Store
from balancer import Balancer
from examples import either
from kept_stores import texts_of
from real_servers import Postgres, RedisServer
from serving import Served


class Pair:
    """Two processes that share their games."""

    def __init__(self, folder: Path, database: str, redis: str) -> None:
        self.database = database
        options = ("--database", database, "--redis", redis, "--people-per-address", "1000")
        self.servers: list[Served] = []
        with ExitStack() as stack:
            for name in ("one", "other"):
                server = Served(folder / name, *options, for_others=True)
                self.servers.append(stack.enter_context(server))
            self._stack = stack.pop_all()

    @property
    def ports(self) -> Sequence[int]:
        return [server.port for server in self.servers]

    @property
    def output(self) -> str:
        return "\n".join(server.output for server in self.servers)

    def close(self) -> None:
        self._stack.close()


@pytest.fixture(scope="module")
def pair(
    postgres: Postgres, redis_server: RedisServer, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Pair]:
    pair = Pair(tmp_path_factory.mktemp("pair"), postgres.new_database(), redis_server.address)
    yield pair
    pair.close()


@pytest.fixture
def own_pair(postgres_database: str, own_redis: RedisServer, tmp_path: Path) -> Iterator[Pair]:
    """To be killed as one likes, with a Redis likewise."""
    pair = Pair(tmp_path, postgres_database, own_redis.address)
    yield pair
    pair.close()


@asynccontextmanager
async def people(*ports: int) -> AsyncIterator[list[Person]]:
    """Each comes to another port."""
    async with AsyncExitStack() as stack:
        found = [Person(name, port) for name, port in zip(("Ana", "Ben"), ports, strict=True)]
        for person in found:
            stack.push_async_callback(person.close)
        yield found


async def seated(host: Person, *guests: Person) -> None:
    """At a table of their own, with their sockets."""
    await host.invite(["person", *(["open"] * len(guests))])
    for guest in guests:
        await guest.join(host)
    for person in (host, *guests):
        await person.sit()


async def entries_of(database: str, table: str) -> list[str]:
    store = await Store.open(database)
    try:
        return await texts_of(store, table)
    finally:
        await store.close()


async def played_to_the_end(generator: Random, *persons: Person) -> None:
    async with asyncio.timeout(120):
        await asyncio.gather(*(person.play_on(Random(generator.random())) for person in persons))


@pytest.mark.corner
def test_a_whole_game_across_both(pair: Pair) -> None:
    """Each sees every move of the other, in the same order, and nothing twice."""

    async def play() -> None:
        async with people(*pair.ports) as (ana, ben):
            await seated(ana, ben)
            first = ben.number
            await played_to_the_end(Random(1), ana, ben)
            await asyncio.gather(*(p.until(lambda: ana.number == ben.number) for p in (ana, ben)))
            assert ana.now["result"] == ben.now["result"]
            assert ana.now["state"] == ben.now["state"]
            assert ben.numbers == list(range(first, ben.number + 1))
            assert ana.lives == ben.lives == 1
            entries = await entries_of(pair.database, ana.table)
            assert len(entries) == ana.number
            assert {*ana.acknowledged, *ben.acknowledged} <= set(range(1, len(entries) + 1))

    asyncio.run(play())


@pytest.mark.corner
def test_a_number_has_one_winner(pair: Pair) -> None:
    """Two devices of the same person, one at each process, do different things at once."""

    async def play() -> None:
        async with people(*pair.ports) as (ana, again):
            await ana.invite(["person", "person"])
            again.http.cookies.update(ana.http.cookies)
            again.table = ana.table
            await ana.sit()
            await again.sit()
            generator = Random(2)
            for _ in range(12):
                top = max(ana.number, again.number)
                await asyncio.gather(ana.reaches(top), again.reaches(top))
                assert ana.now["state"] == again.now["state"]
                answers = await asyncio.gather(ana.move(generator), again.move(generator))
                kinds = sorted(answer["type"] for answer in answers if answer)
                assert kinds == ["accepted", "error"]
                refused = next(a for a in answers if a and a["type"] == "error")
                assert refused["error"]["code"] == "stale"
                assert max(ana.number, again.number) > top

    asyncio.run(play())


def away(person: Person) -> list[int] | None:
    """The seats that are away, as somebody has last heard."""
    said = [message for message in person.heard if message["type"] == "presence"]
    return [each["seat"] for each in said[-1]["away"]] if said else None


def test_who_is_there_is_known_at_both(pair: Pair) -> None:
    async def play() -> None:
        async with people(*pair.ports) as (ana, ben):
            await seated(ana, ben)
            await ana.until(lambda: away(ana) == [])
            await ben.until(lambda: away(ben) == [])
            await ben.rise()
            await ana.until(lambda: away(ana) == [2])
            await ben.sit()
            await ana.until(lambda: away(ana) == [])

    asyncio.run(play())


@pytest.mark.corner
def test_a_phrase_crosses(pair: Pair) -> None:
    async def play() -> None:
        async with people(*pair.ports) as (ana, ben):
            await seated(ana, ben)
            await ana.wish("say", seat=1, phrase="good_luck")
            said = {"type": "said", "seat": 1, "phrase": "good_luck"}
            await ben.until(lambda: said in ben.heard)
            await ana.until(lambda: said in ana.heard)
            assert ben.heard.count(said) == ana.heard.count(said) == 1

    asyncio.run(play())


def test_a_table_that_is_deleted_is_gone_at_both(pair: Pair) -> None:
    async def play() -> None:
        async with people(*pair.ports) as (ana, ben):
            await seated(ana, ben)
            await ana.ask("DELETE", f"/api/tables/{ana.table}")
            await ben.until(lambda: {"type": "deleted"} in ben.heard)
            answer = await ben.http.get(f"/api/tables/{ana.table}")
            assert answer.status_code == 404

    asyncio.run(play())


def test_bots_move_once(pair: Pair) -> None:
    """However many processes look at them; none of them thinks in vain."""

    async def play() -> None:
        async with people(*pair.ports) as (ana, again):
            await ana.invite(["person", "novice", "novice"])
            again.http.cookies.update(ana.http.cookies)
            again.table = ana.table
            await ana.sit()
            await again.sit()
            first = again.number
            await played_to_the_end(Random(3), ana)
            await again.until(lambda: again.number == ana.number)
            assert again.now["result"] == ana.now["result"]
            assert again.numbers == list(range(first, again.number + 1))

    asyncio.run(play())
    assert "was not written" not in pair.output


def test_either_process_may_be_killed(own_pair: Pair) -> None:
    """Behind a load balancer: the clients move over by themselves, and nothing is lost."""

    async def play() -> None:
        async with Balancer(own_pair.ports) as balancer, people(*[balancer.port] * 2) as (ana, ben):
            await seated(ana, ben)
            generator = Random(4)
            for server in own_pair.servers * either(1, 2):
                goal = ana.number + 10
                playing = [person.play_on(generator, goal) for person in (ana, ben)]
                going_on = asyncio.gather(*playing)
                await ana.reaches(goal - 6)
                await asyncio.to_thread(server.kill)
                await going_on  # with the other one
                await asyncio.to_thread(server.start_again)
            await played_to_the_end(generator, ana, ben)
            await asyncio.gather(*(p.until(lambda: ana.number == ben.number) for p in (ana, ben)))
            assert ana.now["state"] == ben.now["state"]
            assert ana.lives + ben.lives > 2
            assert set(balancer.taken) == set(own_pair.ports)
            entries = await entries_of(own_pair.database, ana.table)
            assert len(entries) == ana.number
            assert {*ana.acknowledged, *ben.acknowledged} <= set(range(1, len(entries) + 1))

    asyncio.run(play())


@pytest.mark.corner
def test_redis_may_be_away_in_the_middle_of_a_game(own_pair: Pair, own_redis: RedisServer) -> None:
    async def play() -> None:
        async with people(*own_pair.ports) as (ana, ben):
            await seated(ana, ben)
            await asyncio.gather(ana.play_on(Random(5), 8), ben.play_on(Random(6), 8))
            await asyncio.to_thread(own_redis.kill)
            await asyncio.gather(ana.play_on(Random(7), 11), ben.play_on(Random(8), 11))
            await asyncio.to_thread(own_redis.start)
            await asyncio.gather(ana.play_on(Random(7), 14), ben.play_on(Random(8), 14))
            for server in own_pair.servers:
                await asyncio.to_thread(server.until_said, "is back")
            began = asyncio.get_running_loop().time()
            await played_to_the_end(Random(9), ana, ben)
            assert asyncio.get_running_loop().time() - began < 60
            assert ana.lives == ben.lives == 1

    asyncio.run(play())
    for server in own_pair.servers:
        assert server.output.count("is away") == 1
        assert server.output.count("is back") == 1
        assert own_redis.password not in server.output
