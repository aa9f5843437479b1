"""Two to four browsers play whole games together, at a real `azulejos serve`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from api_client import Json, legal_targets
from browser_fixtures import NO_SERVER, PHONE
from examples import usually
from friends_game import TO_MOVE, Player, Roster, arriving, in_round, seated
from serving import Served
from table_hands import by_mouse, by_touch

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

    from browser_fixtures import NewPage
    from watching import Watch

LOST = "[data-status=lost]"
CARD = "[data-card={}]"
SEAT_STATUS = "az-board[data-player='{}'][data-seat-status='{}']"
STALE = "The game has moved on"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """Where a bot may soon play for who is gone."""
    folder = tmp_path_factory.mktemp("friends")
    with Served(folder, "--away-after", "1", for_others=True) as served:
        yield served


def over(_: object) -> bool:
    return False


def near_the_end(now: Json) -> bool:
    state = now["state"]
    return bool(state["round"] >= 5 and not any(state["displays"]))


@pytest.mark.heavy
@pytest.mark.parametrize("to_the_end", usually((False, True), False))
def test_two_play(
    new_page: NewPage,
    club: Served,
    watch: Watch,
    shot: Callable[[Page, str], None],
    to_the_end: bool,
) -> None:
    """By link; one reloads, lines break for a short and for a long while.

    To the end, and then the rematch: whole rounds go by past the pages, until the last tiles are in
    the centre. By default games end at one screen (`test_page_games.py`), and friends' games by
    giving up, with a rematch (`test_company.py`).
    """
    watch.expect(NO_SERVER)
    ana, ben = (arriving(new_page, club, name) for name in ("Ana", "Ben"))
    (link,) = ana.open_table(2)
    shot(ana.page, "two-room")
    ben.page.goto(link)
    shot(ben.page, "two-join")
    ben.sit_down(link)
    for friend in (ana, ben):
        friend.see(".table")
    shot(ana.page, "two-start-ana")
    shot(ben.page, "two-start-ben")
    company = Roster(ana, ben, seed="two")
    company.moves(3)
    ben.page.reload()
    company.moves(2)

    ana.page.context.set_offline(True)
    ana.page.wait_for_timeout(1000)
    ana.page.context.set_offline(False)
    company.moves(2)
    assert ana.status != "lost"
    company.check()

    if to_the_end:
        company.play(in_round(2), unseen=True)
    company.play(lambda now: now["state"]["turn"] == 1)
    ben.page.context.set_offline(True)
    ana.play(company.random)
    ben.see(LOST)
    shot(ben.page, "two-lost")
    ben.page.context.set_offline(False)
    company.moves(1)
    company.check()

    if not to_the_end:
        return
    company.play(near_the_end, unseen=True)
    now = company.play(over)
    assert now["table"]["ended"] == "played"
    company.check_end()
    shot(ana.page, "two-end-ana")
    shot(ben.page, "two-end-ben")

    first = ana.id
    ben.press("rematch")
    ben.page.wait_for_url(lambda url: first not in url)
    ana.see(".rematch", "Ben")
    shot(ana.page, "two-rematch")
    ana.press("follow")
    for friend in (ana, ben):
        friend.page.wait_for_url(ben.page.url)
        friend.id = ben.page.url.rpartition("/")[2]
        friend.see(".table")
    again = Roster(ana, ben, seed="again")
    assert again.seats == company.seats
    again.moves(4)
    again.check()


# A watcher may look around: whose board is large, the moves so far, the menu.
HARMLESS = {"more", "watched", "others", "log", "log-entry", "replay", "words", "open-replay"}


def watching_from(new_page: NewPage, club: Served, table: str, **how: object) -> Player:
    eve = arriving(new_page, club, "Eve", **how)
    eve.id = table
    eve.look()
    return eve


def refusals(eve: Player) -> set[str]:
    """What the server says if a watcher tries to play past the page."""
    request = eve.page.context.request
    number = eve.standing()["number"]
    tries: list[tuple[str, object]] = [("moves", {"number": number, "move": "1B1"})]
    tries += [("undo", {"number": number, "to": "move"}), ("acts", {"do": "resign", "seat": 1})]
    tries += [("acts", {"do": "stand_in", "seat": 1}), ("acts", {"do": "rematch", "seat": 1})]
    answers = [request.post(f"/api/tables/{eve.id}/{path}", data=body) for path, body in tries]
    assert {answer.status for answer in answers} == {403}
    return {answer.json()["error"]["code"] for answer in answers}


@pytest.mark.long
def test_four_play_and_one_watches(
    new_page: NewPage, club: Served, shot: Callable[[Page, str], None]
) -> None:
    """Screens of all sizes and languages; one gives up, one goes away and comes back."""
    small = {"size": PHONE, "touch": True}
    ana = arriving(new_page, club, "Ana")
    ben = arriving(new_page, club, "Ben", locale="de-DE", **small)
    cleo = arriving(new_page, club, "Cléo", locale="fr-FR", theme="dark")
    dag = arriving(new_page, club, "Dag", locale="sv-SE", **small)
    links = ana.open_table(4)
    for friend, link in zip((ben, cleo, dag), links, strict=True):
        friend.sit_down(link)
        friend.see(".room, .table")
        shot(friend.page, f"four-arrived-{friend.name}")
        shot(ana.page, f"four-room-after-{friend.name}")
    eve = watching_from(new_page, club, ana.id, locale="fi-FI")
    company = Roster(ana, ben, cleo, dag, seed="four")
    assert sorted(company.seats) == [1, 2, 3, 4]
    company.moves(6)
    company.check(eve)
    eve.see(CARD.format("watching"))
    assert eve.pressable() <= HARMLESS
    assert refusals(eve) == {"not_your_seat"}
    shot(eve.page, "four-watcher")

    company.play(in_round(2), unseen=True)
    cleo.choose("resign")
    cleo.confirm()
    ana.see(SEAT_STATUS.format(3, "resigned"))
    del company.seats[3]
    company.moves(3)

    context = dag.page.context
    dag.page.close()
    ana.see(CARD.format("away"))
    shot(ana.page, "four-away-ana")
    shot(ben.page, "four-away-ben")
    ana.press("stand-in")
    ana.see(SEAT_STATUS.format(4, "stand_in"))
    company.players.remove(dag)
    company.play(in_round(3))
    company.check(eve)
    shot(ana.page, "four-stand-in-ana")
    dag.page = context.new_page()
    dag.look()
    dag.see(CARD.format("missed"))
    shot(dag.page, "four-back-dag")
    ana.see(SEAT_STATUS.format(4, ""))
    company.players.append(dag)
    company.moves(4)
    shot(ben.page, "four-middle-ben")

    company.play(in_round(5), unseen=True)
    company.check(eve)
    assert eve.pressable() <= HARMLESS
    now = company.play(over)
    company.check_end(eve)
    assert 3 not in now["result"]["winners"]
    assert eve.pressable() <= HARMLESS
    for friend in (*company.players, eve):
        shot(friend.page, f"four-end-{friend.name}")


@pytest.mark.heavy
@pytest.mark.corner
def test_two_at_one_screen_and_a_killed_server(
    new_page: NewPage, club: Served, watch: Watch, shot: Callable[[Page, str], None]
) -> None:
    """With a friend elsewhere and a bot; the server dies in the middle, and all go on."""
    watch.expect(NO_SERVER)
    ana, cleo = (arriving(new_page, club, name) for name in ("Ana", "Cleo"))
    ana.page.goto("/")
    ana.page.locator("label[for=setup-players-4]").click()
    ana.page.locator("#seat-0-name").fill("Ana")
    for seat, who in ((1, "person"), (2, "open"), (3, "open")):
        ana.page.locator(f"#seat-{seat}-who").select_option(who)
    ana.page.locator("#seat-1-name").fill("Bea")
    shot(ana.page, "three-setup")
    ana.page.locator("#play").click()
    (link, _) = ana.links(range(3, 5))
    shot(ana.page, "three-room")
    ana.page.locator("#room-seat-4").select_option("novice")
    cleo.sit_down(link)
    ana.see(".room-seat, .table")
    shot(ana.page, "three-cleo-sits")
    if ana.page.locator("#room-start").count():
        ana.page.locator("#room-start").click()
    for friend in (ana, cleo):
        friend.see(".table")
    company = Roster(ana, cleo, seed="three")
    assert company.seats == {1: ana, 2: ana, 3: cleo}
    company.moves(4)
    before = company.check()
    shot(ana.page, "three-ana")
    shot(cleo.page, "three-cleo")

    club.kill()
    for friend in (ana, cleo):
        friend.see(LOST)
    shot(cleo.page, "three-lost")
    club.start_again()
    for friend in (ana, cleo):
        friend.lose(LOST)
    now = company.check()
    assert now["number"] >= before["number"]
    replay = ana.ask("GET", f"/api/tables/{ana.id}/replay")
    moves = [ply["entry"]["move"] for ply in replay["plies"]]
    company.moves(2)
    club.kill()  # A short end is not even told.
    club.start_again()
    company.moves(2)
    company.check()
    later = ana.ask("GET", f"/api/tables/{ana.id}/replay")
    assert [ply["entry"]["move"] for ply in later["plies"]][: len(moves)] == moves


class SlowLine:
    """A page's socket that can keep back what the server says; made before the page is opened."""

    def __init__(self, page: Page) -> None:
        self._route: WebSocketRoute | None = None
        self._held: list[str | bytes] | None = None
        page.route_web_socket("**/socket", self._connect)

    def _connect(self, route: WebSocketRoute) -> None:
        self._route = route
        route.connect_to_server().on_message(self._hear)

    def _hear(self, message: str | bytes) -> None:
        if self._held is not None:
            self._held.append(message)
        elif self._route is not None:
            self._route.send(message)

    def hold(self) -> None:
        self._held = []

    def release(self) -> None:
        held, self._held = self._held or [], None
        for message in held:
            self._hear(message)


