"""Reads JSON as one of the shapes of `requests.py`, strictly: a value of its type, or a flaw.

Written here because a table must run where nothing but the standard library is. Nothing is bent
into shape but 3.0, which in JSON is a whole number too.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

Read = Callable[[Any], Any]
_TAGS = ("type", "do")
"""Fields that say which of several shapes an object has."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of a whole number, both included."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Length:
    """Of a text or a list, both included."""

    least: int
    most: int


class FlawError(ValueError):
    """Where the text is not of the shape, and why."""

    def __init__(self, why: str, field: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.field = field

    def inside(self, name: str) -> FlawError:
        return FlawError(self.why, f"{name}.{self.field}" if self.field else name)


def read_json(shape: Any, text: str | bytes) -> Any:
    """A value of that shape; raises FlawError."""
    try:
        value = _JSON.decode(text if isinstance(text, str) else text.decode())
    except (ValueError, RecursionError) as error:
        raise FlawError(f"it is no JSON: {error}") from None
    return reader_of(shape)(value)


def _no_number(name: str) -> float:
    raise ValueError(f"{name} is no number")


_JSON = json.JSONDecoder(parse_constant=_no_number)  # `json.loads` would make one each time.


@cache
def reader_of(shape: Any) -> Read:
    """How such a value is read: worked out once for a shape."""
    if is_dataclass(shape):
        return _object(shape)
    origin = get_origin(shape)
    if origin in (Union, UnionType):
        return _union(get_args(shape))
    if origin is Annotated:
        inner, bound = get_args(shape)
        return _bounded(reader_of(inner), bound)
    if origin is Literal:
        return _one_of(get_args(shape))
    if origin is list:
        return _list(reader_of(*get_args(shape)))
    return _PLAIN[shape]


def _text(value: Any) -> str:
    if type(value) is not str:
        raise FlawError("a text is expected")
    if not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value):
        raise FlawError("it holds half of a sign")
    return value


def _whole(value: Any) -> int:
    if type(value) is float and value.is_integer():
        return int(value)
    if type(value) is not int:
        raise FlawError("a whole number is expected")
    return value


def _truth(value: Any) -> bool:
    if type(value) is not bool:
        raise FlawError("true or false is expected")
    return value


_PLAIN: dict[Any, Read] = {str: _text, int: _whole, bool: _truth}


def _one_of(allowed: tuple[str, ...]) -> Read:
    def reads(value: Any) -> Any:
        if type(value) is not str or value not in allowed:
            raise FlawError(f"one of these is expected: {', '.join(allowed)}")
        return value

    return reads


def _bounded(read: Read, bound: Bounds | Length) -> Read:
    def reads(value: Any) -> Any:
        found = read(value)
        size = found if isinstance(bound, Bounds) else len(found)
        if not bound.least <= size <= bound.most:
            what = "the number" if isinstance(bound, Bounds) else "its length"
            raise FlawError(f"{what} must be from {bound.least} to {bound.most}")
        return found

    return reads


def _list(read: Read) -> Read:
    def reads(value: Any) -> Any:
        if type(value) is not list:
            raise FlawError("a list is expected")
        return [_at(str(place), read, each) for place, each in enumerate(value)]

    return reads


def _at(field: str, read: Read, value: Any) -> Any:
    try:
        return read(value)
    except FlawError as flaw:
        raise flaw.inside(field) from None


def _object(shape: Any) -> Read:
    hints = get_type_hints(shape, include_extras=True)
    reads = {each.name: reader_of(hints[each.name]) for each in fields(shape)}
    needed = [each.name for each in fields(shape) if each.default is MISSING]

    def reads_object(value: Any) -> Any:
        if type(value) is not dict:
            raise FlawError("an object is expected")
        for name in value:
            if name not in reads:
                raise FlawError("there is no such field", str(name))
        for name in needed:
            if name not in value:
                raise FlawError("it is missing", name)
        return shape(**{name: _at(name, reads[name], each) for name, each in value.items()})

    return reads_object


def _union(shapes: tuple[Any, ...]) -> Read:
    """Either something or null, or objects that a tag tells apart."""
    some = [shape for shape in shapes if shape is not NoneType]
    reads = reader_of(some[0]) if len(some) == 1 else _tagged(some)
    if len(some) == len(shapes):
        return reads
    return lambda value: None if value is None else reads(value)


def _tagged(shapes: list[Any]) -> Read:
    tag = next(tag for tag in _TAGS if tag in get_type_hints(shapes[0]))
    by_name = {get_args(get_type_hints(shape)[tag])[0]: reader_of(shape) for shape in shapes}

    def reads(value: Any) -> Any:
        if type(value) is not dict:
            raise FlawError("an object is expected")
        if tag not in value:
            raise FlawError("it is missing", tag)
        name = value[tag]
        if type(name) is not str or name not in by_name:
            raise FlawError(f"one of these is expected: {', '.join(by_name)}", tag)
        return by_name[name](value)

    return reads
