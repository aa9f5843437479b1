"""A database that the first version with company wrote: it opens, migrates and goes on.

Its rows are in `tests/data/database-0.1.sql`; what they mean is written here as that version told
it, not as the present one does.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import asdict, astuple, dataclass
from pathlib import Path
from typing import Any

import pytest
from local_services import PATIENCE, Onlooker, first_move, until
from sqlalchemy import Connection, Select, Table, select
from test_migrations import on, run_script, version

import azulejos.server.storage.migrations as migrations
from azulejos.notation import format_move, format_position, parse_record
from azulejos.server.clock import SteadyClock
from azulejos.server.errors import ServerError
from azulejos.server.live.live_table import LiveTable
from azulejos.server.services import Services, open_services
from azulejos.server.settings import Settings
from azulejos.server.storage.invitations import find_invite, invites_of, table_of_link
from azulejos.server.storage.schema import REVISIONS, metadata
from azulejos.server.storage.statistics import statistics
from azulejos.server.tokens import hash_of
from azulejos.tables.errors import TableError
from azulejos.tables.line import replayed
from azulejos.tables.messages import requests
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.messages.records import record_text
from azulejos.tables.rights import Visitor
from kept_stores import in_store, nothing
from tables import refuses

ROWS = Path(__file__).parents[1] / "data" / "database-0.1.sql"
SCHEMA = "0002"
CLOSED = 1_793_559_310_000
"""Some seconds after the last row was written: clocks run, and a personal link can be used."""
DAYS = 24 * 3600 * 1000

Rows = dict[str, list[tuple[Any, ...]]]
Use = Callable[[Services], Awaitable[None]]


def known(name: str) -> Visitor:
    """Somebody with a key, of which the database knows the hash."""
    return Visitor(hash_of((name * 43)[:43]))


ANA, BEN, CID, DEA, ANA_TOO, EVE = map(known, ("ana", "ben", "cid", "dea", "ana2", "eve"))

# The tables

FINISHED, REMATCH, RESIGNED, ABANDONED, WAITING, QUARTET, RUNNING = (
    "finished2222",
    "rematch22222",
    "resigned2222",
    "quit22222222",
    "waiting22222",
    "quartet22222",
    "running22222",
)

Place = tuple[str, str, str | None, int | None, str | None, bool]
"""Kind, name, level, colour, the level of a bot that stands in, whether they resigned."""


def person(
    name: str, colour: int | None = None, stand_in: str | None = None, resigned: bool = False
) -> Place:
    return "person", name, None, colour, stand_in, resigned


def bot(level: str) -> Place:
    return "bot", "", level, None, None, False


NOBODY: Place = ("open", "", None, None, None, False)
BENS, CIDS = "Ben O'Neill", "Çid ✓"
PLAIN = ("", False, True, 0, None)


@dataclass(frozen=True)
class Seen:
    """What there is to be seen of a table."""

    stage: tuple[str, str | None]
    numbers: tuple[int, int, int, int]
    """The last entry, the last that changed the position, plies taken back, events."""
    position: str
    scores: tuple[int, ...]
    seats: tuple[Place, ...]
    options: tuple[str, bool, bool, int, int | None] = PLAIN
    """Name, public, watching, delay, clock."""
    proposal: tuple[Any, ...] | None = None
    """Number, seat, what, plies to be kept, who is waited for, who has agreed."""
    series: tuple[str, int, list[int]] | None = None
    """Id, which game, wins."""
    rematch: str | None = None
    invited: frozenset[int] = frozenset()


EXPECTED = {
    FINISHED: Seen(
        ("over", "played"),
        (61, 60, 0, 2),
        "std -/-/-/-/- F 60:-/-/KK/-/BB:BYRKW/1BYRK/1WBYR/1K2Y/1R3:-"
        " 20:-/W/-/BBB/WWW:BYRKW/1BY1K/KW2R/1KW2/4B:- 2 2 5 - B9Y14R14K11W11",
        (60, 20),
        (person("Ana", 1), person(BENS, 2)),
        ("Thursdays", False, True, 0, None),
        series=(FINISHED, 1, [1, 0]),
        rematch=REMATCH,
    ),
    REMATCH: Seen(
        ("playing", None),
        (16, 16, 0, 0),
        "std YRKK/-/-/-/- FBRRRRKWWWWW 4:K/-/-/BBB/KK:4W/4K/4R/5/5:B"
        " 3:Y/YY/-/W/-:3K1/1B3/1W3/5/5:- 1 1 2 B13Y15R11K11W10 B1Y1R3K1W2",
        (4, 3),
        (person("Ana", 1), person(BENS, 2)),
        ("Thursdays", False, True, 0, None),
        series=(FINISHED, 2, [1, 0]),
    ),
    RESIGNED: Seen(
        ("over", "resigned"),
        (17, 15, 0, 5),
        "joker -/-/-/-/-/-/- BB 0:W/YY/BBJ/-/-:5/5/5/5/5:- 0:J/WW/KKJ/KKK/-:5/5/5/5/5:-"
        " 0:R/BJ/WWJ/-/-:5/5/5/5/5:FRRRYY 1 2 1 B13Y14R14K13W13J5 -",
        (0, 0, 0),
        (
            person("Ana"),
            person(BENS, stand_in="casual", resigned=True),
            person(CIDS, stand_in="casual", resigned=True),
        ),
    ),
    ABANDONED: Seen(
        ("over", "abandoned"),
        (10, 7, 0, 4),
        "grey -/-/-/RKKW/- BYRKW 0:-/Y/YYY/-/W:5/5/5/5/5:- 0:-/RR/-/-/-:5/5/5/5/5:FKKKK"
        " 2 1 1 B19Y15R16K13W17 -",
        (0, 0),
        (person("Ana"), person(CIDS)),
        ("", False, False, 0, None),
    ),
    WAITING: Seen(
        ("open", None),
        (5, 0, 0, 5),
        "joker -/-/-/-/-/-/-/-/- F" + " 0:-/-/-/-/-:5/5/5/5/5:-" * 4 + " 3 3 1"
        " B18Y18R18K18W18J10 -",
        (0, 0, 0, 0),
        (person("Ana", 5), NOBODY, bot("novice"), person(BENS, 6)),
        ('Wer "manners":{ sagt', True, True, 0, 600),
        series=(WAITING, 1, [0, 0, 0, 0]),
    ),
    QUARTET: Seen(
        ("playing", None),
        (50, 49, 0, 10),
        "grey+joker -/-/-/BBYR/-/-/-/-/- YRRRKK 6:K/-/WWW/-/YYYY:5/Y4/J4/B4/5:-"
        " 5:B/-/WWW/J/R:5/2R2/2J2/2W2/5:- 6:Y/-/RRR/YYJJ/KK:4B/4R/4J/5/5:-"
        " 0:-/-/RRJ/WW/BBBB:3B1/1Y3/5/5/5:F 1 2 2 B5Y5R4K8W3J3 B3Y2R2K5W6",
        (6, 5, 6, 0),
        (person("Ana", 2), person(BENS, 3), person(CIDS, 4, stand_in="casual"), bot("casual")),
        ("Quartet", False, True, 0, 86_400),
        proposal=(50, 2, "abandon", None, (1,), ()),
        series=(QUARTET, 1, [0, 0, 0, 0]),
        invited=frozenset({4}),
    ),
    RUNNING: Seen(
        ("playing", None),
        (36, 35, 1, 11),
        "std -/-/-/YRKW/-/-/RRWW FBBBBYRRKKWW 2:B/WW/-/Y/RR:1Y3/1B3/4R/5/5:-"
        " 3:Y/-/YY/KKK/-:3K1/3R1/5/5/5:- 2:K/YY/-/B/-:4W/4K/4R/5/5:KK"
        " 2 3 2 B12Y10R4K8W10 B1Y1R6K1W2",
        (2, 3, 2),
        (person("Ana", 3), person(BENS, 6), bot("novice")),
        ('manners"} of \\ 100%: "manners":{', True, True, 30, 259_200),
        proposal=(36, 1, "undo", 22, (2,), ()),
        series=(RUNNING, 1, [0, 0, 0]),
    ),
}


def seen(table: LiveTable) -> Seen:
    roster, state, shown = table.roster, table.state, table.table()
    series = shown["series"]
    return Seen(
        (roster.stage, roster.ended),
        (table.number, state.moved, state.undone, state.event_count),
        format_position(state.position),
        tuple(board.score for board in state.position.boards),
        tuple(astuple(seat) for seat in roster.seats),
        astuple(roster.options)[:-1],
        None if roster.proposal is None else astuple(roster.proposal),
        None if series is None else (series["id"], series["game"], series["wins"]),
        shown["rematch"],
        roster.invited,
    )


# The database


@pytest.fixture
def old(database: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The address of one as it was left, at the time when it was."""
    begun = time.monotonic()

    def now(_: SteadyClock) -> int:
        return CLOSED + int(1000 * (time.monotonic() - begun))

    monkeypatch.setattr(SteadyClock, "__call__", now)
    on(database, _at_old_schema)
    run_script(database, ROWS.read_text(encoding="utf-8"))
    return database


