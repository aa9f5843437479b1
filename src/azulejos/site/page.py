"""The page of a site: the server's page, with its host in a worker and its addresses relative.

Every file is in the folder under a name that holds a hash, and the document says which bytes it
expects of it. Only the document and the service worker keep their names.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, get_args

from .. import __version__
from ..bots import FRIENDLY, table_bots
from ..bots.rating_lists import measured_levels
from ..locales import LANGUAGES
from ..rules import RuleSet, start
from ..server.web.page.files import PageFiles, read_contents
from ..tables.messages.answers import About
from ..tables.messages.types import Phrase
from ..tables.messages.views import PENALTIES, pattern_of, state_of

NAME, COLOUR, GROUND = "azulejos", "#1f57a4", "#f4eee3"
_SOURCES = {
    "default-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    "img-src": "'self' blob: data:",
    "connect-src": "'self'",
    "font-src": "'self'",
    "manifest-src": "'self'",
    "worker-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'none'",
}
_NEVER_CHANGES = "public, max-age=31536000, immutable"
_NAMES_A_FILE = re.compile(r'(<(?:script|link)\b[^>]*?\b(?:src|href)="(web/[^"]+)")')
SHEET = "site.css"
PLAYERS = (2, 3, 4)


def policy(**changed: str) -> str:
    """The Content-Security-Policy: the server's, with workers and the app's manifest."""
    sources = _SOURCES | {name.replace("_", "-"): value for name, value in changed.items()}
    return "; ".join(f"{name} {value}" for name, value in sources.items())


IN_DOCUMENT = policy()
"""WebAssembly is compiled in workers, which have the policy of their own files' headers."""
IN_HEADER = policy(script_src="'self' 'wasm-unsafe-eval'", frame_ancestors="'none'")
HEADERS = {
    "Content-Security-Policy": IN_HEADER,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": (
        "camera=(), display-capture=(), geolocation=(), microphone=(), midi=(), payment=(), usb=()"
    ),
}
"""For hosts that can be told what to send."""
VERSIONED = ("web", "engine", "networks", "icons")
"""Folders whose files never change."""


def caching_of(path: str) -> str:
    return _NEVER_CHANGES if path.partition("/")[0] in VERSIONED else "no-cache"


def headers_file() -> str:
    """As several static hosts read it."""
    lines = ["/*", *(f"  {name}: {value}" for name, value in HEADERS.items())]
    for folder in VERSIONED:
        lines += [f"/{folder}/*", f"  Cache-Control: {_NEVER_CHANGES}"]
    return "\n".join([*lines, ""])


def integrity_of(body: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(body).digest()).decode()}"


def short_hash(*bodies: bytes) -> str:
    digest = hashlib.sha256()
    for body in bodies:
        digest.update(hashlib.sha256(body).digest())
    return digest.hexdigest()[:16]


def about() -> About:
    """What this page knows without asking anybody; `base` and `keeps` its browser knows."""
    return About(
        version=__version__,
        languages=list(LANGUAGES),
        levels=list(table_bots()),
        friendly=FRIENDLY,
        rules=[rules.value for rules in RuleSet],
        keeps=True,
        shared=False,
        reachable=False,
        base="",
        phrases=list(get_args(Phrase)),
        ratings=measured_levels(),
        engine=False,
    )


def empty_tables() -> dict[str, Any]:
    """Tables of all kinds of game before their first deal: shown while the host is on its way."""
    return {
        f"{rules.value}-{players}": {
            "state": state_of(start(players, rules)),
            "pattern": pattern_of(rules),
            "penalties": PENALTIES,
        }
        for rules in RuleSet
        for players in PLAYERS
    }


class SitePage:
    """The page's files by their paths, and the document around a site's settings."""

    def __init__(self) -> None:
        web = files("azulejos").joinpath("web")
        contents = read_contents(web, site=True)
        contents[SHEET] = web.joinpath("site", SHEET).read_bytes()
        pages = PageFiles(contents, web.joinpath("index.html").read_text("utf-8"))
        self._document = pages.document("start").plain.decode()
        self.folder = f"web/{pages.version}"
        self.files = {f"{self.folder}/{path}": body for path, body in contents.items()}

    def document(self, settings: Mapping[str, Any], app: str) -> str:
        """`app`: what the document says of the app, as elements of its head."""
        text = self._document.replace('"/web/', '"web/')
        text = text.replace('<html lang="en">', '<html lang="en" data-site>')
        sheet = f'<link rel="stylesheet" href="{self.folder}/{SHEET}">'
        known = json.dumps(settings, separators=(",", ":")).replace("<", "\\u003c")
        head = [
            f'<meta http-equiv="Content-Security-Policy" content="{IN_DOCUMENT}">',
            app,
            sheet,
            f'<script type="application/json" id="site">{known}</script>',
        ]
        viewport = '<meta name="viewport"'
        text = text.replace(viewport, "\n  ".join([head[0], viewport]))
        text = text.replace(
            "</head>", "  ".join(["", *(f"{each}\n" for each in head[1:])]) + "</head>"
        )
        return _NAMES_A_FILE.sub(self._with_integrity, text)

    def _with_integrity(self, found: re.Match[str]) -> str:
        body = self.files.get(found[2])
        return found[0] if body is None else f'{found[1]} integrity="{integrity_of(body)}"'


def manifest(icons: Mapping[str, str]) -> bytes:
    """The app as systems install it; icons by their sizes and purposes."""
    listed = [
        {"src": path, "sizes": size, "type": "image/png", "purpose": purpose}
        for purpose, sizes in (("any", ("192x192", "512x512")), ("maskable", ("512x512",)))
        for size in sizes
        if (path := icons.get(f"{purpose}-{size.partition('x')[0]}"))
    ]
    found = {
        "name": NAME,
        "short_name": NAME,
        "id": "./",
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": GROUND,
        "theme_color": COLOUR,
        "categories": ["games"],
        "icons": listed,
    }
    return json.dumps(found, indent=1).encode()
