"""Pyodide: the interpreter and its standard library, from npm's registry.

A release has one Python; what is compiled for it needs the headers of the same minor version, and
those at hand are the running interpreter's. So that decides which release is taken. The package on
npm holds nothing else; what we send of it is made smaller and quicker in `archives.py`.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import sys
import tarfile
import urllib.error
import urllib.request
from pathlib import Path
from typing import NamedTuple

from ..files import write_atomically
from .errors import SiteError

REGISTRY = "https://registry.npmjs.org"
REGISTRY_VARIABLE = "NPM_CONFIG_REGISTRY"
"""As npm itself has it: for those who have a registry of their own."""
PATIENCE = 60.0  # seconds in which something must arrive
STANDARD_LIBRARY, LOCK = "python_stdlib.zip", "pyodide-lock.json"
WANTED = ("pyodide.mjs", "pyodide.asm.js", "pyodide.asm.mjs", "pyodide.asm.wasm")
"""What is sent as it is; newer releases have one of the two in the middle, older ones the other."""


class Release(NamedTuple):
    """A package of npm, by its version and the SHA-512 that the registry has for it."""

    version: str
    sha512: str


RELEASES = {
    (3, 11): Release(
        "0.25.1",
        "y0nJ/fLA3bxD2iZRzvVTbP2O+wp4Ewm2wThfV4HF0BytQ6hsoqTJFLNY4usLOcCVBrK8TTWqFqrmsVPzHe4rsw==",
    ),
    (3, 12): Release(
        "0.27.7",
        "RUSVJlhQdfWfgO9hVHCiXoG+nVZQRS5D9FzgpLJ/VcgGBLSAKoPL8kTiOikxbHQm1kRISeWUBdulEgO26qpSRA==",
    ),
    (3, 13): Release(
        "0.29.5",
        "TkYrUv9m8QmfImADKRmpwZulL48E0uUaBSO+dvRQKyAJc0qh9gu7jn8btyHPh3NZm1r2IH2YrJhIr7Q2B9urAw==",
    ),
    (3, 14): Release(
        "314.0.7",
        "0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
    ),
}
"""By the minor version of their Python."""


def release_for(version: tuple[int, int] = sys.version_info[:2]) -> Release:
    """Raises SiteError where there is none."""
    if version not in RELEASES:
        known = ", ".join(f"{major}.{minor}" for major, minor in RELEASES)
        raise SiteError("site_no_runtime", version=f"{version[0]}.{version[1]}", known=known)
    return RELEASES[version]


def fetch_runtime(cache: Path) -> dict[str, bytes]:
    """The files of the release for this Python, from the cache or the registry; SiteError."""
    release = release_for()
    kept = cache / f"pyodide-{release.version}.tgz"
    if not (kept.exists() and _is(release, kept.read_bytes())):
        write_atomically(kept, _downloaded(release))
    with tarfile.open(fileobj=io.BytesIO(kept.read_bytes())) as package:
        there = {each.name: each.name.removeprefix("package/") for each in package.getmembers()}
        wanted = (*WANTED, STANDARD_LIBRARY, LOCK)
        return {name: _member(package, path) for path, name in there.items() if name in wanted}


def _downloaded(release: Release) -> bytes:
    registry = os.environ.get(REGISTRY_VARIABLE, REGISTRY).rstrip("/")
    address = f"{registry}/pyodide/-/pyodide-{release.version}.tgz"
    try:
        with urllib.request.urlopen(address, timeout=PATIENCE) as answer:
            content: bytes = answer.read()
    except (OSError, ValueError) as error:
        why = getattr(error, "reason", None) or error
        raise SiteError(
            "site_no_download", name="Pyodide", address=address, why=str(why)
        ) from error
    if not _is(release, content):
        raise SiteError("site_damaged_download", name="Pyodide", address=address)
    return content


def _is(release: Release, content: bytes) -> bool:
    return hashlib.sha512(content).digest() == base64.b64decode(release.sha512)


def _member(package: tarfile.TarFile, path: str) -> bytes:
    file = package.extractfile(path)
    assert file is not None, f"the package has no {path}"
    return file.read()