def _at_old_schema(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(migrations.__file__).parent))
    config.attributes["connection"] = connection
    command.upgrade(config, SCHEMA)


@asynccontextmanager
async def services_of(database: str) -> AsyncIterator[Services]:
    async with open_services(Settings(database, is_local=False)) as services:
        yield services


def run(database: str, use: Use) -> None:
    async def main() -> None:
        async with services_of(database) as services:
            await asyncio.wait_for(use(services), PATIENCE)

    asyncio.run(main())


def rows(connection: Connection) -> Rows:
    """All that it held then."""
    return {
        table.name: sorted((tuple(row) for row in connection.execute(_old(table))), key=str)
        for table in metadata.sorted_tables
        if table.name != "reviews"
    }


def _old(table: Table) -> Select[Any]:
    """Without what came later."""
    return select(*(column for column in table.columns if column.name != "joining"))


# Migration


def test_nothing_is_lost(old: str) -> None:
    """The rows are the same afterwards, but for one word in four entries."""
    before = on(old, rows)
    assert on(old, version) == SCHEMA
    in_store(old, nothing)
    after = on(old, rows)
    assert on(old, version) == REVISIONS[-1]
    assert {name: len(found) for name, found in before.items()} == {
        "tables": 7,
        "seats": 20,
        "entries": 195,
        "seat_keys": 25,
        "invites": 2,
        "links": 1,
        "results": 5,
    }
    entries = before.pop("entries")
    renamed = [(table, number, _renamed(text), at) for table, number, text, at in entries]
    assert after.pop("entries") == renamed
    assert sum(was != is_now for was, is_now in zip(entries, renamed, strict=True)) == 4
    assert after == before
    in_store(old, nothing)
    assert on(old, rows)["entries"] == renamed  # a second start changes nothing


