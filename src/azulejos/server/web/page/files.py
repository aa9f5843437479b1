"""The page's files: read once, compressed for others, in memory, named by the hash of all of them.

A file's address holds that hash, so that browsers never ask for it again. Only the document is
asked for on every visit; it names the hash of the day, and what its first screen needs.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from posixpath import dirname, join, normpath
from threading import Lock
from typing import NamedTuple

from ....locales import LANGUAGES, LATER_ROOMS, PAGE_ROOMS, page_texts
from .bundle import BUNDLE, with_bundle

# A system's own table of types may say otherwise, and browsers run only what is called a script.
KINDS = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".json": "application/json",
}
HTML = "text/html; charset=utf-8"
SHEETS = (
    "tokens",
    "base",
    "dialogs",
    "tile",
    "board",
    "offer",
    "start",
    "panels",
    "company",
    "table",
    "ending",
    "opponents",
    "learn",
    "room",
    "present",
    "review",
)
"""The files of web/css/ in the order in which they count."""
FIRST = ("js/ahead.js", "js/main.js")
BUNDLED = ("start", "table")
"""Screens whose modules are in the one file: a game begins with them."""
SITE = ("js/site/", "site/")
"""Files of a page that brings its host along; a server's page never asks for them."""
APART = "AZULEJOS_MODULES_APART"
"""Set, it leaves all modules as they are: to count what of them ran, or to look into them."""
_SCREEN = re.compile(
    r"^  (\w+): \{\n    paths: \[([^\]]+)\],.*?import\('\./([^']+)'\)", re.S | re.M
)


def _screens() -> list[tuple[str, list[str], str]]:
    """Name, addresses and module of every screen, as the page itself lists them."""
    listed = files("azulejos").joinpath("web/js/screens.js").read_text("utf-8")
    return [
        (name, re.findall(r"'([^']+)'", paths), f"js/{module}")
        for name, paths, module in _SCREEN.findall(listed)
    ]


SCREENS = {name: module for name, _, module in _screens()}
"""The module that draws a screen."""
PATHS = {path: name for name, paths, _ in _screens() for path in paths}
"""The addresses of the page, and the screen that it shows there."""
QUICK, BEST = 5, 11  # of Brotli: a tenth of a second for all files, and two seconds
HASH_LENGTH = 16
_IMPORT = re.compile(r"""\n(?:import|export)\s(?:[^'";]*\sfrom\s+)?'(\.{1,2}/[^']+)'""")
_COMMENT = re.compile(rb"\n?[ ]*/\*.*?\*/", re.S)
_ADDRESS = re.compile(r'"/web/')
_PRELOADS = "<!-- preloads -->"


class PageFile(NamedTuple):
    """What is sent, in every form that a browser may ask for."""

    kind: str
    tag: str
    forms: dict[str, bytes]
    """By Content-Encoding; `identity` is the file as it is."""

    @property
    def plain(self) -> bytes:
        return self.forms["identity"]

    def form_for(self, accepted: str) -> str:
        """The smallest of those that are there and that a browser takes."""
        form = best_form(accepted)
        return form if form in self.forms else "identity"


