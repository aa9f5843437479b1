"""How a full table of friends looks: one is away, a bot stands in, a question and a phrase."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

import pytest
from live_server import Server

from api_client import person
from friends import AT_ONCE, OPEN, Friend
from looks import FLAWS, NAMES, OVERLAPPING

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

SIZES = [(1280, 720), (360, 640)]
PARTS = ["#header", ".offer", ".large", ".small", ".status", ".scores", ".story", ".strip"]
SEEN = [".company-card", ".clock", ".large .ab-card", ".ao-group", "[data-action=talk]"]
SPEAK = "async (language) => (await pageModule('text/catalogue.js')).loadTexts(language)"
NAMES_OF_FRIENDS = ("Ana", "Bartholomäus", "Cleo", "Maximiliana")


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Server(tmp_path_factory.mktemp("club"), is_local=False, away_after=0.1) as server:
        yield cast("Served", server)


@pytest.fixture
def sit(new_page: NewPage, club: Served) -> Callable[..., tuple[Friend, Friend]]:
    """Ana and Bartholomäus have pages; the others are away, and a bot plays for one of them."""

    def sit_down(**look: object) -> tuple[Friend, Friend]:
        settings = AT_ONCE | {"theme": look.get("theme", "light")}
        pages = [new_page(None, settings=settings, server=club) for _ in NAMES_OF_FRIENDS]
        people = [
            Friend(page, club, name) for page, name in zip(pages, NAMES_OF_FRIENDS, strict=True)
        ]
        ana, bart = people[:2]
        tokens = ana.invite([person("Ana"), OPEN, OPEN, OPEN], clock=600, name="Donnerstag")
        for colour, (friend, token) in enumerate(zip(people[1:], tokens, strict=True), start=3):
            friend.join(token, colour)
        ana.look()
        bart.look()
        ana.see("[data-card=away]")
        ana.ask("POST", f"/api/tables/{ana.id}/acts", {"do": "stand_in", "seat": 3})
        ana.see("az-board[data-player='3'][data-seat-status='stand_in']")
        ana.see("az-board[data-player='4'][data-seat-status='away']")
        return ana, bart

    return sit_down


def flaws_of(page: Page, size: tuple[int, int]) -> list[str]:
    wide = size[0] >= 600
    wanted = {
        "names": f"{NAMES}, .bubble-name",
        "side": 24,
        "parts": PARTS,
        "here": wide,
        "seen": SEEN,
    }
    flaws: list[str] = page.evaluate(FLAWS, wanted)
    on_cells: list[str] = page.evaluate(OVERLAPPING, [".bubble", ".ab-tread", ".ab-brick"])
    return flaws + on_cells


@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
@pytest.mark.corner
def test_a_full_table(
    sit: Callable[..., tuple[Friend, Friend]],
    theme: str,
    languages: tuple[str, ...],
    axe: Callable[..., None],
    shot: Callable[[Page, str], None],
) -> None:
    """In all languages, wide and narrow: nothing is cut off, hidden or on top of something else."""
    ana, bart = sit(theme=theme)
    ana.move()
    ana.press("undo")
    bart.see("[data-card=proposal]")
    page, found = bart.page, []
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        ana.press("talk")
        ana.page.locator("[data-say=be_right_back]").click()
        bart.see(".bubble")
        for language in languages:
            page.evaluate(SPEAK, language)
            found += [f"{size} {language}: {flaw}" for flaw in flaws_of(page, size)]
            shot(page, f"company-{size[0]}-{theme}-{language}")
    axe(page)  # The parts are the same at both sizes.
    page.locator("[data-action=more]").click()
    page.locator("[data-action=leave]").wait_for()
    axe(page)
    page.keyboard.press("Escape")
    page.locator("[data-action=talk]").click()
    axe(page)
    assert not found, "\n".join(found)
