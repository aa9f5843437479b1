"""People with keys of their own at a live table: from inside, with the real store."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from local_services import (
    ANA,
    BEN,
    CID,
    EVE,
    OPEN,
    OPTIONS,
    PERSON,
    Onlooker,
    bot,
    duel,
    first_move,
    join,
    play_one,
    run,
    table_of,
    until,
)

from azulejos.rules import AzulejosError
from azulejos.server.live.live_table import LiveTable
from azulejos.server.live.presence import PAUSE
from azulejos.server.services import Services
from azulejos.server.storage.invitations import invites_of, make_link
from azulejos.tables.errors import TableError
from azulejos.tables.messages import requests
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.rights import Visitor
from tables import refuses


async def act(table: LiveTable, visitor: Visitor, do: str, **more: Any) -> int:
    return await table.act(visitor, reader_of(requests.Act)({"do": do} | more))


def test_the_last_who_sits_down_begins_the_game(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await table_of(services, PERSON, OPEN, OPEN)
        ana = Onlooker(table, ANA)
        welcome = await ana.hear("welcome")
        assert (welcome["number"], welcome["table"]["stage"]) == (0, "open")
        assert welcome["you"] == {"seats": [1], "host": True, "alone": True}
        with refuses(TableError, "not_started"):
            await table.move(ANA, 0, "1B1")
        await join(services, table, 3, CID, "Cid")
        assert (await ana.hear("table"))["table"]["stage"] == "open"
        await join(services, table, 2, BEN, "Ben")
        assert (await ana.hear("table"))["event"] == {"name": "joined", "seat": 2}
        played = await ana.hear("played")
        assert (played["number"], played["choices"]["player"]) == (3, 1)
        assert await invites_of(services.store, table.id) == []
        assert [seat["name"] for seat in table.table()["seats"]] == ["", "Ben", "Cid"]

    run(tmp_path, use)


def test_an_invitation_is_for_one(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await table_of(services, PERSON, OPEN, OPEN)
        token = (await invites_of(services.store, table.id))[0].token
        sit = [table.join(who, 2, "x", None, token) for who in (BEN, CID, EVE)]
        outcomes = await asyncio.gather(*sit, return_exceptions=True)
        codes = [o.code for o in outcomes if isinstance(o, AzulejosError)]
        assert len(codes) == 2
        assert set(codes) <= {"no_such_invite", "seat_taken"}
        assert [len(table.rights(who).seats) for who in (BEN, CID, EVE)] == [1, 0, 0]

    run(tmp_path, use)


def test_choices_and_undo_are_for_those_who_may(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services)
        people = [Onlooker(table, who) for who in (ANA, BEN, EVE)]
        for one in people:
            await one.hear("welcome")
        await play_one(table)
        told = [await one.hear("played") for one in people]
        assert [message["choices"] is not None for message in told] == [False, True, False]
        assert [message["undo"]["move"] for message in told] == [True, False, False]
        assert told[0]["undo"]["ask"]
        with refuses(TableError, "not_your_seat"):
            await table.move(ANA, table.number, first_move(table))
        with refuses(TableError, "no_hints_here"):
            await table.hint(BEN, table.number)

    run(tmp_path, use)


def test_undo_by_consent(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services)
        before = table.line
        await play_one(table)
        ben = Onlooker(table, BEN)
        await table.undo(ANA, table.number, "move")
        asked = (await ben.hear("table"))["proposal"]
        assert (asked["what"], asked["keep"], asked["waits"]) == ("undo", 1, [2])
        with refuses(TableError, "proposal_pending"):
            await table.undo(ANA, table.number, "move")
        await act(table, BEN, "answer", seat=2, asked=asked["number"], yes=True)
        assert table.line == before
        assert (await ben.hear("table"))["proposal"]["waits"] == []
        undone = await ben.hear("undone")
        assert (undone["keep"], undone["player"], undone["proposal"]) == (1, 1, None)

    run(tmp_path, use)


def test_a_move_against_a_takeback(tmp_path: Path) -> None:
    """Exactly one of them counts."""

    async def use(services: Services) -> None:
        table = await duel(services)
        await play_one(table)
        await table.undo(ANA, table.number, "move")
        asked = table.roster.proposal
        assert asked is not None
        number, plies = table.number, len(table.line.plies)
        answer = act(table, BEN, "answer", seat=2, asked=asked.number, yes=True)
        move = table.move(BEN, number, first_move(table))
        outcomes = await asyncio.gather(answer, move, return_exceptions=True)
        failed = [o.code for o in outcomes if isinstance(o, AzulejosError)]
        assert failed in (["stale"], ["no_proposal"])
        assert len(table.line.plies) - plies == (1 if failed == ["no_proposal"] else -1)

    run(tmp_path, use)


def test_away_a_bot_stands_in_and_back(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services)
        ana, ben = Onlooker(table, ANA), Onlooker(table, BEN)
        with refuses(TableError, "not_away"):
            await act(table, ANA, "stand_in", seat=2)
        ana.waiting()  # Before Ben came, he may have been away for long enough.
        ben.leave()
        while (await ana.hear("presence"))["may_stand_in"] != [2]:
            pass
        await act(table, ANA, "stand_in", seat=2)
        await play_one(table)
        await until(lambda: table.line.position.turn == 1)  # the bot has moved
        ben = Onlooker(table, BEN)
        welcome = await ben.hear("welcome")
        assert welcome["table"]["seats"][1]["stand_in"] == "casual"
        back = await ben.hear("table")
        assert (back["event"]["name"], back["number"]) == ("back", welcome["number"] + 1)
        await play_one(table)
        assert (await ben.hear("played"))["choices"]["player"] == 2

    run(tmp_path, use, away_after=0.05)


def test_presence_is_told_at_most_once_a_second(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services)
        ana = Onlooker(table, ANA)
        began = time.monotonic()
        for _ in range(20):
            Onlooker(table, EVE).leave()
            await asyncio.sleep(0.01)
        told = [m for m in ana.waiting() if m["type"] == "presence"]
        assert len(told) <= 2 + (time.monotonic() - began) / PAUSE

    run(tmp_path, use)


def test_the_time_for_a_move_is_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(services: Services) -> None:
        table = await duel(services, clock=60)
        ana = Onlooker(table, ANA)
        left = (await ana.hear("welcome"))["left"]
        assert 50_000 < left <= 60_000
        # A new limit counts from now on.
        monkeypatch.setattr("azulejos.tables.table.due_after", _soon)
        await act(table, ANA, "options", options=OPTIONS | {"clock": 5})
        assert (await ana.hear("table"))["event"]["name"] == "options"
        late = await ana.hear("table")
        assert late["event"] == {"name": "late", "seat": 1}
        assert late["choices"] is None
        played = await ana.hear("played")
        assert (played["entry"]["player"], played["number"]) == (1, late["number"] + 1)

    run(tmp_path, use)


def _soon(before: Any, after: Any, due: int | None, now: int) -> int | None:
    """As if the limit were a tenth of a second."""
    if after.position.turn != 1 or after.roster.stage != "playing":
        return None
    return now + 100


def test_leaving_resigning_abandoning(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services, OPEN)
        await join(services, table, 3, CID)
        await act(table, CID, "leave", seat=3)
        assert table.table()["seats"][2]["kind"] == "bot"
        assert table.rights(CID).watches
        await act(table, ANA, "seat_open", seat=3)
        await join(services, table, 3, EVE, "Eve")
        assert table.rights(EVE).seats == {3}
        await act(table, BEN, "resign", seat=2)
        assert table.rights(BEN).seats == {2}  # may look on, talk, and play again
        await act(table, ANA, "abandon", seat=1)
        assert table.roster.proposal is not None
        assert table.roster.proposal.waits == (3,)
        await act(table, EVE, "answer", seat=3, asked=table.number, yes=True)
        assert (table.roster.ended, table.now(ANA)["result"]) == ("abandoned", None)
        found = await services.tables.listing(EVE)
        assert [(s["ended"], s["winners"], s["turn"], s["yours"]) for s in found["tables"]] == [
            ("abandoned", None, 0, [3])
        ]

    run(tmp_path, use)


def test_a_rematch_is_one_table_for_all(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services, bot(), name="Club", clock=600)
        await act(table, BEN, "resign", seat=2)
        await act(table, ANA, "resign", seat=1)
        wishes = [act(table, who, "rematch", seat=n) for who, n in ((ANA, 1), (BEN, 2))]
        await asyncio.gather(*wishes)
        name = table.roster.rematch
        assert name is not None
        assert table.number == 1 + 1 + 3 + 1
        again = await services.tables.get(name)
        shown = again.table()
        assert (shown["starter"], shown["stage"]) == (2, "playing")
        assert shown["series"] == {"id": table.id, "game": 2, "wins": [0, 0, 1]}
        assert [(s["kind"], s["name"], s["stand_in"], s["resigned"]) for s in shown["seats"]] == [
            ("person", "", None, False),
            ("person", "Ben", None, False),
            ("bot", "", None, False),
        ]
        assert (again.rights(ANA).seats, again.rights(ANA).host) == (frozenset({1}), True)
        assert again.rights(BEN).seats == {2}
        assert (shown["options"]["name"], shown["options"]["clock"]) == ("Club", 600)
        assert len((await services.tables.listing(BEN))["tables"]) == 2

    run(tmp_path, use)


async def _add_device(services: Services, table: LiveTable) -> list[int]:
    """A phone gets what Ana has."""
    token = await make_link(services.store, table.id, ANA.key_hash or "")
    return await table.add_device(token, EVE.key_hash or "")


def test_another_device(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services)
        phone = Onlooker(table, EVE)
        await phone.hear("welcome")
        assert await _add_device(services, table) == [0, 1]
        assert (await phone.hear("you"))["you"] == {"seats": [1], "host": True, "alone": False}
        await table.move(EVE, table.number, first_move(table))
        await _add_device(services, table)  # again changes nothing
        services.tables._live.clear()
        table = await services.tables.get(table.id)
        assert table.rights(EVE) == table.rights(ANA)

    run(tmp_path, use)


def test_phrases(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services)
        ben = Onlooker(table, BEN)
        table.say(ANA, 1, "hello")
        assert await ben.hear("said") == {"type": "said", "seat": 1, "phrase": "hello"}
        with refuses(TableError, "not_your_seat"):
            table.say(EVE, 1, "hello")
        for _ in range(4):
            table.say(ANA, 1, "thanks")
        with refuses(TableError, "too_fast"):
            table.say(ANA, 1, "thanks")
        table.say(BEN, 2, "bye")
        assert table.number == 2  # nothing of it is kept

    run(tmp_path, use)


def test_a_private_table(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await duel(services)
        eve = Onlooker(table, EVE)
        await eve.hear("welcome")
        await act(table, ANA, "options", options=OPTIONS | {"watching": False})
        assert (await eve.hear("error"))["error"]["code"] == "not_invited"
        assert await eve.subscriber.next() is None
        for ask in (table.now, table.standing, table.seen_by, table.admit):
            with refuses(TableError, "not_invited"):
                ask(EVE)
        table.now(BEN)

    run(tmp_path, use)


def test_with_a_delay_nobody_is_told_who_has_left(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        await table_of(services, PERSON, OPEN, public=True, joining=True, delay=1)
        listed: list[Any] = []
        while not listed:  # Until then it is not listed at all.
            await asyncio.sleep(0.02)
            listed = (await services.tables._find_public())["tables"]
        assert [each["deserted"] for each in listed] == [False]

    run(tmp_path, use)


def test_public_tables_that_everybody_has_left_come_last(tmp_path: Path) -> None:
    async def found(services: Services) -> list[tuple[str, bool]]:
        return [(s["id"], s["deserted"]) for s in (await services.tables._find_public())["tables"]]

    async def use(services: Services) -> None:
        table, newer = [
            await table_of(services, PERSON, OPEN, public=True, joining=True) for _ in range(2)
        ]
        ana, eve = Onlooker(table, ANA), Onlooker(newer, EVE)  # who only watches
        for one in (ana, eve):
            await one.hear("welcome")
        assert await found(services) == [(table.id, False), (newer.id, True)]
        ana.leave()
        eve.leave()
        assert dict(await found(services)) == {table.id: True, newer.id: True}
        table.used = newer.used = -1e9
        services.tables.drop_idle()
        assert dict(await found(services)) == {table.id: True, newer.id: True}

    run(tmp_path, use)


def test_lists(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        hidden, public = await duel(services), await duel(services, public=True)
        assert [s["id"] for s in (await services.tables.public())["tables"]] == [public.id]
        assert [s["yours"] for s in (await services.tables.listing(BEN))["tables"]] == [[2], [2]]
        assert (await services.tables.listing(EVE))["tables"] == []
        assert (await services.tables.listing(Visitor()))["tables"] == []
        with refuses(TableError, "not_host"):
            await services.tables.delete(hidden.id, BEN)
        await services.tables.delete(hidden.id, ANA)
        assert len((await services.tables.listing(ANA))["tables"]) == 1

    run(tmp_path, use)


def test_who_looks_on_and_then_sits_down_may_move_at_once(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await table_of(services, OPEN, PERSON)
        ben = Onlooker(table, BEN)
        assert (await ben.hear("welcome"))["you"]["seats"] == []
        await join(services, table, 1, BEN)
        welcome = await ben.hear("welcome")
        assert (welcome["you"]["seats"], welcome["choices"]["player"]) == ([1], 1)

    run(tmp_path, use)


def test_a_host_without_a_seat_is_behind_like_all_who_look_on(tmp_path: Path) -> None:
    async def use(services: Services) -> None:
        table = await table_of(services, PERSON, OPEN, OPEN, delay=3600)
        await join(services, table, 2, BEN)
        await act(table, ANA, "leave", seat=1)
        await act(table, ANA, "start", fill="novice")
        assert table.roster.stage == "playing"
        assert table.seen_by(ANA).roster.stage == "open"
        (listed,) = (await services.tables.listing(ANA))["tables"]
        assert (listed["stage"], listed["yours"], listed["host"]) == ("open", [], True)
        (listed,) = (await services.tables.listing(BEN))["tables"]
        assert (listed["stage"], listed["yours"], listed["host"]) == ("playing", [2], False)
        options = OPTIONS | {"watching": False, "delay": 3600}
        await act(table, ANA, "options", options=options)
        table.standing(ANA)  # a host is never sent away

    run(tmp_path, use)
