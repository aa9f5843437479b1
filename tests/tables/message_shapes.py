"""Is a message just what its shape says? Nothing more, nothing less, and of the very types."""

from __future__ import annotations

from functools import cache
from types import NoneType, UnionType
from typing import (
    Any,
    Literal,
    NotRequired,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from azulejos.tables.messages.types import Sources

_PLAIN = (str, int, float, bool, NoneType)


def check_shape(shape: Any, value: Any, place: str = "message") -> None:
    """Raises AssertionError with the place where they differ."""
    if is_typeddict(shape):
        _check_object(shape, value, place)
        return
    origin, inner = get_origin(shape), get_args(shape)
    if origin in (Union, UnionType):
        _check_union(inner, value, place)
    elif origin is Literal:
        assert type(value) is str, place
        assert value in inner, f"{place}: {value}"
    elif origin in (list, tuple, dict):
        assert type(value) is origin, f"{place}: {value!r} is no {shape}"
        _check_items(origin, inner, value, place)
    else:
        assert shape in _PLAIN, shape
        assert type(value) is shape, f"{place}: {value!r} is no {shape}"


def _check_items(origin: Any, inner: tuple[Any, ...], value: Any, place: str) -> None:
    if origin is dict:
        for key, each in value.items():
            check_shape(inner[0], key, place)
            check_shape(inner[1], each, f"{place}.{key}")
        return
    shapes = inner * len(value) if origin is list else inner
    assert len(shapes) == len(value), place
    for number, (shape, each) in enumerate(zip(shapes, value, strict=True)):
        check_shape(shape, each, f"{place}.{number}")


def _check_object(shape: Any, value: Any, place: str) -> None:
    assert type(value) is dict, place
    needed, optional = fields_of(shape)
    assert needed.keys() <= value.keys(), f"{place} lacks {needed.keys() - value.keys()}"
    unknown = value.keys() - needed.keys() - optional.keys()
    assert not unknown, f"{place} has {unknown}"
    for name, each in value.items():
        check_shape((needed | optional)[name], each, f"{place}.{name}")


def _check_union(shapes: tuple[Any, ...], value: Any, place: str) -> None:
    """One of them; of objects with tags, that of its tag, so that the flaw is found there."""
    if type(value) is dict and "type" in value:
        shapes = tuple(s for s in shapes if tag_of(s) == value["type"])
    flaws = []
    for shape in shapes:
        try:
            return check_shape(shape, value, place)
        except AssertionError as flaw:
            flaws.append(str(flaw))
    raise AssertionError(f"{place}: none of the shapes: {flaws}")


def tag_of(shape: Any) -> str | None:
    """The `type` of a message."""
    needed = fields_of(shape)[0] if is_typeddict(shape) else {}
    return get_args(needed["type"])[0] if "type" in needed else None


@cache
def fields_of(shape: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The fields that must be there, and those that may."""
    hints = get_type_hints(shape, include_extras=True)
    optional = {n: get_args(h)[0] for n, h in hints.items() if get_origin(h) is NotRequired}
    return {name: hint for name, hint in hints.items() if name not in optional}, optional


def points_of(sources: Sources) -> list[int]:
    return [sources[name] for name in ("tiles", "floor", "rows", "columns", "colours")]
