"""Which modules are looked through for examples: a plugin, for those of src/ too."""

from __future__ import annotations

from collections.abc import Generator
from pathlib import Path

import pytest
from _pytest.doctest import DoctestModule


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path,
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Modules without examples need not be imported to look for some, in every process."""
    found = yield
    return [
        one
        for one in found
        if not isinstance(one, DoctestModule) or b">>>" in file_path.read_bytes()
    ]
