"""The start page: Play at once, the table to set up, the games that are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from api_client import legal_targets
from azulejos.notation import parse_record
from examples import usually
from looks import OVERFLOWS
from serving import Served

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

    from browser_fixtures import NewPage

SIZES = [(360, 640), (390, 844), (768, 1024), (844, 390), (1280, 720), (1920, 1080)]
BROKEN = """() => [...document.querySelectorAll('.setup .segments')].filter((choice) => {
  const tops = [...choice.querySelectorAll('label')].map((label) => label.offsetTop);
  return new Set(tops).size > 1;
}).length"""
ANA_AND_BO = [
    {"kind": "person", "name": "Ana", "level": None},
    {"kind": "person", "name": "Bo", "level": None},
]


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server of this module's own: what others play does not show up in its lists."""
    with Served(tmp_path_factory.mktemp("start-page")) as served:
        yield served


@pytest.fixture
def start(new_page: NewPage, fresh: Served) -> Page:
    """The start page of somebody who has never been here."""
    page = new_page("/", server=fresh, settings={"speed": 0})
    page.locator("#match span").first.wait_for()
    return page


def choose(page: Page, selector: str, value: str) -> None:
    page.locator(selector).focus()
    page.locator(selector).select_option(value)


def ask(page: Page, path: str, body: object) -> Any:
    """A request to the server, past the page."""
    answer = page.request.post(path, data=body)
    assert answer.ok, answer.text()
    return answer.json()


def finished_game(page: Page) -> str:
    """The id of a game between two people that has been played to its end."""
    random = Random(5)
    table = ask(page, "/api/tables", {"rules": "std", "seats": ANA_AND_BO, "starter": 1})
    path = f"/api/tables/{table['id']}"
    now = page.request.get(path).json()
    while choices := now["choices"]:
        legal = legal_targets(choices)
        # Whoever completes lines completes a row sooner.
        best = [t for t in legal if t["preview"]["completes"]] or [t for t in legal if t["line"]]
        move = random.choice(best or legal)["move"]
        now = ask(page, f"{path}/moves", {"number": now["number"], "move": move})
    assert now["result"]
    return str(table["id"])


def created(page: Page, button: Locator) -> tuple[Any, Any]:
    """What Play asked the server for, and the table that stands there then."""
    with page.expect_response(lambda r: r.url.endswith("/api/tables")) as answered:
        button.click()
    assert answered.value.status == 201
    made = answered.value.json()
    page.wait_for_url(f"**/table/{made['id']}")
    return answered.value.request.post_data_json, made


def test_two_clicks_and_a_first_move(start: Page) -> None:
    """Play, pick, lay: and the first click alone leads to a table where one can move."""
    start.set_viewport_size({"width": 2560, "height": 1440})
    height = "document.querySelector('#header').offsetHeight"
    high = start.evaluate(height)
    assert start.locator("#match").inner_text() == "You against Inês (Casual)"
    order, table = created(start, start.locator("#play"))
    assert [seat["kind"] for seat in order["seats"]] == ["person", "bot"]
    assert order["seats"][1]["level"] == "casual"
    assert order["rules"] == "std"
    assert order["starter"] is None
    start.locator("az-offer button:not([aria-disabled=true])").first.click()
    assert start.evaluate(height) == high
    start.locator("az-board [data-target]:not([aria-disabled=true])").first.click()
    start.wait_for_function(
        """async (id) => (await (await fetch(`/api/tables/${id}/replay`)).json())
             .plies.some(({ entry }) => entry.player === 1)""",
        arg=table["id"],
    )


def test_play_is_there_before_the_server_answers(start: Page) -> None:
    """What is pressed while it still starts is done when it can be."""
    held: list[Route] = []
    start.route("**/api/about", lambda route: held.append(route))
    start.reload()
    start.locator("#code").fill("ABC")
    start.locator("#play").click()
    start.locator("#match", has_text="One moment").wait_for()
    assert start.get_by_text("First time?").count() == 0
    with start.expect_request(lambda r: r.url.endswith("/api/tables") and r.method == "POST"):
        held[0].continue_()
    start.wait_for_url("**/table/*")


@pytest.mark.corner
def test_play_tells_that_the_table_is_on_its_way(start: Page) -> None:
    """Where the engine still comes, or the server is busy, a press must not look lost."""
    held: list[Route] = []
    start.route("**/api/tables", lambda route: held.append(route))
    with start.expect_request(lambda r: r.method == "POST"):
        start.locator("#play").click()
    assert start.locator("#play").evaluate("(e) => getComputedStyle(e).animationName") == "awaited"
    for route in held:
        route.continue_()
    start.wait_for_url("**/table/*")
    start.locator("body:not([data-opening])").wait_for()


