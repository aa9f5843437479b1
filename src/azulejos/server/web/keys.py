"""Who somebody is: a key, made here, kept by the browser in a cookie that scripts can't read.

Only a hash of it is ever stored or compared, so that whoever reads the database sits nowhere.

A key is made only by requests that give something to it, never by a document: browsers do not send
the cookie with the first request after a link on another site (SameSite=Strict), and an answer
with a new key would then take all seats away from the old one.
"""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.responses import Response

from ...tables.rights import Visitor
from ..settings import Settings
from ..tokens import hash_of, is_token
from .rate_limiter import place_of

COOKIE = "azulejos_key"
YEAR = 365 * 24 * 3600


def key_in(connection: HTTPConnection) -> str | None:
    """The browser's key; a cookie that can't be one of ours is none."""
    found = connection.cookies.get(COOKIE, "")
    return found if is_token(found) else None


def visitor_at(connection: HTTPConnection) -> Visitor:
    """Who asks, by a request or a socket; nobody in particular without a key."""
    key = key_in(connection)
    return visitor_with(connection, None if key is None else hash_of(key))


def hand_over(connection: HTTPConnection, response: Response, key: str) -> None:
    """The browser keeps the key for a year from now."""
    response.set_cookie(
        COOKIE,
        key,
        max_age=YEAR,
        path="/",
        secure=connection.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def renew(connection: HTTPConnection, response: Response) -> None:
    """The browser keeps the key that it has for longer."""
    if (key := key_in(connection)) is not None:
        hand_over(connection, response, key)


def take_back(connection: HTTPConnection, response: Response) -> None:
    """The browser forgets its key."""
    response.delete_cookie(
        COOKIE,
        path="/",
        secure=connection.url.scheme == "https",
        httponly=True,
        samesite="strict",
    )


def address_at(connection: HTTPConnection) -> str:
    """Where somebody asks from, as it is counted."""
    return place_of(connection.client.host) if connection.client else ""


def visitor_with(connection: HTTPConnection, key_hash: str | None) -> Visitor:
    """Somebody who asks with such a key."""
    settings: Settings = connection.app.state.settings
    return Visitor(key_hash, settings.is_local, address_at(connection))
