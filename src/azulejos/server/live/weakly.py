"""Parts that know their owner weakly: a table that is let go of leaves the memory at once.

An owner that its parts know, too, is a circle, and circles stay until somebody looks through all of
the memory, which a busy server can't afford more than once in a while.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ParamSpec, TypeVar
from weakref import WeakMethod

Given = ParamSpec("Given")
Answer = TypeVar("Answer")


def weakly(method: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """A method of the owner, for its parts; raises ReferenceError when the owner has gone."""
    known = WeakMethod(method)

    def call(*args: Given.args, **named: Given.kwargs) -> Answer:
        found = known()
        if found is None:
            raise ReferenceError("its owner has gone")
        return found(*args, **named)

    return call
