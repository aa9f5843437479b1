"""One visitor's many bots never starve another's."""

from __future__ import annotations

import asyncio
import os
import sys
from threading import Barrier, Event, get_native_id

import pytest

from azulejos.server.errors import ServerError
from azulejos.server.live.fair_scheduler import FairQueue
from azulejos.server.live.thinking import MODESTY, BotThreads

PATIENCE = 30.0  # seconds: the machine may be busy


def test_who_used_least_comes_first() -> None:
    async def order() -> list[str]:
        loop = asyncio.get_running_loop()
        queue, named = FairQueue(), {}
        for place in range(3):
            for share in ("greedy", "modest"):
                turn = loop.create_future()
                named[turn] = f"{share} {place}"
                queue.put(share, turn)
        queue.charge("greedy", 5.0)
        found: list[str] = []
        while (next_turn := queue.take()) is not None:
            found.append(named[next_turn])
            queue.charge(found[-1].split()[0], 2.0)
        return found

    assert asyncio.run(order()) == [
        *("modest 0", "modest 1", "modest 2"),
        *("greedy 0", "greedy 1", "greedy 2"),
    ]


def test_a_newcomer_begins_where_the_most_modest_is() -> None:
    async def shares() -> list[bool]:
        loop = asyncio.get_running_loop()
        queue = FairQueue()
        queue.charge("old", 100.0)
        old, new = loop.create_future(), loop.create_future()
        queue.put("old", old)
        queue.put("new", new)
        queue.charge("new", 1.0)  # is behind now
        later = loop.create_future()
        queue.put("old", later)
        return [queue.take() is turn for turn in (old, later, new)]

    assert asyncio.run(shares()) == [True, True, True]


def test_nobody_waits_for_all_questions_of_another() -> None:
    """Two hundred questions of one visitor are before one of another."""

    async def places() -> list[str]:
        bot_threads = BotThreads(2)
        everybody_has_asked = Event()
        answered: list[str] = []

        def answer(visitor: str) -> None:
            everybody_has_asked.wait()
            answered.append(visitor)

        def ask(visitor: str) -> asyncio.Task[None]:
            return asyncio.create_task(bot_threads.ask(lambda: answer(visitor), visitor))

        tasks = [*(ask("10.0.0.1") for _ in range(200)), ask("10.0.0.2")]
        await asyncio.sleep(0)  # Each task begins, and waits for its turn.
        everybody_has_asked.set()
        await asyncio.gather(*tasks)
        await asyncio.to_thread(bot_threads.close)
        return answered

    assert asyncio.run(places()).index("10.0.0.2") < 6


@pytest.mark.parametrize("number", [1, 3])
def test_so_many_think_at_the_same_time(number: int) -> None:
    async def most() -> int:
        bot_threads = BotThreads(number)
        together = Barrier(number)  # breaks unless so many come to it at once
        tasks = [
            asyncio.create_task(bot_threads.ask(lambda: together.wait(PATIENCE), str(visitor)))
            for visitor in range(number)
        ]
        places = await asyncio.gather(*tasks)
        await asyncio.to_thread(bot_threads.close)
        return len(set(places))

    assert asyncio.run(most()) == number


def test_a_turn_that_is_given_up_goes_to_the_next() -> None:
    async def answers() -> str:
        bot_threads = BotThreads(1)
        hold = Event()
        first = asyncio.create_task(bot_threads.ask(hold.wait, "a"))
        await asyncio.sleep(0)
        second = asyncio.create_task(bot_threads.ask(lambda: "never", "b"))
        third = asyncio.create_task(bot_threads.ask(lambda: "third", "c"))
        await asyncio.sleep(0)
        second.cancel()
        first.cancel()  # Its thread thinks on, and has the place until it is done.
        await asyncio.sleep(0.02)
        assert not third.done()
        hold.set()
        found = await asyncio.wait_for(third, 30)
        assert await asyncio.wait_for(bot_threads.ask(lambda: "fourth"), 30) == "fourth"
        await asyncio.to_thread(bot_threads.close)
        with pytest.raises(ServerError, match="stopping"):
            await bot_threads.ask(lambda: None)
        return found

    assert asyncio.run(answers()) == "third"


def test_questions_that_fail_give_their_place_back() -> None:
    async def fails() -> None:
        bot_threads = BotThreads(1)
        for _ in range(3):
            with pytest.raises(ZeroDivisionError):
                await asyncio.wait_for(bot_threads.ask(lambda: 1 // 0), 30)
        await asyncio.to_thread(bot_threads.close)

    asyncio.run(fails())


@pytest.mark.skipif(sys.platform != "linux", reason="only there threads have a niceness")
def test_those_who_think_stand_back_for_the_table() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, get_native_id())

    async def of_a_thinker() -> int:
        bot_threads = BotThreads(1)
        try:
            return await bot_threads.ask(niceness)
        finally:
            bot_threads.close()

    assert asyncio.run(of_a_thinker()) == min(19, niceness() + MODESTY)
