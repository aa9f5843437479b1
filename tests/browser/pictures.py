"""Makes the pictures of README from the page itself, always of the same games.

usage: python tests/browser/pictures.py [FOLDER]
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageOps
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
from azulejos import Game
from browser_fixtures import AT_REST
from chromium import FLAGS, MISSING, find_chromium
from kept_games import bot, keep_game, person, played_game
from serving import Served

HOME = Path(__file__).parent.parent.parent / "docs" / "pictures"
DESKTOP = (1280, 720)
PHONE = (360, 640)
CAN_MOVE = "az-offer.is-pickable button[data-tile]"
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


def _keep(page: Page, file: Path) -> None:
    page.wait_for_timeout(600)
    page.wait_for_function(AT_REST)
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    # Half the shades can't be told from all of them, and take less room.
    ImageOps.posterize(picture, 7).save(file, optimize=True)
    page.context.close()


if __name__ == "__main__":
    make_pictures(Path(sys.argv[1]) if len(sys.argv) > 1 else HOME)
