"""What a worker does: applies a function to one item, both of them pickled."""

from __future__ import annotations

import pickle
import sys
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

from .identity import Identity, identity

DONE = "done"
FAILED = "failed"
OTHER_CODE = "other code"


class Reply(NamedTuple):
    """What came of an item."""

    kind: str
    content: bytes  # the result, the exception, or the worker's identity, in a pickle


class WorkerContext(NamedTuple):
    """What all workers of a cluster are told."""

    expected: Identity
    path: tuple[str, ...]  # where modules are found besides, on the machine that asks


Progress = Callable[[Any], None]

_progress: Progress | None = None


def report_progress(value: Any) -> None:
    """Says how far the work is, so that it is known if this process dies of it.

    On a cluster it waits until it has been heard, and only of work that has killed a worker before;
    otherwise it costs next to nothing.
    """
    if _progress is not None:
        _progress(value)


def perform(function: bytes, item: bytes, progress: Progress | None = None) -> Reply:
    """The function's result for the item, or what it raised."""
    global _progress
    warnings.simplefilter("ignore")  # What there is to say, the starting process has said.
    _progress = progress
    try:
        return Reply(DONE, pickle.dumps(pickle.loads(function)(pickle.loads(item))))
    except Exception as error:
        return Reply(FAILED, _pickled(error))
    finally:
        _progress = None


def perform_remotely(
    context: WorkerContext, function: bytes, item: bytes, progress: Progress | None = None
) -> Reply:
    """The same far away, if the azulejos that is installed there is the one that asks."""
    if not identity().same_as(context.expected):
        return Reply(OTHER_CODE, pickle.dumps(identity()))
    sys.path += [folder for folder in context.path if folder not in sys.path]
    return perform(function, item, progress)


def _pickled(error: Exception) -> bytes:
    """Some exceptions can't travel; then their sentence does."""
    try:
        pickle.loads(found := pickle.dumps(error))
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return found
