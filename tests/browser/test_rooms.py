"""Meeting: tables with friends, the waiting room, invitations by link and code, another device."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from looks import OVERFLOWS

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served
    from watching import Watch

ANA = {"kind": "person", "name": "Ana", "level": None, "colour": 1}
OPEN = {"kind": "open", "name": "", "level": None}
GONE = r"status 404|status of 404"  # what a used invitation answers
QUICK: dict[str, object] = {"speed": 0}
# As browsers are on plain http, where nothing is kept back by a permission.
NO_CLIPBOARD = """
  Object.defineProperty(navigator, 'clipboard', { value: undefined });
  Object.defineProperty(navigator, 'share', { value: undefined });
  delete Navigator.prototype.share;
"""


def path_of(link: str) -> str:
    return "/" + link.split("/", 3)[3]


def open_table(page: Page, *others: dict[str, Any], **more: Any) -> tuple[str, list[Any]]:
    """A table of Ana's with these seats besides hers: its id, and the invitations to it."""
    order = {"rules": "std", "seats": [ANA, *others], "starter": 1, **more}
    answer = page.request.post("/api/tables", data=order)
    assert answer.status == 201, answer.text()
    table = answer.json()["id"]
    found = page.request.get(f"/api/tables/{table}/invitations")
    return table, found.json()["invitations"]


