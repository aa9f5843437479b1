"""Moving at the table: picking, dragging, refusals, ways to take jokers, cells of the wall."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import pytest

from api_client import Json, any_move, good_move, targets_of
from azulejos import Game
from azulejos.notation import format_move
from azulejos.rules import Phase
from browser_fixtures import PHONE
from corners import corner_cases
from kept_games import PERSON, bot, person, played_game
from table_driver import Table, group_at, kept_table, target_at
from table_hands import by_drag, by_touch, parts_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from browser_fixtures import NewPage
    from serving import Served

Shot = Callable[["Page", str], None]
Carry = Callable[[Table, str, str], None]
AT_ONCE: dict[str, object] = {"speed": 0}


def in_round(number: int) -> Callable[[Game], bool]:
    """Player 1 is to take, some moves into that round."""

    def reached(game: Game) -> bool:
        position = game.position
        taken = sum(not display for display in position.displays)
        return position.round == number and position.turn == 1 and taken >= 2

    return reached


def a_cell_is_due(game: Game) -> bool:
    """So late that not every cell is free."""
    position = game.position
    return position.phase is Phase.TILING and position.turn == 1 and position.round == 3


@pytest.fixture
def at_table(new_page: NewPage, server: Served) -> Callable[..., Table]:
    """Opens a game of a person against a bot at a point of it."""

    def sit(rules: str, seed: int, until: Callable[[Game], bool], touch: bool = False) -> Table:
        size = PHONE if touch else (1280, 720)
        table = kept_table(server, played_game(2, rules, seed, until), [PERSON, bot("novice")])
        page = new_page(None, settings=AT_ONCE, touch=touch, size=size)
        return Table(page, server, table).open()

    return sit


def carry_by_finger(table: Table, start: str, end: str) -> None:
    """As a finger does: down, a few moves, up."""
    client = table.page.context.new_cdp_session(table.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        given = [{"x": x, "y": y} for x, y in points]
        client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": given})

    x, y = table.point(start)
    touch("touchStart", (x, y))
    touch("touchMove", (x, y + 9))
    table.page.locator(".az-hand").wait_for(state="attached")
    goal = table.point(end)
    for part in (0.3, 0.7, 1.0):
        touch("touchMove", (x + part * (goal[0] - x), y + part * (goal[1] - y)))
    touch("touchEnd")
    client.detach()


def carry_by_mouse(table: Table, start: str, end: str) -> None:
    mouse = table.page.mouse
    x, y = table.point(start)
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 6, y + 6)
    table.page.locator(".az-hand").wait_for(state="attached")
    mouse.move(*table.point(end), steps=3)
    mouse.up()


@pytest.mark.parametrize("touch", [False, True], ids=["mouse", "finger"])
def test_tiles_are_carried(at_table: Callable[..., Table], touch: bool) -> None:
    """To a line they are laid there; let go elsewhere, they stay picked."""
    table = at_table("std", 4, in_round(2), touch)
    carry = carry_by_finger if touch else carry_by_mouse
    now = table.check()
    move = good_move(now["choices"], Random(1))
    source, take, line, _ = parts_of(move)
    carry(table, group_at(source, take), "#header .brand")
    assert not table.page.locator(".az-hand").count()
    assert table.picked == {f"{source}{take}"}
    assert table.check()["number"] == now["number"]
    plies = table.plies
    carry(table, group_at(source, take), target_at(line))
    table.settled(after=plies)
    assert table.page.locator(f".log-entry[data-move='{move}']").count() == 1
    assert not table.page.locator(".az-hand").count()
    table.check()


def refused_target(choices: Json) -> tuple[Json, Json]:
    """A take and a line that it may not go to."""
    for take in choices["takes"]:
        for target in targets_of(choices, take):
            if target["refusal"]:
                return take, target
    raise AssertionError("everything is allowed here")


@pytest.mark.parametrize("touch", [False, *corner_cases(True)], ids=["mouse", "touch"])
def test_an_illegal_line_says_why(at_table: Callable[..., Table], touch: bool) -> None:
    table = at_table("std", 4, in_round(3), touch)
    page, now = table.page, table.check()
    take, target = refused_target(now["choices"])
    press = page.touchscreen.tap if touch else page.mouse.click
    press(*table.point(group_at(take["source"], take["take"][0])))
    line = page.locator(target_at(target["line"]))
    assert line.get_attribute("aria-disabled") == "true"
    sentence = table.say(target["refusal"])
    assert sentence in (line.get_attribute("aria-label") or "")
    press(*table.point(target_at(target["line"])))
    told = page.locator(".status[data-aim=bad] .status-now", has_text=sentence)
    told.wait_for()
    assert not page.locator(".toast").count(), "it is said once"
    assert page.locator(".live-assertive").inner_text().count(sentence) == 1
    assert table.check()["number"] == now["number"]
    assert table.picked, "what was picked stays picked"
    page.keyboard.press("Escape")
    told.wait_for(state="detached")
    carry = carry_by_finger if touch else carry_by_mouse
    carry(table, group_at(take["source"], take["take"][0]), target_at(target["line"]))
    told.wait_for()
    assert table.check()["number"] == now["number"]


def test_what_would_happen_is_shown_before(at_table: Callable[..., Table], shot: Shot) -> None:
    table = at_table("std", 4, in_round(3))
    page, now = table.page, table.check()
    take = max(now["choices"]["takes"], key=lambda take: len(take["tiles"]))
    table.pick(take["source"], take["take"])
    lit = page.locator(".large [data-target].is-legal")
    legal = [target for target in targets_of(now["choices"], take) if target["move"]]
    assert lit.count() == len(legal)
    for target in legal:
        page.mouse.move(*table.point(target_at(target["line"])))
        said = page.locator(".large .ab-say")
        page.wait_for_function("() => document.querySelector('.large .ab-say').textContent")
        assert said.inner_text() == lit_text(page, target["line"])
        ghosts = page.locator(".large .ab-line .az-ghost").count()
        assert ghosts == (target["preview"]["laid"] if target["line"] else 0)
        falling = target["preview"]["falling"] + target["preview"]["marker"]
        assert page.locator(".large .ab-floor .az-ghost").count() == min(falling, 8)
    shot(page, "picked")
    table.check()
    let_go(table, *now["choices"]["takes"][:2])
    assert table.check()["number"] == now["number"]


def lit_text(page: Page, line: int) -> str:
    return page.locator(target_at(line)).get_attribute("aria-label") or ""


def let_go(table: Table, first: Json, second: Json) -> None:
    """What is picked is replaced by another pick, or put back by a second click or Escape."""
    page = table.page
    page.keyboard.press("Escape")
    table.pick(first["source"], first["take"])
    assert table.picked == {f"{first['source']}{first['take']}"}
    table.pick(second["source"], second["take"])
    assert table.picked == {f"{second['source']}{second['take']}"}
    table.click(group_at(second["source"], second["take"]))
    assert table.picked == set()
    assert not page.locator(".large [data-target]").count()
    table.pick(first["source"], first["take"])
    page.keyboard.press("Escape")
    assert table.picked == set()
    x, y = table.point(group_at(first["source"], first["take"]))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 9, y + 9)
    page.locator(".az-hand").wait_for(state="attached")
    page.mouse.move(*table.point(target_at(0)))
    page.keyboard.press("Escape")
    assert not page.locator(".az-hand").count()
    page.mouse.up()


def jokers_beside_a_colour(game: Game) -> bool:
    moves = map(format_move, game.legal_moves)
    mine = game.position.turn == 1
    return mine and any(re.match(r"\d+[BYRKW]J", move) for move in moves)


@pytest.mark.corner
def test_jokers_leave_a_choice(at_table: Callable[..., Table], shot: Shot) -> None:
    """With a colour, without it, or jokers alone: what is lit is what the server allows."""
    table = at_table("joker", 6, jokers_beside_a_colour)
    page, now = table.page, table.check()
    takes = {(take["source"], take["take"]): take for take in now["choices"]["takes"]}
    source, both = next(key for key in takes if re.match("[BYRKW]J", key[1]))
    table.pick(source, both[0])
    offered = page.locator("[data-chooser] input").evaluate_all("(all) => all.map((i) => i.value)")
    assert set(offered) == {both[0], both, "J"}
    for take in ("J", both[0], both):
        table.click(f"[data-chooser] label[data-take='{take}']")
        assert table.picked == {f"{source}{tile}" for tile in take}
        shot(page, f"jokers-{take}")
        targets = targets_of(now["choices"], takes[source, take])
        legal = [target for target in targets if target["move"]]
        lit = page.locator(".large [data-target].is-legal")
        lines = lit.evaluate_all("(all) => all.map((hit) => Number(hit.dataset.target[0]))")
        assert sorted(lines) == sorted(target["line"] for target in legal)
    plies = table.plies
    table.click(target_at(legal[-1]["line"]))
    table.settled(after=plies)
    assert page.locator(f".log-entry[data-move='{legal[-1]['move']}']").count() == 1
    table.check()


def test_a_tile_is_placed_on_the_wall(at_table: Callable[..., Table], shot: Shot) -> None:
    table = at_table("grey+joker", 5, a_cell_is_due)
    page, now = table.page, table.check()
    cells = now["choices"]["cells"]
    assert table.status == "cell"
    assert not page.locator(".status-more").inner_text(), "it is said once"
    assert any(cell["refusal"] for cell in cells)
    assert page.locator(".large [data-target]").count() == 5
    assert not page.locator("az-offer.is-pickable").count()
    shot(page, "cell")
    for cell in cells:
        button = page.locator(target_at(cell["line"], cell["column"]))
        assert (button.get_attribute("aria-disabled") is None) == bool(cell["move"])
        if cell["refusal"]:
            table.click(target_at(cell["line"], cell["column"]))
            page.locator(".status-now", has_text=table.say(cell["refusal"])).wait_for()
    assert table.check()["number"] == now["number"]
    cell = [cell for cell in cells if cell["move"]][-1]
    plies = table.plies
    table.click(target_at(cell["line"], cell["column"]))
    table.settled(after=plies)
    entries = table.api.replay(table.id)["plies"]
    placed = next(ply for ply in entries if ply["entry"]["ply"] == plies + 1)
    assert placed["entry"]["move"] == cell["move"]
    wall = placed["state"]["boards"][0]["wall"]
    assert wall[cell["line"] - 1][cell["column"] - 1] != "."
    table.check()


@pytest.mark.corner
def test_people_who_share_a_screen(new_page: NewPage, server: Served) -> None:
    """Each has their own board in front of them when it is their turn."""
    game = played_game(3, "std", 2, in_round(2))
    names = ["Ana", "Bo", "Cleo"]
    page = new_page(None, settings=AT_ONCE)
    table = Table(page, server, kept_table(server, game, [person(name) for name in names])).open()
    for _ in range(3):
        now = table.check()
        turn = now["state"]["turn"]
        assert page.locator("az-board.large").get_attribute("data-player") == str(turn)
        assert page.locator(".large .ab-name").inner_text() == names[turn - 1]
        assert names[turn - 1] in page.locator(".status-now").inner_text()
        plies = table.plies
        by_drag(table, any_move(now["choices"], Random(3)))
        table.settled(after=plies)


@pytest.mark.corner
def test_taps_on_a_phone_reach_every_tile_of_a_full_table(
    new_page: NewPage, server: Served
) -> None:
    """Nine displays on a small screen: each group can be met by a finger."""
    game = played_game(4, "grey+joker", 8, lambda game: game.position.round == 2)
    seats = [person("Ana"), bot("novice"), bot("novice"), bot("novice")]
    page = new_page(None, settings=AT_ONCE, touch=True, size=PHONE)
    table = Table(page, server, kept_table(server, game, seats)).open()
    groups = page.locator("az-offer button.ao-group")
    keys = groups.evaluate_all(
        "(all) => all.map((g) => [Number(g.dataset.source), g.dataset.tile])"
    )
    assert len(keys) > 15
    for source, tile in keys:
        page.touchscreen.tap(*table.point(group_at(source, tile)))
        page.locator(f"{group_at(source, tile)}[aria-pressed=true]").wait_for()
    page.keyboard.press("Escape")
    plies = table.plies
    by_touch(table, good_move(table.check()["choices"], Random(1)))
    table.settled(after=plies)
