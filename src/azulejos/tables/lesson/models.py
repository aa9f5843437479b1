"""The shapes of what GET /api/lesson answers, and the table at which all of it happens."""

from __future__ import annotations

from pydantic import Field

from ...rules import RuleSet
from ..messages.seating import Manners, Message, Seat, SeatKind, Table
from ..messages.types import Choices, State, Step, Take, Target
from ..messages.views import PENALTIES, pattern_of
from .script import FRIEND

LEARNER = 1


class Outcome(Message):
    """What an accepted move does, before the learner reads on."""

    steps: list[Step]
    state: State | None = Field(
        description="After the move; null where the tiling that follows is told in later stages."
    )


class Stage(Message):
    """One step of the lesson; its words are `learn.<name>.title` and `learn.<name>.text`."""

    name: str
    steps: list[Step] = Field(description="What happens on the way here.")
    state: State | None = Field(
        description="After those steps; null in the midst of a tiling: there the flights lead on "
        "from the last state."
    )
    look: list[str] = Field(description="Places to look at.")
    values: dict[str, int] = Field(description="The figures of the words, as the law gives them.")
    choices: Choices | None = Field(description="Null where the learner only reads on.")
    outcomes: dict[str, Outcome] = Field(
        description="The moves that lead on; the first is the one the lesson would show."
    )
    free: bool = Field(description="Does every legal move lead on?")


class Chapter(Message):
    """Stages that follow one another; its title is `learn.chapter.<name>`."""

    name: str
    table: Table
    start: State | None = Field(description="Null where the chapter goes on from the last one.")
    stages: list[Stage]


class Example(Message):
    """A picture of the rules page, before and, if something happens in it, after."""

    name: str
    table: Table
    before: State
    steps: list[Step]
    after: State | None
    take: Take | None = Field(description="The tiles in hand, with the lines open to them.")
    cells: list[Target] = Field(description="The cells of a tiling decision.")
    values: dict[str, int] = Field(description="The figures of the caption.")


class Lesson(Message):
    chapters: list[Chapter]
    examples: list[Example]
    facts: dict[str, int] = Field(description="The numbers of the game that the rules page names.")


def table_of(rules: RuleSet) -> Table:
    """The table that the learner and a friend sit at."""
    return Table(
        id="lesson",
        rules=rules.value,
        stage="playing",
        ended=None,
        manners=Manners(name="", public=False, watching=False, delay=0, clock=None),
        series=None,
        rematch=None,
        seats=[_seat(LEARNER, "person", ""), _seat(2, "bot", FRIEND)],
        starter=LEARNER,
        created=0,
        pattern=pattern_of(rules),
        penalties=PENALTIES,
    )


def _seat(seat: int, kind: SeatKind, name: str) -> Seat:
    return Seat(
        seat=seat, kind=kind, name=name, level=None, colour=None, stand_in=None, resigned=False
    )
