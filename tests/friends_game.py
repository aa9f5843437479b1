"""Whole games among friends, each at a screen of their own: whoever is to move, moves there."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from api_client import Json, good_move, person
from azulejos.notation import format_position, parse_record
from browser_fixtures import PATIENCE
from friends import AT_ONCE, OPEN, Friend
from table_driver import assert_shown
from table_hands import Way, by_mouse, by_touch

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

Until = Callable[[Json], bool]
TO_MOVE = "[data-status=turn], [data-status=cell]"
SCORES = """() => Object.fromEntries(
  [...document.querySelectorAll('[data-panel=result] tr[data-player]')]
  .map((row) => [row.dataset.player, Number(row.querySelector('.source-total').textContent)]))"""
# What can be pressed on the page, by its name; parts of the table by their kind.
PRESSABLE = """() => [
  ...document.querySelectorAll('button, select, input, [role=button], [data-target]'),
].filter((one) => !one.disabled && one.getAttribute('aria-disabled') !== 'true'
    && one.checkVisibility() && !one.closest('header'))
  .map((one) => one.dataset.action || one.id || one.className)"""


class Player(Friend):
    """A friend who does everything by hand, in any language: by mouse, or on a phone by touch."""

    def __init__(self, page: Page, server: Served, name: str, *, touch: bool = False) -> None:
        super().__init__(page, server, name)
        self.way: Way = by_touch if touch else by_mouse

    def open_table(self, players: int) -> list[str]:
        """From the start page; returns the links of the invitations."""
        self.page.goto("/")
        self.page.locator("#play-friends").click()
        self.page.locator("#my-name").fill(self.name)
        self.page.locator(f"label[for=friends-{players}]").click()
        self.page.locator("dialog[open] .button-main").click()
        return self.links(range(2, players + 1))

    def links(self, seats: range) -> list[str]:
        """What stands on the invitations in the waiting room, below the link for all."""
        self.page.locator("#room-each").click()
        self.page.locator(f"#invite-{seats[-1]}").wait_for()
        self.id = self.page.url.rpartition("/")[2]
        return [self.page.locator(f"#invite-{seat}").input_value() for seat in seats]

    def sit_down(self, link: str) -> None:
        """A name and one press; the cursor is in the field already."""
        self.page.goto(link)
        self.page.locator("#my-name:focus").wait_for()
        self.page.keyboard.type(self.name)
        self.page.keyboard.press("Enter")
        self.page.wait_for_url("**/table/*")
        self.id = self.page.url.rpartition("/")[2]

    def play(self, random: Random) -> str:
        """One of the best moves, as soon as the page lets this one move."""
        self.see(TO_MOVE)
        move, plies = good_move(self.standing()["choices"], random), self.plies
        self.way(self, move)
        self.told(plies + 1)
        return move

    def play_unseen(self, now: Json, random: Random) -> None:
        """Past the page, which only looks on: quick."""
        body = {"number": now["number"], "move": good_move(now["choices"], random)}
        self.ask("POST", f"/api/tables/{self.id}/moves", body)

    def see_state(self, state: Json) -> None:
        """What is drawn comes to be what the server has."""
        self.page.locator(".ao-centre").wait_for(state="attached")  # It may just be loading.
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            with suppress(AssertionError):
                return assert_shown(self.shown(), state)
            self.page.wait_for_timeout(50)
        return assert_shown(self.shown(), state)

    def scores(self) -> list[int]:
        """As the result tells them, by seat."""
        self.page.locator("[data-panel=result]").wait_for()
        found: dict[str, int] = self.page.evaluate(SCORES)
        return [found[player] for player in sorted(found)]

    def pressable(self) -> set[str]:
        return set(self.page.evaluate(PRESSABLE))


class Roster:
    """All who look at one table; the seats are where their own browsers say they are."""

    def __init__(self, *players: Player, seed: str = "") -> None:
        self.players = list(players)
        self.random = Random(seed)
        self.seats: dict[int, Player] = {}
        for player in players:
            for table in player.ask("GET", "/api/tables")["tables"]:
                if table["id"] == player.id:
                    self.seats |= dict.fromkeys(table["yours"], player)

    @property
    def host(self) -> Player:
        return self.players[0]

    def play(self, until: Until, *, unseen: bool = False) -> Json:
        """People play, bots are waited for, until it is as wished for or over."""
        now = self.host.standing()
        while now["state"]["phase"] != "over" and not until(now):
            self._step(now, unseen)
            now = self.host.standing()
        return now

    def _step(self, now: Json, unseen: bool) -> None:
        player = self.seats.get(now["state"]["turn"])
        if player is None or self._is_bot(now):
            self.host.page.wait_for_timeout(80)
        elif unseen:
            player.play_unseen(player.standing(), self.random)
        else:
            player.play(self.random)

    @staticmethod
    def _is_bot(now: Json) -> bool:
        seat = now["table"]["seats"][now["state"]["turn"] - 1]
        return bool(seat["kind"] == "bot" or seat["stand_in"])

    def moves(self, count: int) -> Json:
        """So many moves of people, at their pages."""
        for _ in range(count):
            now = self.play(lambda now: not self._is_bot(now))
            self._step(now, False)
        return self.host.standing()

    def check(self, *lookers: Player) -> Json:
        """All players and lookers see what the server has once no bot is about to move."""
        now = self.play(lambda now: not self._is_bot(now))
        for one in (*self.players, *lookers):
            one.see_state(now["state"])
        return now

    def check_end(self, *lookers: Player) -> Json:
        """The same result on all screens, in the kept moves and in the record."""
        now = self.check(*lookers)
        for one in (*self.players, *lookers):
            assert one.scores() == now["result"]["scores"], one.name
            told = one.page.locator(".log-list").text_content() or ""
            assert one.page.locator(".result-title").inner_text() in told, one.name
        replay = self.host.ask("GET", f"/api/tables/{self.host.id}/replay")
        assert replay["result"] == now["result"]
        assert replay["plies"][-1]["state"] == now["state"]
        answer = self.host.page.context.request.get(f"/api/tables/{self.host.id}/record")
        final = list(parse_record(answer.text()).replay())[-1].position
        assert format_position(final) == now["state"]["position"]
        return now


def arriving(new_page: NewPage, server: Served, name: str, **how: object) -> Player:
    """Somebody with a browser of their own, not yet anywhere; `how` is for `new_page`."""
    page = new_page(None, server=server, settings=AT_ONCE, **how)  # type: ignore[arg-type]
    return Player(page, server, name, touch=bool(how.get("touch")))


def seated(new_page: NewPage, server: Served, names: list[str], rules: str) -> list[Player]:
    """They sit in this order, past the pages; all look at the table."""
    host, *guests = players = [arriving(new_page, server, name) for name in names]
    tokens = host.invite([person(host.name), *[OPEN] * len(guests)], rules=rules)
    for guest, token in zip(guests, tokens, strict=True):
        guest.join(token)
    for player in players:
        player.look()
    return players


def in_round(number: int) -> Until:
    return lambda now: bool(now["state"]["round"] >= number)
