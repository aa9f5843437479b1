"""Who is away, since when, and when others may let a bot play."""

from __future__ import annotations

import asyncio
import time

import pytest
from company_scenes import ANA, AWAY, BEN, BOT, FREE, GONE, dealt, new_game

from azulejos.server.live import presence
from azulejos.server.live.presence import Presence, presence_elsewhere, presence_text
from azulejos.server.live.timer import Timer
from azulejos.tables.roster import Roster

PLAYING = dealt(ANA, BEN, BOT).roster


class Watch:
    """What is told, and how often it is looked again."""

    def __init__(self, roster: Roster, away_after: float) -> None:
        self.roster = roster
        self.told: list[tuple[list[int], list[int], int]] = []
        self.presence = Presence(away_after)
        self.timer = Timer()

    def look(self) -> None:
        said, wait = self.presence.news(self.roster)
        if said is not None:
            away = [each["seat"] for each in said["away"]]
            self.told.append((away, said["may_stand_in"], said["watchers"]))
        if wait is not None:
            self.timer.set(wait, self.look)

    def see(self, *seats: int, watchers: int = 0) -> None:
        self.presence.see(seats, watchers)
        self.look()


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "PAUSE", 0.05)


def test_changes_are_told_and_bots_may_stand_in_after_a_while() -> None:
    async def use() -> None:
        watch = Watch(PLAYING, 0.2)
        watch.see(1, 2)
        watch.see(1, 2)
        assert watch.told == [([], [], 0)]
        await asyncio.sleep(0.06)
        watch.see(1)
        assert watch.told[-1] == ([2], [], 0)
        await asyncio.sleep(0.3)
        assert watch.told[-1] == ([2], [2], 0)
        assert len(watch.told) == 3
        watch.see(1, 2, watchers=3)
        assert watch.told[-1] == ([], [], 3)
        watch.timer.clear()

    asyncio.run(use())


def test_many_changes_are_told_once_and_the_last_is_not_lost() -> None:
    async def use() -> None:
        watch = Watch(PLAYING, 60)
        for watchers in range(30):
            watch.see(1, 2, watchers=watchers)
        assert len(watch.told) == 1
        await asyncio.sleep(0.1)
        assert watch.told[1:] == [([], [], 29)]
        watch.timer.clear()

    asyncio.run(use())


@pytest.mark.parametrize(
    ("roster", "may"),
    [
        (PLAYING, [1, 2]),
        (dealt(ANA, AWAY, BOT).roster, [1]),
        (dealt(ANA, GONE, BOT).roster, [1]),
        (new_game(ANA, BEN, FREE).roster, []),
    ],
)
def test_for_whom_a_bot_may_play(roster: Roster, may: list[int]) -> None:
    async def use() -> None:
        watch = Watch(roster, 0.0)
        time.sleep(0.001)
        assert watch.presence.long_away(roster) == may

    asyncio.run(use())


def test_what_processes_show_each_other() -> None:
    texts = [presence_text({2, 1}, 3), presence_text((), 1)]
    assert presence_elsewhere(texts) == (frozenset({1, 2}), 4)
    assert presence_elsewhere([]) == (frozenset(), 0)
