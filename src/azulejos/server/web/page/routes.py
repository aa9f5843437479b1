"""The doors to the page: its files, and the document that every address of it has."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import ServerError
from ..middleware import failure
from .files import PATHS, PageFile, page_files

READING = ["GET", "HEAD"]
ASK_EVERY_TIME = "no-cache"
NEVER_ASK_AGAIN = "public, max-age=31536000, immutable"


async def web_file(request: Request) -> Response:
    """A file by the hash of all files.

    Under another hash, that of a page which was opened before an update or of another server
    process during one, browsers get what there is now, and do not keep it.
    """
    found = page_files()
    file = found.get(request.path_params["path"])
    if file is None:
        return failure(ServerError("no_such_page"))
    current = request.path_params["version"] == found.version
    return _answer(request, file, NEVER_ASK_AGAIN if current else ASK_EVERY_TIME)


def page_at(screen: str) -> Callable[[Request], Awaitable[Response]]:
    """The page finds out by itself where it is; the document names what it needs there first."""

    async def page(request: Request) -> Response:
        return _answer(request, page_files().document(screen), ASK_EVERY_TIME)

    return page


def no_such_page(request: Request) -> Response:
    """For a person who mistyped an address: the page says so."""
    return _answer(request, page_files().document("start"), ASK_EVERY_TIME, status=404)


# Without the framework: what it does for requests with parameters and bodies takes ten times
# longer than sending a file, and it need not be imported before the first file is sent.
ROUTES = [
    Route("/web/{version}/{path:path}", web_file, methods=READING),
    *(Route(path, page_at(screen), methods=READING) for path, screen in PATHS.items()),
]


def _answer(request: Request, file: PageFile, caching: str, status: int = 200) -> Response:
    """The file, or word that the browser's copy is still right."""
    headers = {"Cache-Control": caching, "ETag": file.tag, "Vary": "Accept-Encoding"}
    known = request.headers.get("if-none-match", "")
    if status == 200 and _is_known(file.tag, known):
        return Response(status_code=304, headers=headers)
    form = file.form_for(request.headers.get("accept-encoding", ""))
    if form != "identity":
        headers["Content-Encoding"] = form
    headers["Content-Type"] = file.kind
    return Response(file.forms[form], status, headers)


def _is_known(tag: str, known: str) -> bool:
    return tag in (part.strip().removeprefix("W/") for part in known.split(","))
