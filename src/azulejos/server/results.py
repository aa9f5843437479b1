"""The result of a finished game: where the points came from, and how they grew."""

from __future__ import annotations

from collections.abc import Iterator

from ..rules.events import BonusKind, BonusScored, Event, FloorCharged, Tiled
from .line import Line
from .messages import Result, Sources


def result_of(line: Line) -> Result | None:
    """None while the game goes on."""
    outcome = line.position.outcome
    if outcome is None:
        return None
    players = range(1, line.start.players + 1)
    return Result(
        scores=list(outcome.scores),
        winners=list(outcome.winners),
        won_by=outcome.won_by.value,
        sources=[_sources(line, player) for player in players],
        curve=[_curve(line, player) for player in players],
    )


def _events(line: Line) -> Iterator[Event]:
    for ply in line.plies:
        yield from ply.events


def _sources(line: Line, player: int) -> Sources:
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
