"""The files that the compiled modules are made from; read by `setup.py` too, on its own."""

from __future__ import annotations

import hashlib
from pathlib import Path

DIRECTIVES = {
    "language_level": 3,
    "cdivision": True,  # what is divided here is never negative
    "annotation_typing": False,  # C types come from the .pxd files alone
    "auto_pickle": False,
}
"""Cython's settings."""
FOLDERS = [Path(__file__).parent, Path(__file__).parent.parent / "search"]


def source_files() -> list[Path]:
    """Files with C types, and the Python files that the types are for."""
    types = [path for folder in FOLDERS for path in sorted(folder.glob("*.pxd"))]
    return [file for path in types for file in (path, path.with_suffix(".py"))]


def compiled_names() -> list[str]:
    """The modules that are compiled, as `core.offer`; a `layout` has no code."""
    files = [path for path in source_files() if path.suffix == ".py" and path.stem != "layout"]
    return [f"{path.parent.name}.{path.stem}" for path in files]


def hash_of_files() -> int:
    """63 bits over all files that go into the compiled modules."""
    digest = hashlib.sha256()
    for path in source_files():
        digest.update(path.read_bytes())
    return int.from_bytes(digest.digest()[:8]) >> 1
