"""Python for the browser: the standard library and our packages, as zips of bytecode.

A browser would compile every module at every start: bytecode of the same minor version, made here,
halves that. What can't be used in a worker, or is never imported there, is left out.
"""

from __future__ import annotations

import io
import marshal
import sys
import zipfile
from collections.abc import Iterator, Mapping
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

from ..core.sources import FOLDERS, source_files
from ..search.weights import kinds, shipped_file

PACKAGE = FOLDERS[0].parent
OURS = ("rules", "notation", "protocol", "bots", "tables", "browser", "analysis", "reviews")
"""The packages that a table's host and its bots need."""
MODULES = (
    *("__init__.py", "extras.py", "files.py", "game.py", "glicko.py", "statistics.py"),
    *("server/__init__.py", "server/errors.py"),
)
ENGINE = ("core", "search")
"""The packages of those who think; they are compiled."""
UNUSED = """
    _aix_support _bootsubprocess _osx_support _pydecimal _pyio aifc antigravity asynchat
    asyncore bdb cProfile cgi cgitb chunk cmd code codeop compileall configparser crypt ctypes
    curses dbm difflib distutils doctest email ensurepip filecmp fileinput ftplib getopt getpass
    gettext html http idlelib imaplib imghdr lib2to3 lzma mailbox mailcap mimetypes modulefinder
    multiprocessing netrc nntplib optparse pdb pickletools pipes plistlib poplib profile pstats
    pty pyclbr pydoc pydoc_data rlcompleter sched shelve smtpd smtplib sndhdr socketserver
    sqlite3 ssl sunau symtable tabnanny telnetlib test this timeit tkinter trace tracemalloc tty
    turtle turtledemo unittest uu uuid venv wave webbrowser wsgiref xdrlib xml xmlrpc zipapp
    zoneinfo
"""
LEFT_OUT = frozenset(UNUSED.split())
"""Of the standard library: other languages of the net, tools for developers, other systems."""
CODECS = ("__init__", "aliases", "ascii", "cp437", "latin_1", "utf_8", "utf_8_sig", "utf_16_le")
"""Of the hundred in `encodings`."""


def standard_library(archive: bytes) -> bytes:
    """Pyodide's, as bytecode, without what is left out."""
    with zipfile.ZipFile(io.BytesIO(archive)) as source:
        files = {
            name: source.read(name)
            for name in source.namelist()
            if not name.endswith("/") and _is_wanted(name)
        }
    return _zipped(_bytecode(files, docstrings=False))


def _is_wanted(name: str) -> bool:
    top, _, rest = name.partition("/")
    if top == "encodings":
        return rest.removesuffix(".py") in CODECS
    stem = top.removesuffix(".py")
    return stem not in LEFT_OUT


def host_packages() -> bytes:
    """What a table's host needs."""
    files = {f"azulejos/{name}": (PACKAGE / name).read_bytes() for name in MODULES}
    for package in OURS:
        files |= _files_of(package, "*.py") | _files_of(package, "*.json")
    return _zipped(_bytecode(files))


def engine_packages(compiled: Mapping[str, bytes]) -> bytes:
    """What those need who think, besides: core and search, compiled.

    The files that they were compiled from lie beside them, as everywhere: without them the package
    could not tell that they are what it expects.
    """
    sources = {f"azulejos/{path.relative_to(PACKAGE).as_posix()}": path for path in source_files()}
    files = {name: path.read_bytes() for name, path in sources.items()}
    for kind in kinds():
        card = shipped_file(kind).with_suffix(".json")
        files[f"azulejos/{card.relative_to(PACKAGE).as_posix()}"] = card.read_bytes()
    for package in ENGINE:
        own = {name: body for name, body in _files_of(package, "*.py").items() if name not in files}
        files |= dict(_bytecode(own))
    return _zipped(files | dict(compiled))


def _files_of(package: str, pattern: str) -> dict[str, bytes]:
    found = sorted((PACKAGE / package).rglob(pattern))
    return {f"azulejos/{path.relative_to(PACKAGE).as_posix()}": path.read_bytes() for path in found}


def _bytecode(files: Mapping[str, bytes], docstrings: bool = True) -> Iterator[tuple[str, bytes]]:
    """Modules as they are found in zips without their sources; never compared with any."""
    header = MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8)  # PEP 552: unchecked
    for number in range(256):
        sys.intern(chr(number))  # A process has one of each, and bytecode tells if it is interned.
    for name, body in files.items():
        if name.endswith(".py"):
            code = compile(body, name, "exec", dont_inherit=True, optimize=1 if docstrings else 2)
            yield f"{name}c", header + marshal.dumps(_without_columns(code))
        else:
            yield name, body


def _without_columns(code: CodeType) -> CodeType:
    """With the lines of its instructions, but not with their columns: half of all bytes."""
    inner = (
        _without_columns(each) if isinstance(each, CodeType) else each for each in code.co_consts
    )
    return code.replace(co_linetable=_line_table(code), co_consts=tuple(inner))


def _line_table(code: CodeType) -> bytes:
    """As `python -X no_debug_ranges` writes it (CPython, Objects/locations.md)."""
    table = bytearray()
    last = code.co_firstlineno
    for start, end, line in code.co_lines():
        units = (end - start) // 2
        while units:
            length = min(units, 8)
            units -= length
            table.append(0x80 | (15 if line is None else 13) << 3 | length - 1)
            if line is not None:
                table += _signed(line - last)
                last = line
    return bytes(table)


def _signed(number: int) -> bytes:
    """Six bits a byte, the lowest first; the sign in the lowest bit."""
    left = (-number << 1) | 1 if number < 0 else number << 1
    found = bytearray()
    while left >= 64:
        found.append(0x40 | left & 63)
        left >>= 6
    found.append(left)
    return bytes(found)


def _zipped(files: Iterator[tuple[str, bytes]] | Mapping[str, bytes]) -> bytes:
    """The same bytes for the same files, whenever they are packed."""
    pairs = files.items() if isinstance(files, Mapping) else files
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, body in sorted(pairs):
            archive.writestr(
                zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), body, zipfile.ZIP_DEFLATED, 9
            )
    return buffer.getvalue()


def network_files() -> dict[str, Path]:
    """The networks by the kinds of game that they are for."""
    return {kind: shipped_file(kind) for kind in kinds()}
