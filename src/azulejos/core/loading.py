"""Chooses between the compiled modules of core and search and the same files interpreted.

The compiled modules carry the hash of the files they were made from. If that is not the hash of
the files that lie here, they are stale: the files are right, and a warning says what to do.
`AZULEJOS_INTERPRETED=1` in the environment chooses the files without asking.
"""

from __future__ import annotations

import os
import sys
import warnings
from importlib import import_module
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from typing import ClassVar

from .sources import FOLDERS, compiled_names, hash_of_files

PACKAGE = (__package__ or "azulejos.core").removesuffix(".core")
SWITCH = "AZULEJOS_INTERPRETED"
REBUILD = "install it again, for example by pip install --editable ."


_said: list[str] = []


class SlowCoreWarning(RuntimeWarning):
    """The core runs interpreted although nobody asked for that."""


class _FilesFirst:
    """Finds these modules as files, where the usual search prefers compiled ones."""

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
        return _use_files(f"{SWITCH} is set")
    try:
        names = [name for name in compiled_names() if name.startswith("core.")]
        modules = [import_module(f"{PACKAGE}.{name}") for name in names]
    except Exception as error:  # a module for another Python or processor may fail in any way
        return _warn(f"the compiled core can't be loaded ({error}): {REBUILD}")
    interpreted = [str(module.__file__).endswith(".py") for module in modules]
    if all(interpreted):
        return "it was not compiled at installation"
    made_from = sys.modules[f"{PACKAGE}.core.table"].source_hash()
    if any(interpreted) or made_from != hash_of_files():
        return _warn(f"the compiled core is older than its files: {REBUILD}")
    return ""


def _warn(reason: str) -> str:
    warnings.warn(f"azulejos runs slowly: {reason}", SlowCoreWarning, stacklevel=4)
    _said.append(reason)
    return _use_files(reason)


def say_if_slow() -> None:
    """Warns once, where much is to be computed, that a compiled core would be faster."""
    if WHY_SLOW and not _forced() and not _said:
        _said.append(WHY_SLOW)
        warnings.warn(f"azulejos runs slowly: {WHY_SLOW}", SlowCoreWarning, stacklevel=3)


def let_signals_in() -> None:
    """Compiled code never looks for Ctrl-C; calling a function that is not compiled does."""


def _forced() -> bool:
    return os.environ.get(SWITCH, "0") not in ("", "0")


def _use_files(reason: str) -> str:
    for name in compiled_names():
        sys.modules.pop(f"{PACKAGE}.{name}", None)
    sys.meta_path.insert(0, _FilesFirst())
    return reason


WHY_SLOW = load()
