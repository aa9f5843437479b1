"""Steps lead, flight by flight, from the state before a move to the state after it."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, get_args, get_type_hints

import pytest
from message_shapes import check_shape
from server_games import KINDS, game_line

from azulejos.notation import parse_move
from azulejos.rules import RuleSet
from azulejos.tables.line import Line, Ply
from azulejos.tables.messages.steps import entry_of
from azulejos.tables.messages.types import Entry, State, Step
from azulejos.tables.messages.views import state_of
from tables import table

ORDER = "FBYRKWJ"
GREEDS = {0: 0.9, 1: 0.7, 2: 0.2}  # by seed: tidy games, and games in which much falls


class Fold:
    """A state that flights change; scores follow the steps. Knows no rules."""

    def __init__(self, state: State) -> None:
        self.state = json.loads(json.dumps(state))

    def carry(self, tiles: str, origin: str, to: str) -> None:
        for tile in tiles:
            self._take(origin.split("/"), tile)
        for tile in tiles:
            self._put(to.split("/"), tile)

    def _take(self, place: list[str], tile: str) -> None:
        match place:
            case ["bag" | "lid" as heap]:
                self.state[heap][tile] -= 1
                if not self.state[heap][tile]:
                    del self.state[heap][tile]
            case _:
                self._change(place, lambda tiles: self._without(tiles, tile))

    def _put(self, place: list[str], tile: str) -> None:
        match place:
            case ["bag" | "lid" as heap]:
                self.state[heap][tile] = self.state[heap].get(tile, 0) + 1
            case ["player", player, "wall", row, column]:
                wall = self.state["boards"][int(player) - 1]["wall"]
                cells = list(wall[int(row) - 1])
                assert cells[int(column) - 1] == "."
                cells[int(column) - 1] = tile
                wall[int(row) - 1] = "".join(cells)
            case ["player", _, "floor"]:
                self._change(place, lambda tiles: tiles + tile)
            case _:
                self._change(place, lambda tiles: "".join(sorted(tiles + tile, key=ORDER.index)))

    @staticmethod
    def _without(tiles: str, tile: str) -> str:
        assert tile in tiles
        return tiles.replace(tile, "", 1)

    def _change(self, place: list[str], how: Any) -> None:
        match place:
            case ["display", number]:
                displays = self.state["displays"]
                displays[int(number) - 1] = how(displays[int(number) - 1])
            case ["centre"]:
                self.state["centre"] = how(self.state["centre"])
            case ["player", player, "line", line]:
                lines = self.state["boards"][int(player) - 1]["lines"]
                lines[int(line) - 1] = how(lines[int(line) - 1])
            case ["player", player, "floor"]:
                board = self.state["boards"][int(player) - 1]
                board["floor"] = how(board["floor"])
            case _:
                raise AssertionError(place)


LYING = ("displays", "centre", "boards", "bag", "lid")


def check_ply(ply: Ply, entry: Entry) -> None:
    fold = Fold(state_of(ply.before))
    for step in entry["steps"]:
        for flight in step["flights"]:
            assert flight["tiles"]
            fold.carry(flight["tiles"], flight["from"], flight["to"])
        if "score" in step:
            fold.state["boards"][step["player"] - 1]["score"] = step["score"]
    after = state_of(ply.after)
    lying: dict[str, Any] = {**after}
    assert {part: fold.state[part] for part in LYING} == {part: lying[part] for part in LYING}
    assert entry["scores"] == [board["score"] for board in after["boards"]]


@pytest.mark.covering(2)
@pytest.mark.parametrize("seed", GREEDS)
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_flights_lead_to_the_state_after(rules: RuleSet, players: int, seed: int) -> None:
    line = game_line(rules, players, seed, greed=GREEDS[seed])
    for ply in line.plies:
        entry = entry_of(ply)
        check_shape(Entry, entry)
        check_ply(ply, entry)
        check_counted_cells(ply, entry)
    assert sum(len(entry_of(ply)["steps"]) for ply in line.plies) > len(line.plies)


def check_counted_cells(ply: Ply, entry: Entry) -> None:
    """As many cells as points: those across, those down, the new one among both."""
    for step in entry["steps"]:
        if step["event"] == "tiled":
            cell = (step["row"], step["column"])
            for cells, points in (
                (step["across"], step["horizontal"]),
                (step["down"], step["vertical"]),
            ):
                assert len(cells) == points
                assert not cells or cell in cells
            assert step["points"] == step["horizontal"] + step["vertical"]
            assert {row for row, _ in step["across"] or [cell]} == {step["row"]}
            assert {column for _, column in step["down"] or [cell]} == {step["column"]}
        if step["event"] == "bonus":
            assert len(set(step["cells"])) == 5
            wall = ply.after.board(step["player"]).wall
            found = {wall[row - 1][column - 1] for row, column in step["cells"]}
            assert None not in found
            assert step["kind"] != "colour" or found == {step["which"]}


def steps_after(position: str, move: str) -> list[dict[str, Any]]:
    line = Line(table(position)).played(parse_move(move))
    entry = json.loads(json.dumps(entry_of(line.plies[-1])))
    steps: list[dict[str, Any]] = entry["steps"]
    return steps


def test_the_steps_of_a_take_with_all_that_can_happen() -> None:
    # Six tiles lie on the floor: the marker takes the seventh space, nothing more finds room.
    position = "std -/-/-/-/BYYY FRRRR 9:-/-/-/-/-:5/5/5/5/5:WWWWKK . 1 1 2 * -"
    assert steps_after(position, "0R3") == [
        {"event": "taken", "flights": [], "player": 1, "source": 0, "tiles": "RRRR"},
        {
            "event": "marker",
            "flights": [{"tiles": "F", "from": "centre", "to": "player/1/floor"}],
            "player": 1,
            "space": 7,
        },
        {
            "event": "laid",
            "flights": [{"tiles": "RRR", "from": "centre", "to": "player/1/line/3"}],
            "player": 1,
            "tiles": "RRR",
            "line": 3,
            "completed": True,
        },
        {
            "event": "discarded",
            "flights": [{"tiles": "R", "from": "centre", "to": "lid"}],
            "player": 1,
            "tiles": "R",
        },
    ]


def test_points_are_counted_across_and_down() -> None:
    # The last tile of the offer: B completes line 1 and comes between two tiles and above one.
    position = "std -/-/-/-/- Y 5:-/-/-/-/-:B1R2/1B3/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:F 1 2 2 * -"
    tiled = next(step for step in steps_after(position, "0Y1") if step["event"] == "tiled")
    assert tiled["across"] == [[1, 1], [1, 2], [1, 3]]
    assert tiled["down"] == [[1, 2], [2, 2]]
    assert (tiled["horizontal"], tiled["vertical"], tiled["points"]) == (3, 2, 5)
    assert tiled["score"] == 10


def test_a_line_that_drops_falls_from_where_it_was() -> None:
    position = "grey -/-/-/-/- W 9:-/-/-/-/-:BYRK1/4W/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:F 1 2 3 * -"
    steps = steps_after(position, "0W1")
    assert [step["event"] for step in steps][:5] == [
        "taken",
        "laid",
        "offer_ended",
        "line_dropped",
        "fallen",
    ]
    fallen = steps[4]
    assert fallen["flights"] == [{"tiles": "W", "from": "player/1/line/1", "to": "player/1/floor"}]
    charged = steps[6]  # after the starter, player 2
    assert (charged["tiles"], charged["penalty"], charged["score"]) == ("W", 1, 8)


@pytest.mark.corner
def test_all_events_were_met() -> None:
    """The games of the property are not too tame: every event happens in some of them."""
    seen: Counter[str] = Counter()
    for rules, players in KINDS:
        for seed, greed in GREEDS.items():
            for ply in game_line(rules, players, seed, greed=greed).plies:
                seen.update(step["event"] for step in entry_of(ply)["steps"])
    assert set(seen) == set(get_args(get_type_hints(Step)["event"]))
