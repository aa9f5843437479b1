"""Who is away, since when, and when others may let a bot play."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from company_scenes import ANA, AWAY, BEN, BOT, FREE, GONE, dealt, new_game

from azulejos.server.live import presence
from azulejos.server.live.presence import Presence, presence_elsewhere, presence_text
from azulejos.tables.roster import Roster

PLAYING = dealt(ANA, BEN, BOT).roster


class Watch:
    """What is told, and how often it is looked again; by a clock that is set."""

    def __init__(self, roster: Roster, away_after: float, monkeypatch: pytest.MonkeyPatch) -> None:
        self.roster = roster
        self.told: list[tuple[list[int], list[int], int]] = []
        self._now = 1000.0
        self._rings: float | None = None
        monkeypatch.setattr(presence, "time", SimpleNamespace(monotonic=lambda: self._now))
        self.presence = Presence(away_after)

    def look(self) -> None:
        said, wait = self.presence.news(self.roster)
        if said is not None:
            away = [each["seat"] for each in said["away"]]
            self.told.append((away, said["may_stand_in"], said["watchers"]))
        if wait is not None:
            self._rings = self._now + wait

    def see(self, *seats: int, watchers: int = 0) -> None:
        self.presence.see(seats, watchers)
        self.look()

    def wait(self, seconds: float) -> None:
        """Time passes; whenever it was asked for, it is looked again."""
        end = self._now + seconds
        while self._rings is not None and self._rings <= end:
            self._now, self._rings = self._rings, None
            self.look()
        self._now = end


def test_changes_are_told_and_bots_may_stand_in_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Watch(PLAYING, 60, monkeypatch)
    watch.see(1, 2)
    watch.see(1, 2)
    assert watch.told == [([], [], 0)]
    watch.wait(2)
    watch.see(1)
    assert watch.told[1:] == [([2], [], 0)]
    watch.wait(59)
    assert len(watch.told) == 2
    watch.wait(2)
    assert watch.told[2:] == [([2], [2], 0)]
    watch.wait(1000)
    assert len(watch.told) == 3
    watch.see(1, 2, watchers=3)
    assert watch.told[3:] == [([], [], 3)]


def test_many_changes_are_told_once_and_the_last_is_not_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    watch = Watch(PLAYING, 60, monkeypatch)
    for watchers in range(30):
        watch.see(1, 2, watchers=watchers)
    assert len(watch.told) == 1
    watch.wait(0.9)
    assert len(watch.told) == 1
    watch.wait(0.2)
    assert watch.told[1:] == [([], [], 29)]


@pytest.mark.parametrize(
    ("roster", "may"),
    [
        (PLAYING, [1, 2]),
        (dealt(ANA, AWAY, BOT).roster, [1]),
        (dealt(ANA, GONE, BOT).roster, [1]),
        (new_game(ANA, BEN, FREE).roster, []),
    ],
)
def test_for_whom_a_bot_may_play(
    roster: Roster, may: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    watch = Watch(roster, 60, monkeypatch)
    watch.wait(59)
    assert watch.presence.long_away(roster) == []
    watch.wait(1)
    assert watch.presence.long_away(roster) == may


def test_what_processes_show_each_other() -> None:
    texts = [presence_text({2, 1}, 3), presence_text((), 1)]
    assert presence_elsewhere(texts) == (frozenset({1, 2}), 4)
    assert presence_elsewhere([]) == (frozenset(), 0)