def _renamed(text: str) -> str:
    """What the host decides, as it is called since revision 0003."""
    said = json.loads(text) if text.startswith("{") else {}
    if said.get("event") != "manners":
        return text
    said = {"event": "options", "seat": said["seat"], "options": said["manners"]}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":"))


# What is there


def test_every_table_is_as_it_was(old: str) -> None:
    async def use(services: Services) -> None:
        headers = {header.id: header for header in await services.store.listing()}
        assert set(headers) == set(EXPECTED)
        for name, expected in EXPECTED.items():
            table = await services.tables.get(name)
            assert seen(table) == expected
            summary = headers[name].summary  # what lists tell is what the entries lead to
            assert summary.stage == table.roster.stage
            assert summary.scores == expected.scores
            assert headers[name].seats == table.roster.seats
            assert summary.options == table.roster.options

    run(old, use)


OPENED: Mapping[str, Mapping[Visitor, tuple[set[int], bool]]] = {
    FINISHED: {ANA: ({1}, True), BEN: ({2}, False)},
    REMATCH: {ANA: ({1}, True), BEN: ({2}, False)},
    RESIGNED: {ANA: ({1}, True), BEN: ({2}, False), CID: ({3}, False)},
    ABANDONED: {ANA: ({1}, True), CID: ({2}, False)},
    WAITING: {ANA: ({1}, True), BEN: ({4}, False)},
    QUARTET: {ANA: ({1}, True), BEN: ({2}, False), CID: ({3}, False)},
    RUNNING: {ANA: ({1}, True), ANA_TOO: ({1}, True), BEN: ({2}, False)},
}
"""By table, whose key opens which seats, and who is the host."""


