"""The page's files and texts. Every address of the page is the same document."""

from __future__ import annotations

import hashlib
import mimetypes
from importlib.resources import files

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse
from starlette.staticfiles import StaticFiles

from ..locales import LANGUAGES, PAGE_ROOMS, page_texts
from .errors import ServerError

router = APIRouter(include_in_schema=False)
READING = ["GET", "HEAD"]
NO_CACHE = {"Cache-Control": "no-cache"}
# A system's own table of types may say otherwise, and browsers run only what is called a script.
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("image/svg+xml", ".svg")


class WebFiles(StaticFiles):
    """Files that browsers keep but ask about every time, so that a new version is seen at once."""

    def file_response(self, *arguments: object, **named: object) -> Response:
        response = super().file_response(*arguments, **named)  # type: ignore[arg-type]
        response.headers.update(NO_CACHE)
        return response


def web_files() -> WebFiles:
    return WebFiles(packages=[("azulejos", "web")], check_dir=False)


@router.api_route("/", methods=READING)
@router.api_route("/table/{table}", methods=READING)
@router.api_route("/learn", methods=READING)
@router.api_route("/rules", methods=READING)
@router.api_route("/rules/{topic}", methods=READING)
async def page(request: Request) -> Response:
    """The page finds out by itself where it is."""
    source = files("azulejos").joinpath("web", "index.html")
    return _unless_known(request, source.read_bytes(), "text/html; charset=utf-8")


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
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = NO_CACHE | {"ETag": tag}
    known = request.headers.get("if-none-match", "")
    if tag in (part.strip().removeprefix("W/") for part in known.split(",")):
        return Response(status_code=304, headers=headers)
    return Response(bytes(body), media_type=kind, headers=headers)
