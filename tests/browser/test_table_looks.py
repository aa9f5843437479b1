"""How the table looks: six languages and a longer one, five window sizes, all its states."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import pytest

from azulejos import Game
from azulejos.locales import LANGUAGES
from kept_games import bot, person, played_game
from looks import FLAWS, NAMES
from table_driver import Table, group_at, kept_table, target_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from house_client import Json
    from serving import Served

Shot = Callable[["Page", str], None]
PHONES = [(360, 640), (390, 844)]
WINDOWS = [(768, 1024), (1280, 720), (1920, 1080)]
SPEAK = "async (language) => (await pageModule('text/catalogue.js')).loadTexts(language)"
PARTS = ["#header", ".offer", ".large", ".small", ".status", ".scores", ".story", ".tabs"]
EVERYTHING = [
    *(".ao-plate", ".ao-centre", ".ao-group", "az-board .ab-card", "az-board .az-cell"),
    *("az-track", ".log", "[data-heap]", ".status-now", ".typed-input"),
    *("[data-action=hint]", "[data-action=undo]", "[data-action=more]", ".menu-opener"),
]
MY_TABLE = [
    *(".ao-plate", ".ao-centre", ".ao-group", ".large .ab-card", ".large .az-cell"),
    *(".status-now", ".tab", "[data-action=hint]", "[data-action=undo]", ".menu-opener"),
]


def in_the_middle(game: Game) -> bool:
    """My turn, late in the game, with tiles everywhere."""
    position = game.position
    taken = sum(not display for display in position.displays)
    return position.round == 4 and position.turn == 1 and 2 <= taken <= 4


class Tables(NamedTuple):
    """Tables for all tests of this module, each in the middle of something."""

    four: str
    two: str
    over: str


@pytest.fixture(scope="module")
def tables(server: Served) -> Tables:
    four = [person("Ana"), bot("novice", "Inês"), bot("advanced"), bot("master", "Maximiliana")]
    two = [person(""), bot("casual")]
    three = [person("Ana"), person("Bartholomäus Featherstonehaugh"), bot("skilled")]
    return Tables(
        kept_table(server, played_game(4, "grey+joker", 12, in_the_middle), four),
        kept_table(server, played_game(2, "std", 8, in_the_middle), two),
        kept_table(server, played_game(3, "std", 4), three),
    )


def largest_take(choices: Json) -> Json:
    """With jokers where there are some: then there is most to show."""
    return max(choices["takes"], key=lambda take: (len(take["take"]), len(take["tiles"])))


def pick_and_point(table: Table) -> None:
    """Tiles are picked and a line is pointed at: what would happen is told."""
    page = table.page
    take = largest_take(table.standing()["choices"])
    page.locator(group_at(take["source"], take["take"][0])).focus()
    page.keyboard.press("Enter")
    line = max(target["line"] for target in take["targets"] if target["move"])
    page.locator(target_at(line)).focus()


def ask_for_a_hint(table: Table) -> None:
    page = table.page
    page.keyboard.press("Escape")
    for level in (1, 2, 3):
        page.locator("[data-action=hint]").click()
        page.locator(f"[data-hint='{level}']").wait_for()


def states_of(table: Table, narrow: bool) -> Iterator[str]:
    """Brings the table into one state after the other."""
    page = table.page
    if table.standing()["result"]:
        page.locator("[data-panel=result]").wait_for()
        yield "result"
        page.locator("[data-action=open-replay]").click()
        page.locator("[data-replay=round_next]").click()
        yield "replay"
        page.locator("[data-replay=close]").click()
        return
    yield "turn"
    pick_and_point(table)
    yield "picked"
    ask_for_a_hint(table)
    yield "hint"
    page.keyboard.press("Escape")
    for tab in ("others", "scores", "log") if narrow else ():
        page.locator(f"[data-tab={tab}]").click()
        yield tab
    if narrow:
        page.locator(".tab[data-tab=table]").click()


def flaws_of(page: Page, size: tuple[int, int], state: str) -> list[str]:
    wide = size[0] > 860
    wanted = {"names": NAMES, "side": 24, "parts": PARTS, "here": wide}
    flaws: list[str] = page.evaluate(FLAWS, wanted | {"seen": must_be_seen(wide, state)})
    return flaws


def must_be_seen(wide: bool, state: str) -> list[str]:
    """A hint and a replay take the place of the status line."""
    seen = EVERYTHING if wide else MY_TABLE
    if state == "others":
        return [".small:nth-child(-n+2) .ab-card"]
    if state == "hint":
        return [part for part in seen if part != ".status-now"]
    if state == "replay":
        return [part for part in seen if not part.startswith(("[data-action=", ".status-now"))]
    return seen if state in ("turn", "picked") else []


def check_looks(
    table: Table,
    sizes: list[tuple[int, int]],
    shot: Shot,
    languages: Callable[[str], Sequence[str]],
) -> None:
    """All languages in all states at all sizes; all flaws at once."""
    page, found = table.page, []
    players = len(table.shown()["boards"])
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for state in states_of(table, size[0] <= 860):
            for language in languages(state):
                page.evaluate(SPEAK, language)
                where = f"{size[0]}x{size[1]} {state} {language}"
                found += [f"{where}: {flaw}" for flaw in flaws_of(page, size, state)]
            shot(page, f"looks-{players}-{size[0]}-{state}-{language}")
    assert not found, "\n".join(found)


def usual_languages(state: str) -> Sequence[str]:
    """All where there is most to read; else those with the longest words."""
    return (*LANGUAGES, "pseudo") if state == "picked" else ("fi", "pseudo")


def all_languages(state: str) -> Sequence[str]:
    return (*LANGUAGES, "pseudo")


@pytest.fixture
def sit(new_page: NewPage, server: Served, tables: Tables) -> Callable[..., Table]:
    """Opens one of the tables of this module."""

    def open_table(name: str, touch: bool = False, theme: str = "light") -> Table:
        size = PHONES[0] if touch else WINDOWS[0]
        settings: dict[str, object] = {"speed": 0, "theme": theme}
        page = new_page(None, settings=settings, touch=touch, size=size, reduced_motion=True)
        return Table(page, server, getattr(tables, name)).open()

    return open_table


@pytest.mark.parametrize("name", ["four", "over", pytest.param("two", marks=pytest.mark.long)])
def test_in_windows(sit: Callable[..., Table], name: str, shot: Shot) -> None:
    check_looks(sit(name), WINDOWS, shot, usual_languages)


@pytest.mark.parametrize("name", Tables._fields)
def test_on_phones(sit: Callable[..., Table], name: str, shot: Shot) -> None:
    check_looks(sit(name, touch=True), PHONES, shot, usual_languages)


@pytest.mark.long
@pytest.mark.parametrize("name", Tables._fields)
def test_all_states_in_all_languages(sit: Callable[..., Table], name: str, shot: Shot) -> None:
    check_looks(sit(name), WINDOWS, shot, all_languages)
    check_looks(sit(name, touch=True), PHONES, shot, all_languages)


def test_tiles_for_fingers(sit: Callable[..., Table]) -> None:
    """With two players, tiles on a phone are as large as fingertips; with four, still targets."""
    sizes = """(all) => Math.min(...all.flatMap((tile) => {
      const { width, height } = tile.getBoundingClientRect();
      return [width, height];
    }))"""
    least = {
        name: sit(name, touch=True).page.locator(".ao-plate .ao-tile").evaluate_all(sizes)
        for name in ("two", "four")
    }
    assert least["two"] >= 40
    assert least["four"] >= 24


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing(
    sit: Callable[..., Table],
    server: Served,
    tables: Tables,
    theme: str,
    axe: Callable[..., None],
    shot: Shot,
) -> None:
    """At the table, with tiles picked, in menu and dialogs, at the result, in a replay."""
    table = sit("four", theme=theme)
    page = table.page
    page.set_viewport_size({"width": 1280, "height": 720})
    pick_and_point(table)
    axe(page)
    shot(page, f"axe-picked-{theme}")
    page.keyboard.press("Escape")
    page.locator("[data-action=more]").click()
    axe(page)
    shot(page, f"axe-menu-{theme}")
    page.locator("[data-action=keys]").click()
    page.locator("dialog[open]").wait_for()
    axe(page)
    shot(page, f"axe-keys-{theme}")
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    Table(page, server, tables.over).visit()
    axe(page)
    shot(page, f"axe-result-{theme}")
    page.locator("[data-action=open-replay]").click()
    page.locator("[data-replay=round_next]").click()
    axe(page)
    shot(page, f"axe-replay-{theme}")


def test_axe_finds_nothing_on_a_phone(sit: Callable[..., Table], axe: Callable[..., None]) -> None:
    table = sit("two", touch=True, theme="dark")
    for state in states_of(table, narrow=True):
        if state in ("hint", "log"):
            axe(table.page)
