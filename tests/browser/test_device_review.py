"""A server's review that the visitor works out: with the engine of a real site, and without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from azulejos.site.build import write_site
from kept_games import bot, person, played_game
from serving import Served
from table_driver import kept_table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from azulejos.site.build import Site
    from browser_fixtures import NewPage
    from watching import Watch

WORKING_OUT = 120_000  # milliseconds: the engine is fetched and started, and the machine is busy
SEATS = [person("Ana"), bot("casual")]


@pytest.fixture(scope="module")
def folder(site: Site, tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("site")
    write_site(site, made)
    return made


@pytest.fixture(scope="module")
def club(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    data = tmp_path_factory.mktemp("data")
    with Served(data, "--engine", str(folder), for_others=True) as served:
        yield served


def at_review(new_page: NewPage, server: Served) -> Page:
    """Of a short game, before anybody has asked for it."""
    table = kept_table(server, played_game(2, "std", 4, level="novice"), SEATS)
    page = new_page(None, settings={"speed": 0}, server=server)
    page.goto(f"/review/{table}")
    return page


@pytest.mark.corner
def test_on_the_visitors_device_and_kept_there(new_page: NewPage, club: Served) -> None:
    page = at_review(new_page, club)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(f"{request.method} {request.url}"))
    expect(page.locator(".review-progress")).to_contain_text("Where should the review be worked")
    page.locator("#review-place-device").click()
    expect(page.locator(".review-mistake").first).to_be_visible(timeout=WORKING_OUT)
    expect(page.locator(".review-progress")).to_be_hidden()
    assert not [each for each in asked if each.startswith("POST") and each.endswith("/review")]
    # Whoever comes back finds it, and fetches no engine again.
    asked.clear()
    page.reload()
    expect(page.locator(".review-mistake").first).to_be_visible()
    assert not [each for each in asked if each.endswith(".wasm")]


@pytest.mark.corner
def test_where_the_engine_can_not_be_fetched_the_server_does_it(
    new_page: NewPage, club: Served, watch: Watch
) -> None:
    page = at_review(new_page, club)
    watch.expect("ERR_FAILED|Failed to load resource")
    page.route("**/engine/engine/**", lambda route: route.abort())
    page.locator("#review-place-device").click()
    expect(page.locator(".toast")).to_contain_text("It could not be worked out on this device.")
    expect(page.locator("#review-place-device")).to_be_visible()
    expect(page.locator(".review-line")).to_have_count(2)
