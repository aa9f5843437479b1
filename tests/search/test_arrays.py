"""Files of arrays that are not what they say: each is refused, for its own reason."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from azulejos.search.arrays import MAX_ENTRIES, read_arrays, write_arrays

MOST = {"a": 800}
NUMBERS = np.arange(100)


def array_file(numbers: Any = NUMBERS, version: tuple[int, int] = (1, 0)) -> bytes:
    content = io.BytesIO()
    np.lib.format.write_array(content, np.asarray(numbers), version=version)
    return content.getvalue()


def packed(how: int = zipfile.ZIP_DEFLATED, **members: bytes) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w", how) as archive:
        for name, body in members.items():
            archive.writestr(f"{name}.npy", body)
    return content.getvalue()


def test_what_is_written_is_read(tmp_path: Path) -> None:
    columns = np.asfortranarray(NUMBERS.reshape(4, 25))
    write_arrays(tmp_path / "good", a=columns, b=NUMBERS)
    found = read_arrays(tmp_path / "good", {"a": 800, "b": 800})
    assert np.array_equal(found["a"], columns)
    assert np.array_equal(found["b"], NUMBERS)


REFUSED = {
    "too many arrays": packed(a=array_file()) + MAX_ENTRIES * b"PK\x01\x02",
    "these are other arrays": packed(b=array_file()),
    "a.npy is too large, or packed in another way": packed(a=array_file(np.arange(300))),
    "a.npy holds no whole numbers": packed(a=array_file(np.ones(100))),
    "a.npy has another size than it says": packed(a=array_file()[:-8]),
    "this is no array of whole numbers": packed(a=array_file(version=(2, 0))),
}


@pytest.mark.parametrize("reason", REFUSED)
def test_what_is_wrong_is_refused(reason: str, tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(REFUSED[reason])
    with pytest.raises(ValueError, match=reason):
        read_arrays(tmp_path / "bad", MOST)


@pytest.mark.parametrize("how", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_ways_of_packing_have_no_limit(how: int, tmp_path: Path) -> None:
    (tmp_path / "bad").write_bytes(packed(how, a=array_file()))
    with pytest.raises(ValueError, match="packed in another way"):
        read_arrays(tmp_path / "bad", MOST)


def test_a_shape_below_nothing(tmp_path: Path) -> None:
    body = array_file(np.zeros(1, np.int8)).replace(b"'shape': (1,), ", b"'shape': (-1,),")
    (tmp_path / "bad").write_bytes(packed(a=body))
    with pytest.raises(ValueError, match="holds no whole numbers"):
        read_arrays(tmp_path / "bad", MOST)
