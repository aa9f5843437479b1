"""Files that claim to be networks: whatever they hold, they are refused and take little memory."""

from __future__ import annotations

import io
import json
import struct
import tracemalloc
import warnings
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from azulejos.rules import UsageError
from azulejos.search.errors import WeightsError
from azulejos.search.layout import ALL_ROWS, UNITS
from azulejos.search.weights import read_weights, write_network
from corners import by_default
from tables import refuses

MB = 1 << 20
LITTLE = 40 * MB
MANY = 64 * MB  # what a bomb unpacks to: enough to be seen, and soon made
DEFLATED, BZIP2, LZMA = zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA


@contextmanager
def little_memory() -> Iterator[None]:
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < LITTLE, f"{peak / MB:.0f} MB"


def npy(array: Any) -> bytes:
    content = io.BytesIO()
    np.lib.format.write_array(content, np.asarray(array))
    return content.getvalue()


def header(text: str, version: int = 1) -> bytes:
    length = struct.pack("<H" if version == 1 else "<I", len(text))
    return b"\x93NUMPY" + bytes([version, 0]) + length + text.encode()


def says(descr: str, shape: object, order: bool = False) -> bytes:
    """The beginning of an array, as it describes itself."""
    return header(f"{{'descr': {descr}, 'fortran_order': {order}, 'shape': {shape}}}\n")


def members(**changed: bytes | None) -> dict[str, bytes]:
    """Those of a small network, some of them changed or left out."""
    good: dict[str, bytes | None] = {
        "places": npy(np.array([5, 7], np.uint16)),
        "high": npy(np.zeros((UNITS, 2), np.uint8, order="F")),
        "low": npy(np.ones((UNITS, 2), np.uint8)),
        "heads": npy(np.ones((3, UNITS), np.int16)),
        "step": npy(np.array(1)),
    }
    return {name: member for name, member in (good | changed).items() if member is not None}


def packed(found: dict[str, bytes], bomb: str = "", size: int = 0, method: int = DEFLATED) -> bytes:
    """A zip file; the bomb goes on with so many zeros, which are never in memory as a whole."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", method, compresslevel=9) as archive:
        for name, member in found.items():
            with archive.open(f"{name}.npy", "w") as file:
                file.write(member)
                for _ in range(size // MB if name == bomb else 0):
                    file.write(bytes(MB))
    return content.getvalue()


def bomb(name: str, beginning: bytes, method: int = DEFLATED, size: int = MANY) -> bytes:
    return packed(members() | {name: beginning}, name, size, method)


def lying(content: bytes, size: int) -> bytes:
    """The zip's directory says another size of `low` than it has when it is unpacked."""
    place = content.rindex(b"low.npy") - 46 + 24
    return content[:place] + struct.pack("<I", size) + content[place + 4 :]


