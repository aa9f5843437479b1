"""The themes to choose: surfaces that text stays readable on, and nothing that axe finds."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect
from test_tokens import THEMES as COLOURS
from test_tokens import contrast

from browser_fixtures import MATERIALS_LAID, painted
from corners import by_default
from examples import usually
from kept_games import bot, person, played_game
from table_driver import Table, kept_table

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

THEMES = ("light", "dark", "oak", "walnut", "contrast")
BARE = "document.body.replaceChildren()"


def colours_of(theme: str) -> dict[str, str]:
    return COLOURS[":root" if theme == "light" else f":root[data-theme='{theme}']"]


@pytest.mark.parametrize("theme", by_default(THEMES, "oak"))
def test_text_can_be_read_on_the_surface(new_page: NewPage, theme: str) -> None:
    """Where its grain is darkest and where it is lightest, but for single specks."""
    from PIL import Image

    page = new_page("/rules", settings={"theme": theme})
    page.locator("h1").wait_for()
    page.wait_for_function(MATERIALS_LAID)
    # Only those who have it as their ground are styled anew with it.
    heading = "getComputedStyle(document.querySelector('h1')).getPropertyValue('--surface')"
    assert page.evaluate(heading) == ""
    page.evaluate(BARE)
    with painted(page):
        picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    small = picture.resize((320, 180)).tobytes()
    pixels = sorted(zip(small[::3], small[1::3], small[2::3], strict=True), key=sum)
    least = 7.0 if theme == "contrast" else 4.5
    for place in (0.01, 0.5, 0.99):
        red, green, blue = pixels[int(place * (len(pixels) - 1))]
        ground = f"#{red:02x}{green:02x}{blue:02x}"
        for ink in ("ink", "ink-2", "cobalt"):
            assert contrast(colours_of(theme)[ink], ground) >= least, (ink, ground)


def test_a_theme_is_chosen_in_the_menu(new_page: NewPage) -> None:
    page = new_page("/")
    page.locator(".menu-opener").click()
    choices = page.locator("#menu-theme option")
    assert choices.evaluate_all("(all) => all.map((one) => one.value)") == ["auto", *THEMES]
    for theme in ("oak", "contrast"):
        page.locator("#menu-theme").select_option(theme)
        expect(page.locator("html")).to_have_attribute("data-theme", theme)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    page.locator(".menu-opener").click()
    page.locator("#menu-theme").select_option("auto")
    expect(page.locator("html")).not_to_have_attribute("data-theme", "contrast")


@pytest.mark.corner
def test_who_asks_the_system_for_more_contrast_gets_it(new_page: NewPage) -> None:
    """Also while the page is open, as a dark one; a theme of one's own goes before."""
    page = new_page(None)
    page.emulate_media(contrast="more", color_scheme="dark")
    page.goto("/")
    page.locator("#match").wait_for()
    expect(page.locator("html")).to_have_attribute("data-theme", "contrast")
    page.emulate_media(contrast="no-preference")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    page.evaluate("async () => (await pageModule('settings.js')).settings.set('theme', 'oak')")
    page.emulate_media(contrast="more")
    expect(page.locator("html")).to_have_attribute("data-theme", "oak")


@pytest.mark.parametrize("theme", usually(THEMES, "oak", "walnut", "contrast"))
@pytest.mark.corner
def test_axe_finds_nothing(
    new_page: NewPage,
    server: Served,
    theme: str,
    axe: Callable[[Page], None],
    request: pytest.FixtureRequest,
) -> None:
    """In the middle of a game; with oak, or all with --long, on the start page and at the end."""
    everywhere = theme == "oak" or request.config.getoption("--long")
    seats = [person("Ana"), bot("casual", "Inês")]
    page = new_page(None, settings={"theme": theme, "speed": 0}, reduced_motion=True)
    if everywhere:
        page.goto("/")
        page.locator(".menu-opener").click()
        axe(page)
    middle = played_game(2, "std", 8, lambda game: game.position.round == 3, "greedy")
    Table(page, server, kept_table(server, middle, seats)).open()
    page.locator("button.ao-group").first.click()
    page.locator(".ab-hit.is-legal").first.wait_for()
    axe(page)
    if everywhere:
        over = played_game(2, "std", 5, level="greedy")
        Table(page, server, kept_table(server, over, seats)).open()
        page.locator(".result-margin").wait_for()
        axe(page)
