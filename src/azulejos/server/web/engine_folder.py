"""The engine's folder, as `azulejos site` makes it and servers read it; needs no framework."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from ... import __version__
from ...files import read_bounded
from ...tables.messages.review_types import VERSION

ENGINE_FILE = "engine.json"
WORKER = "thinker-worker.js"
MODULES = ("thinker.js", WORKER, "python.js", "storage.js")
"""Of the page's `js/site/`: what asks the engine, and what runs it."""
MOST_DESCRIPTION = 1_000_000  # bytes of an engine.json


class EngineError(Exception):
    """`no_engine`: the folder has none; `other_engine`: one of another version."""


def check_engine(folder: Path) -> None:
    """Raises EngineError for a folder whose engine can't be sent, or would not fit this server."""
    try:
        described = description(folder)
        fits = (described["version"], described["reviews"]) == (__version__, VERSION)
        complete = all((folder / path).is_file() for path in described["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EngineError("no_engine") from error
    if not fits:
        raise EngineError("other_engine")
    if not complete:
        raise EngineError("no_engine")


def description(folder: Path) -> dict[str, Any]:
    """What the folder's `engine.json` says."""
    found = json.loads(read_bounded(folder / ENGINE_FILE, MOST_DESCRIPTION))
    if not isinstance(found, dict):
        raise TypeError("a description is an object")
    return found
