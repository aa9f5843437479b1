"""How the table looks: six languages and a longer one, five window sizes, all its states."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import pytest

from api_client import targets_of
from azulejos import Game
from corners import by_default
from examples import usually
from kept_games import bot, person, played_game
from looks import FLAWS, NAMES
from table_driver import Table, group_at, kept_table, target_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from api_client import Json
    from browser_fixtures import NewPage
    from serving import Served

Shot = Callable[["Page", str], None]
PHONES = [(360, 640), (390, 844)]
WINDOWS = [(768, 1024), (1280, 720), (1920, 1080)]
SPEAK = "async (language) => (await pageModule('text/catalogue.js')).loadTexts(language)"
PARTS = ["#header", ".offer", ".large", ".small", ".status", ".scores", ".story", ".strip"]
EVERYTHING = [
    *(".ao-plate", ".ao-centre", ".ao-group", "az-board .ab-card", "az-board .az-cell"),
    *("az-track", ".log", "[data-heap]", ".status-now", ".typed-input"),
    *("[data-action=hint]", "[data-action=undo]", "[data-action=more]", ".menu-opener"),
]
MY_TABLE = [
    *(".ao-plate", ".ao-centre", ".ao-group", ".large .ab-card", ".large .az-cell"),
    *(".status-now", ".strip-chip", "[data-action=hint]", "[data-action=undo]", ".menu-opener"),
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
    choices = table.standing()["choices"]
    take = largest_take(choices)
    page.locator(group_at(take["source"], take["take"][0])).focus()
    page.keyboard.press("Enter")
    line = max(target["line"] for target in targets_of(choices, take) if target["move"])
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
    for tab in ("others", "log") if narrow else ():
        page.locator(f"button[data-tab={tab}]").first.click()
        yield tab
    if narrow:
        page.locator("button[data-tab=table]").click()


def flaws_of(page: Page, size: tuple[int, int], state: str) -> list[str]:
    wide = size[0] >= 600
    wanted = {"names": NAMES, "side": 24, "parts": PARTS, "here": wide}
    flaws: list[str] = page.evaluate(FLAWS, wanted | {"seen": must_be_seen(wide, state)})
    return flaws


def must_be_seen(wide: bool, state: str) -> list[str]:
    """A hint and a replay take the place of the status line."""
    seen = EVERYTHING if wide else MY_TABLE
    if state == "others":
        return [".small:first-child .ab-card", ".ranking", "button.back"]
    if state == "hint":
        return [part for part in seen if part != ".status-now"]
    if state == "replay":
        gone = ("[data-action=", ".status-now", ".typed-input")
        return [part for part in seen if not part.startswith(gone)]
    return seen if state in ("turn", "picked") else []


def check_looks(
    table: Table,
    sizes: list[tuple[int, int]],
    shot: Shot,
    languages: tuple[str, ...],
) -> None:
    """These languages in all states at all sizes; all flaws at once."""
    page, found = table.page, []
    players = len(table.shown()["boards"])
    for size in sizes:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for state in states_of(table, size[0] < 600):
            for language in languages:
                page.evaluate(SPEAK, language)
                where = f"{size[0]}x{size[1]} {state} {language}"
                found += [f"{where}: {flaw}" for flaw in flaws_of(page, size, state)]
            shot(page, f"looks-{players}-{size[0]}-{state}-{language}")
    assert not found, "\n".join(found)


@pytest.fixture
def sit(new_page: NewPage, server: Served, tables: Tables) -> Callable[..., Table]:
    """Opens one of the tables of this module."""

    def open_table(name: str, touch: bool = False, theme: str = "light") -> Table:
        size = PHONES[0] if touch else WINDOWS[0]
        settings: dict[str, object] = {"speed": 0, "theme": theme}
        page = new_page(None, settings=settings, touch=touch, size=size, reduced_motion=True)
        return Table(page, server, getattr(tables, name)).open()

    return open_table


@pytest.fixture
def windows(request: pytest.FixtureRequest) -> list[tuple[int, int]]:
    """By default those where there is least room: upright and low."""
    return WINDOWS if request.config.getoption("--long") else WINDOWS[:2]


@pytest.mark.parametrize("name", by_default(Tables._fields, "four"))
def test_in_windows(
    sit: Callable[..., Table],
    name: str,
    shot: Shot,
    languages: tuple[str, ...],
    windows: list[tuple[int, int]],
) -> None:
    check_looks(sit(name), windows, shot, languages)


@pytest.mark.parametrize("name", by_default(Tables._fields, "two"))
def test_on_phones(
    sit: Callable[..., Table], name: str, shot: Shot, languages: tuple[str, ...]
) -> None:
    check_looks(sit(name, touch=True), PHONES, shot, languages)


# Pairs of tiles that are picked apart but lie nearer than this, and tiles that can't be met.
MISSED = """(side) => {
  const tiles = [...document.querySelectorAll('button.ao-group')].flatMap((group) => (
    [...group.querySelectorAll('.ao-tile')].slice(-1).map((tile) => {
      const { left, top, width, height } = tile.getBoundingClientRect();
      return { group, name: group.ariaLabel, x: left + width / 2, y: top + height / 2, width };
    })));
  const near = (a, b) => Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) < side - 0.1;
  return [
    ...tiles.flatMap((a, i) => tiles.slice(i + 1).filter((b) => near(a, b))
      .map((b) => `${a.name} is near ${b.name}`)),
    ...tiles.filter(({ width, x, y, group }) => width < side - 2
      || document.elementFromPoint(x, y)?.closest('.ao-group') !== group).map(({ name }) => name),
  ];
}"""


@pytest.mark.corner
def test_a_note_lies_over_nothing_that_is_played_with(new_page: NewPage, server: Served) -> None:
    game = played_game(2, "std", 7, in_the_middle)
    page = new_page(None, size=PHONES[0], touch=True, reduced_motion=True)
    Table(page, server, kept_table(server, game, [person("Ana"), bot("casual")])).open()
    for width, height in (*PHONES, (844, 390)):
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate("async () => (await pageModule('dialogs.js')).toast('Bo has sat down.')")
        note = page.locator(".toast").bounding_box()
        assert note
        for part in ("az-offer .ao-group", ".large"):
            for one in page.locator(part).all():
                box = one.bounding_box()
                assert box
                assert note["y"] + note["height"] <= box["y"], (width, part)
        page.locator(".toast").evaluate("(note) => note.remove()")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.corner
def test_tiles_are_as_large_as_fingertips(new_page: NewPage, server: Served, players: int) -> None:
    """On a small phone, with all displays full: 44 by 44 pixels."""
    game = played_game(players, "std", 5, lambda game: game.position.round == 2)
    seats = [person("Ana"), bot("casual"), bot("casual", "Bo"), bot("casual", "Cem")]
    name = kept_table(server, game, seats[:players])
    page = new_page(f"/table/{name}", size=PHONES[0], touch=True, settings={"speed": 0})
    page.locator(".ao-plate .ao-tile").first.wait_for()
    assert page.evaluate(MISSED, 44) == []


# Lines that are lower than this, lie on each other or are hidden by something.
LOW_LINES = """(side) => {
  const lines = [...document.querySelectorAll('.large .ab-hit')].map((hit) => {
    const { left, top, bottom, width, height } = hit.getBoundingClientRect();
    return { hit, name: hit.dataset.target, left, top, bottom, width, height };
  });
  const isHidden = ({ hit, left, top, width, height }) => [0.1, 0.5, 0.9].some((part) => (
    document.elementFromPoint(left + width / 2, top + part * height) !== hit));
  return [
    ...(lines.length < 6 ? [`${lines.length} lines`] : []),
    ...lines.filter(({ width, height }) => Math.min(width, height) < side - 0.1)
      .map(({ name, width, height }) => `${name}: ${width} by ${height}`),
    ...lines.flatMap((a, i) => lines.slice(i + 1)
      .filter((b) => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 0.1)
      .map((b) => `${a.name} lies on ${b.name}`)),
    ...lines.filter(isHidden).map(({ name }) => `${name} can't be met`),
  ];
}"""


@pytest.mark.covering(1)
@pytest.mark.parametrize("size", [*PHONES, (412, 915)], ids=str)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.corner
def test_lines_are_as_large_as_fingertips(
    new_page: NewPage, server: Served, players: int, size: tuple[int, int]
) -> None:
    """The five pattern lines and the floor line, once tiles are picked."""
    game = played_game(players, "std", 5, lambda game: game.position.round == 2)
    seats = [person("Ana"), bot("casual"), bot("casual", "Bo"), bot("casual", "Cem")]
    seats[0], seats[game.position.turn - 1] = seats[game.position.turn - 1], seats[0]
    name = kept_table(server, game, seats[:players])
    page = new_page(None, size=size, touch=True, settings={"speed": 0})
    Table(page, server, name).open()
    page.locator("button.ao-group").first.tap()
    page.locator(target_at(0)).wait_for()
    assert page.evaluate(LOW_LINES, 44) == []


@pytest.mark.corner
def test_three_in_a_low_window_see_each_other(
    new_page: NewPage, server: Served, languages: tuple[str, ...]
) -> None:
    """A quarter of the width a board, a sixth for the moves; bag and lid stay on their card."""
    game = played_game(3, "joker", 5, lambda game: game.position.round == 2)
    name = kept_table(server, game, [person("Ana"), bot("casual"), bot("expert")])
    for language in languages:
        page = new_page(None, settings={"speed": 0, "language": language})
        Table(page, server, name).open()
        for size in ((1280, 720), (1366, 768), (1600, 900)):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            widths = {}
            for part in (".small", ".story", ".scores", ".heaps"):
                box = page.locator(part).first.bounding_box()
                assert box
                widths[part] = box["width"]
                assert box["y"] + box["height"] <= size[1], (language, size, part)
            assert widths[".small"] >= size[0] / 4
            assert widths[".story"] >= size[0] / 6
        page.close()


@pytest.mark.parametrize("theme", usually(("light", "dark"), "light"))
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
    axe(page, "dialog[open]")
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


@pytest.mark.corner
def test_displays_have_edges_in_forced_colours(sit: Callable[..., Table]) -> None:
    """Shadows and grounds are not drawn there."""
    page = sit("four").page
    page.emulate_media(forced_colors="active")
    edges = "(plates) => plates.map((plate) => parseFloat(getComputedStyle(plate).borderTopWidth))"
    widths = page.locator(".ao-plate").evaluate_all(edges)
    assert len(widths) == 9
    assert min(widths) >= 1


@pytest.mark.corner
def test_axe_finds_nothing_on_a_phone(sit: Callable[..., Table], axe: Callable[..., None]) -> None:
    table = sit("two", touch=True, theme="dark")
    for state in states_of(table, narrow=True):
        if state in ("hint", "log"):
            axe(table.page)