class PageFiles:
    """All files of the page, and the document for each screen."""

    def __init__(self, contents: dict[str, bytes], document: str) -> None:
        """The contents by their paths: `js/main.js`."""
        self._files = {path: _file(kind_of(path), body) for path, body in contents.items()}
        self._imports: dict[str, list[str]] = {}
        self.version = self._version()
        self._documents = {
            screen: _file(HTML, self._document(document, screen).encode()) for screen in SCREENS
        }

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def get(self, path: str) -> PageFile | None:
        return self._files.get(path)

    def document(self, screen: str) -> PageFile:
        return self._documents[screen]

    def first_modules(self, screen: str) -> list[str]:
        """What is wanted for a screen: all that its modules import, directly or not."""
        own = [] if screen in BUNDLED and BUNDLE in self._files else [SCREENS[screen]]
        return self._imported_by(*FIRST, *own)

    def _imported_by(self, *modules: str) -> list[str]:
        found = dict.fromkeys(modules)
        waiting = list(modules)
        while waiting:
            for path in self._imports_of(waiting.pop(0)):
                if path not in found:
                    found[path] = None
                    waiting.append(path)
        return list(found)

    def _imports_of(self, module: str) -> list[str]:
        """Looked for once: screens share most of their modules."""
        if module not in self._imports:
            names = _IMPORT.findall("\n" + self._files[module].plain.decode())
            self._imports[module] = [normpath(join(dirname(module), name)) for name in names]
        return self._imports[module]

    def _version(self) -> str:
        lines = (f"{path} {file.tag}\n" for path, file in self._files.items())
        return _hash("".join(lines).encode())

    def compress(self, quality: int = QUICK) -> None:
        """For visitors whose line is slower than their computer: others on the network."""
        import brotli  # Who plays on this machine does not wait for it.

        for file in (*self._files.values(), *self._documents.values()):
            file.forms["br"] = brotli.compress(file.plain, quality=quality)
            if "gzip" not in file.forms:
                file.forms["gzip"] = gzip.compress(file.plain, 9, mtime=0)

    def _document(self, source: str, screen: str) -> str:
        """The document with today's addresses. Modules would else be found out level by level."""
        links = [_preload(module) for module in self.first_modules(screen)]
        return _ADDRESS.sub(f'"/web/{self.version}/', source.replace(_PRELOADS, "\n  ".join(links)))


_ONE_AT_A_TIME = Lock()


def page_files() -> PageFiles:
    """The files of this installation. The first call takes a moment: make it in a thread."""
    with _ONE_AT_A_TIME:
        return _page_files()


@cache
def _page_files() -> PageFiles:
    web = files("azulejos").joinpath("web")
    return PageFiles(read_contents(web), web.joinpath("index.html").read_text("utf-8"))


def read_contents(web: Traversable, site: bool = False) -> dict[str, bytes]:
    """All that is sent besides the document, by path; `site`: by a page without a server."""
    contents = {"page.css": _one_sheet(web.joinpath("css"))}
    for path, file in _files_in(web):
        if path.endswith((".js", ".svg")) and (site or not path.startswith(SITE)):
            contents[path] = file.read_bytes()
    for language in LANGUAGES:
        contents[f"texts/{language}.json"] = _texts(language, PAGE_ROOMS)
        for room in LATER_ROOMS:
            contents[f"texts/{room}/{language}.json"] = _texts(language, (room,))
    if os.environ.get(APART):
        return contents
    ahead, main = FIRST
    return with_bundle(contents, [*(SCREENS[screen] for screen in BUNDLED), main], apart=ahead)


def kind_of(path: str) -> str:
    return f"{KINDS[path[path.rindex('.') :]]}; charset=utf-8"


@lru_cache(256)
def best_form(accepted: str) -> str:
    """The smallest of our forms that a browser takes, by its Accept-Encoding."""
    wishes = (wish.replace(" ", "").partition(";q=") for wish in accepted.lower().split(","))
    taken = {name for name, _, weight in wishes if weight.strip("0.") or not weight}
    return next((form for form in ("br", "gzip") if form in taken), "identity")


def _one_sheet(folder: Traversable) -> bytes:
    """A dozen small sheets would each be asked for, and are hardly compressed.

    Their comments are for who reads the files; they would be a seventh of what is sent.
    """
    written = b"".join(folder.joinpath(f"{name}.css").read_bytes() for name in SHEETS)
    return _COMMENT.sub(b"", written)


def _files_in(folder: Traversable, path: str = "") -> Iterator[tuple[str, Traversable]]:
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir():
            yield from _files_in(entry, f"{path}{entry.name}/")
        else:
            yield f"{path}{entry.name}", entry


def _texts(language: str, rooms: Iterable[str]) -> bytes:
    texts = page_texts(language, rooms)
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":")).encode()


def _hash(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:HASH_LENGTH]


def _preload(module: str) -> str:
    return f'<link rel="modulepreload" fetchpriority="high" href="/web/{module}">'


def _file(kind: str, body: bytes) -> PageFile:
    return PageFile(kind, f'"{_hash(body)}"', {"identity": body})
