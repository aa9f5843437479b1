"""`script/bench envs` measures every environment and says what is missed."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))
import environments
import side_by_side


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environments, "SECONDS", 0.001)
    monkeypatch.setattr(environments, "BATCH", 16)
    monkeypatch.setattr(environments, "REPEATS", 3)
    monkeypatch.setattr(side_by_side, "REPEATS", 3)


def test_every_environment_is_measured() -> None:
    rates = {name.strip(): rate() for name, _, rate in environments.all_measured()}
    assert len(rates) >= 9
    assert min(rates.values()) > 100


def test_what_is_missed_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert side_by_side.compare("enough", 60, lambda: 61.0, decimals=1)
    assert not side_by_side.compare("too little", 60, lambda: 59.0)
    assert not side_by_side.compare("too much", 60, lambda: 61.0, most=True)
    assert side_by_side.compare("only told", None, lambda: 1.0)
    said = capsys.readouterr().out.splitlines()
    assert [line.endswith("MISSED") for line in said] == [False, True, True, False]
    assert "61.0 (61.0 to 61.0)" in said[0]


@pytest.mark.corner
def test_memory(capsys: pytest.CaptureFixture[str]) -> None:
    assert environments.memory()
    assert "MISSED" not in capsys.readouterr().out
