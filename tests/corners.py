"""`@pytest.mark.corner`: what is not on a person's usual ways is left out by default.

By default every behaviour that a user meets is proved once along its main path, and so are every
rule, every public name, every guard and every kind of store. What varies that waits for
`--corners`: rarer ways, second forms of the same proof, odd windows, languages, signals, damages.

`--corners` and `--long` run it; so does whoever names a file or a folder, for then it is that part
of the program that is being worked on. With `--no-corners` that is as by default too: what a
folder's share of the usual run costs can be measured so.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

_NUMBER = pytest.StashKey[int]()


def by_default(values: Iterable[object], *usual: object) -> list[object]:
    """For one parameter: these values by default, the others are corner cases."""
    return [
        value if value in usual else pytest.param(value, marks=pytest.mark.corner)
        for value in values
    ]


def corner_cases(*values: object) -> list[Any]:
    """Values of one parameter that are corner cases: `["de", *corner_cases("fr", "nl")]`."""
    return [pytest.param(value, marks=pytest.mark.corner) for value in values]


def corner_rows(*rows: tuple[object, ...]) -> list[Any]:
    """The same for several parameters: each row has a value of every one."""
    return [pytest.param(*row, marks=pytest.mark.corner) for row in rows]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--corners",
        action="store_true",
        help="run the corner cases too, as --long does, and whoever names a file or a folder",
    )
    parser.addoption(
        "--no-corners",
        action="store_true",
        help="leave out the corner cases of files and folders that are named, as by default",
    )


@pytest.hookimpl(tryfirst=True)  # Others ask for the option.
def pytest_configure(config: pytest.Config) -> None:
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    config.option.corners |= named and not config.getoption("--no-corners")
    config.option.corners |= config.getoption("--long", False)


@pytest.hookimpl(tryfirst=True)  # What is left out covers nothing (covering.py).
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--corners"):
        return
    left_out = [item for item in items if item.get_closest_marker("corner")]
    config.hook.pytest_deselected(items=left_out)
    items[:] = [item for item in items if not item.get_closest_marker("corner")]
    config.stash[_NUMBER] = len(left_out)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    output = getattr(session.config, "workeroutput", None)  # xdist's way to its first process
    if output is not None:
        output["corners"] = session.config.stash.get(_NUMBER, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """All processes left out the same ones."""
    node.config.stash[_NUMBER] = getattr(node, "workeroutput", {}).get("corners", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    number = terminalreporter.config.stash.get(_NUMBER, 0)
    if number:
        terminalreporter.write_line(f"{number} corner cases were left out: --corners runs them.")