def test_keys_open_what_they_opened(old: str) -> None:
    async def use(services: Services) -> None:
        for name, opened in OPENED.items():
            table = await services.tables.get(name)
            for visitor in (ANA, BEN, CID, DEA, ANA_TOO, EVE):
                rights = table.rights(visitor)
                assert (set(rights.seats), rights.host) == opened.get(visitor, (set(), False))
        for visitor in (ANA, BEN, CID, DEA, ANA_TOO, EVE):
            listed = {each["id"] for each in (await services.tables.listing(visitor))["tables"]}
            assert listed == {name for name, opened in OPENED.items() if visitor in opened}
        with refuses(TableError, "not_invited"):
            (await services.tables.get(ABANDONED)).admit(EVE)

    run(old, use)


STATISTICS = {
    ANA: (2, 2, 0, 30.0, 60, (32.0, -6.5, 1.0, 3.5, 0.0)),
    BEN: (2, 0, 1, 10.0, 20, (19.5, -10.5, 1.0, 0.0, 0.0)),
    CID: (1, 0, 1, 0.0, 0, (0.0,) * 5),
    ANA_TOO: (0, 0, 0, 0.0, 0, (0.0,) * 5),
}
"""Games, won, resigned, the mean score, the best one, where the points came from."""


@pytest.mark.corner
def test_results_count_as_they_did(old: str) -> None:
    async def use(services: Services) -> None:
        for visitor, expected in STATISTICS.items():
            found = await statistics(services.store, visitor.key_hash)
            sources = tuple(found["sources"].values())
            told = (found["games"], found["won"], found["resigned"], found["score"], found["best"])
            assert (*told, sources) == expected
        anas = await statistics(services.store, ANA.key_hash)
        assert [(met["name"], met["won"]) for met in anas["opponents"]] == [(BENS, 2), (CIDS, 1)]
        assert [(kind["rules"], kind["players"]) for kind in anas["by_rules"]] == [
            ("std", 2),
            ("joker", 3),
        ]
        assert anas["series"] == [{"id": FINISHED, "name": "Thursdays", "games": 1, "won": 1}]

    run(old, use)


RECORDS = {
    FINISHED: {"Player1": "Ana", "Player2": BENS, "Result": "60-20"},
    RESIGNED: {"Rules": "joker", "Ended": "resigned", "Resigned": "2 3", "Result": "*"},
    ABANDONED: {"Rules": "grey", "Ended": "abandoned", "Result": "*"},
    RUNNING: {"Player3": "bot:novice", "Date": "2026-11-01", "Result": "*"},
}


