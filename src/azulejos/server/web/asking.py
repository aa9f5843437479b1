"""What requests have in common: the house, names in addresses, how refusals are described."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Path, Request

from ...tables.messages.answers import Failure
from ...tables.tablenames import ID_PATTERN
from ..services import House

_MEANINGS = {
    403: "Another web site asks, or it is for others: a host, those who sit there, or are invited.",
    404: "There is no such table, invitation or link.",
    409: "It can't be done as things stand; the code says why.",
    413: "The body is too long.",
    422: "The request is not of the form that is described here.",
    429: "That is too much at once; `Retry-After` says when to come back.",
    503: "The games can't be read or written now.",
}


def failures(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What can go wrong, for the description of a request."""
    return {
        status: {"model": Failure, "description": _MEANINGS[status]}
        for status in (403, *statuses, 429, 503)
    }


ASKED = failures(404, 422)
ORDERED = failures(404, 409, 413, 422)


async def house_of(request: Request) -> House:
    house: House = request.app.state.house
    return house


AtHouse = Annotated[House, Depends(house_of)]
TableName = Annotated[str, Path(pattern=ID_PATTERN, description="A table's id.")]
