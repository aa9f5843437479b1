"""The examples in the core's docstrings; read from the files, so they run interpreted."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CORE = Path(__file__).parent.parent.parent / "src" / "azulejos" / "core"


@pytest.mark.heavy
def test_examples() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-o", "addopts="]
    done = subprocess.run(
        [*command, "--doctest-modules", str(CORE)],
        env=os.environ | {"AZULEJOS_INTERPRETED": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "12 passed" in done.stdout, done.stdout
