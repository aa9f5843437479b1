"""The shapes of what GET /api/lesson answers, and the table at which all of it happens."""

from __future__ import annotations

from typing import TypedDict

from ...rules import RuleSet
from ..messages.types import Choices, Group, Place, Seat, State, Step, Table, TableOptions, Target
from ..messages.views import PENALTIES, pattern_of
from ..values import SeatKind
from .script import FRIEND

LEARNER = 1


class Outcome(TypedDict):
    """What an accepted move does, before the learner reads on."""

    steps: list[Step]
    state: State | None
    """After the move; null where the tiling that follows is told in later stages."""


class Stage(TypedDict):
    """One step of the lesson; its words are `learn.<name>.title` and `learn.<name>.text`."""

    name: str
    steps: list[Step]
    """What happens on the way here."""
    state: State | None
    """After those steps; null in the midst of a tiling: there the flights lead on from the last."""
    look: list[Place]
    """Places to look at."""
    values: dict[str, int]
    """The figures of the words, as the law gives them."""
    choices: Choices | None
    """Null where the learner only reads on."""
    outcomes: dict[str, Outcome]
    """The moves that lead on; the first is the one the lesson would show."""
    free: bool
    """Does every legal move lead on?"""


class Chapter(TypedDict):
    """Stages that follow one another; its title is `learn.chapter.<name>`."""

    name: str
    table: Table
    start: State | None
    """Null where the chapter goes on from the last one."""
    stages: list[Stage]


class Example(TypedDict):
    """A picture of the rules page, before and, if something happens in it, after."""

    name: str
    table: Table
    before: State
    steps: list[Step]
    after: State | None
    take: Group | None
    """The tiles in hand."""
    targets: list[Target]
    """The lines for them, or the cells of a tiling decision."""
    values: dict[str, int]
    """The figures of the caption."""


class Lesson(TypedDict):
    chapters: list[Chapter]
    examples: list[Example]
    facts: dict[str, int]
    """The numbers of the game that the rules page names."""


def table_of(rules: RuleSet) -> Table:
    """The table that the learner and a friend sit at."""
    return Table(
        id="lesson",
        rules=rules.value,
        stage="playing",
        ended=None,
        options=TableOptions(
            name="", public=False, watching=False, delay=0, clock=None, joining=False
        ),
        series=None,
        rematch=None,
        seats=[_seat(LEARNER, "person", ""), _seat(2, "bot", FRIEND)],
        free=[],
        starter=LEARNER,
        created=0,
        pattern=pattern_of(rules),
        penalties=PENALTIES,
    )


def _seat(seat: int, kind: SeatKind, name: str) -> Seat:
    return Seat(
        seat=seat, kind=kind, name=name, level=None, colour=None, stand_in=None, resigned=False
    )
