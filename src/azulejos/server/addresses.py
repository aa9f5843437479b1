"""Addresses of databases, of Redis and of web sites: what may be shown of them, and which files.

Passwords stand before an `@`, in a query, or where somebody mistyped an address. So nothing is cut
out: host and database name are shown if they look like that, and all else is left out.
"""

from __future__ import annotations

import re
from pathlib import Path

HIDDEN = "…"
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]{0,30})://")
_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]*)?")
_DATABASE = re.compile(r"[\w.-]{1,64}")
_QUERY = re.compile(r"[?#]")
_FILES = ("sqlite", "unix")


def shown_address(address: str) -> str:
    """The scheme, the host and the name of the database, or the file.

    >>> shown_address("postgresql://ana:12/secret@db.example:5432/games?password=secret")
    'postgresql://db.example/games'
    >>> shown_address("sqlite:////var/games.db?key=secret")
    'sqlite:////var/games.db'
    >>> shown_address("secret")
    '…'
    """
    found = _SCHEME.match(address)
    if found is None:
        return HIDDEN
    scheme = found[1]
    before, _, after = _QUERY.sub("?", address[found.end() :], count=1).partition("?")
    if "@" in after:  # A password may hold any sign that was not escaped.
        return f"{scheme}://{HIDDEN}"
    if scheme.partition("+")[0] in _FILES:
        return f"{scheme}://{before}"
    host, _, database = before.rpartition("@")[2].partition("/")
    name = _HOST.fullmatch(host)
    if name is None:
        return f"{scheme}://{HIDDEN}"
    if not database:
        return f"{scheme}://{name[1]}"
    return f"{scheme}://{name[1]}/{database if _DATABASE.fullmatch(database) else HIDDEN}"


def without_values(text: str, values: list[str]) -> str:
    """A driver's sentence, without what an address told it in secret."""
    for value in sorted(values, key=len, reverse=True):
        text = text.replace(value, HIDDEN) if value else text
    return text


def files_of(database: Path) -> list[Path]:
    """The file of an SQLite database, and what SQLite may keep beside it."""
    return [Path(f"{database}{end}") for end in ("", "-wal", "-shm", "-journal")]
