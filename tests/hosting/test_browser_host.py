"""The host of tables in a browser, in this process: the server's messages, stored before told."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any

import pytest
from plain_services import Browser, Tab, View, order

from api_client import legal_targets
from azulejos.bots import GreedyBot
from azulejos.notation import parse_record
from azulejos.rules import RuleSet
from azulejos.tables import table as wishes
from azulejos.tables.decisions.new_tables import new_table as new_table_at_server
from azulejos.tables.messages.records import record_text
from azulejos.tables.messages.requests import NewSeat, NewTable, WantedOptions
from azulejos.tables.rights import Visitor
from azulejos.tables.table import Table
from taken_along import as_sent

Trial = Callable[[], Coroutine[Any, Any, None]]


async def until(ready: Callable[[], bool]) -> None:
    while not ready():
        await asyncio.sleep(0)


async def my_turn(view: View) -> None:
    await until(lambda: view.last["choices"] is not None or view.last["result"] is not None)


def a_move(view: View) -> dict[str, Any]:
    """The one that brings most of those that are listed, as the page would send it."""
    allowed = legal_targets(view.last["choices"])
    chosen = max(allowed, key=lambda target: (target["preview"] or {"points": 0})["points"])
    return {"type": "move", "number": view.last["number"], "move": chosen["move"]}


async def new_table(tab: Tab, **options: Any) -> View:
    table = await tab.ask("POST", "/api/tables", order(**options))
    view = tab.sit_at(table["id"])
    await view.hello()
    return view


async def play_on(view: View, moves: int = 1000) -> None:
    """So many moves of the person, or to the end of the game."""
    for _ in range(moves):
        await my_turn(view)
        if view.last["result"]:
            return
        assert (await view.ask(**a_move(view)))["type"] == "accepted"


@pytest.mark.covering(1)
@pytest.mark.parametrize("rules", [rules.value for rules in RuleSet])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_whole_game_with_all_that_is_kept_of_it(rules: str, players: int) -> None:
    async def trial() -> None:
        browser = Browser()
        tab = browser.open_tab()
        view = await new_table(tab, rules=rules, players=players)
        await play_on(view)
        name = next(iter(browser.storage.tables))
        numbers = [message["number"] for message in view.numbered]
        assert numbers == list(range(1, len(numbers) + 1))
        replay = await tab.ask("GET", f"/api/tables/{name}/replay")
        assert replay["result"] == view.last["result"]
        assert replay["plies"][-1]["state"] == view.last["state"]
        record = await tab.host.request("GET", f"/api/tables/{name}/record")
        assert parse_record(record.body).result == tuple(view.last["result"]["scores"])
        assert record.file.endswith(f"{name}.azul")
        found = await tab.ask("GET", "/api/me")
        assert (found["games"], found["by_rules"][0]["rules"]) == (1, rules)
        again = browser.open_tab()  # nothing in memory
        assert (await again.ask("GET", f"/api/tables/{name}"))["state"] == view.last["state"]

    asyncio.run(trial())


def test_what_is_said_at_once_is_answered_in_order() -> None:
    """The pong behind a greeting says that all was told."""

    async def trial() -> None:
        browser = Browser()
        table = await browser.open_tab().ask("POST", "/api/tables", order())
        view = browser.open_tab().sit_at(table["id"])
        said = [{"type": "hello", "after": None}, {"type": "ping"}]
        await asyncio.gather(*(view.talk.hear(json.dumps(each)) for each in said))
        assert [each["type"] for each in view.told] == ["welcome", "presence", "pong"]

    asyncio.run(trial())


def test_nothing_is_told_that_is_not_stored() -> None:
    async def trial() -> None:
        browser = Browser()
        view = await new_table(browser.open_tab())
        await my_turn(view)
        browser.storage.trouble = RuntimeError("QuotaExceededError: the disk is full")
        told = len(view.numbered)
        answer = await view.ask(**a_move(view))
        assert (answer["type"], answer["error"]["code"]) == ("error", "store_full")
        assert len(view.numbered) == told
        browser.storage.trouble = None
        assert (await view.ask(**a_move(view)))["type"] == "accepted"
        assert view.last["number"] == len(browser.storage.entries)

    asyncio.run(trial())


def test_a_full_store_takes_no_new_table() -> None:
    async def trial() -> None:
        browser = Browser()
        browser.storage.trouble = RuntimeError("QuotaExceededError")
        answer = await browser.open_tab().host.request("POST", "/api/tables", json.dumps(order()))
        assert answer.status == 503
        assert json.loads(answer.body)["error"]["code"] == "store_full"

    asyncio.run(trial())


def test_two_tabs_at_one_table_see_the_same_and_only_one_lets_the_bot_move() -> None:
    async def trial() -> None:
        browser = Browser()
        first = await new_table(browser.open_tab())
        name = next(iter(browser.storage.tables))
        second = browser.tabs[0].browser.open_tab().sit_at(name)
        await second.hello()
        await my_turn(first)
        stale = a_move(first)
        assert (await first.ask(**stale))["type"] == "accepted"
        late = await second.ask(**stale)  # the other tab has not heard of it yet
        assert late["error"]["code"] == "stale"
        await my_turn(first)
        await browser.tabs[1].hear_news()
        assert second.last["state"] == first.last["state"]
        asked = [question for question in browser.thinker.questions if question["find"] == "move"]
        assert len(asked) == 1
        first.talk.end()  # The tab is closed: from now on the other one lets the bot move.
        assert (await second.ask(**a_move(second)))["type"] == "accepted"
        await my_turn(second)
        assert second.last["number"] == len(browser.storage.entries)

    asyncio.run(trial())


def test_a_table_deleted_in_one_tab_is_gone_in_the_other() -> None:
    async def trial() -> None:
        browser = Browser()
        tab = browser.open_tab()
        name = (await tab.ask("POST", "/api/tables", order()))["id"]
        other = browser.open_tab()
        view = other.sit_at(name)
        await view.hello()
        await tab.ask("DELETE", f"/api/tables/{name}")
        await other.hear_news()
        assert view.told[-1] == {"type": "deleted"}
        assert view.ended
        assert (await other.host.request("GET", f"/api/tables/{name}")).status == 404

    asyncio.run(trial())


def test_a_bot_that_fails_is_replaced_for_the_move() -> None:
    async def trial() -> None:
        browser = Browser()
        browser.thinker.trouble = RuntimeError("no network")
        view = await new_table(browser.open_tab(), level="master")
        await play_on(view, 3)
        await my_turn(view)
        assert len(browser.thinker.questions) >= 2
        told = [each["error"]["code"] for each in view.told if each["type"] == "error"]
        assert told == ["bot_steps_in"]  # once
        refused = await view.ask(type="hint", number=view.last["number"])
        assert refused["error"]["code"] == "no_hint_now"

    asyncio.run(trial())


def test_networks_are_fetched_only_for_those_who_judge_by_them() -> None:
    async def trial() -> None:
        for level, network in (("novice", None), ("casual", "grey-3")):
            browser = Browser()
            view = await new_table(browser.open_tab(), level=level, rules="grey", players=3)
            await play_on(view, 1)
            await my_turn(view)
            assert {question["network"] for question in browser.thinker.questions} == {network}

    asyncio.run(trial())


def test_what_is_seen_is_kept_for_a_page_without_a_host_yet() -> None:
    async def trial() -> None:
        browser = Browser()
        view = await new_table(browser.open_tab())
        await play_on(view, 1)
        await my_turn(view)
        await until(lambda: view.last["number"] in [n for n, _ in browser.storage.views.values()])
        ((number, kept),) = browser.storage.views.values()
        again = browser.open_tab().sit_at(next(iter(browser.storage.tables)))
        await again.hello()
        assert kept == again.last | {"type": "welcome"}
        assert number == again.last["number"]

    asyncio.run(trial())


def test_undo_hints_and_who_missed_something() -> None:
    async def trial() -> None:
        browser = Browser()
        tab = browser.open_tab()
        view = await new_table(tab)
        await my_turn(view)
        number = view.last["number"]
        hint = await view.ask(type="hint", number=number)
        assert hint["hint"]["reasons"]
        state = view.last["state"]
        await view.ask(**a_move(view))
        await my_turn(view)
        assert (await view.ask(type="undo", number=view.last["number"], to="move"))[
            "type"
        ] == "accepted"
        assert view.last["state"] == state
        await play_on(view, 1)
        await my_turn(view)
        late = tab.sit_at(next(iter(browser.storage.tables)))
        await late.hello(after=view.last["number"] - 1)
        assert [message["number"] for message in late.numbered] == [view.last["number"]]
        await late.talk.hear("nonsense")
        assert late.told[-1]["error"]["code"] == "bad_message"

    asyncio.run(trial())


def test_a_rematch_is_a_table_of_its_own() -> None:
    async def trial() -> None:
        browser = Browser()
        view = await new_table(browser.open_tab())
        await play_on(view)
        assert (await view.ask(type="act", act={"do": "rematch", "seat": 1}))["type"] == "accepted"
        first, second = browser.storage.tables.values()
        assert first["ended"]["seats"]  # kept, though the last change brought no result
        table = await browser.tabs[0].ask("GET", f"/api/tables/{second['id']}")
        won = [seat["won"] for seat in first["ended"]["seats"]]
        assert table["table"]["series"]["wins"] == [int(each) for each in won]

    asyncio.run(trial())


def test_games_are_taken_to_another_browser_and_back() -> None:
    async def trial() -> None:
        here, there = Browser(), Browser()
        tab = here.open_tab()
        view = await new_table(tab, rules="grey", players=3)
        await play_on(view)
        half = await new_table(tab)
        await play_on(half, 3)
        await my_turn(half)
        exported = await tab.ask("GET", "/api/me/export")
        other = there.open_tab()
        brought = await other.ask("POST", "/api/me/import", as_sent(exported))
        assert brought == {"added": 2, "known": 0, "flawed": 0}
        again = await other.ask("POST", "/api/me/import", as_sent(exported))
        assert again == {"added": 0, "known": 2, "flawed": 0}
        for name in here.storage.tables:
            mine, theirs = [await each.ask("GET", f"/api/tables/{name}") for each in (tab, other)]
            assert (mine["state"], mine["choices"]) == (theirs["state"], theirs["choices"])
        assert await tab.ask("GET", "/api/me") == await other.ask("GET", "/api/me")
        games = (await other.ask("GET", "/api/me/export"))["games"]
        records = [game["record"] for game in exported["games"]]
        assert sorted(game["record"] for game in games) == sorted(records)

    asyncio.run(trial())


def test_games_of_a_server_are_taken_too() -> None:
    """Its export has the same shape; what was agreed there, such as a name, is kept."""
    wished = NewTable(
        rules="joker",
        seats=[
            NewSeat(kind="person", name="Ana", level=None, colour=3),
            NewSeat(kind="bot", name="Inês", level="expert"),
        ],
        starter=2,
        options=WantedOptions(name="Club", public=True, watching=True, delay=0, clock=None),
    )
    table = Table.opened(new_table_at_server(wished, 1_700_000_000_000, "a" * 64))
    adviser = GreedyBot(Random(1))
    while table.roster.stage == "playing":
        move = adviser.choose(table.state.position).move
        question = table.question(0)
        if question is not None:
            change = table.answer(question, move, 0)
        else:
            change = table.decide(Visitor("a" * 64), wishes.move(table.number, str(move)), 0)
        assert change is not None
        table.apply(change, 0)
    seats = table.roster.seats
    record = record_text(table.table(table.latest, 0), table.state.line)
    exported = {
        "table": table.id,
        "name": "Club",
        "rules": "joker",
        "created": table.header.created,
        "seats": [{"name": seat.name, "colour": seat.colour} for seat in seats],
        "record": record,
    }

    async def trial() -> None:
        tab = Browser().open_tab()
        brought = await tab.ask("POST", "/api/me/import", as_sent({"games": [exported]}))
        assert brought["added"] == 1
        standing = await tab.ask("GET", f"/api/tables/{table.id}")
        assert standing["table"]["options"]["name"] == "Club"
        assert standing["table"]["seats"][0]["colour"] == 3
        bot = standing["table"]["seats"][1]
        assert (bot["name"], bot["level"]) == ("Inês", "expert")
        assert standing["table"]["created"] == table.header.created
        scores = [board.score for board in table.state.position.boards]
        assert standing["result"]["scores"] == scores
        back = (await tab.host.request("GET", f"/api/tables/{table.id}/record")).body
        assert back == record

    asyncio.run(trial())


def test_records_as_text_are_games_too_and_nonsense_is_counted() -> None:
    async def trial() -> None:
        here, there = Browser(), Browser()
        view = await new_table(here.open_tab())
        await play_on(view, 2)
        await my_turn(view)
        name = next(iter(here.storage.tables))
        record = (await here.tabs[0].host.request("GET", f"/api/tables/{name}/record")).body
        nonsense = '[Rules "std"]\n[Players "9"]\n'
        games = [{"record": text} for text in (record, nonsense, record.replace(" ", "  "))]
        brought = await there.open_tab().ask("POST", "/api/me/import", {"games": games})
        assert brought == {"added": 1, "known": 1, "flawed": 1}
        (table,) = there.storage.tables
        standing = await there.tabs[0].ask("GET", f"/api/tables/{table}")
        assert standing["state"] == view.last["state"]

    asyncio.run(trial())


def test_of_a_game_with_others_elsewhere_only_ones_own_seat_counts() -> None:
    """And it stays so when it is taken along once more."""

    async def trial() -> None:
        here, there = Browser(), Browser()
        tab = here.open_tab()
        wish = order() | {"seats": [{"kind": "person", "name": n, "level": None} for n in "AB"]}
        name = (await tab.ask("POST", "/api/tables", wish))["id"]
        view = tab.sit_at(name)
        await view.hello()
        await play_on(view)
        scores = view.last["result"]["scores"]
        exported = await tab.ask("GET", "/api/me/export")
        exported["games"][0]["yours"] = [2]
        other = there.open_tab()
        await other.ask("POST", "/api/me/import", as_sent(exported))
        assert (await other.ask("GET", "/api/me"))["best"] == scores[1]
        again = other.sit_at(name)
        await again.hello()
        await again.ask(type="act", act={"do": "rematch", "seat": 2})
        assert (await other.ask("GET", "/api/me"))["best"] == scores[1]
        back = (await other.ask("GET", "/api/me/export"))["games"]
        assert [game["yours"] for game in back if game["table"] == name] == [[2]]

    asyncio.run(trial())


@pytest.mark.parametrize(
    "path", ["/api/tables/xxx", "/api/nothing", "/api/tables/abcdefghjkmn/invitations"]
)
def test_what_is_not_there_is_said(path: str) -> None:
    async def trial() -> None:
        answer = await Browser().open_tab().host.request("GET", path)
        assert answer.status == 404
        assert json.loads(answer.body)["error"]["code"] in ("no_such_table", "no_such_page")

    asyncio.run(trial())
