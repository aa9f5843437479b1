"""Friends at one table, each with a browser of their own."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from api_client import Json, good_move, person
from table_driver import Table
from table_hands import by_mouse

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

AT_ONCE: dict[str, object] = {"speed": 0}
OPEN = {"kind": "open", "name": "", "level": None}
TOO_FAST = 429
OPTIONS = {"name": "", "public": False, "watching": True, "delay": 0, "clock": None}


class Friend(Table):
    """One of them, at the table or on the way to it."""

    def __init__(self, page: Page, server: Served, name: str) -> None:
        super().__init__(page, server, "")
        self.name = name

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """As this browser, with its key; who is too fast for the server waits as it says."""
        while True:
            answer = self.page.context.request.fetch(
                path,
                method=method,
                data=body,
                max_retries=3,  # A line that was idle may be closed just then.
            )
            if answer.status != TOO_FAST:
                break
            self.page.wait_for_timeout(1000 * int(answer.headers["retry-after"]))
        assert answer.ok, f"{method} {path}: {answer.status} {answer.text()}"
        return answer.json() if answer.status != 204 else None

    def standing(self) -> Json:
        standing: Json = self.ask("GET", f"/api/tables/{self.id}")
        return standing

    def invite(self, seats: list[Json], *, rules: str = "std", **options: object) -> list[str]:
        """Opens a table, sits down first, and gives the invitations of the open seats."""
        order = {"rules": rules, "seats": seats, "starter": 1, "options": OPTIONS | options}
        self.id = self.ask("POST", "/api/tables", order)["id"]
        found = self.ask("GET", f"/api/tables/{self.id}/invitations")["invitations"]
        return [card["link"].rsplit("/", 1)[1] for card in found]

    def join(self, token: str, colour: int = 2) -> None:
        body = {"name": self.name, "colour": colour}
        self.id = self.ask("POST", f"/api/invitations/{token}", body)["table"]

    def look(self) -> Friend:
        """Opens the table's page, whoever is to move."""
        self.page.goto(f"/table/{self.id}")
        self.see(".table")
        return self

    def leave_page(self) -> None:
        """The browser stays, with its key."""
        self.page.goto("/")

    def see(self, selector: str, text: str | None = None) -> None:
        self.page.locator(selector, has_text=text).first.wait_for()

    def lose(self, selector: str) -> None:
        self.page.locator(selector).first.wait_for(state="hidden")

    def press(self, action: str) -> None:
        self.page.locator(f"[data-action={action}]").click()

    def choose(self, item: str) -> None:
        """From the table's menu."""
        self.press("more")
        self.press(item)

    def confirm(self) -> str:
        """Says yes to the question that is asked; returns its words."""
        dialog = self.page.locator("dialog[open]")
        words = dialog.locator(".dialog-body").inner_text()
        dialog.locator(".button-danger").click()
        return words

    def move(self, seed: int = 0) -> str:
        """One of the best moves, as soon as it is this one's turn."""
        self.see("[data-status=turn]")
        move = good_move(self.standing()["choices"], Random(seed))
        plies = self.plies
        by_mouse(self, move)
        self.told(plies + 1)
        return move

    def told(self, plies: int) -> None:
        """Until so many plies are in the list."""
        self.page.wait_for_function(
            "(plies) => document.querySelector('.log-list').childElementCount >= plies", arg=plies
        )


def friends_at_a_table(
    new_page: NewPage, server: Served, *names: str, bots: tuple[Json, ...] = (), **options: object
) -> list[Friend]:
    """They sit in this order; the host waits in the room until the first deal."""
    people = [Friend(new_page(None, settings=AT_ONCE, server=server), server, n) for n in names]
    host, *guests = people
    tokens = host.invite([person(names[0]), *[OPEN] * len(guests), *bots], rules="std", **options)
    host.page.goto(f"/table/{host.id}")
    host.see(".room")
    for guest, token in zip(guests, tokens, strict=True):
        guest.join(token)
    host.see(".table")
    return [host, *[guest.look() for guest in guests]]
