"""The board and the track by themselves: sizes, targets, ghosts, marks, dragging."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import pytest

from corners import corner_cases
from gallery import open_gallery

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BOARD = {
    "score": 28,
    "lines": ["", "K", "", "YY", "J"],
    "wall": [".Y..W", "W..R.", "..B..", ".....", "Y...J"],
    "floor": "FW",
}
TARGETS = [
    {"line": line, "column": 0, "legal": line != 2, "text": f"Target {line}", "badge": "+1 \u22122"}
    for line in (0, 1, 2, 3, 4, 5)
]
CELLS = [
    {"line": 3, "column": n, "legal": n != 3, "text": f"Cell {n}", "badge": f"+{n}"}
    for n in range(1, 6)
]
ALONE = """([width, height, model]) => {
  document.querySelectorAll('.box').forEach((box) => box.remove());
  window.heard = [];
  window.board = gallery.board([8, 8, width, height], model);
  for (const type of ['az-target', 'az-hover']) board.addEventListener(type,
    ({ detail }) => heard.push([type, detail && `${detail.line}/${detail.column}`]));
}"""
SHOWN = """(place) => [...board.cellElement(place).children].map((cell) => {
  const ghost = cell.querySelector('.az-ghost')?.getAttribute('class').match(/az-tile-(.)/)[1];
  return cell.dataset.tile || ghost?.toLowerCase() || '.';
}).join('')"""
OUTSIDE = """([width, height]) =>
  [...board.querySelectorAll('.az-cell, .ab-head *, .ab-wall')].filter((element) => {
    if (!element.checkVisibility()) return false;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left < 8 || top < 8 || right > 8 + width || bottom > 8 + height;
  }).map((element) => element.className)"""
COVERING = """() => [...board.querySelectorAll('.ab-head > *')].filter((text) => {
  const head = text.getBoundingClientRect();
  return [...board.querySelectorAll('.ab-space')].some((space) => {
    const { left, top, right, bottom } = space.getBoundingClientRect();
    return head.right > left && head.left < right && head.bottom > top + 1 && head.top < bottom;
  });
}).map((text) => text.className)"""
NEAR_FACE = """() => {
  const face = board.querySelector('.ab-face').getBoundingClientRect();
  const middle = { x: face.x + face.width / 2, y: face.y + face.height / 2 };
  return [...board.querySelectorAll('.ab-space, .ab-score')].filter((part) => {
    const { left, top, right, bottom } = part.getBoundingClientRect();
    const x = Math.max(left - middle.x, middle.x - right, 0);
    const y = Math.max(top - middle.y, middle.y - bottom, 0);
    return Math.hypot(x, y) < face.width * (part.matches('.ab-space') ? 0.65 : 0.49);
  }).map((part) => part.className);
}"""
ROOM_FOR_COSTS = """() => {
  const wall = board.querySelector('.ab-wall').getBoundingClientRect();
  const space = board.querySelector('.ab-tread');
  const { lineHeight, bottom } = getComputedStyle(space, '::after');
  const above = space.getBoundingClientRect().height - parseFloat(bottom);
  return space.getBoundingClientRect().top + above - parseFloat(lineHeight) - wall.bottom;
}"""
# Where the light around the floor line begins, and the numbers above its first space.
FLOOR_LIGHT = """() => {
  const floor = board.querySelector('.ab-hit-floor');
  const light = getComputedStyle(floor, '::before');
  const space = board.querySelector('.ab-tread').getBoundingClientRect();
  const { lineHeight, bottom } = getComputedStyle(board.querySelector('.ab-tread'), '::after');
  const low = space.bottom - parseFloat(bottom);
  const end = floor.getBoundingClientRect().bottom - parseFloat(light.bottom);
  return { light: end - parseFloat(light.height), high: low - parseFloat(lineHeight), low };
}"""
DRAGGING = """() => {
  window.offer = gallery.offer([620, 8, 330, 430], {});
  window.drops = [];
  offer.addEventListener('az-dragstart', (event) => gallery.drag.dragTiles(event.detail.pointer, {
    tiles: 'RR', size: offer.tileSize, onOver: (aim) => drops.push(['over', aim]),
    onDrop: (aim) => drops.push(['drop', aim]),
  }));
}"""
MARKERS = """() => {
  const rail = document.querySelector('.at-rail').getBoundingClientRect();
  return [...document.querySelectorAll('.at-head')].map((marker) => {
    const { left, top, width } = marker.getBoundingClientRect();
    const foot = left + width / 2 - parseFloat(marker.style.getPropertyValue('--aside'));
    return { at: (foot - rail.left) / rail.width, left, top };
  });
}"""


@pytest.fixture(scope="module")
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(
        viewport={"width": 960, "height": 720}, reduced_motion="reduce", has_touch=True
    )
    yield open_gallery(page)
    page.close()


def _board(page: Page, size: tuple[int, int] = (600, 430), **model: Any) -> None:
    page.mouse.move(955, 715)
    page.evaluate(ALONE, [*size, {"board": BOARD, **model}])


def _change(page: Page, **model: Any) -> None:
    page.evaluate("(model) => { board.model = { ...board.model, ...model }; }", model)


def _shown(page: Page, place: str) -> str:
    """Letters of a line or the floor as they lie, ghosts small, spaces as dots."""
    shown: str = page.evaluate(SHOWN, place)
    return shown


@pytest.mark.covering(2)
@pytest.mark.parametrize(
    "size",
    [
        *((348, 230), (592, 440), (192, 196)),
        *corner_cases((348, 280), (266, 208), (390, 600)),
    ],
)
@pytest.mark.parametrize("compact", [True, False])
def test_all_of_it_is_inside(page: Page, size: tuple[int, int], compact: bool) -> None:
    board = {**BOARD, "score": 128, "floor": "BBYRKWWF"}
    _board(page, size, compact=compact, board=board, name="Maximiliane von der Aue")
    outside = page.evaluate(OUTSIDE, size)
    assert outside == []
    assert page.evaluate("board.scrollWidth <= board.clientWidth")


def test_the_head_hides_no_space(page: Page) -> None:
    for size in [(348, 230), (592, 440), (266, 208), (192, 196)]:
        model = {"name": "Maximiliane von der Aue", "note": "starts the next round"}
        _board(page, size, **model, compact=True, face="casual")
        covered = page.evaluate(COVERING)
        assert covered == [], size


def test_lines_are_easy_to_hit_on_a_phone(page: Page) -> None:
    _board(page, (348, 250), targets=TARGETS, mine=True)
    for line in range(1, 6):
        box = page.get_by_role("button", name=f"Target {line}").bounding_box()
        assert box
        assert box["height"] >= 32
        assert box["width"] >= 160


def test_a_line_fills_from_the_right(page: Page) -> None:
    _board(page)
    first, second = (
        page.evaluate(f"board.slotRect('player/1/line/4', 'Y', {i}).x") for i in (0, 1)
    )
    assert first > second
    assert page.evaluate("board.slotRect('player/1/line/4', 'Y', 2).x") < second
    cell = page.evaluate("board.slotRect('player/1/wall/1/5').x")
    assert cell > first


def test_landings_are_known_before_the_tiles_lie_there(page: Page) -> None:
    """A colour comes before the jokers of its line, the marker before what falls after it."""
    board = {"score": 0, "lines": ["", "", "", "J", ""], "wall": ["....."] * 5, "floor": "B"}
    after = board | {"lines": ["", "", "", "YYJJ", ""], "floor": "BFYY"}
    _board(page, board=board)
    landings = [("player/1/line/4", tile, i, "YYJJ") for tile in "YJ" for i in (0, 1)]
    landings += [("player/1/floor", tile, i, "BFYY") for tile, i in (("F", 0), ("Y", 0), ("Y", 1))]
    said = page.evaluate("(all) => all.map((at) => board.slotRect(...at).toJSON())", landings)
    _change(page, board=after)
    slots = [(place, tile, i) for place, tile, i, _ in landings]
    there = page.evaluate("(all) => all.map((at) => board.slotRect(...at).toJSON())", slots)
    assert said == there


def test_targets_tell_what_they_are(page: Page) -> None:
    _board(page, targets=TARGETS)
    page.get_by_role("button", name="Target 3").click()
    refused = page.get_by_role("button", name="Target 2")
    assert refused.get_attribute("aria-disabled") == "true"
    refused.click(force=True)
    heard = page.evaluate("heard")
    assert [each for each in heard if each[0] == "az-target"] == [
        ["az-target", "3/0"],
        ["az-target", "2/0"],
    ]
    assert ["az-hover", "3/0"] in heard
    assert page.locator(".ab-say").inner_text() == "Target 2"
    assert page.locator(".ab-arrow").nth(2).inner_text().split() == ["+1", "\u22122"]
    names = page.evaluate("[...board.querySelectorAll('button')].map((button) => button.ariaLabel)")
    assert names == [f"Target {line}" for line in (1, 2, 3, 4, 5, 0)]


def test_cells_of_the_wall_are_targets(page: Page) -> None:
    _board(page, targets=CELLS, ghost={"line": 3, "column": 1, "tiles": "J", "falling": ""})
    page.get_by_role("button", name="Cell 4").click()
    assert ["az-target", "3/4"] in page.evaluate("heard")
    badges = page.locator(".ab-hit-cell").evaluate_all(
        "(cells) => cells.map((cell) => getComputedStyle(cell, '::after').content)"
    )
    assert badges == ['"+1"', '"+2"', "none", '"+4"', '"+5"']
    ghost = page.evaluate(
        "board.cellElement('player/1/wall/3/1').querySelector('.az-ghost').getAttribute('class')"
    )
    assert "az-tile-J" in ghost
    wanted = page.get_by_role("button", name="Cell 5").bounding_box()
    there = page.evaluate("board.slotRect('player/1/wall/3/5')")
    assert wanted
    assert abs(wanted["x"] + wanted["width"] / 2 - there["x"] - there["width"] / 2) < 1
    assert abs(wanted["y"] + wanted["height"] / 2 - there["y"] - there["height"] / 2) < 1


@pytest.mark.parametrize(
    ("ghost", "line", "shown", "floor"),
    [
        ({"line": 4, "tiles": "YY", "falling": "Y"}, 4, "YYyy", "FWy...."),
        ({"line": 5, "tiles": "BB", "falling": ""}, 5, "bbJ..", "FW....."),
        ({"line": 0, "tiles": "", "falling": "RR"}, 3, "...", "FWrr..."),
        ({"line": 1, "tiles": "B", "falling": "BBBBBBB"}, 1, "b", "FWbbbbb"),
    ],
)
def test_ghosts_lie_where_the_tiles_would(
    page: Page, ghost: dict[str, Any], line: int, shown: str, floor: str
) -> None:
    _board(page, ghost=ghost)
    assert _shown(page, f"player/1/line/{line}") == shown
    assert _shown(page, "player/1/floor") == floor
    _change(page, ghost=None)
    assert "".join(_shown(page, f"player/1/line/{n}") for n in (1, 3)) == "...."


@pytest.mark.parametrize(("size", "compact"), [((600, 430), False), ((228, 140), True)])
@pytest.mark.corner
def test_a_face_is_no_space(page: Page, size: tuple[int, int], compact: bool) -> None:
    """It stands apart from the pattern lines, and below the points, whatever is beside the name."""
    _board(page, size, face="casual", compact=compact, note="starts next", name="Inês")
    assert page.evaluate(NEAR_FACE) == []


@pytest.mark.corner
def test_what_the_floor_costs_stands_below_the_wall(page: Page) -> None:
    """Also on a board that is tall for its width."""
    _board(page, (352, 270))
    assert page.evaluate(ROOM_FOR_COSTS) >= 0


@pytest.mark.parametrize("size", [(352, 270), (390, 310), (700, 430)])
@pytest.mark.corner
def test_the_light_cuts_no_number(page: Page, size: tuple[int, int]) -> None:
    """What the floor costs stands above its light, or within."""
    _board(page, size, targets=TARGETS, mine=True)
    where = page.evaluate(FLOOR_LIGHT)
    assert not where["high"] + 0.5 < where["light"] < where["low"] - 1.5, where


@pytest.mark.corner
def test_an_eighth_marker_stands_beside_the_floor(page: Page) -> None:
    _board(
        page, board={**BOARD, "floor": "BBYRKWW"}, ghost={"line": 3, "tiles": "B", "falling": "F"}
    )
    assert _shown(page, "player/1/floor") == "BBYRKWWf"
    _change(page, ghost=None)
    assert _shown(page, "player/1/floor") == "BBYRKWW"


def test_the_last_move_is_marked_on_its_own_board(page: Page) -> None:
    _board(
        page, player=2, last=["player/2/line/4", "player/3/line/2", "player/2/wall/1/2", "centre"]
    )
    marked = page.locator(".is-last")
    assert marked.count() == 2
    _change(page, last=[])
    assert marked.count() == 0


def test_arrows_go_through_the_targets_and_the_focus_stays(page: Page) -> None:
    _board(page, targets=TARGETS)
    assert page.evaluate("board.focusTargets()")
    for _ in range(5):
        page.keyboard.press("ArrowDown")
    above, below = page.evaluate(
        "[document.querySelector('.ab-tread'), document.activeElement]"
        ".map((element) => Number(getComputedStyle(element).zIndex))"
    )
    assert above > below  # The light of the target in focus hides no tile.
    assert page.evaluate("document.activeElement.dataset.target") == "0/0"
    page.keyboard.press("Enter")
    assert page.evaluate("heard.at(-1)") == ["az-target", "0/0"]
    _change(page, targets=[])
    assert page.evaluate("document.activeElement === board")


def test_only_what_changes_is_drawn_anew(page: Page) -> None:
    _board(page)
    page.evaluate(
        "() => { window.changed = 0; new MutationObserver((all) => { changed += all.length; })"
        ".observe(board, { childList: true, subtree: true }); }"
    )
    _change(page, targets=[])
    assert page.evaluate("changed") == 0
    _change(page, board={**BOARD, "lines": ["", "KK", "", "YY", "J"]})
    page.wait_for_function("() => changed > 0")
    assert page.evaluate("changed") <= 3


def _offer_beside(page: Page) -> tuple[float, float]:
    page.evaluate(DRAGGING)
    box = page.locator("button[data-source='3'][data-tile='R']").bounding_box()
    assert box
    return box["x"] + 8, box["y"] + 8


def _middle(page: Page, name: str) -> tuple[float, float]:
    box = page.get_by_role("button", name=name).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _by_mouse(page: Page, way: list[tuple[float, float]]) -> None:
    page.mouse.move(*way[0])
    page.mouse.down()
    for point in way[1:]:
        page.mouse.move(*point, steps=4)


def _by_touch(page: Page, way: list[tuple[float, float]]) -> None:
    client = page.context.new_cdp_session(page)
    for kind, (x, y) in zip(["touchStart"] + ["touchMove"] * 9, [way[0], *way[1:]], strict=False):
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    client.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("drag", [_by_mouse, _by_touch])
def test_tiles_are_dragged_to_a_line(
    page: Page, drag: Callable[[Page, list[tuple[float, float]]], None]
) -> None:
    _board(page, targets=TARGETS)
    start = _offer_beside(page)
    drag(
        page,
        [start, (start[0] - 30, start[1]), _middle(page, "Target 5"), _middle(page, "Target 3")],
    )
    page.mouse.up()
    assert page.evaluate("drops.at(-1)") == ["drop", {"line": 3, "column": 0}]
    assert ["over", {"line": 5, "column": 0}] in page.evaluate("drops")
    assert page.locator(".az-hand").count() == 0


def test_a_drag_can_be_broken_off(page: Page) -> None:
    _board(page, targets=TARGETS)
    start = _offer_beside(page)
    _by_mouse(page, [start, (start[0] - 30, start[1]), _middle(page, "Target 3")])
    assert page.locator(".az-hand .az-tile").count() == 2
    page.keyboard.press("Escape")
    assert page.evaluate("drops.at(-1)") == ["drop", None]
    page.mouse.up()
    assert page.evaluate("drops.filter(([what]) => what === 'drop').length") == 1
    _by_mouse(page, [start, (start[0] - 30, start[1]), (955, 715)])
    page.mouse.up()
    assert page.evaluate("drops.at(-1)") == ["drop", None]


@pytest.mark.covering(2)
@pytest.mark.parametrize("width", [640, 320])
@pytest.mark.parametrize("scores", [(50, 50, 51, 112), (0, 0, 0, 0), (100, 99, 97, 200)])
def test_markers_stand_where_the_points_are(
    page: Page, width: int, scores: tuple[int, ...]
) -> None:
    """Also where they share a space: none hides another, and each has its foot on its step."""
    names = ("Ana", "Bo", "Cem", "Di")
    players = [
        {"name": name, "score": score, "active": False, "sign": _sign(seat, name)}
        for seat, (name, score) in enumerate(zip(names, scores, strict=True), start=1)
    ]
    _board(page)
    page.evaluate(
        "([players, width]) => { window.track = gallery.track([8, 500, width, 80], { players }); }",
        [players, width],
    )
    markers = page.evaluate(MARKERS)
    steps = [score / 100 if score <= 100 else (score - 100) / 100 for score in scores]
    assert [marker["at"] for marker in markers] == pytest.approx(steps, abs=0.002)
    for one, other in combinations(markers, 2):
        apart = abs(one["left"] - other["left"]), abs(one["top"] - other["top"])
        assert apart[0] >= 18 or apart[1] >= 18, "each can be seen whole"
    for marker in markers:
        assert marker["top"] >= 500
        assert 8 <= marker["left"] <= 8 + width - 18
    assert page.locator(".is-again").count() == sum(score > 100 for score in scores)
    told = ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
    assert page.locator("az-track").get_attribute("aria-label") == told


def _sign(seat: int, name: str) -> dict[str, Any]:
    return {"seat": seat, "letter": name[0], "colour": None, "tone": "", "mine": seat == 1}


@pytest.mark.covering(1)
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("scene", ["four", "grey", "phone"])
@pytest.mark.corner
def test_axe_finds_nothing(
    browser: Browser, axe: Callable[..., None], scene: str, theme: Any
) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 720}, color_scheme=theme)
    open_gallery(page, scene)
    axe(page)
    page.close()
