"""However many tables there are, few bots keep memory."""

from __future__ import annotations

from threading import Event

import pytest
from server_games import initial_state

from azulejos.protocol import Thought
from azulejos.rules import Position, RuleSet, legal_moves
from azulejos.server.live import thinking
from azulejos.server.live.thinking import BotCache, BotPlayer


class Big:
    """A bot that counts how often it was made, and how many there are."""

    made = 0
    there = 0

    def __init__(self) -> None:
        Big.made += 1
        Big.there += 1

    def choose(self, position: Position) -> Thought:
        return Thought(legal_moves(position)[0])

    def stop(self) -> None:
        """Nothing to stop."""

    def close(self) -> None:
        Big.there -= 1


@pytest.fixture(autouse=True)
def _big_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(thinking, "make_bot", lambda level, threads: Big())
    monkeypatch.setattr(thinking, "BOT_CACHE", BotCache())
    Big.made = Big.there = 0


def test_only_those_who_thought_last_keep_their_memory() -> None:
    position = initial_state(RuleSet.STD, 4).position
    seats = [BotPlayer("master") for _ in range(3 * BotCache.MOST)]
    for seat in seats:
        assert seat.choose(position, Event()) == legal_moves(position)[0]
        assert Big.there <= BotCache.MOST
    assert Big.made == len(seats)
    seats[-1].choose(position, Event())
    assert Big.made == len(seats)  # it was awake
    assert seats[0].choose(position, Event()) == legal_moves(position)[0]
    assert Big.made == len(seats) + 1  # it had to be made anew
    assert Big.there == BotCache.MOST


def test_who_thinks_is_not_put_to_sleep() -> None:
    position = initial_state(RuleSet.STD, 2).position
    seat = BotPlayer("master")
    seat.choose(position, Event())
    with seat._one_at_a_time:
        seat.sleep()
        assert Big.there == 1
    seat.sleep()
    assert Big.there == 0