@pytest.mark.heavy
@pytest.mark.corner
def test_the_same_seat_on_another_device(
    new_page: NewPage, club: Served, shot: Callable[[Page, str], None]
) -> None:
    """By the personal link; both may move, and of two moves at once one is told that it is late."""
    ana, ben = (arriving(new_page, club, name) for name in ("Ana", "Ben"))
    (link,) = ana.open_table(2)
    ben.sit_down(link)
    for friend in (ana, ben):
        friend.see(".table")
    company = Roster(ana, ben, seed="devices")
    company.moves(2)
    ben.choose("link")
    field = ben.page.locator("#device-link")
    field.wait_for()
    shot(ben.page, "device-dialog")
    phone = arriving(new_page, club, "Ben", size=PHONE, touch=True)
    line = SlowLine(phone.page)
    phone.page.goto(field.input_value())
    phone.page.locator(".button-main").wait_for()
    shot(phone.page, "device-link")
    phone.page.locator(".button-main").tap()
    phone.page.wait_for_url("**/table/*")
    phone.id = ben.id
    ben.page.keyboard.press("Escape")
    phone.see(".table")
    shot(phone.page, "device-phone")
    for mover in (phone, ben):
        company.play(lambda now: now["state"]["turn"] == 2)
        mover.play(company.random)
        company.check(phone)

    company.play(lambda now: now["state"]["turn"] == 2)
    now = phone.standing()
    first, second = [target["move"] for target in legal_targets(now["choices"])[:2]]
    phone.see(TO_MOVE)
    line.hold()
    ben.see(TO_MOVE)
    by_mouse(ben, first)
    by_touch(phone, second)  # It does not know yet.
    ana.see(TO_MOVE)
    line.release()
    phone.see(".toast", STALE)
    later = company.check(phone)
    assert later["number"] == now["number"] + 1
    company.moves(2)
    company.check(phone)


@pytest.mark.long
@pytest.mark.parametrize("rules", ["std", "grey", "joker", "grey+joker"])
@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_kind_of_game_to_the_end(
    count: int, rules: str, new_page: NewPage, club: Served, watch: Watch
) -> None:
    """All of it by hand; now and then somebody reloads, or loses the line for a moment."""
    watch.expect(NO_SERVER)
    names = ["Ana", "Ben", "Cleo", "Dag"][:count]
    company = Roster(*seated(new_page, club, names, rules), seed=f"{rules} {count}")
    while (now := company.host.standing())["state"]["phase"] != "over":
        company.play(lambda now, number=now["number"]: now["number"] >= number + 5)  # type: ignore[misc]
        unlucky = company.random.choice(company.players)
        if company.random.random() < 0.5:
            unlucky.page.reload()
        else:
            unlucky.page.context.set_offline(True)
            unlucky.page.wait_for_timeout(company.random.choice((300, 3500)))
            unlucky.page.context.set_offline(False)
        company.check()
    company.check_end()
