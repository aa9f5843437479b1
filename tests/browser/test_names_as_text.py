"""Names that would be markup are shown as they were typed, wherever names are shown."""

from __future__ import annotations

from playwright.sync_api import Page

from api_client import person
from browser_fixtures import NewPage
from friends import AT_ONCE, OPEN, Friend
from serving import Served

NAME = "<img src=x onerror=oops()>"
TABLE = "<svg onload=oops()>"


def elements(page: Page) -> int:
    return page.locator("img[src=x], svg[onload]").count()


def test_names_are_never_markup(new_page: NewPage, club: Served) -> None:
    """In the invitation, the waiting room, the table, the list of games and the profile."""
    pages = [new_page(None, settings=AT_ONCE, server=club) for _ in range(2)]
    for page in pages:
        page.add_init_script("window.oops = () => { window.harmed = true; };")
    host, guest = (Friend(page, club, NAME) for page in pages)
    tokens = host.invite([person(NAME), OPEN, OPEN], name=TABLE)
    guest.page.goto(f"/join/{tokens[0]}")
    guest.see("main", NAME)
    assert elements(guest.page) == 0
    guest.join(tokens[0])
    host.page.goto(f"/table/{host.id}")
    host.see(".room", NAME)
    assert elements(host.page) == 0
    host.ask("POST", f"/api/tables/{host.id}/acts", {"do": "start", "fill": None})
    host.see(".table", NAME)
    guest.look()
    guest.see(".table", NAME)
    assert elements(host.page) == elements(guest.page) == 0
    guest.ask("POST", f"/api/tables/{host.id}/acts", {"do": "resign", "seat": 2})
    for path in ("/", "/me"):
        host.page.goto(path)
        host.page.wait_for_load_state("networkidle")
        assert elements(host.page) == 0
    for page in pages:
        assert not page.evaluate("window.harmed")
