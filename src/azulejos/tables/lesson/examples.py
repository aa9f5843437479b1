"""The pictures of the rules page: a position each, and what happens in it by the law.

The captions are `rules.figure.<name>` of the catalogue; their figures are filled in from here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from ... import rules as law
from ...notation import parse_move
from ...notation.positions import read_position
from ...rules import material
from ...rules.validity import check, tiles_of
from ..messages.previews import targets_of
from ..messages.steps import steps_of
from ..messages.types import Choices, Group, Step, Take, Target
from ..messages.views import choices_of, state_of
from .models import LEARNER, Example, table_of

EMPTY = "0:-/-/-/-/-:5/5/5/5/5:-"
FRIEND = "5:-/-/-/-/-:5/5/5/5/5:-"
FRIEND_STARTS = "5:-/-/-/-/-:5/5/5/5/5:F"


@dataclass(frozen=True, slots=True)
class Sketch:
    """A position without bag and lid (the bag gets what is left), moves, tiles in hand."""

    name: str
    position: str
    moves: tuple[str, ...] = ()
    holds: str = ""
    """A source and a take, as in a move: the lines open to them are lit."""


SKETCHES = (
    Sketch(
        "goal",
        "std -/-/-/-/- R "
        "31:-/YY/KK/BBBB/W:BYR2/WB1RK/1WB2/R1W2/2K1B:- "
        "38:-/-/-/-/RRR:BY3/1BY2/KWB1R/1K2Y/2K2:F 1 1 5",
        moves=("0R0",),
    ),
    Sketch("box", f"std -/-/-/-/- F {EMPTY} {EMPTY} 1 1 1"),
    Sketch(
        "setup",
        f"std -/-/-/-/- F {EMPTY} {EMPTY} 1 1 1",
        moves=("=BYKW/RRKK/BBRW/YYYB/KWWR",),
    ),
    Sketch("taking", f"std BYKW/RRKK/BBRW/YYYB/KWWR F {EMPTY} {EMPTY} 1 1 1", moves=("3B2",)),
    Sketch(
        "centre",
        f"std -/-/BBRW/YYYB/KWWR FRRYW 0:-/-/KK/-/-:5/5/5/5/5:- {FRIEND} 1 1 1",
        moves=("0R4",),
    ),
    Sketch(
        "laying",
        f"std -/-/BBRW/YYKB/KWWR FRRW 6:-/K/-/B/-:5/2Y2/3Y1/5/5:- {FRIEND} 1 1 2",
        holds="4Y",
    ),
    Sketch(
        "overflow",
        f"std -/-/-/WWWR/- RK 3:-/-/WW/-/K:5/5/5/5/5:R {FRIEND_STARTS} 1 1 2",
        moves=("4W3",),
    ),
    Sketch(
        "floor",
        f"std -/-/-/-/- Y 20:-/-/KK/-/W:BY3/1B3/1WB2/5/5:FRRK {FRIEND} 1 1 4",
        moves=("0Y0",),
    ),
    Sketch(
        "tiling",
        f"std -/-/-/-/- K 0:-/RR/WW/BBBB/-:5/5/5/5/5:- {FRIEND_STARTS} 1 1 1",
        moves=("0K5",),
    ),
    Sketch(
        "alone",
        f"std -/-/-/-/- Y 4:-/Y/-/-/-:B4/5/1W3/5/5:- {FRIEND_STARTS} 1 1 2",
        moves=("0Y2",),
    ),
    Sketch(
        "across",
        f"std -/-/-/-/- B 8:-/-/BB/-/-:5/5/1W1Y1/5/2K2:- {FRIEND_STARTS} 1 1 3",
        moves=("0B3",),
    ),
    Sketch(
        "down",
        f"std -/-/-/-/- Y 8:-/Y/-/-/-:2R2/5/2B2/5/Y4:- {FRIEND_STARTS} 1 1 3",
        moves=("0Y2",),
    ),
    Sketch(
        "both",
        f"std -/-/-/-/- B 15:-/-/BB/-/-:5/2Y2/KW1Y1/2W2/5:- {FRIEND_STARTS} 1 1 3",
        moves=("0B3",),
    ),
    Sketch(
        "bonuses",
        "std -/-/-/-/- R "
        "31:-/YY/-/-/-:BYR2/WB1RK/1WB2/R1WB1/2K1B:- "
        "38:-/-/-/-/RRR:BY3/1BY2/KWB1R/1K2Y/2K2:F 1 1 5",
        moves=("0R0",),
    ),
    Sketch(
        "grey",
        f"grey -/-/-/-/- - 9:-/-/BBB/RR/-:1W3/2B2/1R3/Y4/5:- {FRIEND_STARTS} 1 1 3",
    ),
    Sketch(
        "grey_falls",
        f"grey -/-/-/-/- R 14:W/-/-/-/-:BYRK1/4W/5/5/5:- {FRIEND_STARTS} 1 1 4",
        moves=("0R3",),
    ),
    Sketch(
        "joker_takes",
        f"joker BBRJ/RRKK/BKRW/YYYB/KWWR F {EMPTY} {EMPTY} 1 1 1",
        holds="1BJ",
    ),
    Sketch(
        "joker_wall",
        f"joker -/-/-/-/- J 6:-/-/BB/-/-:5/2Y2/1W3/5/5:- {FRIEND_STARTS} 1 1 2",
        moves=("0J3",),
    ),
)


def examples() -> list[Example]:
    return [_example(sketch) for sketch in SKETCHES]


def facts() -> dict[str, int]:
    """The numbers of the game, from the box (R2 to R6, R35, R40, E20)."""
    two, more = (material.all_tiles(law.RuleSet.JOKER, players) for players in (2, 3))
    tiles = material.all_tiles(law.RuleSet.STD, 2)
    return {
        "tiles": len(tiles),
        "each": tiles[law.Tile.BLUE],
        "colours": len(law.COLOURS),
        "displays2": material.display_count(2),
        "displays3": material.display_count(3),
        "displays4": material.display_count(4),
        "display": material.DISPLAY_SIZE,
        "lines": material.SIZE,
        "floor": material.FLOOR_SPACES,
        "penalty": sum(material.FLOOR_PENALTIES),
        "row": material.ROW_BONUS,
        "column": material.COLUMN_BONUS,
        "colour": material.COLOUR_BONUS,
        "rounds": material.LAST_ROUND,
        "jokers2": two[law.Tile.JOKER],
        "jokers3": more[law.Tile.JOKER],
    }


def _example(sketch: Sketch) -> Example:
    before = position = _position(sketch.position)
    steps: list[Step] = []
    for move in sketch.moves:
        start = position
        position, events = law.play(start, parse_move(move))
        steps += steps_of(start, events)
    choices = choices_of(before)
    take = _held(choices, sketch.holds) if choices and sketch.holds else None
    return Example(
        name=sketch.name,
        table=table_of(before.rules),
        before=state_of(before),
        steps=steps,
        after=state_of(position) if sketch.moves else None,
        take=take and Group(source=take["source"], take=take["take"], tiles=take["tiles"]),
        targets=_targets(choices, take) if choices else [],
        values=_values(before, steps, position),
    )


def _position(text: str) -> law.Position:
    """The bag gets all tiles that lie nowhere else."""
    position = read_position(f"{text} - -")
    rest = material.all_tiles(position.rules, position.players) - tiles_of(position)
    position = replace(position, bag=rest)
    check(position)
    return position


def _held(choices: Choices, holds: str) -> Take:
    return next(t for t in choices["takes"] if f"{t['source']}{t['take']}" == holds)


def _targets(choices: Choices, take: Take | None) -> list[Target]:
    return targets_of(choices, take) if take else choices["cells"]


def _values(before: law.Position, steps: list[Step], after: law.Position) -> dict[str, int]:
    """The learner's figures: the scores, and all that the steps brought."""
    values = {"before": before.board(LEARNER).score, "after": after.board(LEARNER).score}
    for step in steps:
        if step.get("player") != LEARNER:
            continue
        if step["event"] == "bonus":
            values |= {step["kind"]: step["points"]}
        found = {
            "points": step["points"] if step["event"] == "tiled" else None,
            "horizontal": step.get("horizontal"),
            "vertical": step.get("vertical"),
            "penalty": step.get("penalty"),
            "line": step.get("line"),
            "source": step.get("source"),
        }
        values |= {name: value for name, value in found.items() if value is not None}
    return values
