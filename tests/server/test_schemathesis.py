"""The description of the requests is true: schemathesis tries to prove the contrary."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from live_server import Server
from server_games import PERSON, bot, order

from corners import corner_cases

# By number: a busy machine tries no less than a quiet one.
FEW, SOME = ("--max-examples", "1"), ("--max-examples", "3")
MANY = ("--max-time", "120")  # seconds, used up
# A body that is longer than any may be is refused before anybody looks what is in it.
SETTINGS = """[checks]
negative_data_rejection.expected-statuses = [
  400, 401, 403, 404, 405, 406, 409, 413, 415, 422, 428, 429, "5xx"
]
"""


@pytest.mark.heavy
@pytest.mark.parametrize(
    "amount", [FEW, *corner_cases(SOME), pytest.param(MANY, marks=pytest.mark.long)], ids=str
)
def test_requests_are_as_they_are_described(tmp_path: Path, amount: tuple[str, str]) -> None:
    """All checks: no server error, only documented answers, good data taken, bad data refused."""
    with Server(tmp_path / "games") as server:
        watched = server.new_table(order(PERSON, bot()))
        before = server.http.get(f"/api/tables/{watched}").json()
        (tmp_path / "schemathesis.toml").write_text(SETTINGS, encoding="utf-8")
        command = [sys.executable, "-m", "schemathesis.cli", "run", "--checks", "all"]
        command += [*amount, "--seed", "7", "--generation-database", "none"]
        command += ["--no-color", f"{server.address}/api/openapi.json"]
        done = subprocess.run(
            command, cwd=tmp_path, capture_output=True, text=True, encoding="utf-8", check=False
        )
        assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
        assert server.http.get(f"/api/tables/{watched}").json() == before
