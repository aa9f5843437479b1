"""The result of a finished game: where the points came from, and how they grew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from ...rules.events import BonusKind, BonusScored, Event, FloorCharged, Tiled
from ...rules.position import Position
from ...rules.scoring import judge
from ..line import Line
from ..messages.types import Result, Sources
from ..roster import Roster

Judged = Literal["points", "rows", "shared"]
WonBy = Literal["points", "rows", "shared", "resigned"]


def winners_of(line: Line, roster: Roster | None) -> tuple[tuple[int, ...], WonBy] | None:
    """Who has won, and what decided it; None while the game goes on, and if it was abandoned.

    Who resigned can't win.
    """
    if roster is not None and roster.ended == "abandoned":
        return None
    if roster is not None and roster.ended == "resigned":
        return tuple(roster.standing), "resigned"
    return judged(line.position, roster)


def judged(position: Position, roster: Roster | None) -> tuple[tuple[int, ...], Judged] | None:
    """Who has won where the game was played to its end, among those who have not resigned."""
    outcome = position.outcome
    if outcome is None:
        return None
    standing = roster.standing if roster is not None else []
    if standing and not set(outcome.winners) <= set(standing):
        outcome = judge([position.board(seat) for seat in standing])
        return tuple(standing[place - 1] for place in outcome.winners), outcome.won_by.value
    return outcome.winners, outcome.won_by.value


def result_of(line: Line, roster: Roster | None = None) -> Result | None:
    """None while the game goes on, and if it was abandoned."""
    won = winners_of(line, roster)
    if won is None:
        return None
    players = range(1, line.start.players + 1)
    return Result(
        scores=[board.score for board in line.position.boards],
        winners=list(won[0]),
        won_by=won[1],
        sources=[sources_of(line, player) for player in players],
        curve=[_curve(line, player) for player in players],
    )


def _events(line: Line) -> Iterator[Event]:
    for ply in line.plies:
        yield from ply.events


def sources_of(line: Line, player: int) -> Sources:
    tiles = floor = 0
    bonus = dict.fromkeys(BonusKind, 0)
    for event in _events(line):
        match event:
            case Tiled() if event.player == player:
                tiles += event.points
            case FloorCharged() if event.player == player:
                floor -= event.lost
            case BonusScored() if event.player == player:
                bonus[event.kind] += event.points
    return Sources(
        tiles=tiles,
        floor=floor,
        rows=bonus[BonusKind.ROW],
        columns=bonus[BonusKind.COLUMN],
        colours=bonus[BonusKind.COLOUR],
    )


def _curve(line: Line, player: int) -> list[int]:
    """Each deal shows the score after the round before it; the last counts the bonuses."""
    scores = [ply.before.board(player).score for ply in line.plies if ply.is_deal]
    return [*scores, line.position.board(player).score]
