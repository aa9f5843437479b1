"""States and choices: all that the law allows, with what it then does, and why not the rest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import pytest
from server_games import KINDS, game_line, initial_state

from azulejos.notation import format_move, parse_move, parse_position
from azulejos.rules import (
    Board,
    Heap,
    Move,
    Phase,
    Place,
    Position,
    RuleSet,
    Take,
    legal_moves,
    play,
    refusal,
)
from azulejos.rules.events import Discarded, Fallen, Laid, MarkerTaken, Tiled
from azulejos.rules.material import floor_penalty
from azulejos.rules.tiles import Tile
from azulejos.rules.tiling import drop_line, legal_columns, tile_line
from azulejos.tables.errors import problem_of
from azulejos.tables.messages.previews import targets_of
from azulejos.tables.messages.types import Choices, Preview, Target
from azulejos.tables.messages.views import choices_of, pattern_of, state_of
from examples import share_of
from tables import table

POSITIONS = share_of(1000)


@cache
def positions_of(rules: RuleSet, players: int) -> list[Position]:
    """Of each kind as many, spread over whole games."""
    share = -(-POSITIONS // len(KINDS))
    found: list[Position] = []
    for seed in range(3):
        line = game_line(rules, players, f"views {seed}", greed=0.85)
        found += [ply.before for ply in line.plies if not ply.is_deal]
    return Random(f"{rules}/{players}").sample(found, share)


def moves_offered(choices: Choices) -> Iterator[tuple[Move, Target]]:
    """Every target with the move that it stands for."""
    for take in choices["takes"]:
        for target in targets_of(choices, take):
            yield parse_move(f"{take['source']}{take['take']}{target['line']}"), target
    for cell in choices["cells"]:
        yield Place(cell["line"], cell["column"]), cell


@pytest.mark.covering(2)
@pytest.mark.heavy
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_previews_are_what_the_law_does(rules: RuleSet, players: int) -> None:
    """Every legal move of these positions is played, and the wall tiled in all ways."""
    for position in positions_of(rules, players):
        choices = choices_of(position)
        assert choices
        assert choices["player"] == position.turn
        legal = legal_moves(position)
        offered = {move: target for move, target in moves_offered(choices) if target["move"]}
        assert sorted(map(format_move, offered)) == sorted(map(format_move, legal))
        for move, target in offered.items():
            assert target["move"] == format_move(move)
            assert target["refusal"] is None
            assert target["preview"]
            if isinstance(move, Take):
                check_take(position, move, target["preview"])
            elif isinstance(move, Place):
                check_place(position, move, target["preview"])


@pytest.mark.covering(2)
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_refusals_are_the_laws(rules: RuleSet, players: int) -> None:
    for position in positions_of(rules, players)[:25]:
        choices = choices_of(position)
        assert choices
        for move, target in moves_offered(choices):
            error = refusal(position, move)
            assert (target["refusal"] is None) == (error is None)
            assert error is None or target["refusal"] == problem_of(error)
            assert (target["preview"] is None) == (target["move"] is None) == (error is not None)


def check_take(position: Position, move: Take, look: Preview) -> None:
    player = position.turn
    # One more display keeps the offer open, so that the events are the take's alone.
    after, events = play(replace(position, displays=(*position.displays, Heap.of("B"))), move)
    laid = [event for event in events if isinstance(event, Laid)]
    falls = [event for event in events if isinstance(event, Fallen | Discarded)]
    assert look["laid"] == sum(len(event.tiles) for event in laid)
    assert look["completes"] == any(event.completed for event in laid)
    assert look["falling"] == sum(len(event.tiles) for event in falls)
    assert look["marker"] == any(isinstance(event, MarkerTaken) for event in events)
    before_net = best_net(position.rules, position.board(player))
    after_net = best_net(position.rules, after.board(player))
    assert look["points"] - look["penalty"] == after_net - before_net
    assert look["score"] == max(0, position.board(player).score + after_net)


def check_place(position: Position, move: Place, look: Preview) -> None:
    player = position.turn
    tiled = play(position, move).events[0]
    assert isinstance(tiled, Tiled)
    assert look["points"] == tiled.points
    board = tile_line(player, position.board(player), move.line, move.column).board
    assert look["score"] == max(0, board.score + best_net(position.rules, board))


def best_net(rules: RuleSet, board: Board) -> int:
    """The most that tiling brings, floor paid, if all ways are tried as the law has them.

    Lines that are not complete stay where they are, whatever lies on them.
    """
    lines = tuple(line if line.complete else replace(line, tiles=Heap()) for line in board.lines)
    return all_ways(
        rules, replace(board, score=0, lines=lines, floor=(Tile.BLUE,) * len(board.floor))
    )


@cache
def all_ways(rules: RuleSet, board: Board) -> int:
    line = board.first_complete_line
    if not line:
        return board.score - floor_penalty(len(board.floor))
    ways = [tile_line(1, board, line, c).board for c in legal_columns(rules, board, line)]
    return max(all_ways(rules, way) for way in ways or [drop_line(1, board, line).board])


def test_choices_list_every_group_once_with_six_targets() -> None:
    position = table("joker BBJJ/YYYY/-/-/- FRR . . 1 1 1 * -")
    choices = choices_of(position)
    assert choices
    groups = [(take["source"], take["take"], take["tiles"]) for take in choices["takes"]]
    assert groups == [
        (0, "R", "RR"),
        (1, "B", "BB"),
        (1, "J", "JJ"),
        (1, "BJ", "BBJJ"),
        (2, "Y", "YYYY"),
    ]
    assert [take["outlook"] for take in choices["takes"]] == [0, 1, 2, 3, 4]
    assert [len(outlook) for outlook in choices["outlooks"]] == [6] * 5
    assert choices["cells"] == []


def test_a_tiling_decision_shows_the_five_cells_of_its_row() -> None:
    before = "grey -/-/-/-/- - 5:-/WW/-/KKKK/-:3W1/B1R2/5/2Y2/5:B 4:-/-/-/-/-:5/5/5/5/5:F 1 1 3 * -"
    choices = choices_of(table(before))
    assert choices
    assert choices["takes"] == []
    assert [(cell["line"], cell["column"]) for cell in choices["cells"]] == [
        (2, c) for c in range(1, 6)
    ]
    assert [cell["move"] for cell in choices["cells"]] == [None, "2@2", None, None, "2@5"]
    codes = [cell["refusal"]["code"] for cell in choices["cells"] if cell["refusal"]]
    assert codes == ["cell_taken", "cell_taken", "colour_in_column"]


def test_nothing_to_choose_when_nobody_is_to_move() -> None:
    assert choices_of(initial_state("std", 2).start) is None
    assert choices_of(game_line(RuleSet.STD, 2).position) is None


@pytest.mark.covering(2)
@pytest.mark.parametrize(("rules", "players"), KINDS)
def test_a_state_is_its_position(rules: RuleSet, players: int) -> None:
    """All that a state says again is what its position says."""
    for ply in game_line(rules, players, greed=0.5).plies[::7]:
        state = state_of(ply.after)
        position = parse_position(state["position"])
        assert position == ply.after
        assert (state["phase"], state["round"]) == (position.phase, position.round)
        assert (state["turn"], state["starter"]) == (position.turn, position.starter)
        marker = "F" if position.marker_in_centre else ""
        assert state["centre"] == marker + str(position.centre)
        assert state["displays"] == [str(heap) for heap in position.displays]
        assert sum(state["bag"].values()) == len(position.bag)
        assert sum(state["lid"].values()) == len(position.lid)
        for shown, board in zip(state["boards"], position.boards, strict=True):
            assert shown["score"] == board.score
            assert shown["lines"] == [str(line.tiles) for line in board.lines]
            assert "".join(shown["wall"]) == "".join(c or "." for row in board.wall for c in row)
            assert shown["floor"] == "".join(board.floor)


def test_the_printed_pattern() -> None:
    assert pattern_of(RuleSet.STD) == ["BYRKW", "WBYRK", "KWBYR", "RKWBY", "YRKWB"]
    assert pattern_of(RuleSet.GREY_JOKER) is None


def test_the_end_of_the_offer_may_be_any_take() -> None:
    """The property above keeps the offer open; here the last take ends it, and nothing differs."""
    position = table("std -/-/-/-/- Y 5:-/-/-/-/-:B1R2/5/5/5/5:- 0:-/-/-/-/-:5/5/5/5/5:F 1 2 2 * -")
    choices = choices_of(position)
    assert choices
    look = targets_of(choices, choices["takes"][0])[1]["preview"]
    assert look
    after = play(position, parse_move("0Y1")).position
    assert after.phase is Phase.PREPARATION
    assert look["score"] == after.board(1).score
