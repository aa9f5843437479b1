"""Games at the page, by every way to move, until the record is downloaded and replayed.

One is played from its beginning, the others from the last round; with --long all are whole.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, NamedTuple

import pytest

from api_client import PERSON, ApiClient, Json, bot, good_move, person
from azulejos.notation import format_position, parse_record
from azulejos.tables.values import Seat
from browser_fixtures import DESKTOP, PHONE
from corners import by_default
from kept_games import last_round
from table_driver import Table, kept_table
from table_hands import (
    Way,
    by_drag,
    by_letters,
    by_mouse,
    by_tab_and_arrows,
    by_touch,
    by_typing,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

ME, ANA, BO, BOT = PERSON, person("Ana"), person("Bo"), bot()
KEYS = (by_letters, by_tab_and_arrows)


class Kind(NamedTuple):
    """One game: how it is played, who sits there, by which rules, and how much of it."""

    way: Way
    seats: list[Json]
    rules: str
    whole: bool = True

    def __str__(self) -> str:
        people = sum(seat["kind"] == "person" for seat in self.seats)
        whole = "-whole" if self.whole else ""
        return f"{self.way.__name__}-{people}of{len(self.seats)}-{self.rules}{whole}"


GAMES = [
    Kind(by_mouse, [ME, BOT], "std"),
    Kind(by_mouse, [ME, BOT], "std", whole=False),
    Kind(by_touch, [ME, BOT], "grey+joker", whole=False),
    Kind(by_drag, [BOT, ANA, BO], "joker", whole=False),
    Kind(by_letters, [ANA, BOT], "grey+joker", whole=False),
    Kind(by_tab_and_arrows, [BOT, ME], "std", whole=False),
    Kind(by_typing, [ANA, BOT, BO, BOT], "grey", whole=False),
]
# One whole game. Other ways are tried move by move (test_table_moving.py, test_table_reader.py).
BY_DEFAULT = [kind for kind in GAMES if kind.whole or kind.way in (by_touch, by_letters)]
SEATS = [
    *([ANA, BO], [ME, BOT], [BOT, ANA, BO], [ANA, BO, ANA, BO], [ANA, BOT, BO, BOT]),
    [BOT, ME, BOT, BOT],
]
MORE = [
    Kind(way, seats, rules)
    for way in (by_mouse, by_touch, by_drag, by_letters, by_tab_and_arrows, by_typing)
    for seats in SEATS
    for rules in ("std", "grey", "joker", "grey+joker")
]


def open_table(new_page: NewPage, server: Served, kind: Kind) -> Table:
    touch = kind.way is by_touch
    page = new_page(
        None,
        size=PHONE if touch else DESKTOP,
        touch=touch,
        settings={"speed": 0, "keys": kind.way is not by_tab_and_arrows},
    )
    if kind.whole:
        table = ApiClient(server.address).new_table(kind.seats, kind.rules)
    else:
        game = last_round(len(kind.seats), kind.rules, seed=1)
        table = kept_table(server, game, [Seat(**seat) for seat in kind.seats])
    return Table(page, server, table).open()


def play_to_the_end(table: Table, way: Way, random: Random) -> Json:
    """After every move the page shows what the server has, and the keyboard is somewhere."""
    if way is by_typing and not table.page.locator("#typed-move").is_visible():
        table.page.keyboard.press("m")
    while (now := table.check())["choices"]:
        plies = table.plies
        way(table, good_move(now["choices"], random))
        table.settled(after=plies)
        if way in (*KEYS, by_typing):
            table.focus_kept()
    return now


def check_result(page: Page, result: Json) -> None:
    page.locator("[data-panel=result]").wait_for()
    page.locator("[data-panel=result] svg.curve").wait_for()
    for player, score in enumerate(result["scores"], start=1):
        row = page.locator(f"[data-panel=result] tr[data-player='{player}']")
        assert row.locator(".source-total").inner_text() == str(score)
        assert ("is-winner" in (row.get_attribute("class") or "")) == (player in result["winners"])
        for source, points in result["sources"][player - 1].items():
            told = row.locator(f"[data-source-of={source}]").inner_text()
            assert int(told.replace("\u2212", "-")) == points, source


def check_record(page: Page, now: Json, folder: Path) -> None:
    with page.expect_download() as downloading:
        page.locator("[data-panel=result] a[download]").click()
    file = folder / downloading.value.suggested_filename
    downloading.value.save_as(file)
    assert file.suffix == ".azul"
    record = parse_record(file.read_text("utf-8"))
    final = list(record.replay())[-1].position
    record.check_result(final)
    assert format_position(final) == now["state"]["position"]


def check_game(
    kind: Kind, new_page: NewPage, server: Served, shot: Callable[[Page, str], None], folder: Path
) -> None:
    table = open_table(new_page, server, kind)
    now = play_to_the_end(table, kind.way, Random(str(kind)))
    assert now["state"]["phase"] == "over"
    check_result(table.page, now["result"])
    shot(table.page, f"over-{kind}")
    check_record(table.page, now, folder)


@pytest.mark.heavy
@pytest.mark.parametrize("kind", by_default(GAMES, *BY_DEFAULT), ids=str)
def test_a_game_to_its_end(
    kind: Kind,
    new_page: NewPage,
    server: Served,
    shot: Callable[[Page, str], None],
    tmp_path: Path,
) -> None:
    check_game(kind, new_page, server, shot, tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("kind", MORE, ids=str)
def test_a_whole_game_of_every_kind(
    kind: Kind,
    new_page: NewPage,
    server: Served,
    shot: Callable[[Page, str], None],
    tmp_path: Path,
) -> None:
    check_game(kind, new_page, server, shot, tmp_path)