@pytest.mark.corner
def test_games_are_told_from_their_beginning(old: str) -> None:
    """As a replay, and as a record that leads to the same position."""

    async def use(services: Services) -> None:
        for name, tags in RECORDS.items():
            table = await services.tables.get(name)
            packed = await services.replays.compressed(table, ANA)
            replay = json.loads(gzip.decompress(packed))
            record = parse_record(record_text(table.table(ANA), table.line))
            assert tags.items() <= record.tags.items()
            line = replayed(record.start(), map(format_move, record.moves))
            assert format_position(line.position) == EXPECTED[name].position
            assert len(replay["plies"]) == len(record.moves)
            assert (replay["result"] is None) == (name in (ABANDONED, RUNNING))

    run(old, use)


@pytest.mark.corner
def test_what_is_due_and_what_strangers_find(old: str) -> None:
    async def use(services: Services) -> None:
        assert await services.store.overdue(CLOSED, 10) == []
        assert await services.store.overdue(CLOSED + 2 * DAYS, 10) == [QUARTET]
        assert await services.store.overdue(CLOSED + 4 * DAYS, 10) == [QUARTET, RUNNING]
        found = (await services.tables.public())["tables"]
        assert [each["id"] for each in found] == [RUNNING, WAITING]

    run(old, use)


# What goes on


async def act(table: LiveTable, visitor: Visitor, do: str, **more: Any) -> int:
    return await table.act(visitor, reader_of(requests.Act)({"do": do} | more))


async def persons_turn(table: LiveTable) -> None:
    """The bots have played."""
    await until(lambda: table.is_idle and table.roster.bot_of(table.line.position.turn) is None)


async def move(table: LiveTable, *visitors: Visitor) -> None:
    """One after the other, with the bots in between."""
    for visitor in visitors:
        assert table.line.position.turn in table.rights(visitor).seats
        await table.move(visitor, table.number, first_move(table))
        await persons_turn(table)


def movers(table: LiveTable, after: int) -> list[int]:
    return [ply.player for ply in table.line.plies[after:]]


async def check_kept(services: Services, table: LiveTable) -> None:
    """Whoever loads it anew finds the same: it was written as it is read."""
    found = seen(table)
    await services.tables.let_go(table.id)
    assert seen(await services.tables.get(table.id)) == found


def test_the_running_game_goes_on(old: str) -> None:
    """The undo that was asked for is granted; then all three play, and one more is taken back."""

    async def use(services: Services) -> None:
        table = await services.tables.get(RUNNING)
        with refuses(TableError, "proposal_pending"):
            await table.undo(ANA, table.number, "move")
        await act(table, BEN, "answer", seat=2, asked=36, yes=True)
        assert len(table.line.plies) == 22
        assert (table.state.undone, table.line.position.turn) == (2, 1)
        await move(table, ANA, BEN, ANA_TOO)
        assert movers(table, 22) == [1, 2, 3, 1]
        asked = await table.undo(ANA, table.number, "move")
        await act(table, BEN, "answer", seat=2, asked=asked, yes=True)
        assert movers(table, 22) == [1, 2, 3]
        await check_kept(services, table)

    run(old, use)


@pytest.mark.corner
def test_the_host_decides_anew(old: str) -> None:
    """The longest clock there is: its milliseconds are more than a database's usual integer."""
    clock = requests.LONGEST_CLOCK
    wish = {"name": "Fridays", "public": False, "watching": True, "delay": 0, "clock": clock}

    async def use(services: Services) -> None:
        table = await services.tables.get(RUNNING)
        await act(table, ANA, "options", options=wish)
        assert asdict(table.roster.options) == wish | {"joining": False}
        assert await services.store.overdue(CLOSED + 29 * DAYS, 10) == [QUARTET]
        assert await services.store.overdue(CLOSED + 31 * DAYS, 10) == [QUARTET, RUNNING]
        await check_kept(services, table)

    run(old, use)


