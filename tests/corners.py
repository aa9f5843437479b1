"""`@pytest.mark.corner`: what is not on a person's usual ways is left out by default.

`--corners` and `--long` run it; so does whoever names a file or a folder, for then it is that part
of the program that is being worked on.
"""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--corners",
        action="store_true",
        help="run the corner cases too, as --long does, and whoever names a file or a folder",
    )


def pytest_configure(config: pytest.Config) -> None:
    named = config.args_source is pytest.Config.ArgsSource.ARGS
    config.option.corners |= named or config.getoption("--long", False)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--corners"):
        return
    left_out = pytest.mark.skip(reason="a corner case: run with --corners or --long")
    for item in items:
        if item.get_closest_marker("corner"):
            item.add_marker(left_out)
