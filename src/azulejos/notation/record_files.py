"""Records in files: one, or as many as a file holds, read one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import TextIO

from .errors import NotationError
from .records import Record, read_records

LONGEST_LINE = 1 << 16  # characters; a round's has hundreds
RecordFile = str | PathLike[str] | TextIO


def records(file: RecordFile) -> Iterator[Record]:
    """All records of a file, given by its name or open, one by one: it may be larger than memory.

    Raises OSError, and NotationError at the first part that is no record.
    """
    if isinstance(file, str | PathLike):
        # What is not UTF-8 stays visible, for the parser to refuse.
        with Path(file).open(encoding="utf-8", errors="replace") as opened:
            yield from read_records(_lines_of(opened))
    else:
        yield from read_records(_lines_of(file))


def _lines_of(file: TextIO) -> Iterator[str]:
    """In parts where they are too long for a record: an endless one must not fill the memory."""
    return iter(lambda: file.readline(LONGEST_LINE), "")


def load(file: RecordFile) -> Record:
    """The one record of a file; raises OSError, or NotationError if it holds none or several."""
    found = list(records(file))
    if len(found) != 1:
        raise NotationError("record_number", records=len(found))
    return found[0]
