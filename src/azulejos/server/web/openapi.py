"""Describes the requests in OpenAPI, from the endpoints and the shapes of what they say."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from ... import __version__
from ...tables.messages.answers import Failure
from ...tables.messages.reading import Bounds
from ...tables.names import ID_PATTERN
from .endpoint import Endpoint

Schema = dict[str, Any]
MEANINGS = {
    403: "Another web site asks, or it is for others: a host, those who sit there, or are invited.",
    404: "There is no such table, invitation or link.",
    409: "It can't be done as things stand; the code says why.",
    413: "The body is too long.",
    422: "The request is not of the form that is described here.",
    429: "That is too much at once; `Retry-After` says when to come back.",
    503: "The games can't be read or written now.",
}
EVERYWHERE = (403, 429, 503)
PARAMETERS: dict[str, Schema] = {
    "table": {"type": "string", "pattern": ID_PATTERN},
    "token": {"type": "string", "maxLength": 100},
    "review": {"type": "string", "maxLength": 50},
}
_PLAIN = {
    str: {"type": "string"},
    int: {"type": "integer"},
    float: {"type": "number"},
    bool: {"type": "boolean"},
    NoneType: {"type": "null"},
}


def describe(endpoints: Sequence[Endpoint]) -> Schema:
    shapes = _Shapes()
    paths: dict[str, Schema] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, shapes)
    return {
        "openapi": "3.1.0",
        "info": {"title": "azulejos", "version": __version__},
        "paths": paths,
        "components": {"schemas": shapes.named},
    }


def _operation(endpoint: Endpoint, shapes: _Shapes) -> Schema:
    doc = (endpoint.handle.__doc__ or "").strip()
    found: Schema = {
        "operationId": endpoint.handle.__name__,
        "summary": doc,
        "tags": [endpoint.tag],
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": PARAMETERS[name]}
            for name in re.findall(r"\{(\w+)\}", endpoint.path)
        ],
        "responses": _responses(endpoint, shapes),
    }
    if endpoint.body is not None:
        found["requestBody"] = {"required": True, "content": _json(shapes.of(endpoint.body))}
    return found


def _responses(endpoint: Endpoint, shapes: _Shapes) -> Schema:
    good: Schema = {"description": "As it was asked."}
    if endpoint.answer is not None:
        good["content"] = _json(shapes.of(endpoint.answer))
    elif endpoint.status == 200:
        good["content"] = {"text/plain": {"schema": {"type": "string"}}}
    refused = {
        str(status): {
            "description": MEANINGS[status],
            "content": _json(shapes.of(Failure)),
        }
        for status in sorted({*EVERYWHERE, *endpoint.refusals})
    }
    return {str(endpoint.status): good, **refused}


def _json(schema: Schema) -> Schema:
    return {"application/json": {"schema": schema}}


class _Shapes:
    """JSON Schemas of our shapes; those with a name are described once."""

    def __init__(self) -> None:
        self.named: dict[str, Schema] = {}

    def of(self, shape: Any) -> Schema:
        if is_dataclass(shape) or is_typeddict(shape):
            return self._reference(shape)
        origin, inside = get_origin(shape), get_args(shape)
        if origin in (Union, UnionType):
            return {"anyOf": [self.of(each) for each in inside]}
        if origin is NotRequired:
            return self.of(inside[0])
        if origin is Annotated:
            return self.of(inside[0]) | _bounds(inside[0], inside[1])
        if origin is Literal:
            return {"type": "string", "enum": list(inside)}
        if origin is list:
            return {"type": "array", "items": self.of(inside[0])}
        if origin is tuple:
            length = len(inside)
            return {
                "type": "array",
                "prefixItems": [self.of(each) for each in inside],
                "minItems": length,
                "maxItems": length,
            }
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(inside[1])}
        return dict(_PLAIN[shape])

    def _reference(self, shape: Any) -> Schema:
        name = f"{shape.__module__.rpartition('.')[2]}.{shape.__name__}"
        if name not in self.named:
            self.named[name] = {}  # It may hold itself.
            self.named[name] = self._object(shape)
        return {"$ref": f"#/components/schemas/{name}"}

    def _object(self, shape: Any) -> Schema:
        hints = get_type_hints(shape, include_extras=True)
        if is_dataclass(shape):
            needed = [each.name for each in fields(shape) if each.default is MISSING]
        else:
            needed = [name for name, hint in hints.items() if get_origin(hint) is not NotRequired]
        return {
            "type": "object",
            "properties": {name: self.of(hint) for name, hint in hints.items()},
            "required": needed,
            "additionalProperties": False,
        }


def _bounds(inner: Any, bound: Any) -> Schema:
    if isinstance(bound, Bounds):
        return {"minimum": bound.least, "maximum": bound.most}
    if inner is str:
        return {"minLength": bound.least, "maxLength": bound.most}
    return {"minItems": bound.least, "maxItems": bound.most}
