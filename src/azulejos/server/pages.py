"""The page's files and texts. Every address of the page is the same document."""

from __future__ import annotations

import gzip
import hashlib
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import PurePosixPath

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from ..locales import LANGUAGES, PAGE_ROOMS, page_texts
from .errors import ServerError

router = APIRouter(include_in_schema=False)
READING = ["GET", "HEAD"]
NO_CACHE = {"Cache-Control": "no-cache"}
# A system's own table of types may say otherwise, and browsers run only what is called a script.
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
SHEETS = (
    "tokens",
    "base",
    "dialogs",
    "tile",
    "board",
    "offer",
    "start",
    "table",
    "panels",
    "company",
    "learn",
    "room",
)
"""The files of web/css/ in the order in which they count."""
_NAME = re.compile(r"[a-z0-9-]{1,40}(\.[a-z]{1,4})?")  # Some systems fail at very long ones.
_COMMENT = re.compile(
    rb"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n|^[ \t]*//[^\n]*\n|/\*\*(?:(?!\*/).)*\*/ ?",
    re.MULTILINE | re.DOTALL,
)
_MARGIN = re.compile(rb"^\s+", re.MULTILINE)
_JOINT = re.compile(rb"(?<=[;{,])\n")
_AROUND = re.compile(rb"\s*([{};,])\s*")  # in sheets, where no text holds these signs


@router.api_route("/web/page.css", methods=READING)
async def sheets(request: Request) -> Response:
    return _unless_known(request, all_sheets(), "text/css; charset=utf-8")


def all_sheets() -> bytes:
    """All sheets as one: a dozen small files would each be asked for, and are hardly compressed."""
    folder = files("azulejos").joinpath("web", "css")
    found = (folder.joinpath(f"{name}.css").read_bytes() for name in SHEETS)
    return _AROUND.sub(rb"\1", without_comments(b"".join(found)))


@router.api_route("/web/{path:path}", methods=READING)
async def web_file(request: Request, path: str) -> Response:
    """Browsers keep it but ask every time, so that a new version is seen at once."""
    parts = PurePosixPath(path).parts
    kind = KINDS.get(PurePosixPath(path).suffix)
    file = files("azulejos").joinpath("web")
    for part in parts:
        file = file.joinpath(part) if _NAME.fullmatch(part) else file.joinpath("-")
    if kind is None or not file.is_file():
        raise ServerError("no_such_page")
    return _unless_known(request, without_comments(file.read_bytes()), f"{kind}; charset=utf-8")


def without_comments(code: bytes) -> bytes:
    """Comments with lines of their own, types and margins are for those who read the source."""
    return _JOINT.sub(b"", _MARGIN.sub(b"", _COMMENT.sub(b"", code)))


@router.api_route("/", methods=READING)
@router.api_route("/table/{table}", methods=READING)
@router.api_route("/join", methods=READING)
@router.api_route("/join/{token}", methods=READING)
@router.api_route("/link/{token}", methods=READING)
@router.api_route("/me", methods=READING)
@router.api_route("/learn", methods=READING)
@router.api_route("/rules", methods=READING)
@router.api_route("/rules/{topic}", methods=READING)
async def page(request: Request) -> Response:
    """The page finds out by itself where it is."""
    found = document()
    return _unless_known(request, found.body, found.headers["content-type"])


def document(status: int = 200) -> Response:
    """The one document of the page."""
    source = files("azulejos").joinpath("web", "index.html")
    return Response(source.read_bytes(), status, NO_CACHE, media_type="text/html")


@router.api_route("/texts/{language}.json", methods=READING)
async def texts(request: Request, language: str) -> Response:
    return _texts(request, language, PAGE_ROOMS)


@router.api_route("/texts/learn/{language}.json", methods=READING)
async def learning_texts(request: Request, language: str) -> Response:
    return _texts(request, language, ("learn",))


def _texts(request: Request, language: str, rooms: tuple[str, ...]) -> Response:
    if language not in LANGUAGES:
        raise ServerError("no_such_page")
    found = page_texts(language, rooms)
    return _unless_known(request, JSONResponse(found).body, "application/json")


def _unless_known(request: Request, body: bytes | memoryview, kind: str) -> Response:
    """The body, or word that the browser's copy is still right."""
    found = bytes(body)
    tag = f'"{hashlib.sha256(found).hexdigest()[:32]}"'
    headers = NO_CACHE | {"ETag": tag, "Vary": "Accept-Encoding"}
    known = request.headers.get("if-none-match", "")
    if tag in (part.strip().removeprefix("W/") for part in known.split(",")):
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        found = compressed(found)
    return Response(found, media_type=kind, headers=headers)


@lru_cache(maxsize=512)
def compressed(body: bytes) -> bytes:
    """As small as it gets, because it is done once: all pages together are some hundred files."""
    return gzip.compress(body, 9, mtime=0)
