"""The engine that visitors may run themselves: files of a folder that `azulejos site` has made.

A page of ours never runs WebAssembly. The engine's worker does: a worker has the policy of its own
file's answer, so that this one file is sent with a policy which allows it. Nothing is sent but what
the folder's `engine.json` lists.
"""

from __future__ import annotations

import asyncio
import gzip
from functools import lru_cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ..errors import ServerError
from .engine_folder import ENGINE_FILE, WORKER, description
from .middleware import failure
from .page.routes import ASK_EVERY_TIME, NEVER_ASK_AGAIN, READING

WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
KINDS = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".json": "application/json",
    ".wasm": "application/wasm",
}
OTHER_KIND = "application/octet-stream"
MOST_KEPT = 64  # files in memory, compressed: more than an engine has


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


@lru_cache(4)
def _names(folder: Path) -> frozenset[str]:
    """What is sent; whoever makes the folder anew starts the server anew."""
    return frozenset([*description(folder)["files"], ENGINE_FILE])


@lru_cache(MOST_KEPT)
def _compressed(folder: Path, path: str) -> bytes:
    """Once: the largest file takes half a second."""
    return gzip.compress((folder / path).read_bytes(), 6, mtime=0)
