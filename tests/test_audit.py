"""`script/audit` gives the all-clear only if every version was looked up, by a stand-in here."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
STAND_IN = """
import json, os, sys
from pathlib import Path
asked = Path(sys.argv[sys.argv.index("--requirement") + 1]).read_text().split()
with Path(os.environ["ASKED"]).open("a") as file:
    print(*asked, sep="\\n", file=file)
if os.environ["SAYS"] == "nothing":
    raise ConnectionError("there is no network")
says = json.loads(os.environ["SAYS"])
told = [dict(name=pin.split("==")[0], version=pin.split("==")[1], vulns=[]) for pin in asked]
told = [{**one, **says} if one["name"] == "h11" else one for one in told]
Path(sys.argv[sys.argv.index("--output") + 1]).write_text(json.dumps({"dependencies": told}))
"""


@pytest.mark.parametrize(
    ("says", "code", "told"),
    [
        ({}, 0, "No known weaknesses in "),
        ({"vulns": [{"id": "X-1", "fix_versions": ["9"]}]}, 1, "X-1, mended in 9\n"),
        ({"skip_reason": "not found"}, 3, "1 of "),
        ("nothing", 3, "ConnectionError: there is no network\n"),
    ],
    ids=["none", "some", "skipped", "offline"],
)
def test_how_it_ends(tmp_path: Path, says: Any, code: int, told: str) -> None:
    (tmp_path / "pip_audit.py").write_text(STAND_IN)
    asked = tmp_path / "asked"
    words = says if isinstance(says, str) else json.dumps(says)
    done = subprocess.run(
        [sys.executable, "script/audit.py"],
        cwd=ROOT,
        env={"PYTHONPATH": str(tmp_path), "SAYS": words, "ASKED": str(asked)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    said = done.stdout + done.stderr
    assert done.returncode == code, said
    assert told in said
    assert len(said.splitlines()) == 1
    assert code or len({pin for pin in asked.read_text().split() if "numpy==" in pin}) == 2
