"""Games from elsewhere as tables: exactly what was played, or nothing."""

from __future__ import annotations

import pytest

from azulejos.bots import FRIENDLY
from azulejos.tables.imports import (
    ImportedTable,
    imported_table,
    name_of_copy,
    name_of_game,
)
from azulejos.tables.messages.requests import ImportedGame, ImportedSeat
from azulejos.tables.values import HOST
from taken_along import record_of

NOW = 1_700_000_000_000
NAME = "abcdefghijkm"


def table_of(record: str, **more: object) -> ImportedTable:
    found = imported_table(ImportedGame(record=record, **more), NAME, NOW)  # type: ignore[arg-type]
    assert found is not None
    return found


def test_a_finished_game_brings_its_results() -> None:
    table = table_of(record_of(), created=NOW - 9000, changed=NOW - 5000)
    assert table.is_over
    scores = tuple(result.score for result in table.results)
    assert table.created.header.summary.scores == scores
    assert (table.created.header.created, table.created.header.changed) == (NOW - 9000, NOW - 5000)


def test_who_resigned_before_the_end_has_not_won() -> None:
    """A bot played on for them, to the end."""
    table = table_of(record_of(players=3, Resigned="2"))
    assert [result.resigned for result in table.results] == [False, True, False]
    assert not table.results[1].won
    assert any(result.won for result in table.results)


@pytest.mark.parametrize(("ended", "results"), [("resigned", 2), ("abandoned", 0)])
def test_games_that_ended_early(ended: str, results: int) -> None:
    tags = {"Ended": ended} | ({"Resigned": "1"} if ended == "resigned" else {})
    table = table_of(record_of(9, 2, 3, **tags))
    assert (table.is_over, len(table.results)) == (True, results)
    assert table.created.header.summary.ended == ended


def test_a_running_game_goes_on_where_it_was() -> None:
    table = table_of(record_of(9))
    assert not table.is_over
    assert table.created.state.position.turn
    assert table.results == ()


def test_keys_open_the_seats_of_whoever_brings_it_along() -> None:
    for yours, opened in (([2], {HOST, 2}), (None, {HOST, 1, 2}), ([4], {HOST, 1, 2})):
        game = ImportedGame(record=record_of(9), yours=yours)
        found = imported_table(game, NAME, NOW, "k" * 64)
        assert found is not None
        assert set(found.created.keys) == opened


def test_times_to_come_and_unknown_bots_are_put_right() -> None:
    record = record_of(9, Player2="bot:engine:/bin/sh")
    seats = [ImportedSeat(name="Ana", colour=3), ImportedSeat(name="Rui")]
    table = table_of(record, created=2**53 - 1, changed=5, seats=seats)
    header = table.created.header
    assert (header.created, header.changed) == (NOW, NOW)
    assert [(seat.name, seat.level, seat.colour) for seat in header.seats] == [
        ("P1", None, 3),
        ("Rui", FRIENDLY, None),
    ]


@pytest.mark.parametrize(
    "record",
    [
        "",
        "nonsense",
        record_of(9)[: -len("1B1\n")] + "9",
        record_of(9).replace("[Players", "[Player"),
        '[Rules "std"]\n[Players "2"]\n[Result "*"]\n',
        record_of(9).replace("P1", "P\u202e1"),
        record_of(9, Player1="n" * 31),
        record_of(9, Resigned="7"),
        record_of(9, Resigned="one"),
        record_of(Ended="abandoned"),
        record_of(9) + "\n" + record_of(9),
        record_of(9, Player1="bot:novice", Player2="bot:novice"),
    ],
)
def test_what_is_damaged_makes_no_table(record: str) -> None:
    assert imported_table(ImportedGame(record=record), NAME, NOW) is None


def test_names_are_known_again() -> None:
    record = record_of(9)
    assert name_of_game(ImportedGame(record=record, table=NAME)) == NAME
    made = name_of_game(ImportedGame(record=record, table="../../etc"))
    assert made == name_of_game(ImportedGame(record=record.replace("\n", "\r\n")))
    copies = {name_of_copy(NAME, owner) for owner in ("a", "b", "a")}
    assert len(copies) == 2
