"""The engine that visitors may run themselves: files of a folder that `azulejos site` has made.

A page of ours never runs WebAssembly. The engine's worker does: a worker has the policy of its own
file's answer, so that this one file is sent with a policy which allows it. Nothing is sent but what
the folder's `engine.json` lists.
"""

from __future__ import annotations

import asyncio
import gzip
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ... import __version__
from ...files import read_bounded
from ...tables.messages.review_types import VERSION
from ..errors import ServerError
from .middleware import failure
from .page.routes import ASK_EVERY_TIME, NEVER_ASK_AGAIN, READING

ENGINE_FILE = "engine.json"
WORKER = "thinker-worker.js"
MODULES = ("thinker.js", WORKER, "python.js", "storage.js")
"""Of the page's `js/site/`: what asks the engine, and what runs it."""
WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
}
OTHER_KIND = "application/octet-stream"
MOST_DESCRIPTION = 1_000_000  # bytes of an engine.json
MOST_KEPT = 64  # files in memory, compressed: more than an engine has


class EngineError(Exception):
    """`no_engine`: the folder has none; `other_engine`: one of another version."""


def check_engine(folder: Path) -> None:
    """Raises EngineError for a folder whose engine can't be sent, or would not fit this server."""
    try:
        described = _description(folder)
        fits = (described["version"], described["reviews"]) == (__version__, VERSION)
        complete = all((folder / path).is_file() for path in described["files"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise EngineError("no_engine") from error
    if not fits:
        raise EngineError("other_engine")
    if not complete:
        raise EngineError("no_engine")


async def engine_file(request: Request) -> Response:
    """A file of the engine by its path in the folder, which holds a hash."""
    folder: Path | None = request.app.state.settings.engine
    path: str = request.path_params["path"]
    try:
        if folder is None or path not in _names(folder):
            return failure(ServerError("no_such_page"))
        body = await asyncio.to_thread(_compressed, folder, path)
    except OSError:  # It was there when the server started.
        return failure(ServerError("no_such_page"))
    headers = {
        "Content-Type": KINDS.get(Path(path).suffix, OTHER_KIND),
        "Cache-Control": ASK_EVERY_TIME if path == ENGINE_FILE else NEVER_ASK_AGAIN,
        "Vary": "Accept-Encoding",
    }
    if path.endswith(f"/{WORKER}"):
        headers["Content-Security-Policy"] = WORKER_POLICY
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
    else:
        body = gzip.decompress(body)
    return Response(body, headers=headers)


ROUTES = [Route("/engine/{path:path}", engine_file, methods=READING)]


def _description(folder: Path) -> dict[str, Any]:
    found = json.loads(read_bounded(folder / ENGINE_FILE, MOST_DESCRIPTION))
    if not isinstance(found, dict):
        raise TypeError("a description is an object")
    return found


@lru_cache(4)
def _names(folder: Path) -> frozenset[str]:
    """What is sent; whoever makes the folder anew starts the server anew."""
    return frozenset([*_description(folder)["files"], ENGINE_FILE])


@lru_cache(MOST_KEPT)
def _compressed(folder: Path, path: str) -> bytes:
    """Once: the largest file takes half a second."""
    return gzip.compress((folder / path).read_bytes(), 6, mtime=0)
