"""What the server refuses, and what can go wrong below it: codes, data, sentences.

What a person reads is `error.<code>` of the catalogues in `locales/server/`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, ClassVar

from ..rules import AzulejosError
from ..rules.errors import Reasons

if TYPE_CHECKING:
    from .messages.types import Problem


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
        "not_your_seat": ("seat {player} is not yours, or not to move", ""),
        "not_host": ("only the host of a table may do that", ""),
        "not_invited": ("this table is not open to watchers", ""),
        "no_hints_here": ("there are no hints where others play too", ""),
        "seat_taken": ("seat {seat} is taken", ""),
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
        "foreign_host": ("this server does not answer to that name", ""),
        "foreign_origin": ("a page from elsewhere may not do that here", ""),
        "no_such_invite": ("there is no such invitation, or it has been used", ""),
        "no_such_link": ("there is no such link, or it has been used or is too old", ""),
        "too_fast": ("that is too much at once: try again in {seconds} s", ""),
        "too_many_tables": ("this visitor has started too many tables", ""),
        "too_many_sockets": ("an address has at most {most} sockets at a time", ""),
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
        "store_lost": ("the line to {store} broke: {why}", ""),
        "bad_address": ("{store} is no address of a database or of Redis", ""),
        "cluster_missing": ("{store} needs the extra cluster: pip install 'azulejos[cluster]'", ""),
        "store_failed": ("{store} can't be used: {why}", ""),
    }


STATUS = {
    "bad_request": 422,
    "body_too_long": 413,
    "no_such_page": 404,
    "no_such_method": 405,
    "no_such_table": 404,
    "not_your_seat": 403,
    "not_host": 403,
    "not_invited": 403,
    "no_hints_here": 403,
    "foreign_host": 403,
    "foreign_origin": 403,
    "no_such_invite": 404,
    "no_such_link": 404,
    "too_fast": 429,
    "too_many_tables": 429,
    "too_many_sockets": 429,
    "stopping": 503,
    "unexpected": 500,
}
"""All others: 503 where the store fails, else 409, for what can't be done as things stand."""
SHOWN = 200  # characters of a text from outside


def status_of(error: AzulejosError) -> int:
    """The HTTP status of an error."""
    return STATUS.get(error.code, 503 if isinstance(error, StoreError) else 409)


def first_flaw(flaws: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Where a message is not of its form, and why, from what pydantic says."""
    flaw = flaws[0]
    field = ".".join(str(part) for part in flaw["loc"] if part != "body")
    return {"field": _shown(field) or "message", "why": _shown(str(flaw["msg"]))}


def problem_of(error: AzulejosError) -> Problem:
    """As clients read it: they need not know where on its machine a server keeps its games."""
    from .messages.types import Problem  # Its models take long to make, and may never be needed.

    if isinstance(error, StoreError):
        data = dict(error.data) | {"store": PurePath(str(error.data["store"])).name}
        error = StoreError(error.code, **(data | {"why": "see the log"} if "why" in data else data))
    data = {
        k: _shown(datum) if isinstance(datum, str) else datum for k, datum in error.data.items()
    }
    return Problem(code=error.code, data=data, rule=error.rule, sentence=_shown(str(error), 1000))


def _shown(text: str, most: int = SHOWN) -> str:
    """Short, and without what no text may hold: halves of signs."""
    return text[:most].encode("utf-8", "replace").decode("utf-8")
