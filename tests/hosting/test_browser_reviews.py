"""Reviews by a host in a browser: a piece at a time, kept when they are done, as the server's."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Any

import pytest
from plain_services import Browser, Tab, order
from test_browser_host import new_table, play_on

from azulejos.browser import thinking
from azulejos.tables.advice import reviews


@pytest.fixture(autouse=True)
def _quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = partial(reviews.ReviewWork, nodes=20, deals=2)
    monkeypatch.setattr(reviews, "ReviewWork", quick)
    monkeypatch.setattr(thinking, "PIECE", 0.0)


async def finished(tab: Tab, path: str) -> dict[str, Any]:
    while True:
        status: dict[str, Any] = await tab.ask("GET", path)
        if status["stage"] in ("done", "failed"):
            return status
        await asyncio.sleep(0)


async def finished_game(browser: Browser) -> tuple[Tab, str]:
    tab = browser.open_tab()
    await play_on(await new_table(tab))
    return tab, next(iter(browser.storage.tables))


def test_a_game_is_reviewed_once_and_its_playing_summed_up() -> None:
    async def trial() -> None:
        browser = Browser()
        tab, name = await finished_game(browser)
        path = f"/api/tables/{name}/review"
        assert (await tab.ask("GET", "/api/me/playing"))["games"] == []
        assert (await tab.ask("GET", path))["stage"] == "unasked"
        assert (await tab.ask("POST", path))["stage"] in ("waiting", "working")
        status = await finished(tab, path)
        assert status["stage"] == "done"
        assert len(status["review"]["curve"]) == status["plies"] + 1
        pieces = sum(question["find"] == "review" for question in browser.thinker.questions)
        assert pieces > 10  # Bots had their turn in between.
        other = browser.open_tab()
        assert await other.ask("POST", path) == status
        playing = await other.ask("GET", "/api/me/playing")
        assert [game["table"] for game in playing["games"]] == [name]
        await tab.host.request("DELETE", f"/api/tables/{name}")
        assert browser.storage.reviews == {}

    asyncio.run(trial())


def test_a_record_is_reviewed_and_replayed() -> None:
    async def trial() -> None:
        tab, name = await finished_game(Browser())
        record = (await tab.host.request("GET", f"/api/tables/{name}/record")).body
        review = (await tab.ask("POST", "/api/reviews", {"record": record}))["id"]
        assert (await tab.ask("GET", f"/api/reviews/{review}/replay"))["plies"]
        assert (await finished(tab, f"/api/reviews/{review}"))["stage"] == "done"
        replay = await tab.ask("GET", f"/api/reviews/{review}/replay")
        assert replay["plies"] == (await tab.ask("GET", f"/api/tables/{name}/replay"))["plies"]

    asyncio.run(trial())


def test_what_can_not_be_reviewed_is_said() -> None:
    async def trial() -> None:
        browser = Browser()
        tab = browser.open_tab()
        running = await tab.ask("POST", "/api/tables", order())
        for method in ("GET", "POST"):
            answer = await tab.host.request(method, f"/api/tables/{running['id']}/review")
            assert (answer.status, "not_over" in answer.body) == (409, True)
        answer = await tab.host.request("POST", "/api/reviews", '{"record": "nonsense"}')
        assert (answer.status, "bad_tag" in answer.body) == (409, True)
        assert (await tab.host.request("GET", "/api/reviews/record-0")).status == 404

    asyncio.run(trial())


def test_without_whoever_thinks_it_fails_and_can_be_asked_for_again() -> None:
    async def trial() -> None:
        browser = Browser()
        tab, name = await finished_game(browser)
        path = f"/api/tables/{name}/review"
        browser.thinker.trouble = OSError("no network")
        await tab.ask("POST", path)
        assert (await finished(tab, path))["error"]["code"] == "no_review_now"
        browser.thinker.trouble = None
        await tab.ask("POST", path)
        assert (await finished(tab, path))["stage"] == "done"

    asyncio.run(trial())


def test_a_review_that_finds_no_room_in_the_store_is_shown_all_the_same() -> None:
    async def trial() -> None:
        browser = Browser()
        tab, name = await finished_game(browser)
        browser.storage.trouble = OSError("QuotaExceededError: full")
        await tab.ask("POST", f"/api/tables/{name}/review")
        assert (await finished(tab, f"/api/tables/{name}/review"))["stage"] == "done"
        assert browser.storage.reviews == {}

    asyncio.run(trial())
