"""The command `azulejos` with arguments: as a process of its own, or in this one.

A process costs 0.2 to 0.4 seconds of CPU time, a call hardly any. That both say the same is shown
once for each command (`test_cli.py`).
"""

from __future__ import annotations

import os
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from unittest.mock import patch

import pytest

from azulejos.cli import main

PATIENCE = 120  # seconds: the machine may be busy with other tests


def _environment(changes: dict[str, str]) -> dict[str, str]:
    base = {k: v for k, v in os.environ.items() if k not in ("LC_ALL", "LANG", "FORCE_COLOR")}
    return base | {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8"} | changes


def run(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """As a person or a program runs it: a process."""
    return subprocess.run(
        [sys.executable, "-m", "azulejos", *arguments],
        input=text,
        capture_output=True,
        encoding=environment.get("PYTHONIOENCODING", "utf-8"),
        env=_environment(environment),
        timeout=PATIENCE,
        check=False,
    )


def call(*arguments: str, text: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The same by `main` in this process."""
    streams = [TextIOWrapper(BytesIO(text.encode()), encoding="utf-8")]
    streams += [TextIOWrapper(BytesIO(), encoding="utf-8", newline="\n") for _ in range(2)]
    with (
        patch.multiple(sys, argv=["azulejos", *arguments]),
        patch.multiple(sys, stdin=streams[0], stdout=streams[1], stderr=streams[2]),
        patch.dict(os.environ, _environment(environment), clear=True),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    told = []
    for stream in streams[1:]:
        stream.flush()
        told.append(stream.detach().getvalue().decode())
    return subprocess.CompletedProcess(arguments, int(ended.value.code or 0), *told)


def output(*arguments: str, text: str = "") -> list[str]:
    """The lines that it says in this process, without a complaint."""
    done = call(*arguments, text=text)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()
