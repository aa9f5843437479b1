"""`--costs`: what each test file and the dearest tests cost, wall and CPU time apart.

CPU time is that of the test process and of all programs below it, also of those that go on, such as
a server or a browser (as far as the system has /proc). What is left of the wall time was waiting,
for the clock or for other work on the machine.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

COLLECTING = "(collecting)"
DEAREST = 60  # tests that are named one by one
# Of /proc/PID/stat behind the program's name: utime, stime, cutime, cstime.
_TIMES = slice(11, 15)


class Cost(NamedTuple):
    """Tests and seconds."""

    tests: int
    wall: float
    cpu: float

    @property
    def waiting(self) -> float:
        return max(0.0, self.wall - self.cpu)


def add(first: Cost, second: Cost) -> Cost:
    return Cost(first.tests + second.tests, first.wall + second.wall, first.cpu + second.cpu)


NOTHING = Cost(0, 0.0, 0.0)


def cpu_seconds() -> float:
    """Used up so far by this process, by its children that have ended and by all that live."""
    return sum(os.times()[:4]) + sum(_seconds(child) for child in _descendants(os.getpid()))


def _descendants(process: int) -> Iterator[int]:
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
    except OSError:  # It has ended meanwhile.
        return
    for thread in threads:
        try:
            children = (thread / "children").read_text().split()
        except OSError:  # likewise
            continue
        for child in map(int, children):
            yield child
            yield from _descendants(child)


def _seconds(process: int) -> float:
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return sum(map(int, fields[_TIMES])) / os.sysconf("SC_CLK_TCK")


class Costs:
    """Measures in each process that runs tests; the one that reports adds them up."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self._began: tuple[float, float] | None = (time.monotonic(), 0.0)
        self.files: dict[str, Cost] = {}
        self.tests: dict[str, Cost] = {}

    def _note(self, file: str, tests: int, since: tuple[float, float]) -> Cost:
        # A browser that was killed takes the CPU time of its own children with it.
        cpu = max(0.0, cpu_seconds() - since[1])
        spent = Cost(tests, time.monotonic() - since[0], cpu)
        self.files[file] = add(self.files.get(file, NOTHING), spent)
        return spent

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if self._began is not None:
            self._note(COLLECTING, 0, self._began)
            self._began = None
        began = (time.monotonic(), cpu_seconds())
        done = yield
        self.tests[item.nodeid] = self._note(item.location[0], 1, began)
        return done

    @pytest.hookimpl(trylast=True)
    def pytest_sessionfinish(self) -> None:
        output = getattr(self._config, "workeroutput", None)  # xdist's way to its first process
        if output is not None:
            output["costs"] = {file: list(cost) for file, cost in self.files.items()}
            output["dearest"] = {name: list(cost) for name, cost in dearest(self.tests)}

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: object) -> None:
        output = getattr(node, "workeroutput", {})
        for file, cost in output.get("costs", {}).items():
            self.files[file] = add(self.files.get(file, NOTHING), Cost(*cost))
        self.tests |= {name: Cost(*cost) for name, cost in output.get("dearest", {}).items()}

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.section("what it costs, in seconds of all processes")
        for line in table(self.files, self.tests):
            terminalreporter.write_line(line)


def table(files: dict[str, Cost], tests: dict[str, Cost]) -> list[str]:
    """The dearest tests, then files, folders and all of it, each with the dearest first."""
    whole = NOTHING
    folders: dict[str, Cost] = {}
    for file, cost in files.items():
        folder = file if file == COLLECTING else str(Path(file).parent) + "/"
        folders[folder] = add(folders.get(folder, NOTHING), cost)
        whole = add(whole, cost)
    rows = [*dearest(tests), *_by_cpu(files), *_by_cpu(folders), ("all", whole)]
    head = f"{'tests':>6} {'wall':>8} {'CPU':>8} {'waiting':>8}  file"
    return [
        head,
        *(
            f"{cost.tests:6} {cost.wall:8.1f} {cost.cpu:8.1f} {cost.waiting:8.1f}  {name}"
            for name, cost in rows
        ),
    ]


def dearest(tests: dict[str, Cost]) -> list[tuple[str, Cost]]:
    return _by_cpu(tests)[:DEAREST]


def _by_cpu(costs: dict[str, Cost]) -> list[tuple[str, Cost]]:
    return sorted(costs.items(), key=lambda row: -row[1].cpu)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--costs", action="store_true", help="say what each test file costs")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--costs"):
        config.pluginmanager.register(Costs(config), "azulejos-costs")
