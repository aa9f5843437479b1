"""Chooses between the compiled modules of core and search and the same files interpreted.

The compiled modules carry the hash of the files they were made from. If that is not the hash of
the files that lie here, or if one of them is missing, they are stale: the files are right, and a
warning says what to do. All are compiled, those of the search too, or none.
`AZULEJOS_INTERPRETED=1` in the environment forces the interpreted files.
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib import import_module
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from typing import ClassVar

from .sources import FOLDERS, compiled_names, hash_of_files

PACKAGE = (__package__ or "azulejos.core").removesuffix(".core")
INTERPRETED_VARIABLE = "AZULEJOS_INTERPRETED"
REBUILD = "install it again, for example by pip install --editable ."


_warned: list[str] = []


class SlowCoreWarning(RuntimeWarning):
    """The core runs interpreted although nobody asked for that."""


class _SourceFirstFinder:
    """Finds these modules as source files, where the default finder prefers compiled ones."""

    finders: ClassVar = {
        f"{PACKAGE}.{folder.name}": FileFinder(str(folder), (SourceFileLoader, SOURCE_SUFFIXES))
        for folder in FOLDERS
    }

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        finder = self.finders.get(name.rpartition(".")[0])
        return finder.find_spec(name) if finder else None


def load() -> str:
    """Makes the package's modules importable; returns "" if compiled, or why they are not."""
    if _forced():
        return _use_sources(f"{INTERPRETED_VARIABLE} is set")
    names = compiled_names()
    there = [_has_compiled_file(name) for name in names]
    if not any(there):
        return "it was not compiled at installation"
    stale = f"the compiled core is older than its files: {REBUILD}"
    if not all(there):
        return _warn(stale)
    try:
        for name in names:
            if name.startswith("core."):  # the search's load the core's, and only when needed
                import_module(f"{PACKAGE}.{name}")
    except Exception as error:  # a module for another Python or processor may fail in any way
        return _warn(f"the compiled core can't be loaded ({error}): {REBUILD}")
    if sys.modules[f"{PACKAGE}.core.offer"].source_hash() != hash_of_files():
        return _warn(stale)
    return ""


def _has_compiled_file(name: str) -> bool:
    folder, _, stem = name.partition(".")
    home = FOLDERS[0].parent / folder
    return any((home / f"{stem}{suffix}").exists() for suffix in EXTENSION_SUFFIXES)


def _warn(reason: str) -> str:
    warnings.warn(f"azulejos runs slowly: {reason}", SlowCoreWarning, stacklevel=4)
    _warned.append(reason)
    return _use_sources(reason)


def warn_if_slow() -> None:
    """Warns once, where much is to be computed, that a compiled core would be faster."""
    if WHY_SLOW and not _forced() and not _warned:
        _warned.append(WHY_SLOW)
        warnings.warn(f"azulejos runs slowly: {WHY_SLOW}", SlowCoreWarning, stacklevel=3)


def check_signals() -> None:
    """Handles pending signals: calling an interpreted function does, compiled code never."""


def _forced() -> bool:
    return os.environ.get(INTERPRETED_VARIABLE, "0") not in ("", "0")


def _use_sources(reason: str) -> str:
    for name in compiled_names():
        sys.modules.pop(f"{PACKAGE}.{name}", None)
    sys.meta_path.insert(0, _SourceFirstFinder())
    return reason


WHY_SLOW = load()
