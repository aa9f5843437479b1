"""The examples in the search's docstrings; read from the files, so they run interpreted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SEARCH = Path(__file__).parent.parent.parent / "src" / "azulejos" / "search"


@pytest.mark.heavy
def test_examples() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts="]
    done = subprocess.run(
        [*command, "--doctest-modules", str(SEARCH)],
        env=os.environ | {"AZULEJOS_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "2 passed" in done.stdout, done.stdout