@pytest.mark.corner
def test_who_goes_elsewhere_meanwhile_gets_no_table(start: Page) -> None:
    held: list[Route] = []
    start.route("**/api/about", lambda route: held.append(route))
    start.reload()
    start.locator("#play").click()
    start.locator("#to-rules").click()
    start.locator("h1", has_text="Rules").wait_for()
    orders: list[str] = []
    start.on("request", lambda r: orders.append(r.method))
    with start.expect_response("**/api/about"):
        held[0].continue_()
    start.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert start.url.endswith("/rules")
    assert "POST" not in orders


@pytest.mark.corner
def test_a_newcomer_is_shown_how_to_learn(start: Page) -> None:
    page = start
    ask(page, "/api/tables", {"rules": "std", "seats": ANA_AND_BO, "starter": 1})
    page.reload()
    page.get_by_role("link", name="Continue: Ana and Bo").first.wait_for()
    assert page.get_by_text("First time?").count() == 0

    page.route("**/api/tables", lambda route: route.fulfill(json={"tables": []}))
    page.reload()
    page.get_by_text("First time?").wait_for()
    assert page.get_by_role("link", name="Learn by playing").get_attribute("href") == "/learn"
    assert page.get_by_role("link", name="Read the rules").get_attribute("href") == "/rules"
    assert page.locator(".kept h2").count() == 0


def test_what_is_set_up_arrives_and_is_remembered(start: Page) -> None:
    page = start
    page.get_by_text("4", exact=True).click()
    choose(page, "#seat-2-who", "person")
    choose(page, "#seat-3-who", "master")
    page.get_by_label("Name on seat 1").fill("Ana")
    page.get_by_label("Name on seat 3").fill("<b>Bo</b> & Co")
    page.get_by_text("Grey", exact=True).click()
    page.get_by_label("Jokers").check()
    choose(page, "#setup-starter", "3")
    expected = {
        "rules": "grey+joker",
        "seats": [
            {"kind": "person", "name": "Ana", "level": None, "colour": 1},
            {"kind": "bot", "name": "Inês", "level": "casual"},
            {"kind": "person", "name": "<b>Bo</b> & Co", "level": None, "colour": 2},
            {"kind": "bot", "name": "Matilde", "level": "master"},
        ],
        "starter": 3,
    }
    line = "Ana against Inês (Casual), <b>Bo</b> & Co and Matilde (Master)\ngrey wall · jokers"
    assert page.locator("#match").inner_text() == line
    page.reload()
    page.locator("#match span").first.wait_for()
    assert page.locator("#match").inner_text() == line
    assert page.locator("#seat-3-who").input_value() == "master"
    order, table = created(page, page.locator("#play"))
    assert order == expected
    assert table["starter"] == 3
    assert [seat["name"] for seat in table["seats"]] == ["Ana", "Inês", "<b>Bo</b> & Co", "Matilde"]
    page.go_back()
    page.locator("#match span").first.wait_for()
    assert page.locator("#match").inner_text() == line


@pytest.mark.corner
def test_seats_stay_sensible(start: Page) -> None:
    """Somebody plays, bots have different names, and nobody starts who is not there."""
    page = start
    page.get_by_text("4", exact=True).click()
    match = "You against Inês (Casual), Beatriz (Beginner) and Duarte (Medium)"
    assert page.locator("#match").inner_text() == match
    choose(page, "#seat-2-who", "novice")
    match = "You against Inês (Casual), Tomás (Novice) and Duarte (Medium)"
    assert page.locator("#match").inner_text() == match
    choose(page, "#setup-starter", "4")
    page.get_by_text("2", exact=True).click()
    assert page.locator("#setup-starter").input_value() == ""
    choose(page, "#seat-0-who", "expert")
    assert page.locator("#seat-1-who").input_value() == "person"
    assert page.locator("#match").inner_text() == "You against Rui (Expert)"
    assert not page.locator("#seat-0-name").count(), "nobody has two names"


@pytest.mark.corner
def test_who_was_last_in_portugal(start: Page) -> None:
    from playwright.sync_api import expect

    page = start
    for answer, starter in (("Inês", "2"), (None, "2"), ("Nobody yet", "")):
        choose(page, "#setup-starter", "portugal")
        question = page.get_by_role("dialog", name="Who was in Portugal last?")
        question.wait_for()
        if answer:
            question.get_by_role("button", name=answer).click()
        else:
            page.keyboard.press("Escape")
        question.wait_for(state="detached")
        expect(page.locator("#setup-starter")).to_have_value(starter)
        expect(page.locator("#setup-starter")).to_be_focused()