@pytest.mark.corner
def test_four_go_on(old: str) -> None:
    """Somebody comes back to the seat where a bot stood in, somebody takes another bot's."""

    async def use(services: Services) -> None:
        table = await services.tables.get(QUARTET)
        plies = len(table.line.plies)
        await act(table, ANA, "answer", seat=1, asked=50, yes=False)
        await move(table, ANA, BEN)
        assert movers(table, plies)[:4] == [1, 2, 3, 4]
        cid = Onlooker(table, CID)
        await until(lambda: not table.roster.replaced)
        cid.leave()
        (invite,) = await invites_of(services.store, QUARTET)
        await table.join(DEA, invite.seat, "Dea", 1, invite.token)
        assert [seat.kind for seat in table.roster.seats] == ["person"] * 4
        for _ in range(4):
            turn = table.line.position.turn
            await move(table, (ANA, BEN, CID, DEA)[turn - 1])
        await check_kept(services, table)

    run(old, use)


@pytest.mark.corner
def test_a_rematch_goes_on_and_leads_to_another(old: str) -> None:
    async def use(services: Services) -> None:
        table = await services.tables.get(REMATCH)
        assert (await services.tables.get(FINISHED)).roster.rematch == REMATCH
        await move(table, ANA, BEN, ANA)
        await act(table, BEN, "resign", seat=2)
        await act(table, BEN, "rematch", seat=2)
        third = (await services.tables.get(table.roster.rematch or "")).table()
        series = third["series"]
        assert series is not None
        assert (series["id"], series["game"], third["starter"]) == (FINISHED, 3, 1)
        assert series["wins"] == [2, 0]
        assert (await statistics(services.store, ANA.key_hash))["games"] == 3

    run(old, use)


@pytest.mark.parametrize(
    "typed",
    ["tmap2js5clp53wrbhemgny24l4aycikpuqmakil2vpt", "kqrz-669u"],
    ids=["link", "code"],
)
@pytest.mark.corner
def test_the_invitation_is_good(old: str, typed: str) -> None:
    """By its link, or by its code: whoever was waited for sits down, and the game begins."""

    async def use(services: Services) -> None:
        invite = await find_invite(services.store, typed)
        assert (invite.table, invite.seat) == (WAITING, 2)
        table = await services.tables.get(WAITING)
        await table.join(EVE, invite.seat, "Eve", None, invite.token)
        assert table.roster.stage == "playing"
        assert table.rights(EVE).seats == {2}
        table.wake()
        await persons_turn(table)
        await move(table, BEN, ANA, EVE)
        assert movers(table, 0) == [0, 3, 4, 1, 2, 3]
        with refuses(ServerError, "no_such_invite"):
            await find_invite(services.store, typed)
        await check_kept(services, table)

    run(old, use)


@pytest.mark.corner
def test_the_personal_link_is_good_once(old: str) -> None:
    token = "cgoizr6rk5qlttjlckeyof6cjmxipttsnbyco2ls44l"

    async def use(services: Services) -> None:
        assert await table_of_link(services.store, token) == RUNNING
        table = await services.tables.get(RUNNING)
        assert await table.add_device(token, EVE.key_hash or "") == [2]
        assert table.rights(EVE).seats == table.rights(BEN).seats == {2}
        with refuses(ServerError, "no_such_link"):
            await table.add_device(token, DEA.key_hash or "")

    run(old, use)


@pytest.mark.corner
def test_what_is_over_is_over(old: str) -> None:
    """Nobody moves there any more; but a rematch is to be had, if there was none yet."""

    async def use(services: Services) -> None:
        for name in (FINISHED, RESIGNED, ABANDONED):
            table = await services.tables.get(name)
            with refuses(TableError, "table_over"):
                await act(table, ANA, "abandon", seat=1)
            await act(table, ANA, "rematch", seat=1)
            again = await services.tables.get(table.roster.rematch or "")
            assert again.roster.stage == "playing"
            assert (again.id == REMATCH) == (name == FINISHED)

    run(old, use)
