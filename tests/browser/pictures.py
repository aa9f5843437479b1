"""Makes the pictures of README from the page itself, always of the same games.

usage: python tests/browser/pictures.py [FOLDER]
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageOps
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from azulejos import Game
from azulejos.server.settings import Settings
from azulejos.server.tokens import hash_of
from azulejos.server.web.keys import COOKIE
from azulejos.tables.values import HOST, Seat
from browser_fixtures import AT_REST
from chromium import FLAGS, MISSING, find_chromium
from kept_games import bot, keep_game, person, played_game
from serving import Served

HOME = Path(__file__).parent.parent.parent / "docs" / "pictures"
DESKTOP = (1280, 720)
PHONE = (360, 640)
CAN_MOVE = "az-offer.is-pickable button[data-tile]"
NAMES = ("Ana", "Ben", "Cleo", "Dag")
SITE = "https://games.example.org"
# Real ones are made by chance, and would be others in every picture.
WATCHED = f"{SITE}/table/h4tq7m2xwd9k"
INVITATIONS = ((f"{'Ben':a<43}", "K7QM2XPD", 2), (f"{'Cleo':a<43}", "TRAE9LWN", 3))
A_DAY = 24 * 60 * 60 * 1000
JUNE = 1_780_000_000_000  # some afternoon, so that the pictures do not change with the date


def my_turn(in_round: int, taken: int) -> Callable[[Game], bool]:
    """The first player is to move, and some displays have been taken from."""

    def reached(game: Game) -> bool:
        position = game.position
        empty = sum(not display for display in position.displays)
        return position.round == in_round and position.turn == 1 and empty >= taken

    return reached


def make_pictures(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        four = played_game(4, "std", 11, my_turn(4, 1))
        two = played_game(2, "grey+joker", 5, my_turn(4, 1))
        over = played_game(3, "std", 3)
        me = person("Ana")
        data = Path(home)
        keep_game(data, over, [me, person("Ben"), bot("casual")], JUNE - A_DAY)
        second = keep_game(data, two, [me, bot("skilled")], JUNE)
        first = keep_game(data, four, [me, bot("casual"), bot("medium"), bot("expert")], JUNE + 1)
        with Served(data) as served, sync_playwright() as playwright:
            program = find_chromium()
            if program is None:
                sys.exit(MISSING)
            browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
            _table(browser, f"{served.address}table/{first}", folder / "table.png")
            _table(browser, f"{served.address}table/{second}", folder / "dark.png", dark=True)
            _phone(browser, f"{served.address}table/{first}", folder / "phone.png")
            _start(browser, served.address, folder / "start.png")
            _club(browser, folder)
            browser.close()


def _page(browser: Browser, size: tuple[int, int], dark: bool = False, phone: bool = False) -> Page:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=1.5 if phone else 1,
        has_touch=phone,
        is_mobile=phone,
        color_scheme="dark" if dark else "light",
        locale="en-GB",
    )
    context.add_init_script("localStorage.setItem('azulejos.names', '[\"Ana\"]')")
    return context.new_page()


def _table(browser: Browser, address: str, file: Path, dark: bool = False) -> None:
    """With tiles picked, and what they would bring on the line that is pointed at."""
    page = _page(browser, DESKTOP, dark)
    page.goto(address)
    _pick(page)
    _keep(page, file)


def _pick(page: Page) -> None:
    """The largest group that can be taken, and a line that it fits."""
    page.locator(CAN_MOVE).first.wait_for()
    groups = page.locator(CAN_MOVE)
    sizes = [groups.nth(n).locator("svg").count() for n in range(groups.count())]
    groups.nth(sizes.index(max(sizes))).click()
    page.locator("button[data-target].is-legal").first.wait_for()
    page.locator("button[data-target].is-legal:not([data-target='0/0'])").last.hover()


def _phone(browser: Browser, address: str, file: Path) -> None:
    page = _page(browser, PHONE, phone=True)
    page.goto(address)
    page.locator(CAN_MOVE).first.wait_for()
    _keep(page, file)


def _start(browser: Browser, address: str, file: Path) -> None:
    page = _page(browser, DESKTOP)
    page.goto(address)
    page.get_by_role("button", name="Play", exact=True).wait_for()
    _keep(page, file)


# Among friends


def _club(browser: Browser, folder: Path) -> None:
    """A server for many people, who have keys and see each other."""
    with tempfile.TemporaryDirectory() as home:
        four = played_game(4, "std", 11, my_turn(4, 1))
        friends = [
            Seat("person", name, None, colour)
            for name, colour in zip(NAMES, (1, 3, 6, 7), strict=True)
        ]
        table = keep_game(Path(home), four, friends, JUNE)
        with Served(Path(home), "--public-url", SITE, for_others=True) as served:
            _change(served, "INSERT INTO seat_keys VALUES (?, ?, ?)", *_keys_of(table))
            _friends(browser, served, table, folder / "friends.png")
            _room(browser, served, folder / "room.png")


def _keys_of(table: str) -> list[tuple[str, int, str]]:
    seats = [(table, seat, hash_of(_key(name))) for seat, name in enumerate(NAMES, start=1)]
    return [(table, HOST, seats[0][2]), *seats]


def _key(name: str) -> str:
    """As long as a real one, and always the same."""
    return f"{name:-<43}"


def _change(served: Served, statement: str, *rows: tuple[object, ...]) -> None:
    with closing(sqlite3.connect(served.folder / Settings.FILE)) as store, store:
        store.executemany(statement, rows)


def _of(browser: Browser, name: str, served: Served) -> Page:
    """The browser of a friend."""
    page = _page(browser, DESKTOP)
    page.context.add_cookies([{"name": COOKIE, "value": _key(name), "url": served.address}])
    return page


def _friends(browser: Browser, served: Served, table: str, file: Path) -> None:
    """Ana is to move; one is away, one says something, somebody watches."""
    ana, ben, cleo = (_of(browser, name, served) for name in NAMES[:3])
    eve = _page(browser, DESKTOP)
    for page in (cleo, eve, ben, ana):
        page.goto(f"{served.address}table/{table}")
        page.locator(".table").wait_for()
    _pick(ana)
    ben.locator("[data-action=talk]").click()
    ben.locator("[data-say=good_luck]").click()
    ana.locator("[data-said]").wait_for()
    _keep(ana, file)
    for page in (cleo, eve, ben):
        page.context.close()


def _room(browser: Browser, served: Served, file: Path) -> None:
    """Where Ana waits for her friends; one has come."""
    ana, ben = (_of(browser, name, served) for name in NAMES[:2])
    order = {
        "rules": "std",
        "seats": [
            {"kind": "person", "name": "Ana", "level": None, "colour": 1},
            *[{"kind": "open", "name": "", "level": None}] * 2,
        ],
        "starter": None,
        "options": {
            "name": "Sunday club",
            "public": False,
            "watching": True,
            "delay": 0,
            "clock": None,
        },
    }
    found = ana.request.post(f"{served.address}api/tables", data=order).json()["id"]
    _change(served, "UPDATE invites SET token = ?, code = ? WHERE seat = ?", *INVITATIONS)
    joined = {"name": "Ben", "colour": 3}
    ben.request.post(f"{served.address}api/invitations/{INVITATIONS[0][0]}", data=joined)
    for page in (ben, ana):
        page.goto(f"{served.address}table/{found}")
        page.locator(".room").wait_for()
    ana.locator("#invite-3").wait_for()
    ana.locator(".room-seat", has_text="is here").wait_for()
    ana.locator("#room-watch").evaluate("(field, name) => { field.value = name; }", WATCHED)
    _keep(ana, file)
    ben.context.close()


def _keep(page: Page, file: Path) -> None:
    page.wait_for_timeout(600)
    page.wait_for_function(AT_REST)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    # Half the shades can't be told from all of them, and take less room.
    ImageOps.posterize(picture, 7).save(file, optimize=True)
    page.context.close()


if __name__ == "__main__":
    make_pictures(Path(sys.argv[1]) if len(sys.argv) > 1 else HOME)
