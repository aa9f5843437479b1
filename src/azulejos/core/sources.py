"""The files that the compiled modules are made from; read by `setup.py` too, on its own."""

from __future__ import annotations

import hashlib
from pathlib import Path

FOLDER = Path(__file__).parent


def compiled_names() -> list[str]:
    """The modules that are compiled: those with C types beside them; `layout` has no code."""
    return sorted(path.stem for path in FOLDER.glob("*.pxd") if path.stem != "layout")


def hash_of_files() -> int:
    """63 bits over all files that go into the compiled modules."""
    digest = hashlib.sha256()
    for path in sorted(FOLDER.glob("*.pxd")):
        digest.update(path.read_bytes())
        digest.update(path.with_suffix(".py").read_bytes())
    return int.from_bytes(digest.digest()[:8]) >> 1
