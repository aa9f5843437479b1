"""Files of integer arrays: NumPy's `.npz`, written atomically, and read without trusting them.

A hostile file of a few kilobytes can claim, or unpack to, more than the memory holds. So all that
a file claims about itself is compared with the most that a good one needs, before anything is
unpacked. Reading needs no NumPy unless arrays of it are wanted.
"""

from __future__ import annotations

import io
import math
import re
import sys
import zipfile
from array import array
from ast import literal_eval
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from ..core.lazy_numpy import np
from ..files import read_bounded, write_atomically

MAX_HEADER = 1024  # bytes of an array's header; NumPy writes some 128
ENTRY = b"PK\x01\x02"  # begins every entry of a zip's directory
MAX_ENTRIES = 100  # more than we write: these bytes occur by chance in compressed data, too
# The compression methods that NumPy knows; others unpack without a limit.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
MAGIC = b"\x93NUMPY\x01\x00"  # later versions are for long headers, and names in them
INTEGERS = re.compile(r"([<>|])([iu])([1248])")  # the types that are allowed


class IntegerArray(NamedTuple):
    """An array of a file, checked, as its bytes."""

    type: str  # as NumPy writes it, such as "<i2"
    shape: tuple[int, ...]
    fortran: bool
    data: bytes

    def numpy(self) -> Any:
        flat = np.ndarray(math.prod(self.shape), self.type, bytearray(self.data))
        return flat.reshape(self.shape, order="F" if self.fortran else "C")

    def numbers(self) -> array[int]:
        """All elements in C order, of at most two dimensions."""
        code = {"1": "b", "2": "h", "4": "i", "8": "q"}[self.type[2]]
        flat = array(code if self.type[1] == "i" else code.upper(), self.data)
        if self.type[0] == (">" if sys.byteorder == "little" else "<"):
            flat.byteswap()
        if not self.fortran or len(self.shape) < 2:
            return flat
        height = self.shape[0]
        return array(flat.typecode, [n for row in range(height) for n in flat[row::height]])


def write_arrays(path: Path, **arrays: Any) -> None:
    """Returns when the file is on the disk."""
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)
    write_atomically(path, content.getvalue())


def read_arrays(path: Path, most: Mapping[str, int]) -> dict[str, Any]:
    """The arrays by name, of NumPy; see `read_integers`."""
    return {name: found.numpy() for name, found in read_integers(path, most).items()}


def read_integers(path: Path, most: Mapping[str, int]) -> dict[str, IntegerArray]:
    """The arrays by name, each of at most so many bytes; there must be just these.

    Raises OSError if the file can't be read; for what is wrong in it, there are many exceptions.
    """
    # What can't be compressed grows a little; each member is in the zip's directory, too.
    limit = sum(size + size // 100 + 2 * MAX_HEADER for size in most.values())
    content = read_bounded(path, limit)
    if content.count(ENTRY) > MAX_ENTRIES:  # A directory of thousands would fill the memory.
        raise ValueError("there are too many arrays")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        if sorted(archive.namelist()) != sorted(f"{name}.npy" for name in most):
            raise ValueError("these are other arrays")
        return {name: _read_array(archive, f"{name}.npy", most[name]) for name in most}


def _read_array(archive: zipfile.ZipFile, name: str, most: int) -> IntegerArray:
    member = archive.getinfo(name)
    if member.compress_type not in METHODS or member.file_size > most + MAX_HEADER:
        raise ValueError(f"{name} is too large, or packed in another way")
    with archive.open(member) as file:
        content = file.read(member.file_size)  # Without a number, all is unpacked.
    if content[: len(MAGIC)] != MAGIC:
        raise ValueError("this is no array of whole numbers")
    start = len(MAGIC) + 2
    end = start + int.from_bytes(content[len(MAGIC) : start], "little")
    if end > MAX_HEADER:
        raise ValueError(f"the header of {name} is too long")
    header = literal_eval(content[start:end].decode("latin1").strip())
    kind, shape = header["descr"], header["shape"]
    if not INTEGERS.fullmatch(kind) or not all(type(size) is int and size >= 0 for size in shape):
        raise ValueError(f"{name} holds no whole numbers")
    if math.prod(shape) * int(kind[-1]) != len(content) - end:
        raise ValueError(f"{name} has another size than it says")
    return IntegerArray(kind, shape, header["fortran_order"] is True, content[end:])
