"""Files of whole numbers: NumPy's `.npz`, written so that they survive, read so that none can harm.

A hostile file of a few kilobytes can claim, or unpack to, more than the memory holds. So all that
a file says of itself is compared with the most that a good one needs, before anything is unpacked.
"""

from __future__ import annotations

import io
import math
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..files import read_bounded, write_atomically

HEADER = 1024  # the most bytes of what an array says of itself; NumPy writes some 128
ENTRY = b"PK\x01\x02"  # begins every entry of a zip's directory
MOST_ENTRIES = 100  # more than we write: among packed numbers these bytes stand by chance, too
# The ways of packing that NumPy knows; others unpack without a limit.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


def write_arrays(path: Path, **arrays: Any) -> None:
    """Returns when the file is on the disk."""
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)
    write_atomically(path, content.getvalue())


def read_arrays(path: Path, most: Mapping[str, int]) -> dict[str, Any]:
    """The arrays by name, each of at most so many bytes; there must be just these.

    Raises OSError if the file can't be read; for what is wrong in it, there are many exceptions.
    """
    # What can't be packed grows a little by it; each member stands in the zip's directory, too.
    content = read_bounded(path, sum(size + size // 100 + 2 * HEADER for size in most.values()))
    if content.count(ENTRY) > MOST_ENTRIES:  # A directory of thousands would fill the memory.
        raise ValueError("there are too many arrays")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sorted(archive.namelist()) != sorted(f"{name}.npy" for name in most):
            raise ValueError("these are other arrays")
        return {name: _read_array(archive, f"{name}.npy", most[name]) for name in most}


def _read_array(archive: zipfile.ZipFile, name: str, most: int) -> Any:
    member = archive.getinfo(name)
    if member.compress_type not in METHODS or member.file_size > most + HEADER:
        raise ValueError(f"{name} is too large, or packed in another way")
    with archive.open(member) as file:
        content = io.BytesIO(file.read(member.file_size))  # Without a number, all is unpacked.
    shape, fortran, dtype = _read_header(content)
    if dtype.kind not in "iu" or min(shape, default=0) < 0:
        raise ValueError(f"{name} holds no whole numbers")
    if math.prod(shape) * dtype.itemsize != len(content.getbuffer()) - content.tell():
        raise ValueError(f"{name} has another size than it says")
    numbers = np.ndarray(math.prod(shape), dtype, content.getbuffer(), content.tell())
    return numbers.reshape(shape, order="F" if fortran else "C")


def _read_header(file: io.BytesIO) -> tuple[tuple[int, ...], bool, Any]:
    version = np.lib.format.read_magic(file)
    if version != (1, 0):  # Later ones are for long headers, and names in them.
        raise ValueError("this is no array of whole numbers")
    return np.lib.format.read_array_header_1_0(file)
