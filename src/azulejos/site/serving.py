"""Serves a site at home, as a good static host would: its headers, and files compressed once."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import unquote, urlsplit

from .page import HEADERS, caching_of, integrity_of

KINDS = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "mjs": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "json": "application/json",
    "webmanifest": "application/manifest+json",
    "svg": "image/svg+xml",
    "png": "image/png",
    "wasm": "application/wasm",
}
COMPRESSED = frozenset({"html", "js", "mjs", "css", "json", "webmanifest", "svg", "wasm"})


class _Handler(BaseHTTPRequestHandler):
    """Answers for one site."""

    protocol_version = "HTTP/1.1"
    server: SiteServer

    def do_GET(self) -> None:
        path = unquote(urlsplit(self.path).path).lstrip("/") or "index.html"
        body = self.server.site.get(path)
        if body is None:
            self._answer(404, path, b"")
        elif self.headers.get("if-none-match") == _tag(body):
            self._answer(304, path, b"")
        else:
            self._answer(200, path, body)

    def do_HEAD(self) -> None:
        self.do_GET()

    def _answer(self, status: int, path: str, body: bytes) -> None:
        kind = path.rpartition(".")[2]
        self.send_response(status)
        for name, value in HEADERS.items():
            self.send_header(name, value)
        self.send_header("Content-Type", KINDS.get(kind, "application/octet-stream"))
        self.send_header("Cache-Control", caching_of(path))
        if body:
            self.send_header("ETag", _tag(body))
        if body and kind in COMPRESSED and "gzip" in self.headers.get("accept-encoding", ""):
            self.send_header("Content-Encoding", "gzip")
            body = self.server.compressed(path)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command == "GET" and status == 200:
            with suppress(ConnectionError):  # The browser has gone on to something else.
                self.wfile.write(body)

    def log_message(self, *arguments: object) -> None:
        """Nobody reads it."""


def _tag(body: bytes) -> str:
    return f'"{integrity_of(body)}"'


class SiteServer(ThreadingHTTPServer):
    """Files in memory, on this machine only; port 0 is any that is free."""

    daemon_threads = True

    def __init__(self, site: Mapping[str, bytes], port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.site = dict(site)
        self._compressed: dict[tuple[str, int], bytes] = {}

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/"

    def compressed(self, path: str) -> bytes:
        body = self.site[path]
        name = path, hash(body)
        if name not in self._compressed:
            self._compressed[name] = gzip.compress(body, 6, mtime=0)
        return self._compressed[name]
