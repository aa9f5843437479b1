"""Friends at one table, each in a browser: presence, questions, phrases, watching, ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, cast

import pytest
from live_server import Server

from api_client import bot, person
from friends import AT_ONCE, OPEN, Friend, friends_at_a_table
from table_driver import group_at

if TYPE_CHECKING:
    from browser_fixtures import NewPage
    from serving import Served

AWAY_AFTER = 0.5  # seconds
# Notifications are not shown but remembered.
CALLED = """() => {
  window.called = [];
  window.Notification = class {
    static permission = 'granted';
    static requestPermission = async () => 'granted';
    constructor(title) { window.called.push(title); }
    close() {}
  };
}"""
HIDE = """() => {
  Object.defineProperty(document, 'hidden', { get: () => true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""
CARD = "[data-card={}]"
SEAT_STATUS = "az-board[data-player='{}'][data-seat-status='{}']"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server for many people, who are soon missed."""
    folder = tmp_path_factory.mktemp("club")
    with Server(folder, is_local=False, away_after=AWAY_AFTER) as server:
        yield cast("Served", server)


@pytest.fixture
def meet(new_page: NewPage, club: Served) -> Callable[..., list[Friend]]:
    """Seats friends at a new table."""
    return lambda *names, **more: friends_at_a_table(new_page, club, *names, **more)


@pytest.mark.corner
def test_each_has_an_own_board_and_turn(meet: Callable[..., list[Friend]]) -> None:
    """The large board is one's own; the one to move is told so, also by the tab's title."""
    ana, ben = meet("Ana", "Ben", name="Thursdays")
    for seat, friend in enumerate((ana, ben), start=1):
        assert friend.page.locator(".large").get_attribute("data-player") == str(seat)
        assert friend.page.locator(".small .ab-sign svg, .large .ab-sign svg").count() == 1
    assert ana.page.title().startswith("● Your turn ")
    assert ana.page.title().endswith("Thursdays · azulejos")
    assert ben.page.title() == "Thursdays · azulejos"
    assert ben.status == "waiting"
    assert "Ana" in ben.page.locator(".status-now").inner_text()
    ana.move()
    ben.see("[data-status=turn]")
    assert ben.page.title().startswith("● ")
    assert ana.page.title() == "Thursdays · azulejos"
    assert not ben.page.locator("[data-action=hint]").is_visible(), "no hints among people"
    ben.move()
    ana.see("[data-status=turn]")


@pytest.mark.corner
def test_several_at_one_device(new_page: NewPage, club: Served) -> None:
    """Each has their board in front of them when it is their turn; a friend elsewhere has not."""
    here, ben = (Friend(new_page(None, settings=AT_ONCE, server=club), club, "Ben") for _ in "ab")
    (token,) = here.invite([person("Ana"), person("Bea"), OPEN])
    ben.join(token)
    here.look()
    ben.look()
    for seat in ("1", "2"):
        here.see(f".large[data-player='{seat}']")
        here.move()
    ben.see("[data-status=turn]")
    assert here.page.locator(".large").get_attribute("data-player") == "2", "Ben's is not ours"
    assert here.status == "waiting"
    ben.move()
    here.see(".large[data-player='1']")


@pytest.mark.corner
def test_a_call_for_who_looks_elsewhere(meet: Callable[..., list[Friend]]) -> None:
    """Asked for by a press, and only while the page is out of sight."""
    ana, ben = meet("Ana", "Ben")
    ben.page.evaluate("() => { delete window.Notification; }")
    ben.choose("call")
    ben.see(".toast", "Notifications are not possible here")
    ben.page.evaluate(CALLED)
    ben.choose("call")
    ben.see(".toast", "You will be notified")
    ana.move()
    ben.move()
    assert ben.page.evaluate("() => window.called") == [], "it was seen"
    ben.page.evaluate(HIDE)
    ana.move()
    ben.page.wait_for_function("() => window.called.length === 1")
    assert ben.page.evaluate("() => window.called") == ["It is your turn"]


@pytest.mark.corner
def test_one_goes_away_a_bot_stands_in_and_they_return(meet: Callable[..., list[Friend]]) -> None:
    ana, ben = meet("Ana", "Ben", bots=(bot(),))
    ana.move()
    ben.see("[data-status=turn]")
    ben.leave_page()
    ana.see(SEAT_STATUS.format(2, "away"))
    ana.see(".status-now", "away")
    ana.see(CARD.format("away"), "Let a bot play for Ben")
    ana.press("stand-in")
    ana.see(SEAT_STATUS.format(2, "stand_in"))
    ana.see("[data-status=turn]")  # the bots have moved
    ben.look()
    ben.see(CARD.format("missed"), "a bot played for you")
    ana.see(SEAT_STATUS.format(2, ""))
    ana.see(".toast", "Ben is back.")
    ana.move()
    ben.see("[data-status=turn]")
    ben.move()


def test_a_move_is_taken_back_by_consent(
    meet: Callable[..., list[Friend]], axe: Callable[..., None]
) -> None:
    """Withdrawn, declined, agreed to; the game goes on behind the question, by keyboard too."""
    ana, ben = meet("Ana", "Ben")
    ana.move()
    ben.see("[data-status=turn]")
    assert "Ask" in ana.page.locator("[data-action=undo]").inner_text()
    ana.press("undo")
    ben.see(CARD.format("proposal"), "Ana asks to take back 1 move.")
    ana.see(CARD.format("proposal"), "You asked to take back 1 move. Still to answer: Ben.")
    axe(ben.page)
    ana.press("withdraw")
    ben.lose(CARD.format("proposal"))
    ana.press("undo")
    ben.see(CARD.format("proposal"))
    ben.press("decline")
    ana.see(".toast", "Ben declines.")
    ana.lose(CARD.format("proposal"))
    assert ana.plies == ben.plies == 2
    ana.press("undo")
    ben.see(CARD.format("proposal"))
    ben.page.keyboard.press("a")
    ben.page.keyboard.press("Enter")
    ana.see("[data-status=turn]")
    ben.page.wait_for_function("() => document.querySelector('.log-list').childElementCount === 1")
    ben.focus_kept()
    ana.move()
    ana.press("undo")
    ben.see(CARD.format("proposal"))
    ben.move(seed=1)
    ana.lose(CARD.format("proposal"))


@pytest.mark.corner
def test_phrases_and_muting(meet: Callable[..., list[Friend]], new_page: NewPage) -> None:
    """Everybody reads in their own language; who is muted is not heard, and nobody is told."""
    ana, ben, cleo = meet("Ana", "Ben", "Cleo")
    ana.page.evaluate("pageModule('text/catalogue.js').then((c) => c.loadTexts('de'))")
    ben.press("talk")
    ben.page.locator("[data-say=well_played]").click()
    ana.see("az-board[data-player='2'] [data-said=well_played]", "Gut gespielt!")
    cleo.see("az-board[data-player='2'] [data-said=well_played]", "Well played!")
    ben.see("az-board[data-player='2'] [data-said=well_played]")
    assert "Ben: Gut gespielt!" in ana.page.locator("body > .live-polite").inner_text()
    cleo.page.keyboard.press("t")
    cleo.page.get_by_label("Mute Ben").check()
    cleo.page.keyboard.press("Escape")
    ben.press("talk")
    ben.page.get_by_label("Applause").click()
    ana.see("[data-said=clap] svg.reaction")
    assert not cleo.page.locator("[data-said=clap]").count()
    ana.press("talk")
    ana.page.locator("[data-say=thanks]").click()
    cleo.see("az-board[data-player='1'] [data-said=thanks]", "Thank you!")
    cleo.page.reload()
    cleo.see("[data-action=talk]")
    cleo.press("talk")
    assert cleo.page.get_by_label("Mute Ben").is_checked()


def watcher(new_page: NewPage, club: Served, table: str) -> Friend:
    somebody = Friend(new_page(None, settings=AT_ONCE, server=club), club, "")
    somebody.id = table
    return somebody.look()


def test_watchers_touch_nothing(
    meet: Callable[..., list[Friend]], new_page: NewPage, club: Served, axe: Callable[..., None]
) -> None:
    """Everything is seen; whose board is large can be chosen."""
    ana, ben = meet("Ana", "Ben", delay=1)
    eve = watcher(new_page, club, ana.id)
    eve.see(CARD.format("watching"), "1 second behind")
    ana.see(".watchers", "1")
    for control in ("hint", "undo", "talk"):
        assert not eve.page.locator(f"[data-action={control}]").is_visible()
    assert not eve.page.locator("#typed-move").is_visible()
    ana.move()
    eve.told(2)
    group = eve.page.locator("az-offer .ao-group").first
    source, tile = group.get_attribute("data-source"), group.get_attribute("data-tile")
    eve.click(group_at(int(source or 0), tile or ""))
    assert not eve.page.locator("[data-target]").count()
    eve.click(".small")
    eve.see(".large[data-player='1']")
    axe(eve.page)
    ben.move()
    eve.told(3)
    assert eve.page.locator(".large").get_attribute("data-player") == "1", "as chosen"


@pytest.mark.corner
def test_a_table_without_watchers(
    meet: Callable[..., list[Friend]], new_page: NewPage, club: Served
) -> None:
    (ana, _) = meet("Ana", "Ben", watching=False)
    page = new_page(None, server=club)
    page.goto(f"/table/{ana.id}")
    page.get_by_role("heading", name="This table is private").wait_for()
    assert not page.locator(".table").count()


@pytest.mark.corner
def test_resigning_and_a_rematch_that_leads_both(meet: Callable[..., list[Friend]]) -> None:
    ana, ben = meet("Ana", "Ben")
    ana.move()
    ben.choose("resign")
    assert ben.confirm() == "The game is over at once, and Ana wins."
    ana.see(".result-title", "You win: Ben has resigned.")
    ben.see(".result-title", "You have resigned: Ana wins.")
    assert not ana.page.locator(".toast", has_text="a bot plays on").count()
    before = ana.id
    ana.press("rematch")
    ana.page.wait_for_url(lambda url: before not in url)
    ana.see(CARD.format("away"), "Not at the new game yet: Ben.")
    ana.see("az-board[data-seat-status=away] .ab-note", "not here yet")
    ben.see(".rematch", "Ana wants another game.")
    ben.press("follow")
    ben.page.wait_for_url(ana.page.url)
    ana.lose(CARD.format("away"))
    for friend in (ana, ben):
        friend.id = ana.page.url.rsplit("/", 1)[1]
        friend.see(".table")
    ben.move()  # the next one starts
    ana.see("[data-status=turn]")


@pytest.mark.corner
def test_ending_the_game_for_all_and_leaving(meet: Callable[..., list[Friend]]) -> None:
    ana, ben, cleo = meet("Ana", "Ben", "Cleo")
    cleo.choose("leave")
    assert "Your seat goes to a bot" in cleo.confirm()
    cleo.see(CARD.format("watching"))
    ana.see(".toast", "Cleo has left")
    ana.choose("abandon")
    assert "as soon as all others agree: Ben." in ana.confirm()
    ben.see(CARD.format("proposal"), "without a result")
    ben.press("agree")
    for friend in (ana, ben):
        friend.see(".result-title", "The game ended without a result.")


@pytest.mark.corner
def test_somebody_takes_the_seat_of_a_bot(
    meet: Callable[..., list[Friend]], new_page: NewPage, club: Served
) -> None:
    """In the middle of the game, by the host's invitation."""
    ana, ben = meet("Ana", "Ben", bots=(bot(),))
    ana.move()
    ana.choose("invite")
    ana.see("dialog[open] .invited-seat")
    assert not ben.page.locator("[data-action=invite]").is_visible(), "the host invites"
    (card,) = ana.ask("GET", f"/api/tables/{ana.id}/invitations")["invitations"]
    cleo = Friend(new_page(None, settings=AT_ONCE, server=club), club, "Cleo")
    cleo.join(card["link"].rsplit("/", 1)[1])
    ben.see(".toast", "Cleo has joined.")
    cleo.look()
    ben.move()
    cleo.move()


@pytest.mark.corner
def test_the_clock(meet: Callable[..., list[Friend]]) -> None:
    """It counts down, is loud at last, and then a bot moves."""
    ana, ben = meet("Ana", "Ben", clock=5)
    ben.see(".clock", "0:0")
    ana.see(".clock.is-late")
    assert ana.page.locator(".clock").inner_text() in ("0:01", "0:00")
    assert "only" in ana.page.locator("body > .live-assertive").inner_text()
    ana.see(".toast", "Your time was up")
    ben.see("[data-status=turn]")
