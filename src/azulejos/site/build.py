"""Puts a site together: every file of it, and a folder with them.

index.html, manifest.webmanifest, sw.js   what keeps its name
web/HASH/                                 the page, as the server sends it
engine/HASH/                              Pyodide, Python's library, our packages
networks/NAME.HASH.npz                    a network for each kind of game
icons/NAME.HASH.png, _headers             the app's icons; headers, for hosts that read them
engine.json                               for servers that send their visitors the engine
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from .. import __version__
from ..extras import require
from ..files import write_atomically
from ..server.web.engine_folder import ENGINE_FILE, MODULES
from ..tables.lesson.lesson import lesson
from ..tables.messages.review_types import VERSION
from .archives import engine_packages, host_packages, network_files, standard_library
from .compiling import EXTRA, compiled_modules
from .errors import SiteError
from .page import (
    COLOUR,
    SitePage,
    about,
    empty_tables,
    headers_file,
    integrity_of,
    manifest,
    short_hash,
)
from .runtime import LOCK, STANDARD_LIBRARY, fetch_runtime

DOCUMENT, SERVICE_WORKER, MANIFEST, HEADERS_FILE = (
    *("index.html", "sw.js", "manifest.webmanifest"),
    "_headers",
)
FIRST_NETWORK = "std-2"
"""Of the game that most begin with: kept for journeys from the first visit on."""
Say = Callable[[str], None]


@dataclass(frozen=True)
class Site:
    """All files, by their paths in the folder."""

    files: Mapping[str, bytes]
    essential: frozenset[str]
    """What everybody fetches: all but the networks of other games, and the lesson of learners."""


def make_site(cache: Path, say: Say) -> Site:
    """Raises MissingExtraError and SiteError where something is missing."""
    require(EXTRA, "Cython", "ziglang")
    say("fetching Pyodide …")
    runtime = fetch_runtime(cache)
    say("compiling core and search for the browser …")
    compiled = compiled_modules(runtime, cache)
    say("packing …")
    engine = _engine_files(runtime, compiled)
    networks = _hashed("networks", "npz", {n: p.read_bytes() for n, p in network_files().items()})
    icons = _icons()
    page = SitePage()
    found = {**page.files, **engine, **networks.values_by_path, **icons.values_by_path}
    settings = _settings(engine, networks)
    app = "\n  ".join(
        [
            f'<link rel="manifest" href="{MANIFEST}">',
            f'<link rel="apple-touch-icon" href="{icons.paths["any-192"]}">',
            f'<meta name="theme-color" content="{COLOUR}">',
        ]
    )
    found[MANIFEST] = manifest(icons.paths)
    found[DOCUMENT] = page.document(settings, app).encode()
    first = networks.paths[FIRST_NETWORK]
    essential = frozenset(
        path for path in found if not path.startswith(("networks/", "icons/")) or path == first
    )
    found[SERVICE_WORKER] = _service_worker(found, essential)
    found[HEADERS_FILE] = headers_file().encode()
    found[ENGINE_FILE] = _engine_file(found, settings, page.folder)
    return Site(found, essential)


def write_site(site: Site, folder: Path) -> None:
    """Into a new folder, or in place of an earlier site; raises SiteError and OSError.

    The document comes last: whoever visits meanwhile sees the old site or the new one.
    """
    if folder.exists() and any(folder.iterdir()) and not (folder / SERVICE_WORKER).exists():
        raise SiteError("site_not_empty", folder=str(folder))
    last = (SERVICE_WORKER, DOCUMENT)
    for path in [*(path for path in site.files if path not in last), *last]:
        target = folder / path
        if not (target.exists() and target.read_bytes() == site.files[path]):
            write_atomically(target, site.files[path])
    _tidy(folder, site.files)


def _tidy(folder: Path, wanted: Iterable[str]) -> None:
    """Takes away what earlier sites left in the folders that are ours."""
    kept = {folder / path for path in wanted}
    folders = {path.partition("/")[0] for path in wanted if "/" in path}
    for name in folders:
        for path in sorted((folder / name).rglob("*"), reverse=True):
            if path.is_file() and path not in kept:
                path.unlink()
            elif path.is_dir() and not any(path.iterdir()):
                path.rmdir()


@dataclass(frozen=True)
class _Hashed:
    """Files named by their contents: `networks/std-2.HASH.npz`."""

    paths: Mapping[str, str]
    values_by_path: Mapping[str, bytes]


def _hashed(folder: str, suffix: str, contents: Mapping[str, bytes]) -> _Hashed:
    paths = {
        name: f"{folder}/{name}.{short_hash(body)}.{suffix}" for name, body in contents.items()
    }
    return _Hashed(paths, {paths[name]: body for name, body in contents.items()})


def _icons() -> _Hashed:
    folder = files("azulejos").joinpath("web", "site", "icons")
    icons = {each.name.removesuffix(".png"): each.read_bytes() for each in folder.iterdir()}
    return _hashed("icons", "png", dict(sorted(icons.items())))


def _engine_files(runtime: Mapping[str, bytes], compiled: Mapping[str, bytes]) -> dict[str, bytes]:
    """One folder, since Pyodide looks for its files beside each other by fixed names."""
    found = dict(runtime)
    found[STANDARD_LIBRARY] = standard_library(runtime[STANDARD_LIBRARY])
    found[LOCK] = _without_packages(runtime[LOCK])
    found["host.zip"] = host_packages()
    found["engine.zip"] = engine_packages(compiled)
    found["lesson.json"] = json.dumps(lesson(), separators=(",", ":")).encode()
    folder = f"engine/{short_hash(*(found[name] for name in sorted(found)))}"
    return {f"{folder}/{name}": body for name, body in found.items()}


def _without_packages(lock: bytes) -> bytes:
    """Pyodide's list of packages, none of which is here."""
    return json.dumps({"info": json.loads(lock)["info"], "packages": {}}).encode()


