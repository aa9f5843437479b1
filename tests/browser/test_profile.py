"""The reader's own page, the lists of games, and a table that is set up for friends."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from api_client import legal_targets
from looks import OVERFLOWS
from taken_along import record_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

PEOPLE = [
    {"kind": "person", "name": name, "level": None, "colour": colour}
    for name, colour in (("Ana", 1), ("Bo", 2))
]
BOT = {"kind": "bot", "name": "Rui", "level": "novice"}
OPEN = {"kind": "open", "name": "", "level": None}
OPTIONS = {"name": "", "public": False, "watching": True, "delay": 0, "clock": None}


def made(page: Page, *seats: dict[str, Any], **options: Any) -> str:
    order = {"rules": "std", "seats": seats, "starter": 1, "options": OPTIONS | options}
    answer = page.request.post("/api/tables", data=order)
    assert answer.status == 201, answer.text()
    return str(answer.json()["id"])


def finished(page: Page, **options: Any) -> str:
    """A game of two people at one device, played to its end."""
    random, table = Random(5), made(page, *PEOPLE, **options)
    path = f"/api/tables/{table}"
    now = page.request.get(path).json()
    while choices := now["choices"]:
        legal = legal_targets(choices)
        best = [t for t in legal if t["preview"]["completes"]] or [t for t in legal if t["line"]]
        move = {"number": now["number"], "move": random.choice(best or legal)["move"]}
        answer = page.request.post(f"{path}/moves", data=move)
        assert answer.ok, answer.text()
        now = answer.json()
    assert now["result"]
    return table


def have_a_rest(page: Page) -> None:
    """Who has played a game within seconds has used up their requests: four a second come back."""
    page.wait_for_timeout(6000)


def test_my_games_in_numbers(
    new_page: NewPage,
    club: Served,
    axe: Callable[..., None],
    tmp_path: Path,
    languages: tuple[str, ...],
) -> None:
    """Shown, taken along, and deleted for good."""
    page = new_page("/me", server=club)
    page.get_by_text("Your results will appear here").wait_for()
    axe(page)
    table = finished(page, name="Sunday club")
    have_a_rest(page)
    page.goto("/me?lang=en")
    page.get_by_role("heading", name="Games", exact=True).wait_for()
    told = page.locator(".me-games").inner_text()
    assert "Sunday club" in told
    assert "2 players · coloured wall" in told
    assert page.locator(".me-bars tr").count() == 5
    latest = page.get_by_role("region", name="Latest games").locator(f"#game-{table}")
    assert "Sunday club" in latest.inner_text()
    for way in ("table", "review"):
        assert latest.locator(f"a[href='/{way}/{table}']").is_visible()
    assert page.locator("main h2").last.get_attribute("id") == "me-data"  # Deleting comes last.
    axe(page)
    for language in languages:
        page.goto(f"/me?lang={language}")
        page.locator(".me-bars").wait_for()
        for width, height in ((360, 640), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOWS) == [], (language, width)
    page.goto("/me?lang=en")
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download my games").click()
    saved = tmp_path / "games.json"
    downloading.value.save_as(saved)
    assert table in saved.read_text(encoding="utf-8")
    json.loads(saved.read_text(encoding="utf-8"))

    page.get_by_label("Your name").fill("Ana")
    page.get_by_role("button", name="Delete everything about me").click()
    question = page.get_by_role("dialog", name="Delete everything about you?")
    assert "1 finished game" in question.inner_text()
    assert page.evaluate("document.activeElement.value") == "no"
    question.get_by_role("button", name="Delete everything about me").click()
    page.locator("#match span").first.wait_for()
    assert page.locator("#match").inner_text() == "You against Inês (Casual)"
    assert page.request.get("/api/me").json()["games"] == 0
    assert page.request.get("/api/tables").json()["tables"] == []


@pytest.mark.corner
def test_my_rating_against_the_bots(
    new_page: NewPage, club: Served, axe: Callable[..., None], shot: Callable[..., None]
) -> None:
    page = new_page("/me", server=club)
    page.get_by_text("your rating begins here").wait_for()
    for _ in range(3):
        table = made(page, PEOPLE[0], BOT)
        resign = {"do": "resign", "seat": 1}
        assert page.request.post(f"/api/tables/{table}/acts", data=resign).ok
    found = page.request.get("/api/me").json()["ratings"][0]
    page.goto("/me?lang=en")
    rating = page.locator(".me-rating")
    assert rating.locator(".me-rating-value").inner_text() == str(found["elo"])
    assert "2 players · coloured wall" in rating.inner_text()
    assert "3 games" in rating.inner_text()
    drawing = rating.get_by_role("img")
    assert f"{found['elo']} now" in (drawing.get_attribute("aria-label") or "")
    axe(page)
    for language in ("fi", "pseudo"):
        page.goto(f"/me?lang={language}")
        page.locator(".rating-course").wait_for()
        for width, height in ((360, 640), (1280, 720)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate(OVERFLOWS) == [], (language, width)
    shot(page, "rating")


@pytest.mark.corner
def test_a_level_is_chosen_by_its_rating(new_page: NewPage, club: Served) -> None:
    """Where it was measured; elsewhere there is only its name."""
    page = new_page("/", server=club)
    about = page.request.get("/api/about").json()
    measured = about["ratings"]["std-2"]
    options = page.locator("#seat-1-who option")
    page.locator("#seat-1-who").wait_for()
    told = options.all_inner_texts()
    assert f"Duarte (Medium) · {measured['medium']}" in told
    for kind, players in ((f"std-{players}", players) for players in (3, 4)):
        page.get_by_text(str(players), exact=True).click()
        known = about["ratings"].get(kind)
        wanted = f"Duarte (Medium) · {known['medium']}" if known else "Duarte (Medium)"
        assert wanted in options.all_inner_texts()


@pytest.mark.corner
def test_name_and_colour_go_along(new_page: NewPage, club: Served) -> None:
    """Chosen once, by mouse or by keyboard, and used at the next table."""
    page = new_page("/me", server=club)
    page.get_by_label("Your name").fill("Ana")
    page.locator("#my-colour-1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.get_by_text("Terracotta", exact=True).wait_for()
    page.locator(".brand").click()
    page.locator("#match span").first.wait_for()
    assert page.locator("#match").inner_text() == "Ana against Inês (Casual)"
    with page.expect_request(
        lambda r: r.url.endswith("/api/tables") and r.method == "POST"
    ) as asked:
        page.locator("#play").click()
    seats = json.loads(asked.value.post_data or "")["seats"]
    assert (seats[0]["name"], seats[0]["colour"]) == ("Ana", 3)
    page.wait_for_url("**/table/*")


@pytest.mark.corner
def test_a_table_set_up_for_friends(new_page: NewPage, club: Served) -> None:
    page = new_page("/", server=club)
    page.get_by_text("3", exact=True).click()
    page.locator("#seat-1-who").focus()
    page.locator("#seat-1-who").select_option("open")
    assert page.evaluate("document.activeElement.id") == "seat-1-who"
    assert page.locator("#match").inner_text() == "You against Beatriz (Beginner) and a friend"
    page.locator("#seat-2-who").select_option("open")
    assert page.locator("#match").inner_text() == "You against 2 friends"
    page.locator("#seat-2-who").select_option("expert")
    # Somebody must sit here: who gives the own seat away takes the next.
    page.locator("#seat-0-who").select_option("open")
    assert page.locator("#seat-1-who").input_value() == "person"
    page.locator("#seat-1-name").fill("Ana")  # Who invites has a name.
    page.locator("#setup-more").click()
    page.get_by_label("Table name").fill("Club")
    page.get_by_label("Time per move").select_option("86400")
    page.get_by_label("Public").check()
    page.reload()
    page.get_by_text("Club · 1 day per move · public").wait_for()
    with page.expect_request(
        lambda r: r.url.endswith("/api/tables") and r.method == "POST"
    ) as asked:
        page.get_by_role("button", name="Open the table").click()
    order = json.loads(asked.value.post_data or "")
    assert [seat["kind"] for seat in order["seats"]] == ["open", "person", "bot"]
    chosen = {"name": "Club", "public": True, "clock": 86400, "joining": True}
    assert order["options"] == OPTIONS | chosen
    page.locator("#room-link").wait_for()


@pytest.mark.corner
def test_lists_put_first_what_waits_for_me(new_page: NewPage, club: Served) -> None:
    """My turn first; open tables wait; tables of others are for watching."""
    ana, ben = new_page(None, server=club), new_page("/", server=club)
    mine = made(ana, PEOPLE[0], BOT)
    waits = made(ana, PEOPLE[0], OPEN)
    public = made(ben, PEOPLE[1], BOT, public=True, name="For all")
    ana.goto("/")
    ana.locator(f"#game-{mine}").wait_for()
    order = ana.locator("#games-list-waiting > li").evaluate_all("all => all.map((e) => e.id)")
    assert order == [f"game-{mine}", f"game-{waits}"]
    assert ana.locator(f"#game-{mine} .turn-sign").inner_text() == "your turn"
    assert ana.locator("#resume").inner_text() == "Your turn: game with Rui"
    assert "waiting for players" in ana.locator(f"#game-{waits}").inner_text()
    watching = ana.locator(f"#game-{public}")
    watching.get_by_role("heading", name="For all").wait_for()
    assert watching.get_by_role("button", name="Delete").count() == 0
    watching.get_by_role("link", name="Watch: Bo and Rui").click()
    ana.locator("az-offer").wait_for()


@pytest.mark.corner
def test_the_focus_stays_while_lists_are_refreshed(new_page: NewPage, club: Served) -> None:
    page = new_page(None, server=club)
    first, second = made(page, PEOPLE[0], OPEN), made(page, PEOPLE[0], OPEN)
    page.goto("/")
    refresh = "document.dispatchEvent(new Event('visibilitychange'))"
    page.locator(f"#delete-{first}").focus()
    third = made(page, PEOPLE[0], OPEN)
    page.evaluate(refresh)
    page.locator(f"#game-{third}").wait_for()
    assert page.evaluate("document.activeElement.id") == f"delete-{first}"
    # Where it was is gone: the next best place, never the top of the page.
    page.request.delete(f"/api/tables/{first}")
    page.evaluate(refresh)
    page.locator(f"#game-{first}").wait_for(state="detached")
    assert page.evaluate("document.activeElement.id") == f"delete-{second}"
    # Whoever types a code is not disturbed.
    page.locator("#code").fill("K7QM")
    page.keyboard.press("ArrowLeft")
    page.request.delete(f"/api/tables/{third}")
    page.evaluate(refresh)
    page.locator(f"#game-{third}").wait_for(state="detached")
    page.keyboard.type("x")
    assert page.locator("#code").input_value() == "K7QxM"


def test_games_from_a_file(new_page: NewPage, club: Served, tmp_path: Path) -> None:
    """Added once; what can't be used is told in a sentence, and changes nothing."""
    page = new_page("/me?lang=en", server=club)
    record, damaged = tmp_path / "one.azul", tmp_path / "games.json"
    record.write_text(record_of(), encoding="utf-8")
    damaged.write_text('{"games": [{"rec', encoding="utf-8")

    def choose(file: Path, told: str) -> None:
        with page.expect_file_chooser() as choosing:
            page.locator("#me-import").click()
        choosing.value.set_files(file)
        page.locator(".toast", has_text=told).wait_for()

    choose(damaged, "There are no games in games.json")
    choose(record, "New games: 1. Already here: 0.")
    page.locator(".me-figures").wait_for()
    choose(record, "New games: 0. Already here: 1.")
    assert page.request.get("/api/me").json()["games"] == 1
