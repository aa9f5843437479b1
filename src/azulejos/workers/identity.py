"""Which azulejos this is: games are the same everywhere only if all that play have the same one."""

from __future__ import annotations

import platform
import warnings
from functools import cache
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

HOME = Path(__file__).parent.parent
# What decides how a game goes: the same files, whatever else is installed.
ROOMS = ("rules", "notation", "core", "search", "protocol", "bots", "game.py")
KINDS = (".py", ".npz")


class Identity(NamedTuple):
    """A machine's azulejos."""

    version: str
    code: str  # a digest of the files that decide how games go
    host: str = ""
    why_slow: str = ""  # empty if the core is compiled

    def same_as(self, other: Identity) -> bool:
        return self[:2] == other[:2]

    def __str__(self) -> str:
        return f"{self.version} (code {self.code})"


@cache
def identity() -> Identity:
    """This process's; takes some hundredths of a second at the first time."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from ..core import WHY_SLOW
    # By its name: the package knows rooms that are above this one.
    version = import_module("azulejos").__version__
    return Identity(version, _digest(HOME), platform.node(), WHY_SLOW)


def _digest(home: Path) -> str:
    found = sha256()
    for room in ROOMS:
        path = home / room
        files = [path] if path.is_file() else sorted(path.rglob("*"))
        for file in files:
            if file.suffix in KINDS:
                found.update(file.relative_to(home).as_posix().encode())
                found.update(_content(file))
    return found.hexdigest()[:8]


def _content(file: Path) -> bytes:
    """Git may write other line ends on Windows; the code is the same."""
    content = file.read_bytes()
    return content.replace(b"\r\n", b"\n") if file.suffix == ".py" else content