LARGE = (UNITS, MANY // UNITS)
SMALL = (UNITS, 2)
LARGE_LOW, SMALL_LOW = says("'|u1'", LARGE), says("'|u1'", SMALL)


def with_low(descr: str, shape: object) -> Callable[[], bytes]:
    return lambda: packed(members(low=says(descr, shape) + bytes(64)))


HOSTILE: dict[str, Callable[[], bytes]] = {
    "the bomb of 0.8 MB": lambda: bomb(
        "low", says("'|u1'", (UNITS, 800 * MB // UNITS)), size=800 * MB
    ),
    "a bomb of places": lambda: bomb("places", says("'<u2'", (MANY // 2,))),
    "a bomb in Fortran order": lambda: bomb("high", says("'|u1'", LARGE, order=True)),
    "a bomb behind a small array": lambda: bomb("low", SMALL_LOW),
    "a bomb behind a step": lambda: bomb("step", npy(np.array(1))),
    "a bomb of another name": lambda: bomb("more", LARGE_LOW),
    "a bomb whose size is a lie": lambda: lying(bomb("low", LARGE_LOW), 1000),
    "a bomb that lies twice": lambda: lying(bomb("low", SMALL_LOW), len(SMALL_LOW) + 64),
    "a bomb by bzip2": lambda: bomb("low", LARGE_LOW, BZIP2),
    "a bomb by LZMA": lambda: bomb("low", LARGE_LOW, LZMA),
    "a bomb by bzip2 that lies": lambda: lying(bomb("low", LARGE_LOW, BZIP2), 1000),
    "a bomb by LZMA that lies": lambda: lying(bomb("low", LARGE_LOW, LZMA), 1000),
    "a size in the zip that nothing has": lambda: lying(packed(members()), 2**32 - 2),
    "more than is there": with_low("'|u1'", (MANY,)),
    "more than any memory": with_low("'|u1'", (10**18,)),
    "more than any number": with_low("'|u1'", (10**40,)),
    "less than nothing": with_low("'|u1'", (-32, -2)),
    "nothing, often": with_low("'|u1'", (MANY, 0)),
    "sizes that are none": with_low("'|u1'", ("a", 2)),
    "many sizes": with_low("'|u1'", (1,) * 100),
    "objects": with_low("'|O'", SMALL),
    "many objects": with_low("'|O'", (MANY,)),
    "records": with_low("[('a', '|u1')]", SMALL),
    "records within records": with_low("[('a', [('b', [('c', '|u1')])])]", SMALL),
    "wide records": with_low(f"'|V{MANY}'", SMALL),
    "arrays of arrays": with_low(f"('|u1', ({MANY},))", SMALL),
    "texts": with_low(f"'<U{MANY}'", SMALL),
    "no type": with_low("'|q9'", SMALL),
    "a deep type": with_low("[" * 3000 + "]" * 3000, SMALL),
    "no header": lambda: packed(members(low=b"")),
    "no end of the header": lambda: packed(members(low=header("{"))),
    "a long header": lambda: packed(members(low=header(" " * 10**6 + "{}", version=2))),
    "a version of the future": lambda: packed(members(low=header("{}", version=9))),
    "a pickle": lambda: packed(members(low=b"\x80\x04N.")),
    "a member too many": lambda: packed(members(more=npy(np.zeros(3)))),
    "far too many members": lambda: packed(members(**{str(n): b"" for n in range(15_000)})),
    "no places": lambda: packed(members(places=None)),
    "no high": lambda: packed(members(high=None)),
    "no low": lambda: packed(members(low=None)),
    "no heads": lambda: packed(members(heads=None)),
    "no step": lambda: packed(members(step=None)),
}


# Each is a second form of another bomb, and takes long to make.
RARE = {name for name in HOSTILE if "by bzip2" in name or "by LZMA" in name}


@pytest.mark.parametrize("name", by_default(HOSTILE, *(HOSTILE.keys() - RARE)))
def test_what_is_refused_takes_little_memory(name: str, tmp_path: Path) -> None:
    path = tmp_path / "hostile.npz"
    path.write_bytes(HOSTILE[name]())
    assert path.stat().st_size < 1.5 * MB  # so that it is not refused for its length alone
    with little_memory(), refuses(WeightsError, "not_weights"):
        read_weights(path)


def test_the_small_network_is_one(tmp_path: Path) -> None:
    """So that those above are refused for what is wrong with them."""
    for method in (zipfile.ZIP_STORED, DEFLATED):
        (tmp_path / "small.npz").write_bytes(packed(members(), method=method))
        found = read_weights(tmp_path / "small.npz")
        assert np.flatnonzero(found.rows.any(axis=1)).tolist() == [5, 7]
        assert found.heads.tolist() == np.ones((3, UNITS)).tolist()


def test_members_that_are_there_twice(tmp_path: Path) -> None:
    content = io.BytesIO(packed(members()))
    with warnings.catch_warnings(), zipfile.ZipFile(content, "a") as archive:
        warnings.simplefilter("ignore")
        archive.writestr("low.npy", members()["low"])
    (tmp_path / "twice.npz").write_bytes(content.getvalue())
    with refuses(WeightsError, "not_weights"):
        read_weights(tmp_path / "twice.npz")


def test_a_file_that_is_far_too_long(tmp_path: Path) -> None:
    for name, code in (("long.npz", "not_weights"), ("long.json", "bad_weights_card")):
        with (tmp_path / name).open("wb") as file:
            file.truncate(800 * MB)  # takes no room on the disk
        with little_memory(), refuses(UsageError, code):
            read_weights(tmp_path / "long.npz")
        (tmp_path / "long.npz").write_bytes(packed(members()))


@pytest.mark.parametrize("step", [1, 2])
def test_the_largest_network_can_be_read(step: int, tmp_path: Path) -> None:
    """Every row, and numbers that no packing makes smaller."""
    chance = np.random.default_rng(1)
    rows = step * chance.integers(-30_000 // step, 30_000 // step, (ALL_ROWS, UNITS))
    heads = chance.integers(-30_000, 30_000, (3, UNITS))
    write_network(tmp_path / "large.npz", rows, heads, step)
    (tmp_path / "large.json").write_text(
        json.dumps({"game": {"rules": "std", "players": 2}, "results": ["so strong"] * 1000})
    )
    with little_memory():
        found = read_weights(tmp_path / "large.npz")
    assert (found.rows == rows).all()
    assert (found.heads == heads).all()


def test_a_network_of_nothing_can_be_read(tmp_path: Path) -> None:
    write_network(tmp_path / "zero.npz", np.zeros((ALL_ROWS, UNITS)), np.zeros((3, UNITS)))
    assert not read_weights(tmp_path / "zero.npz").rows.any()


def test_whatever_byte_is_wrong_it_takes_little_memory(tmp_path: Path) -> None:
    chance, good = Random(2), packed(members())
    for _ in range(300):
        content = bytearray(good)
        for _ in range(chance.choice([1, 2, 5])):
            content[chance.randrange(len(content))] = chance.choice([0, 127, 255])
        (tmp_path / "bad.npz").write_bytes(content)
        with little_memory():
            try:
                read_weights(tmp_path / "bad.npz")  # Not every byte matters.
            except UsageError as error:
                assert error.code == "not_weights"  # noqa: PT017
