"""What the server refuses, and what can go wrong below it: codes, data, sentences, statuses.

What a table refuses is in `tables/errors.py`; what a person reads in `locales/server/`.
"""

from __future__ import annotations

from pathlib import PurePath
from typing import ClassVar

from ..rules import AzulejosError
from ..rules.errors import Reasons
from ..tables.errors import problem_of as plain_problem_of
from ..tables.messages.types import Problem


class ServerError(AzulejosError):
    """A request or a message that can't be taken; nothing was changed by it."""

    reasons: ClassVar[Reasons] = {
        "bad_request": ("the request is not of the documented form: {field}: {why}", ""),
        "bad_message": ("the message is not of the documented form: {field}: {why}", ""),
        "body_too_long": ("a request's body has at most {most} bytes", ""),
        "message_too_long": ("a message has at most {most} bytes", ""),
        "hello_first": ("the first message on a socket is hello", ""),
        "no_such_page": ("there is nothing at this address", ""),
        "no_such_method": ("this address does not know the method {method}", ""),
        "foreign_host": ("this server does not answer to that name", ""),
        "foreign_origin": ("a page from elsewhere may not do that here", ""),
        "no_such_invite": ("there is no such invitation, or it has been used", ""),
        "no_such_link": ("there is no such link, or it has been used or is too old", ""),
        "no_such_review": ("nobody has asked for this review, or it was forgotten", ""),
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
    "invitation_needed": 403,
    "no_hints_here": 403,
    "foreign_host": 403,
    "foreign_origin": 403,
    "no_such_invite": 404,
    "no_such_link": 404,
    "no_such_review": 404,
    "too_fast": 429,
    "too_many_tables": 429,
    "too_many_sockets": 429,
    "stopping": 503,
    "unexpected": 500,
}
"""All others: 503 where the store fails, else 409, for what can't be done as things stand."""


def status_of(error: AzulejosError) -> int:
    """The HTTP status of an error."""
    return STATUS.get(error.code, 503 if isinstance(error, StoreError) else 409)


def problem_of(error: AzulejosError) -> Problem:
    """As clients read it: they need not know where on its machine a server keeps its games."""
    if isinstance(error, StoreError):
        data = dict(error.data) | {"store": PurePath(str(error.data["store"])).name}
        error = StoreError(error.code, **(data | {"why": "see the log"} if "why" in data else data))
    return plain_problem_of(error)
