"""What the server refuses, and what can go wrong below it: codes, data, sentences.

What a person reads is `error.<code>` of the catalogues in `locales/server/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any, ClassVar

from ..notation import NotationError
from ..rules import AzulejosError, UsageError
from ..rules.errors import Reasons
from .messages import Problem


class ServerError(AzulejosError):
    """A request or a message that can't be done; nothing was changed by it."""

    reasons: ClassVar[Reasons] = {
        "bad_request": ("the request is not of the documented form: {field}: {why}", ""),
        "bad_message": ("the message is not of the documented form: {field}: {why}", ""),
        "body_too_long": ("a request's body has at most {most} bytes", ""),
        "message_too_long": ("a message has at most {most} bytes", ""),
        "hello_first": ("the first message on a socket is hello", ""),
        "no_such_page": ("there is nothing at this address", ""),
        "no_such_method": ("this address does not know the method {method}", ""),
        "no_such_table": ("there is no table {table}", ""),
        "no_person": ("a table needs at least one person", ""),
        "bad_name": (
            "a name has at most {most} characters, none of them a control character",
            "",
        ),
        "level_missing": ("seat {seat} is a bot's and needs a level", ""),
        "level_of_person": ("seat {seat} is a person's and has no level", ""),
        "stale": ("the table has moved on to message {number}", ""),
        "not_your_seat": ("player {player} is to move, and that seat is not yours", ""),
        "foreign_host": ("this server does not answer to that name", ""),
        "foreign_origin": ("a page from elsewhere may not do that here", ""),
        "stopping": ("the server is stopping", ""),
        "unexpected": ("something went wrong in the server; its log says more", ""),
    }


class StoreError(AzulejosError):
    """The database can't be used, or not now."""

    reasons: ClassVar[Reasons] = {
        "store_broken": ("{store} is no database of this program, or is damaged: {why}", ""),
        "store_newer": ("{store} was written by a newer version of this program", ""),
        "store_read_only": ("{store} can't be written to: {why}", ""),
        "store_full": ("{store} can't grow: the disk is full", ""),
        "store_busy": ("{store} is in use by another program: {why}", ""),
        "store_failed": ("{store} can't be used: {why}", ""),
    }


STATUS = {
    "body_too_long": 413,
    "no_such_page": 404,
    "no_such_method": 405,
    "no_such_table": 404,
    "not_your_seat": 403,
    "foreign_host": 403,
    "foreign_origin": 403,
    "nothing_to_undo": 409,
    "no_move_due": 409,
    "stale": 409,
    "stopping": 503,
    "unexpected": 500,
}


def status_of(error: AzulejosError) -> int:
    """The HTTP status of an error: what is wrong in itself is 422, what is wrong now is 409."""
    if error.code in STATUS:
        return STATUS[error.code]
    if isinstance(error, StoreError):
        return 503
    return 422 if isinstance(error, ServerError | NotationError | UsageError) else 409


def first_flaw(flaws: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Where a message is not of its form, and why, from what pydantic says."""
    flaw = flaws[0]
    field = ".".join(str(part) for part in flaw["loc"])
    return {"field": field[:60] or "message", "why": str(flaw["msg"])[:200]}


def problem_of(error: AzulejosError) -> Problem:
    """As clients read it: they need not know where on its machine a server keeps its games."""
    if isinstance(error, StoreError):
        name = PurePath(str(error.data["store"])).name
        error = StoreError(error.code, **(error.data | {"store": name, "why": ""}))
    data = {
        key: str(datum) if isinstance(datum, str) else datum for key, datum in error.data.items()
    }
    return Problem(code=error.code, data=data, rule=error.rule, sentence=str(error))