def sit_down(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    page.wait_for_url("**/table/*")


def seat_of(page: Page, number: int) -> str:
    return page.locator(".room-seat").nth(number - 1).inner_text()


def test_three_friends_meet_by_link_and_by_code(new_page: NewPage, club: Served) -> None:
    """From one button to a game of three: nobody needs more than a link or eight signs."""
    ana, ben, cleo = (new_page("/", server=club, settings=QUICK) for _ in range(3))
    ana.locator("#play-friends").click()
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("dialog").get_by_text("3", exact=True).click()
    ana.get_by_role("button", name="Open the table").click()
    ana.wait_for_url("**/table/*")
    table = ana.url.rpartition("/")[2]
    ana.get_by_text("A link for each seat").click()
    ana.locator("#invite-3").wait_for()
    link = ana.locator("#invite-2").input_value()
    code = ana.locator(".invitation-code strong").nth(1).inner_text()
    picture = ana.locator("details img.qr").first
    assert picture.evaluate("image => image.complete && image.naturalWidth > 0")
    assert picture.get_attribute("alt") == "QR code of the invitation to seat 2"

    ben.goto(path_of(link))
    ben.get_by_role("heading", name="Ana invites you to a game").wait_for()
    sit_down(ben, "Ben")
    assert ben.url.endswith(f"/table/{table}")
    ana.locator(".room-seat", has_text="Ben").wait_for()
    assert ana.locator("#invite-2").count() == 0
    ben.go_back()
    ben.locator("#match span").first.wait_for()  # The used link is nowhere in the history.
    ben.go_forward()

    cleo.get_by_label("Have a code?").fill(code.lower().replace("-", " "))
    cleo.locator("#code-go").click()
    cleo.get_by_role("heading", name="Ana and Ben invite you to a game").wait_for()
    sit_down(cleo, "Cleo")
    for page in (ana, ben, cleo):
        page.locator("az-offer").wait_for()
    seats = ana.request.get(f"/api/tables/{table}").json()["table"]["seats"]
    assert [seat["name"] for seat in seats] == ["Ana", "Ben", "Cleo"]
    assert len({seat["colour"] for seat in seats}) == 3


@pytest.mark.corner
def test_one_link_for_a_group(
    new_page: NewPage, club: Served, axe: Callable[..., None], shot: Callable[..., None]
) -> None:
    """The same address for all: the first two sit down, the third watches."""
    ana, ben, cleo, dan = (new_page("/", server=club, settings=QUICK) for _ in range(4))
    ana.locator("#play-friends").click()
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_role("dialog").get_by_text("3", exact=True).click()
    ana.get_by_role("button", name="Open the table").click()
    link = path_of(ana.locator("#room-link").input_value())
    assert ana.url.endswith(link)
    axe(ana)
    shot(ana, "group-host")
    for page in (ben, cleo, dan):
        page.goto(link)
        page.get_by_role("heading", name="2 seats are free").wait_for()
    axe(ben)
    shot(ben, "group-guest")
    for page, name in ((ben, "Ben"), (cleo, "Cleo")):
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Sit down").click()
        if page is ben:
            ben.locator(".room-seat", has_text="Ben").wait_for()
            ben.locator("#sit-down").wait_for(state="detached")
            ana.locator(".room-seat", has_text="Ben").wait_for()
            dan.get_by_role("heading", name="One seat is free").wait_for()
    for page in (ana, ben, cleo, dan):
        page.locator(".ao-plate").first.wait_for()
    table = link.rpartition("/")[2]
    seats = {page: page.request.get("/api/tables").json()["tables"] for page in (ben, cleo, dan)}
    assert [found[0]["yours"] for found in (seats[ben], seats[cleo])] == [[2], [3]]
    assert seats[dan] == []
    assert seats[ben][0]["id"] == table


@pytest.mark.corner
def test_a_watcher_takes_the_seat_of_a_bot(new_page: NewPage, club: Served) -> None:
    """Where the host has opened it: by the same address, while the game goes on."""
    ana = new_page("/", server=club, settings=QUICK)
    options = {"name": "", "public": False, "watching": True, "delay": 0, "clock": None}
    bot = {"kind": "bot", "name": "", "level": "novice"}
    table, _ = open_table(ana, bot, options=options | {"joining": True})
    ben = new_page(f"/table/{table}?lang=en", server=club, settings=QUICK)
    ben.locator("[data-card=watching]").wait_for()
    assert ben.locator("[data-action=sit]").count() == 0
    invite = {"do": "seat_open", "seat": 2}
    assert ana.request.post(f"/api/tables/{table}/acts", data=invite).ok
    ben.locator("[data-action=sit]").click()
    dialog = ben.get_by_role("dialog", name="One seat is free")
    dialog.get_by_label("Your name").fill("Ben")
    dialog.get_by_role("button", name="Sit down").click()
    ben.locator("az-board.large", has_text="Ben").wait_for()
    seats = ana.request.get(f"/api/tables/{table}").json()["table"]["seats"]
    assert (seats[1]["kind"], seats[1]["name"]) == ("person", "Ben")


@pytest.mark.corner
def test_the_lobby(
    new_page: NewPage, club: Served, axe: Callable[..., None], shot: Callable[..., None]
) -> None:
    """A public table is found on the start page, and a stranger sits down."""
    ana = new_page("/", server=club, settings=QUICK)
    ana.locator("#play-friends").click()
    ana.get_by_label("Your name").fill("Ana")
    ana.get_by_label("Public").check()
    ana.get_by_role("button", name="Open the table").click()
    ana.locator("#room-link").wait_for()
    table = ana.url.rpartition("/")[2]
    ben = new_page("/?lang=en", server=club, settings=QUICK)
    lobby = ben.get_by_role("region", name="Tables with a free seat")
    game = lobby.locator(f"#game-{table}")  # Other tests may have left tables there.
    assert "Ana" in game.inner_text()
    assert "1 seat free" in game.inner_text()
    assert "nobody is there" not in game.inner_text()
    ben.locator("#to-lobby", has_text="a free seat").click()
    assert ben.locator("#games-lobby:focus").is_visible()
    axe(ben)
    shot(ben, "lobby")
    game.get_by_role("link", name="Sit down").click()
    ben.get_by_label("Your name").fill("Ben")
    ben.get_by_role("button", name="Sit down").click()
    for page in (ana, ben):
        page.locator(".ao-plate").first.wait_for()


@pytest.mark.corner
def test_who_invites_has_a_name(new_page: NewPage, club: Served) -> None:
    """However the table is opened; spaces are none."""
    ana = new_page("/", server=club, settings=QUICK)
    ana.locator("#play-friends").click()
    for name in ("", "  "):
        ana.get_by_label("Your name").fill(name)
        ana.get_by_role("button", name="Open the table").click()
        assert ana.locator("#my-name:focus:invalid").is_visible()
    ana.keyboard.press("Escape")
    ana.locator("#seat-1-who").select_option("open")
    ana.get_by_role("button", name="Open the table").click()
    ana.get_by_role("dialog").get_by_label("Your name").fill("Ana")
    ana.keyboard.press("Enter")
    ana.wait_for_url("**/table/*")
    ana.locator(".room-seat").first.wait_for()
    assert "Ana" in seat_of(ana, 1)


@pytest.mark.corner
def test_a_mistyped_code_can_be_mended(new_page: NewPage, club: Served, watch: Watch) -> None:
    watch.expect(GONE)
    page = new_page("/join", server=club)
    page.get_by_label("Have a code?").fill("acde fghj")
    page.locator("#code-go").click()
    page.get_by_role("alert").get_by_text("There is no such invitation").wait_for()
    assert page.get_by_label("Have a code?").input_value() == "ACDE-FGHJ"


def test_an_invitation_is_used_once(new_page: NewPage, club: Served, watch: Watch) -> None:
    watch.expect(GONE)
    ana = new_page(None, server=club)
    table, invitations = open_table(ana, OPEN, OPEN)
    path = path_of(invitations[0]["link"])
    ben, eve = new_page(path, server=club), new_page(path, server=club)
    eve.get_by_label("Your name").wait_for()
    sit_down(ben, "Ben")
    # Eve had it open before: somebody was quicker. Watching is allowed here.
    eve.get_by_label("Your name").fill("Eve")
    eve.get_by_role("button", name="Sit down").click()
    eve.get_by_role("heading", name="This invitation can").wait_for()
    assert eve.evaluate("document.activeElement.tagName") == "H1"
    assert eve.get_by_role("link", name="Watch").get_attribute("href") == f"/table/{table}"
    assert eve.url.endswith("/join")
    # Opened again: Eve learns nothing, Ben is led back to his table.
    eve.goto(path)
    eve.get_by_role("heading", name="This invitation can").wait_for()
    assert eve.get_by_label("Have a code?").is_visible()
    ben.goto("/rules")
    ben.goto(path)
    ben.wait_for_url(f"**/table/{table}")


@pytest.mark.corner
def test_the_host_rules_the_waiting_room(new_page: NewPage, club: Served) -> None:
    """Bots in and out, a seat freed, options changed, and off with bots in what is left."""
    ana = new_page(None, server=club, settings=QUICK)
    table, invitations = open_table(ana, OPEN, OPEN, OPEN)
    ana.goto(f"/table/{table}")
    ana.locator("#invite-4").wait_for()
    ben = new_page(path_of(invitations[0]["link"]), server=club, settings=QUICK)
    sit_down(ben, "Ben")
    ben.get_by_text("The game begins when").wait_for()
    assert ben.locator("#room-start, #room-off, .room-seat select").count() == 0

    ana.locator("#room-seat-3").focus()
    ana.locator("#room-seat-3").select_option("master")
    ana.locator("#invite-3").wait_for(state="detached")
    assert ana.evaluate("document.activeElement.id") == "room-seat-3"
    ben.locator(".room-seat", has_text="Master").wait_for()
    ana.locator("#room-seat-3").select_option("open")
    ana.locator("#invite-3").wait_for()

    ana.locator("#room-options").click()
    ana.get_by_label("Table name").fill("<i>Club</i>")
    ana.get_by_label("Time per move").select_option("180")
    for page in (ana, ben):
        page.get_by_role("heading", name="<i>Club</i>").wait_for()
        page.get_by_text("coloured wall · 3 minutes per move").wait_for()

    ana.get_by_role("button", name="Free the seat: Ben").click()
    ana.get_by_role("dialog").get_by_role("button", name="Free the seat").click()
    ana.locator("#invite-2").wait_for()
    ben.locator("#room-leave").wait_for(state="detached")
    assert ana.locator("#invite-2").input_value() != invitations[0]["link"]

    ana.locator("#room-fill").select_option("novice")
    ana.locator("#room-start").click()
    ana.locator("az-offer").wait_for()
    seats = ana.request.get(f"/api/tables/{table}").json()["table"]["seats"]
    assert [seat["level"] for seat in seats] == [None, "novice", "novice", "novice"]


@pytest.mark.corner
def test_a_guest_leaves_and_the_host_calls_it_off(new_page: NewPage, club: Served) -> None:
    ana = new_page(None, server=club)
    table, invitations = open_table(ana, OPEN, OPEN)
    ana.goto(f"/table/{table}")
    ben = new_page(path_of(invitations[1]["link"]), server=club)
    sit_down(ben, "Ben")
    ana.get_by_text("One seat is still free.").wait_for()
    ben.get_by_role("button", name="Leave the table").click()
    ben.locator("#match span").first.wait_for()
    ana.get_by_text("2 seats are still free.").wait_for()
    ana.get_by_role("button", name="Call it off").click()
    ana.get_by_role("dialog").get_by_role("button", name="Call it off").click()
    ana.locator("#match span").first.wait_for()
    assert ana.request.get(f"/api/tables/{table}").status == 404


@pytest.mark.parametrize("old_way", [True, False])
@pytest.mark.corner
def test_copying_without_a_clipboard(new_page: NewPage, club: Served, old_way: bool) -> None:
    """On plain http: the old command where there is one, else a selected text and a word."""
    page = new_page(None, server=club)
    page.add_init_script(NO_CLIPBOARD)
    page.add_init_script(
        "document.execCommand = () => { window.copied = String(document.activeElement.value);"
        f" return {str(old_way).lower()}; }};"
    )
    table, invitations = open_table(page, OPEN)
    page.goto(f"/table/{table}")
    page.locator("#invite-2-copy").click()
    told = page.locator(".toast")
    told.wait_for()
    link = invitations[0]["link"]
    assert page.evaluate("window.copied") == link
    assert page.get_by_role("button", name=re.compile("^Share")).count() == 0
    assert page.locator("textarea").count() == 0
    if old_way:
        assert told.inner_text() == "Copied."
        assert page.evaluate("document.activeElement.id") == "invite-2-copy"
    else:
        assert "Ctrl+C" in told.inner_text()
        assert page.evaluate("String(getSelection())") == link


@pytest.mark.corner
def test_sharing_where_the_device_can(new_page: NewPage, club: Served) -> None:
    page = new_page(None, server=club)
    page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    table, invitations = open_table(page, OPEN)
    page.goto(f"/table/{table}")
    page.get_by_role("button", name="Share: Invitation link, seat 2").click()
    assert page.evaluate("window.shared.url") == invitations[0]["link"]


@pytest.mark.corner
def test_a_server_for_one_machine_says_how_to_let_others_in(new_page: NewPage) -> None:
    page = new_page("/")
    page.locator("#play-friends").click()
    page.get_by_role("dialog").get_by_text("Only this computer can reach the game").wait_for()
    assert page.get_by_label("Command", exact=True).input_value() == "azulejos serve --host 0.0.0.0"


@pytest.mark.corner
def test_another_device_goes_on_with_the_same_seat(new_page: NewPage, club: Served) -> None:
    ana = new_page(None, server=club, settings=QUICK)
    bot = {"kind": "bot", "name": "Rui", "level": "novice"}
    table, _ = open_table(ana, bot)
    ana.goto(f"/table/{table}")
    ana.locator("az-offer").wait_for()
    ana.evaluate(
        "async (id) => { (await pageModule('room/invitation.js')).openLinkDialog(id); }", table
    )
    link = ana.get_by_label("Your personal link", exact=True).input_value()
    phone = new_page(path_of(link), server=club, size=(360, 640), touch=True, settings=QUICK)
    phone.get_by_role("heading", name="Continue your game here").wait_for()
    # Looking does not use it up, as messengers look.
    phone.reload()
    phone.get_by_role("button", name="Continue here").click()
    phone.wait_for_url(f"**/table/{table}")
    phone.locator("az-offer").wait_for()
    for page in (ana, phone):
        assert [t["yours"] for t in page.request.get("/api/tables").json()["tables"]] == [[1]]


@pytest.mark.corner
def test_a_personal_link_works_once(new_page: NewPage, club: Served, watch: Watch) -> None:
    watch.expect(GONE)
    page = new_page("/link/nothing-that-was-ever-made", server=club)
    page.get_by_role("button", name="Continue here").click()
    page.get_by_role("heading", name="This link can").wait_for()


@pytest.mark.corner
@pytest.mark.parametrize("theme", ["light", pytest.param("dark", marks=pytest.mark.long)])
def test_axe_and_fit(
    new_page: NewPage,
    club: Served,
    axe: Callable[..., None],
    shot: Callable[..., None],
    theme: Any,
) -> None:
    """The waiting room, invitations, joining: no flaw for readers, nothing cut in any language."""
    ana = new_page(None, server=club, theme=theme, reduced_motion=True)
    table, invitations = open_table(
        ana, OPEN, {"kind": "bot", "name": "", "level": "skilled"}, OPEN
    )
    ben = new_page(None, server=club, theme=theme, reduced_motion=True)
    pages = [(ana, f"/table/{table}"), (ben, path_of(invitations[0]["link"])), (ben, "/join")]
    for page, path in pages:
        for language in ["fi", "pseudo"] if theme == "light" else ["de"]:
            page.goto(f"{path}?lang={language}")
            page.locator("h1").wait_for()
            if page is ana:
                page.locator("#invite-4").wait_for()
                page.locator("#room-options").click()
            for width, height in ((360, 640), (1280, 720)):
                page.set_viewport_size({"width": width, "height": height})
                assert page.evaluate(OVERFLOWS) == [], (path, language, width)
            shot(page, f"room-{theme}-{language}-{path.split('/')[1]}")
        axe(page)
