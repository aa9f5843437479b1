"""The first game and the pictures of the rules page, built by the law as messages.

The script (`script.py`) says which moves are made; what they do, what they bring and why
others are refused is asked of the law here, so that neither words nor page can get it wrong.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from ... import rules as law
from ...notation import format_move, parse_move, parse_position
from ..messages.previews import targets_of
from ..messages.steps import steps_of
from ..messages.types import Choices, Preview, Step
from ..messages.views import choices_of, state_of
from . import script
from .examples import examples, facts
from .models import LEARNER, Chapter, Lesson, Outcome, Stage, table_of

END_OF_OFFER = "offer_ended"


@cache
def lesson() -> Lesson:
    builder = _Builder()
    chapters = [builder.chapter(chapter) for chapter in script.CHAPTERS]
    return Lesson(chapters=chapters, examples=examples(), facts=facts())


@dataclass(slots=True)
class _Builder:
    """Plays the script; `pending` has happened by the law but was not shown yet."""

    position: law.Position = field(default_factory=law.start)
    pending: list[Step] = field(default_factory=list)

    def chapter(self, chapter: script.Chapter) -> Chapter:
        if chapter.start:
            self.position, self.pending = parse_position(chapter.start), []
        return Chapter(
            name=chapter.name,
            table=table_of(self.position.rules),
            start=state_of(self.position) if chapter.start else None,
            stages=[self._stage(stage) for stage in chapter.stages],
        )

    def _stage(self, stage: script.Stage) -> Stage:
        for move in stage.plays:
            self.pending += self._play(move)
        shown = self._show(stage)
        state = None if self.pending else state_of(self.position)
        choices = choices_of(self.position) if stage.accepts else None
        values = _figures(shown) | _scores(self.position, self.pending)
        if choices and script.ANY not in stage.accepts:
            values |= _promises(choices, stage.accepts[0])
        return Stage(
            name=stage.name,
            steps=shown,
            state=state,
            look=list(stage.look),
            values=values,
            choices=choices,
            outcomes=self._outcomes(stage),
            free=script.ANY in stage.accepts,
        )

    def _play(self, text: str) -> list[Step]:
        before = self.position
        self.position, events = law.play(before, parse_move(text))
        return list(steps_of(before, events))

    def _show(self, stage: script.Stage) -> list[Step]:
        """Takes what the stage shows from what is pending, which must be just that."""
        count = len(self.pending) if stage.shows is None else len(stage.shows)
        shown, self.pending = self.pending[:count], self.pending[count:]
        found = tuple(step["event"] for step in shown)
        if stage.shows not in (None, found):
            raise ValueError(f"stage {stage.name} shows {stage.shows}, but there is {found}")
        return shown

    def _outcomes(self, stage: script.Stage) -> dict[str, Outcome]:
        """Of each accepted move. The lesson goes on from the first one."""
        if script.ANY in stage.accepts:
            moves = [format_move(move) for move in law.legal_moves(self.position)]
        else:
            moves = list(stage.accepts)
        here = self.position
        outcomes = {}
        for move in reversed(moves):
            self.position = here
            outcomes[move] = self._outcome(self._play(move))
        return {move: outcomes[move] for move in moves}

    def _outcome(self, steps: list[Step]) -> Outcome:
        """Up to the end of the offer, if it ends: what follows is told stage by stage."""
        events = [step["event"] for step in steps]
        end = events.index(END_OF_OFFER) if END_OF_OFFER in events else len(steps)
        self.pending = steps[end:]
        state = None if self.pending else state_of(self.position)
        return Outcome(steps=steps[:end], state=state)


def _figures(steps: list[Step]) -> dict[str, int]:
    """What the steps brought the learner."""
    figures: dict[str, int] = {}
    for step in steps:
        if step.get("player") != LEARNER:
            continue
        if step["event"] == "bonus":
            figures |= {step["kind"]: step["points"]}
        elif step["event"] == "tiled":
            figures |= {"points": step["points"]}
            figures |= {"horizontal": step["horizontal"], "vertical": step["vertical"]}
        elif step["event"] == "floor_charged":
            figures |= {"penalty": step["penalty"], "lost": step["lost"]}
    return figures


def _scores(position: law.Position, pending: list[Step]) -> dict[str, int]:
    """The scores as they are when this much is still to be shown."""
    scores = {player: position.board(player).score for player in (1, 2)}
    for step in reversed(pending):
        if "player" in step and "score" in step:
            scores[step["player"]] = _score_before(step)
    return {"yours": scores[LEARNER], "theirs": scores[2]}


def _score_before(step: Step) -> int:
    return step["score"] - step.get("points", 0) + step.get("lost", 0)


def _promises(choices: Choices, move: str) -> dict[str, int]:
    """What an accepted move names and would bring."""
    for take in choices["takes"]:
        for target in targets_of(choices, take):
            if target["move"] == move and target["preview"]:
                names = {"source": take["source"], "line": target["line"]}
                return names | _preview_figures(target["preview"])
    raise ValueError(f"{move} is not among the choices")


def _preview_figures(look: Preview) -> dict[str, int]:
    return {
        "laid": look["laid"],
        "falling": look["falling"],
        "penalty": look["penalty"],
        "points": look["points"],
    }