@pytest.mark.corner
def test_games_that_are_kept(start: Page, tmp_path: Path) -> None:
    page = start
    over = finished_game(page)
    going = ask(page, "/api/tables", {"rules": "grey", "seats": ANA_AND_BO, "starter": 1})["id"]
    page.reload()
    item = page.locator(f"#game-{going}")
    facts = item.locator(".game-facts").inner_text()
    assert facts.startswith("Turn: Ana Round 1 · grey wall · ")
    item.get_by_role("link", name="Continue: Ana and Bo").click()
    page.wait_for_url(f"**/table/{going}")
    page.go_back()

    item = page.locator(f"#game-{over}")
    item.locator(".game-winner").first.wait_for()
    assert item.get_by_role("link", name="Replay").get_attribute("href") == f"/table/{over}"
    with page.expect_download() as downloading:
        item.get_by_role("link", name="Download: Ana and Bo").click()
    saved = tmp_path / "game.azul"
    downloading.value.save_as(saved)
    assert downloading.value.suggested_filename.endswith(f"{over}.azul")
    assert parse_record(saved.read_text(encoding="utf-8")).tags["Player1"] == "Ana"

    for key, gone in (("Escape", False), ("Enter", True)):
        item.get_by_role("button", name="Delete: Ana and Bo").focus()
        page.keyboard.press("Enter")
        page.get_by_role("dialog", name="Delete this game?").wait_for()
        # What can't be undone is never what a hasty Enter does.
        assert page.evaluate("document.activeElement.value") == "no"
        page.keyboard.press("Tab")
        page.keyboard.press(key)
        page.get_by_role("dialog").wait_for(state="detached")
        assert page.evaluate("document.activeElement !== document.body")
        page.wait_for_function(
            "([id, gone]) => !document.getElementById(`game-${id}`) === gone", arg=[over, gone]
        )
        assert (page.request.get(f"/api/tables/{over}").status == 404) is gone


@pytest.mark.corner
def test_all_languages_fit_all_windows(start: Page, languages: tuple[str, ...]) -> None:
    page = start
    long_name = {"kind": "person", "name": "Maximiliane-Theodora van den B", "level": None}
    bots = [{"kind": "bot", "name": name, "level": "skilled"} for name in ("Leonor", "Matilde")]
    order = {"rules": "grey+joker", "seats": [long_name, ANA_AND_BO[1], *bots], "starter": None}
    ask(page, "/api/tables", order)
    for language in languages:
        page.goto(f"/?lang={language}")
        page.locator("#setup-toggle").evaluate("button => button.click()")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOWS) == [], (language, width)
            assert language == "pseudo" or not page.evaluate(BROKEN), (language, width)
        for width, height in (SIZES[0], SIZES[-2]):
            page.set_viewport_size({"width": width, "height": height})
            page.locator(".menu-opener").click()
            assert page.evaluate(OVERFLOWS) == [], (language, width, "menu")
            page.keyboard.press("Escape")


@pytest.mark.corner
def test_the_main_part_is_seen_at_once(start: Page) -> None:
    """Play on a phone without scrolling; Play and all choices on a desktop."""
    page = start
    for size, seen in (
        ((360, 640), ["#play", "#match"]),
        ((1280, 720), ["#play", "#match", "#setup-starter"]),
    ):
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for selector in seen:
            box = page.locator(selector).bounding_box()
            assert box
            assert box["y"] + box["height"] <= size[1], (selector, size)


@pytest.mark.corner
def test_one_button_starts_the_game(start: Page) -> None:
    """Play, or where the choices are open on a phone the one below them."""
    from playwright.sync_api import expect

    page = start
    expect(page.locator("#play")).to_be_visible()
    expect(page.locator("#start-this")).to_be_hidden()
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("#setup-toggle").click()
    expect(page.locator("#start-this")).to_be_visible()
    expect(page.locator("#play")).to_be_hidden()


@pytest.mark.parametrize("theme", usually(("light", "dark"), "light"))
def test_axe_finds_nothing(
    new_page: NewPage,
    fresh: Served,
    axe: Callable[..., None],
    theme: Any,
    shot: Callable[..., None],
) -> None:
    page = new_page("/", server=fresh, theme=theme, reduced_motion=True)
    page.locator("#match span").first.wait_for()
    axe(page)
    page.locator(".menu-opener").click()
    axe(page)
    page.keyboard.press("Escape")
    choose(page, "#setup-starter", "portugal")
    page.get_by_role("dialog").wait_for()
    axe(page)
    page.keyboard.press("Escape")
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator("#setup-toggle").click()
    axe(page)
    shot(page, f"start-{theme}")


def test_all_by_keyboard(start: Page) -> None:
    """Every control is reached by Tab, shows it, and Play is an Enter away."""
    page = start
    reached: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        found = page.evaluate("""() => {
          const e = document.activeElement;
          const shown = e.type === 'radio' ? e.nextElementSibling : e;
          return [e.id || e.className || e.tagName, getComputedStyle(shown).outlineStyle];
        }""")
        if found[0] in ("BODY", *reached[:1]):
            break
        reached.append(found[0])
        assert found[1] != "none", found
    for name in (
        "play",
        "setup-players-2",
        "seat-0-name",
        "seat-1-who",
        "setup-jokers",
    ):
        assert name in reached
    page.locator("#setup-players-2").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "setup-players-3"
    assert page.locator(".seat").count() == 3
    page.locator("#play").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
