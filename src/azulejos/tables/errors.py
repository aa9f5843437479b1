"""What a table refuses: codes, data, sentences. What a person reads is in `locales/server/`."""

from __future__ import annotations

from typing import ClassVar

from ..rules import AzulejosError
from ..rules.errors import Reasons
from .messages.types import Problem

SHOWN = 200  # characters of a text from outside


class TableError(AzulejosError):
    """A wish that can't be granted as things stand; nothing was changed by it."""

    reasons: ClassVar[Reasons] = {
        "no_such_table": ("there is no table {table}", ""),
        "no_person": ("a table needs at least one person", ""),
        "bad_name": (
            "a name has at most {most} characters, none of them a control character",
            "",
        ),
        "level_missing": ("seat {seat} is a bot's and needs a level", ""),
        "level_of_person": ("seat {seat} is a person's and has no level", ""),
        "stale": ("the table has moved on to message {number}", ""),
        "not_your_seat": ("seat {player} is not yours, or not to move", ""),
        "not_host": ("only the host of a table may do that", ""),
        "not_invited": ("this table is not open to watchers", ""),
        "no_hints_here": ("there are no hints where others play too", ""),
        "seat_taken": ("seat {seat} is taken", ""),
        "invitation_needed": ("an open seat of this table needs an invitation", ""),
        "already_seated": ("this visitor has a seat at this table", ""),
        "no_free_seat": ("no seat of this table is free", ""),
        "seat_not_open": ("seat {seat} is not open", ""),
        "already_started": ("the game has begun", ""),
        "not_started": ("the game has not begun", ""),
        "table_over": ("the game at this table is over", ""),
        "not_over": ("the game at this table is not over", ""),
        "no_proposal": ("nothing is asked, or not that any more", ""),
        "proposal_pending": ("something is asked already", ""),
        "not_away": ("whoever has seat {seat} is not away, or not for long", ""),
        "already_resigned": ("whoever had seat {seat} has resigned", ""),
        "undo_used_up": ("nothing more can be taken back in this game", ""),
        "table_full": ("nothing more can be changed at this table", ""),
        "last_person": ("seat {seat} is the last that you have", ""),
        "too_fast": ("that is too much at once: try again in {seconds} s", ""),
    }


def problem_of(error: AzulejosError) -> Problem:
    """As clients read it."""
    data = {k: shown(each) if isinstance(each, str) else each for k, each in error.data.items()}
    return Problem(code=error.code, data=data, rule=error.rule, sentence=shown(str(error), 1000))


def shown(text: str, most: int = SHOWN) -> str:
    """Short, and without what no text may hold: halves of signs."""
    return text[:most].encode("utf-8", "replace").decode("utf-8")
