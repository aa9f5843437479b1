"""The review on the page: from the curve to a decision that is tried again."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from playwright.sync_api import expect
from sqlalchemy import insert

from azulejos import Game
from azulejos.server.settings import Settings
from azulejos.server.storage.schema import reviews
from azulejos.server.storage.store import Store
from azulejos.tables.advice.reviews import ReviewWork
from azulejos.tables.messages.review_types import VERSION, ReviewDocument
from azulejos.tables.messages.reviews import done_status
from examples import usually
from kept_games import bot, person, played_game
from table_driver import group_at, kept_table, target_at
from table_hands import parts_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served
    from watching import Watch

SEATS = {2: [person("Ana"), bot("casual")], 3: [person("Ana"), bot("casual"), person("Bo")]}

# From left to right: the table, and what is still coming beside it.
SIDES = """() => {
  const all = document.querySelectorAll('.review-stage, .review-side .review-coming');
  const boxes = [...all].map((one) => one.getBoundingClientRect());
  return boxes.map(({ left, right }) => ({ left, right }));
}"""
# How a line, the floor and tiles of the offer look where what was played, what is better and the
# last move meet.
BOTH_MARKS = """() => {
  const probe = document.body.appendChild(document.createElement('i'));
  const colour = (name) => {
    probe.style.color = `var(--${name})`;
    return getComputedStyle(probe).color;
  };
  const [bad, good] = [colour('bad'), colour('good')];
  const places = [['.ab-line', '.az-cell'], ['.ab-floor', '.az-cell'],
    ['.ao-group', '.ao-tile', false], ['.ao-group', '', true]];
  return places.map(([place, part, isCrowded = false]) => {
    const element = document.querySelector(`.review-table ${place}`);
    element.classList.add('mark-played', 'mark-better', 'is-last');
    element.classList.toggle('is-crowded', isCrowded);
    const shown = part ? element.querySelector(part) : element;
    const look = getComputedStyle(shown);
    shown.getAnimations().forEach((animation) => animation.finish());
    return [look.outlineStyle, look.outlineColor === bad, look.boxShadow.includes(good)];
  });
}"""
# How far below the first the second begins; and buttons that their words are too long for.
BELOW = """(names) => {
  const [upper, lower] = names.map((name) => document.querySelector(name).getBoundingClientRect());
  return lower.top - upper.bottom;
}"""
NARROW = "(all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.id)"
PLACE = "(offer) => Math.round(offer.getBoundingClientRect().top + scrollY)"


@cache
def reviewed(players: int) -> tuple[Game, ReviewDocument]:
    """A game that weak bots have played, and its review by a short search."""
    game = played_game(players, "std", 4, level="novice")
    work = ReviewWork(game.record, nodes=40, deals=2)
    list(work.steps())
    assert work.document
    return game, work.document


def kept_review(server: Served, players: int) -> str:
    """A table whose review is there already: searching is not what is tried here."""
    game, document = reviewed(players)
    table = kept_table(server, game, SEATS[players])

    async def keep() -> None:
        store = await Store.open(Settings.in_folder(server.folder).database)
        # Finished from the start: the server would take up one that is only asked for.
        row = {
            "id": table,
            "table_id": table,
            "version": VERSION,
            "asked": 1,
            "record": str(game.record),
            "claimed": 0,
            "owner": "",
            "finished": True,
            "status": gzip.compress(json.dumps(done_status(document)).encode()),
            "play": json.dumps(document["play"]),
        }
        await store.carry_out([insert(reviews).values(row)])
        await store.close()

    with ThreadPoolExecutor(1) as thread:
        thread.submit(lambda: asyncio.run(keep())).result()
    return table


def mistakes_of(document: ReviewDocument, seat: int) -> list[Any]:
    return [each for each in document["costliest"] if each["player"] == seat]


@pytest.fixture
def page(new_page: NewPage) -> Page:
    return new_page(None, settings={"speed": 0})


def choose(page: Page, move: str) -> None:
    """Plays a move on the table of the review."""
    source, take, line, column = parts_of(move)
    if take:
        page.locator(group_at(source, take[0])).first.click()
    page.locator(target_at(line, column)).click()


def test_one_click_after_the_game(page: Page, server: Served) -> None:
    table = kept_review(server, 2)
    page.goto(f"/table/{table}")
    page.locator("[data-action=review]").click()
    expect(page.locator("h1")).to_have_text("Review")
    expect(page.locator(".review-line")).to_have_count(2)
    document = reviewed(2)[1]
    expect(page.locator(".review-mistake")).to_have_count(len(mistakes_of(document, 1)))
    expect(page.locator("#mistake-1")).to_have_attribute("aria-pressed", "true")
    first = mistakes_of(document, 1)[0]
    expect(page.locator("#review-slider")).to_have_value(str(first["ply"]))
    expect(page.locator(".mark-better").first).to_be_visible()
    expect(page.locator(".mark-played").first).to_be_visible()
    expect(page.locator(".review-sentence")).to_contain_text("Ana ")
    # What was played is dashed, within what is better.
    assert page.evaluate(BOTH_MARKS) == [["dashed", True, True]] * 4
    page.goto("/")
    page.locator(f"#game-{table} a[href='/review/{table}']").click()
    expect(page.locator(".review-mistake").first).to_be_visible()


@pytest.mark.corner
def test_what_is_coming_has_its_place(page: Page, server: Served) -> None:
    """While a review is worked out no column is empty, and the table stays where it is."""
    table = kept_review(server, 2)
    waiting = {"stage": "working", "done": 3, "plies": 40}
    waiting |= {"curve": [], "review": None, "error": None}
    page.route(f"**/api/tables/{table}/review", lambda route: route.fulfill(json=waiting))
    page.goto(f"/review/{table}")
    coming = page.locator(".review-side .review-coming")
    expect(coming).to_have_count(2)
    # All at once: they are drawn anew with every message.
    stage, *places = page.evaluate(SIDES)
    assert [place["left"] >= stage["right"] for place in places] == [True, True]
    page.unroute(f"**/api/tables/{table}/review")
    expect(page.locator(".review-mistake").first).to_be_visible()
    expect(coming).to_have_count(0)
    assert page.evaluate(SIDES) == [stage]


@pytest.mark.corner
def test_by_key_and_by_seat(page: Page, server: Served) -> None:
    table = kept_review(server, 3)
    document = reviewed(3)[1]
    page.goto(f"/review/{table}")
    slider, press = page.locator("#review-slider"), page.keyboard.press
    own = mistakes_of(document, 1)
    expect(slider).to_have_value(str(own[0]["ply"]))
    press("n")
    expect(slider).to_have_value(str(own[1]["ply"]))
    press("p")
    expect(slider).to_have_value(str(own[0]["ply"]))
    press("ArrowRight")
    expect(slider).to_have_value(str(own[0]["ply"] + 1))
    press("End")
    expect(slider).to_have_value(str(len(document["curve"]) - 1))
    page.get_by_text("Bo", exact=True).first.click()
    theirs = mistakes_of(document, 3)
    expect(slider).to_have_value(str(theirs[0]["ply"]))
    expect(page.locator(".large")).to_have_attribute("data-player", "3")
    page.get_by_text("Points", exact=True).first.click()
    expect(page.locator(".review-about")).to_contain_text("lead in points")


def test_a_decision_is_tried_again(page: Page, server: Served) -> None:
    table = kept_review(server, 2)
    document = reviewed(2)[1]
    first = mistakes_of(document, 1)[0]
    played = next(each for each in document["decisions"] if each["ply"] == first["ply"])["move"]
    best = first["moves"][0]
    worst = [each for each in first["moves"] if each["move"] != played][-1]
    page.goto(f"/review/{table}")
    page.locator("#review-try").click()
    expect(page.locator(".review-move")).to_have_count(0)  # Nothing is given away.
    choose(page, worst["move"])
    caption = page.locator(".review-caption")
    expect(caption).to_have_attribute("data-tone", "bad")
    expect(caption).to_contain_text("This would follow")
    page.locator("#review-once-more").click()
    expect(page.locator("button.ao-group").first).to_be_visible()
    choose(page, best["move"])
    expect(caption).to_have_attribute("data-tone", "good")
    page.locator("#review-end").click()
    expect(page.locator(".review-move")).to_have_count(2)
    page.locator("#review-follow-better").click()
    expect(page.locator(".mark-better")).to_have_count(0)  # The table has moved on.
    page.keyboard.press("t")
    expect(page.locator("#review-solution")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#review-solution")).to_have_count(0)


@pytest.mark.corner
def test_what_was_played_is_no_answer(page: Page, server: Served) -> None:
    table = kept_review(server, 2)
    document = reviewed(2)[1]
    first = mistakes_of(document, 1)[0]
    move = next(each["move"] for each in document["decisions"] if each["ply"] == first["ply"])
    page.goto(f"/review/{table}")
    page.locator("#review-try").click()
    choose(page, move)
    expect(page.locator(".review-caption")).to_contain_text("That is what was played")


@pytest.mark.corner
def test_on_a_phone_the_table_comes_into_sight(new_page: NewPage, server: Served) -> None:
    """It lies above the list of mistakes; so do the question and the answer when trying again."""
    table = kept_review(server, 2)
    first = mistakes_of(reviewed(2)[1], 1)[0]
    page = new_page(None, size=(390, 844), touch=True, settings={"speed": 0})
    page.goto(f"/review/{table}")
    offer, caption = page.locator("az-offer"), page.locator(".review-caption")
    expect(page.locator(".mark-better").first).to_be_visible()
    where = set()
    for button in ("#mistake-2", "#review-follow-better", "#mistake-1", "#review-try"):
        page.locator(button).click()
        expect(offer).to_be_in_viewport(ratio=1)
        expect(caption).to_be_in_viewport(ratio=1)
        where.add(offer.evaluate(PLACE))
    choose(page, first["moves"][0]["move"])
    expect(caption).to_have_attribute("data-tone", "good")
    expect(page.locator("#review-once-more")).to_be_in_viewport(ratio=1)
    assert {offer.evaluate(PLACE)} == where, "the table moves"
    expect(caption).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("size", [(390, 844), (360, 640)])
@pytest.mark.parametrize("language", ["en", "de", "fi"])
@pytest.mark.corner
def test_on_a_phone_the_bar_of_trying_again_covers_nothing(
    new_page: NewPage, server: Served, size: tuple[int, int], language: str
) -> None:
    table = kept_review(server, 2)
    first = mistakes_of(reviewed(2)[1], 1)[0]
    page = new_page(None, size=size, touch=True, settings={"speed": 0, "language": language})
    page.goto(f"/review/{table}")
    page.locator("#mistake-1").click()
    page.locator("#review-try").click()
    choose(page, first["moves"][0]["move"])
    expect(page.locator("#review-once-more")).to_be_in_viewport(ratio=1)
    assert page.evaluate(BELOW, [".review-board", ".review-tries"]) >= 0
    assert page.locator(".review-tries > .button").evaluate_all(NARROW) == []


@pytest.mark.parametrize("theme", usually(("light", "dark"), "dark"))
@pytest.mark.corner
def test_for_those_who_listen(
    new_page: NewPage, server: Served, axe: Callable[..., None], theme: Any
) -> None:
    table = kept_review(server, 3)
    page = new_page(None, theme=theme, reduced_motion=True)
    page.goto(f"/review/{table}")
    expect(page.locator("#mistake-1")).to_be_visible()
    axe(page)
    assert "Ana" in (page.locator("#review-slider").get_attribute("aria-valuetext") or "")


@pytest.mark.corner
def test_on_a_phone_nothing_is_wider_than_the_screen(
    new_page: NewPage, server: Served, languages: tuple[str, ...]
) -> None:
    table = kept_review(server, 3)
    page = new_page(None, size=(360, 740), touch=True)
    for language in languages:
        page.goto(f"/review/{table}?lang={language}")
        expect(page.locator("#mistake-1")).to_be_visible()
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0, (language, wide)


@pytest.mark.corner
def test_a_game_that_goes_on_has_none_yet(page: Page, server: Served, watch: Watch) -> None:
    watch.expect("/review")
    game = played_game(2, "std", 4, lambda game: len(game.moves) > 3)
    table = kept_table(server, game, SEATS[2])
    page.goto(f"/review/{table}")
    expect(page.locator("main, #page")).to_contain_text("over yet")
    page.get_by_text("To the table").click()
    expect(page.locator("az-offer")).to_be_visible()


def test_a_record_that_is_dropped(page: Page) -> None:
    game = Game(seed=8)
    for _ in range(3):
        game.play(game.legal_moves[0])
    page.goto("/")
    page.locator("#match span").first.wait_for()
    page.evaluate(
        """(text) => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File([text], 'game.azul'));
          const how = { dataTransfer, bubbles: true, cancelable: true };
          document.body.dispatchEvent(new DragEvent('drop', how));
        }""",
        str(game.record),
    )
    expect(page.locator("h1")).to_have_text("Review")
    # The whole is worked out by a process that stands back for everything else on the machine.
    expect(page.locator(".review-line")).to_have_count(2, timeout=60_000)
    expect(page.locator(".review-who")).to_contain_text("The game is not over")


@pytest.mark.corner
def test_a_file_that_is_no_record(page: Page, watch: Watch) -> None:
    watch.expect("/api/reviews")
    page.goto("/review")
    page.locator("#record-file").set_input_files(
        {"name": "x.azul", "mimeType": "text/plain", "buffer": b"nonsense"}
    )
    expect(page.locator(".toast")).to_be_visible()
    expect(page.locator("h1")).to_have_text("Review a record")


@pytest.mark.corner
def test_the_profile_says_how_well_one_plays(
    new_page: NewPage, server: Served, axe: Callable[..., None]
) -> None:
    page = new_page("/me")
    expect(page.locator(".me-playing")).to_contain_text("Have a finished game reviewed")
    axe(page, ".me-playing")
