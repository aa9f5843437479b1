"""What a worker on a cluster does: one piece of work, of which it knows nothing.

Runs far away, in whatever azulejos is installed there, so the first thing it does is to say which.
"""

from __future__ import annotations

import pickle
import sys
import warnings
from collections.abc import Callable
from typing import Any, NamedTuple

from .identity import Identity, identity

DONE = "done"
FAILED = "failed"
STRANGER = "stranger"


class Terms(NamedTuple):
    """What all workers of a run are told."""

    expected: Identity
    path: tuple[str, ...]  # where modules are found besides, on the machine that asks


Reply = tuple[str, bytes]  # what it is, and that in a pickle

_tell: Callable[[Any], None] | None = None


def note(value: Any) -> None:
    """Says how far the work is, so that it is known if this process dies of it.

    Waits until it has been heard. Costs nothing while nobody listens, which is the rule: only
    work that has killed a worker already is listened to.
    """
    if _tell is not None:
        _tell(value)


def run(terms: Terms, work: bytes, item: bytes, tell: Callable[[Any], None] | None = None) -> Reply:
    """Does the work, if this is the same azulejos as the one that asks."""
    global _tell
    if not identity().same_as(terms.expected):
        return STRANGER, pickle.dumps(identity())
    warnings.simplefilter("ignore")  # What there is to say, the starting process has said.
    sys.path += [folder for folder in terms.path if folder not in sys.path]
    _tell = tell
    try:
        return DONE, pickle.dumps(pickle.loads(work)(pickle.loads(item)))
    except Exception as error:
        return FAILED, _pickled(error)
    finally:
        _tell = None


def _pickled(error: Exception) -> bytes:
    """Some exceptions can't travel; then their sentence does."""
    try:
        pickle.loads(found := pickle.dumps(error))
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return found