def _settings(engine: Mapping[str, bytes], networks: _Hashed) -> dict[str, Any]:
    """What the page's `js/site/settings.d.ts` says."""

    def described(path: str, body: bytes) -> dict[str, Any]:
        return {"path": path, "bytes": len(body), "integrity": integrity_of(body)}

    by_name = {path.rpartition("/")[2]: described(path, body) for path, body in engine.items()}
    folder = next(iter(engine)).rpartition("/")[0]
    packages = ("host.zip", "engine.zip", "lesson.json")
    fetched = [file for name, file in by_name.items() if name not in packages]
    return {
        "about": about(),
        "runtime": f"{folder}/",
        "runtimeFiles": [file for file in fetched if not file["path"].endswith("js")],
        "library": by_name[STANDARD_LIBRARY],
        "host": by_name["host.zip"],
        "engine": by_name["engine.zip"],
        "lesson": by_name["lesson.json"],
        "networks": {
            name: described(path, networks.values_by_path[path])
            for name, path in networks.paths.items()
        },
        "emptyTables": empty_tables(),
    }


def _engine_file(
    found: Mapping[str, bytes], settings: Mapping[str, Any], page_folder: str
) -> bytes:
    """What a server that sends the engine to its visitors reads, and tells their pages."""
    needed = ("runtime", "runtimeFiles", "library", "host", "engine", "networks")
    modules = f"{page_folder}/js/site/"
    engine = [path for path in found if path.startswith(settings["runtime"])]
    engine.remove(settings["lesson"]["path"])
    networks = {name: file["path"] for name, file in settings["networks"].items()}
    fetched = [*engine, networks[FIRST_NETWORK]]
    size = sum(len(gzip.compress(found[path], 1, mtime=0)) for path in fetched)
    described = {
        "version": __version__,
        "reviews": VERSION,
        "modules": modules,
        "megabytes": round(size / 1e6),
        "files": sorted([*engine, *networks.values(), *(modules + name for name in MODULES)]),
        **{name: settings[name] for name in needed},
    }
    return json.dumps(described, separators=(",", ":")).encode()


def _service_worker(found: Mapping[str, bytes], essential: Iterable[str]) -> bytes:
    """With a list of all files: the same bytes where nothing has changed."""
    kept = sorted(essential)
    others = sorted(path for path in found if path.startswith("networks/") and path not in kept)
    listed = {
        "version": short_hash(*(found[path] for path in sorted(found))),
        "files": {path: integrity_of(found[path]) for path in kept},
        "later": {path: integrity_of(found[path]) for path in others},
    }
    source = files("azulejos").joinpath("web", "site", "service-worker.js").read_text("utf-8")
    return f"self.SITE = {json.dumps(listed, separators=(',', ':'))};\n{source}".encode()
