"""New tables and rematches: who sits there, what is dealt, whose keys open what."""

from __future__ import annotations

import pytest
from company_scenes import ANA, AWAY, BEN, BOT, FREE, GONE, over

from azulejos.rules import AzulejosError, UsageError
from azulejos.tables.decisions.new_tables import CreatedTable, new_table, rematch
from azulejos.tables.errors import TableError
from azulejos.tables.messages import requests
from azulejos.tables.messages.reading import reader_of
from azulejos.tables.roster import TableEvent
from azulejos.tables.values import (
    USUAL,
    Seat,
    TableHeader,
    TableOptions,
    TableSummary,
)
from tables import refuses

PERSON = {"kind": "person", "name": "Ana", "level": None, "colour": 1}
NOVICE = {"kind": "bot", "name": "Bo", "level": "novice"}
OPEN = {"kind": "open", "name": "", "level": None}
OPTIONS = {"name": "Club", "public": True, "watching": False, "delay": 2, "clock": 60}
NOW = 7_000_000


def made(*seats: object, key: str | None = None, **more: object) -> CreatedTable:
    order = {"rules": "grey", "seats": list(seats), "starter": 1} | more
    wish: requests.NewTable = reader_of(requests.NewTable)(order)
    return new_table(wish, NOW, key)


def test_a_table_with_all_seats_taken_is_dealt() -> None:
    created = made(PERSON, NOVICE, starter=2)
    header, state = created.header, created.state
    assert header.seats == (Seat("person", "Ana", None, 1), Seat("bot", "Bo", "novice"))
    assert (header.rules, header.starter, header.game_number) == ("grey", 2, 1)
    assert (header.created, header.changed) == (NOW, NOW)
    assert header.summary == TableSummary(1, 2, (0, 0), None)
    assert (state.number, state.position.turn, state.at) == (1, 2, NOW)
    assert [text[0] for text in created.texts] == ["="]
    assert created.keys == {}
    assert made(PERSON, NOVICE).header.id != header.id


def test_a_table_with_an_open_seat_waits() -> None:
    created = made(PERSON, OPEN, NOVICE)
    assert created.header.seats[1] == FREE
    assert created.texts == []
    assert created.state.number == 0
    assert created.header.summary.stage == "open"


def test_chance_decides_who_starts() -> None:
    assert {made(PERSON, NOVICE, starter=None).header.starter for _ in range(60)} == {1, 2}


def test_what_the_host_decides() -> None:
    created = made(PERSON, NOVICE, options=OPTIONS)
    wished = TableOptions("Club", public=True, watching=False, delay=2, clock=60)
    assert created.header.summary.options == created.state.roster.options == wished
    assert made(PERSON, NOVICE).header.summary.options == USUAL


@pytest.mark.parametrize(("starter", "due"), [(1, NOW + 60_000), (2, None)])
def test_the_clock_runs_for_persons(starter: int, due: int | None) -> None:
    assert made(PERSON, NOVICE, options=OPTIONS, starter=starter).header.summary.due == due


def test_the_hosts_key_opens_all_persons_seats() -> None:
    key = frozenset({"hash"})
    assert made(PERSON, NOVICE, PERSON, key="hash").keys == {0: key, 1: key, 3: key}


@pytest.mark.parametrize(
    ("seats", "more", "error", "code", "data"),
    [
        ([NOVICE, NOVICE], {}, TableError, "no_person", {}),
        ([NOVICE, OPEN], {}, TableError, "no_person", {}),
        (
            [PERSON, NOVICE],
            {"starter": 3},
            UsageError,
            "unknown_starter",
            {"starter": 3, "players": 2},
        ),
        ([PERSON, NOVICE | {"level": None}], {}, TableError, "level_missing", {"seat": 2}),
        ([PERSON | {"level": "novice"}, NOVICE], {}, TableError, "level_of_person", {"seat": 1}),
    ],
)
def test_what_is_refused(
    seats: list[object],
    more: dict[str, object],
    error: type[AzulejosError],
    code: str,
    data: dict[str, object],
) -> None:
    with pytest.raises(error) as refused:
        made(*seats, key=None, **more)
    assert (refused.value.code, refused.value.data) == (code, data)


@pytest.mark.parametrize(
    ("seat", "code"),
    [({"level": "engine:/bin/sh"}, "unknown_bot"), ({"name": "bot:x"}, "name_of_bot")],
)
def test_names_and_levels_are_checked(seat: dict[str, object], code: str) -> None:
    with refuses(AzulejosError, code):
        made(PERSON, NOVICE | seat)


def test_a_rematch() -> None:
    """The same people, themselves again; the next seat starts, after the last the first."""
    state = over(ANA, AWAY, BOT)
    keys = {0: frozenset({"a"})}
    for starter, following in ((1, 2), (3, 1)):
        header = TableHeader(
            "t", "std", starter, state.roster.seats, 5, 6, TableSummary(1, 0, (), None)
        )
        again = rematch(header, state, keys, "new", NOW)
        assert again.header.id == "new"
        assert again.header.rules == "std"
        assert again.header.starter == again.state.position.turn == following
        assert again.header.seats == (ANA, BEN, BOT)
        assert again.header.game_number == 2
        assert (again.header.created, again.header.changed) == (NOW, NOW)
        assert again.header.summary.series == "t"
        assert again.keys is keys
        assert len(again.texts) == 1


def test_who_resigned_sits_there_again_and_a_series_goes_on() -> None:
    state = over(ANA, GONE, BOT)
    options = TableOptions("Club", clock=30)
    state = state.after(TableEvent("options", options=options).text, 9)
    summary = TableSummary(1, 0, (), None, series="first")
    header = TableHeader("t", "std", 2, state.roster.seats, 5, 6, summary, game_number=4)
    again = rematch(header, state, {}, "new", NOW)
    assert again.header.seats[1] == BEN
    assert again.header.summary.options == options
    assert again.header.summary.series == "first"
    assert again.header.game_number == 5
