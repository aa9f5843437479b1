"""The offer by itself: large tiles in any area, picked by pointer and keys, no focus lost."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from corners import corner_cases
from gallery import open_gallery

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DISPLAYS = ["BBRK", "WWYY", "RRRY", "KKKR", "BYKW", "", "JJBR", "BBBB", "WYYY"]
CROWD = "F" + "BBBBBBYYYYYRRRRRKKKKWWWJJJJ"
AREAS = [
    *((344, 250), (600, 620), (250, 560)),
    *corner_cases((700, 420), (420, 700), (900, 500), (340, 420)),
]
RECTS = """(selector) => [...document.querySelectorAll(selector)].map((element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x, y, width, height, source: element.dataset.source, tile: element.dataset.tile };
})"""
Rect = dict[str, Any]


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 960, "height": 720}, reduced_motion="reduce")
    yield open_gallery(page)
    page.close()


def _offer(page: Page, area: tuple[int, int], displays: list[str], **model: Any) -> None:
    page.mouse.move(955, 715)  # What is below the pointer is lifted.
    page.evaluate(
        "([width, height, model]) => { document.querySelector('.box')?.remove();"
        " window.offer = gallery.offer([8, 8, width, height], model); window.heard = [];"
        " for (const type of ['az-pick', 'az-dragstart']) offer.addEventListener(type,"
        " ({ detail: { source, tile } }) => heard.push([type, source, tile])); }",
        [*area, {"displays": displays, **model}],
    )


def _change(page: Page, **model: Any) -> None:
    page.evaluate("(model) => { offer.model = { ...offer.model, ...model }; }", model)


def _overlap(one: Rect, other: Rect) -> bool:
    return bool(
        one["x"] + one["width"] > other["x"] + 0.5
        and other["x"] + other["width"] > one["x"] + 0.5
        and one["y"] + one["height"] > other["y"] + 0.5
        and other["y"] + other["height"] > one["y"] + 0.5
    )


def _middle(rect: Rect) -> tuple[float, float]:
    return rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2


@pytest.mark.parametrize(("displays", "least"), [(5, 40), (7, 36), (9, 32)])
def test_tiles_are_large_on_a_phone(page: Page, displays: int, least: int) -> None:
    _offer(page, (344, 250), DISPLAYS[:displays], centre=CROWD)
    tiles = page.evaluate(RECTS, ".ao-tile")
    assert min(tile["width"] for tile in tiles) >= least


@pytest.mark.covering(2)
@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("displays", [5, 7, 9])
@pytest.mark.parametrize("centre", ["F", "FBBYRW", CROWD])
def test_everything_lies_inside_and_apart(
    page: Page, area: tuple[int, int], displays: int, centre: str
) -> None:
    _offer(page, area, DISPLAYS[:displays], centre=centre)
    for tile in page.evaluate(RECTS, ".ao-tile"):
        assert tile["width"] >= 24
        assert 7.5 <= tile["x"] <= 8.5 + area[0] - tile["width"]
        assert 7.5 <= tile["y"] <= 8.5 + area[1] - tile["height"]
    plates = page.evaluate(RECTS, ".ao-plate")
    ring = page.evaluate("offer.dataset.shape") == "ring"
    for one, other in combinations(plates, 2):
        if ring:
            assert math.dist(_middle(one), _middle(other)) >= one["width"]
        else:
            assert not _overlap(one, other)
    groups = page.evaluate(RECTS, ".ao-group")
    # Jokers may lie on the marker's edge: it is nothing to pick.
    heaps = [group for group in groups if group["source"] == "0" and group["tile"] != "F"]
    for one, other in combinations(heaps, 2):
        assert not _overlap(one, other)
    for heap in heaps:
        assert not any(_overlap(heap, other) for other in groups if other["source"] != "0")


def test_groups_are_picked_by_a_click(page: Page) -> None:
    """Also the three of a kind around a corner, and the one in it."""
    _offer(page, (600, 620), DISPLAYS, centre="FBBW")
    for source, tile in [(3, "R"), (3, "Y"), (7, "J"), (8, "B"), (0, "B"), (0, "W")]:
        page.locator(f"button[data-source='{source}'][data-tile='{tile}']").click()
        assert page.evaluate("heard.pop()") == ["az-pick", source, tile]
    page.locator(".ao-group-F").click()
    assert page.evaluate("heard") == []
    _change(page, pickable=False)
    page.locator("button[data-source='3'][data-tile='R']").click(force=True)
    assert page.evaluate("heard") == []


def test_the_picked_colour_lights_up(page: Page) -> None:
    _offer(page, (600, 620), DISPLAYS, centre="F", picked={"source": 7, "take": "BJ"})
    pressed = page.evaluate(RECTS, "[aria-pressed='true']")
    assert {(each["source"], each["tile"]) for each in pressed} == {("7", "J"), ("7", "B")}


# Every group that arrows lead to from the one with the focus, and how the first of them is reached.
PRESS = """const press = (from, key) => {
    from.focus();
    from.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    return document.activeElement;
  };
  const keys = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
  const start = document.activeElement;"""
FIRST_WAY = f"""() => {{
  {PRESS}
  const key = keys.find((one) => press(start, one) !== start);
  const second = press(start, key).ariaLabel;
  start.focus();
  return [key, second];
}}"""
REACHED = f"""() => {{
  {PRESS}
  const seen = new Set([start]);
  for (const here of seen) for (const key of keys) seen.add(press(here, key));
  start.focus();
  return seen.size;
}}"""


@pytest.mark.parametrize("area", [(600, 620), (344, 250)])
def test_arrows_reach_every_group(page: Page, area: tuple[int, int]) -> None:
    _offer(page, area, DISPLAYS, centre=CROWD)
    assert page.locator("az-offer [tabindex='0']").count() == 1
    page.keyboard.press("Tab")
    first = page.evaluate("document.activeElement.ariaLabel")
    key, second = page.evaluate(FIRST_WAY)
    page.keyboard.press(key)  # a real one, as the others would be
    assert page.evaluate("document.activeElement.ariaLabel") == second != first
    assert page.evaluate(REACHED) == page.locator("button.ao-group").count()
    page.keyboard.press("Enter")
    page.keyboard.press("Space")
    assert page.evaluate("heard.map(([type]) => type)") == ["az-pick", "az-pick"]


def test_the_focus_stays_when_tiles_go(page: Page) -> None:
    _offer(page, (600, 620), DISPLAYS, centre="FBB")
    focused: Callable[[], Any] = lambda: page.evaluate(  # noqa: E731
        "[document.activeElement.dataset.source, document.activeElement.dataset.tile]"
    )
    page.locator("button[data-source='3'][data-tile='R']").focus()
    _change(page, displays=[*DISPLAYS[:2], "Y", *DISPLAYS[3:]])
    assert focused() == ["3", "Y"]
    _change(page, displays=[*DISPLAYS[:2], "", *DISPLAYS[3:]], centre="FBBY")
    assert focused()[0] in {"2", "4", "0"}
    _change(page, displays=[""] * 9, centre="BB")
    assert focused() == ["0", "B"]
    _change(page, displays=[""] * 9, centre="")
    assert page.evaluate("document.activeElement === offer")
    _change(page, displays=DISPLAYS)
    assert page.locator("az-offer [tabindex='0']").count() == 1


@pytest.mark.covering(2)
@pytest.mark.parametrize("area", [(600, 620), (344, 250)])
@pytest.mark.parametrize("centre", ["FBBYRW", CROWD])
def test_slots_are_exact(page: Page, area: tuple[int, int], centre: str) -> None:
    _offer(page, area, DISPLAYS, centre=centre)
    wrong = page.evaluate("""() => [...document.querySelectorAll('.ao-group')].flatMap((group) =>
      [...group.querySelectorAll('.ao-tile')].filter((tile, i) => {
        const place = group.dataset.source === '0' ? 'centre' : `display/${group.dataset.source}`;
        const said = offer.slotRect(place, group.dataset.tile, i);
        const there = tile.getBoundingClientRect();
        return ['x', 'y', 'width'].some((side) => Math.abs(said[side] - there[side]) > 0.6);
      }).map(() => group.ariaLabel))""")
    assert wrong == []


def test_slots_foretell_where_the_next_come(page: Page) -> None:
    _offer(page, (600, 620), ["", *DISPLAYS[1:]], centre="FBBW")
    said = page.evaluate(
        "[['display/1', 'B', 0], ['centre', 'B', 2], ['centre', 'R', 0]]"
        ".map((at) => offer.slotRect(...at)).map(({ x, y }) => [x, y])"
    )
    cases: list[tuple[dict[str, Any], list[Any]]] = [
        ({"displays": ["BBBB", *DISPLAYS[1:]], "centre": "FBBW"}, ["display/1", "B", 0]),
        ({"centre": "FBBBW"}, ["centre", "B", 2]),
        ({"centre": "FBBRW"}, ["centre", "R", 0]),
    ]
    for (model, at), (x, y) in zip(cases, said, strict=True):
        _change(page, **model)
        there = page.evaluate("(at) => offer.slotRect(...at)", at)
        assert (there["x"], there["y"]) == pytest.approx((x, y))


def test_landings_are_known_before_the_tiles_lie_there(page: Page) -> None:
    """Of several kinds that come at once, where others make room for them."""
    displays = ["", *DISPLAYS[1:]]
    _offer(page, (600, 620), displays, centre="FBBW")
    cases = [("centre", "FBBRRWWK"), ("centre", CROWD), ("display/1", "BYYY")]
    for place, tiles in cases:
        _change(page, displays=displays, centre="FBBW")
        spots = [[place, tile, i, tiles] for tile in set(tiles) for i in range(tiles.count(tile))]
        said = page.evaluate("(all) => all.map((at) => offer.slotRect(...at).toJSON())", spots)
        if place == "centre":
            _change(page, displays=displays, centre=tiles)
        else:
            _change(page, displays=[tiles, *DISPLAYS[1:]], centre="FBBW")
        slots = [[place, tile, i] for _, tile, i, _ in spots]
        there = page.evaluate("(all) => all.map((at) => offer.slotRect(...at).toJSON())", slots)
        assert said == there, place


@pytest.mark.parametrize("area", [(344, 250), (600, 620)])
def test_where_the_last_move_took_from_is_seen(page: Page, area: tuple[int, int]) -> None:
    """In a grid as in a ring; with high contrast by a line, not by a colour."""
    _offer(page, area, DISPLAYS)
    look = "(e) => getComputedStyle(e).background"
    empty = page.locator(".ao-plate").nth(DISPLAYS.index(""))
    plain = empty.evaluate(look)
    _change(page, last=[f"display/{DISPLAYS.index('') + 1}"])
    assert empty.evaluate(look) != plain
    line = "(e) => getComputedStyle(e).outlineStyle"
    assert empty.evaluate(line) == "none"
    page.evaluate("() => { document.documentElement.dataset.theme = 'contrast'; }")
    _change(page, last=[f"display/{DISPLAYS.index('') + 1}", "centre"])
    marked = [
        page.locator(selector).first.evaluate(line) for selector in (".ao-centre", ".is-last")
    ]
    assert [empty.evaluate(line), *marked] == ["dotted"] * 3
    assert page.locator(".ao-plate").first.evaluate(line) == "none"
    page.evaluate("() => { delete document.documentElement.dataset.theme; }")


def test_a_new_size_is_noticed(page: Page) -> None:
    """Though it is not asked for with every model."""
    _offer(page, (600, 620), DISPLAYS, centre="F")
    large = page.evaluate("offer.tileSize")
    page.evaluate("() => document.querySelector('.box').style.setProperty('width', '200px')")
    page.wait_for_function("(large) => offer.tileSize < large", arg=large)


def test_what_is_left_of_a_display_stays_where_it_lies(page: Page) -> None:
    _offer(page, (600, 620), DISPLAYS, centre="F")
    before = page.evaluate("offer.slotRect('display/3', 'Y')")
    _change(page, displays=[*DISPLAYS[:2], "Y", *DISPLAYS[3:]])
    assert page.evaluate("offer.slotRect('display/3', 'Y')") == before


@pytest.mark.parametrize("area", AREAS)
def test_what_is_in_the_centre_stays_where_it_lies(page: Page, area: tuple[int, int]) -> None:
    """Whatever comes beside it, or is taken away."""
    _offer(page, area, DISPLAYS, centre="FBRR")
    kept = [["centre", "B", 0], ["centre", "R", 0], ["centre", "R", 1]]
    where = "(all) => all.map((at) => offer.slotRect(...at).toJSON())"
    before = page.evaluate(where, kept)
    for centre in ("BRRYYYKW", CROWD, "BRR"):
        _change(page, centre=centre)
        assert page.evaluate(where, kept) == before, centre


def test_a_drag_is_no_click(page: Page) -> None:
    _offer(page, (600, 620), DISPLAYS, centre="F")
    box = page.locator("button[data-source='3'][data-tile='Y']").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 4, y)
    assert page.evaluate("heard") == []
    page.mouse.move(x + 9, y)
    page.mouse.move(x, y)
    page.mouse.up()
    assert page.evaluate("heard") == [["az-dragstart", 3, "Y"]]
