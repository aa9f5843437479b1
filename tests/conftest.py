"""Options and profiles for all tests."""

from __future__ import annotations

import gc
import os
import signal
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

from azulejos.rules.preview import tilings_of
from examples import USUAL, extent
from order import in_order, is_live, is_slow

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fake_search import FakeModule

# A shell that starts the tests in the background has Ctrl-C ignored, also by the programs that the
# tests start and interrupt.
signal.signal(signal.SIGINT, signal.default_int_handler)

pytest_plugins = [
    "browser_fixtures",
    "cluster_fixtures",
    "corners",
    "costs",
    "covering",
    "doctests",
    "site_fixtures",
    "synced",
]

settings.register_profile(
    USUAL, deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("mutation", settings.get_profile(USUAL), max_examples=5)
settings.load_profile(USUAL)


@pytest.fixture(autouse=True)
def _no_previews_from_other_tests() -> None:
    """The preview's memory must not carry results over from one test, or mutant, to the next."""
    tilings_of.cache_clear()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long tests and all products")
    parser.addoption(
        "--once",
        action="store_true",
        help="no second try for tests with browsers, servers or clocks",
    )
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out browsers, clusters, trials by the clock and what takes seconds by itself",
    )


def pytest_configure(config: pytest.Config) -> None:
    long, corners = config.getoption("--long"), config.getoption("--corners")
    extent(corners=corners, long=long)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """What is collected stays: nobody need look through it for garbage, now or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Twice as many as there are cores: some always wait, for a server or for a browser."""
    return 2 * (os.cpu_count() or 1)


@pytest.hookimpl(trylast=True)  # Nothing is left out any more after this.
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--quick"):
        config.hook.pytest_deselected(items=[item for item in items if not _is_quick(item)])
        items[:] = filter(_is_quick, items)
    # Mutation testing has an environment of its own, without that plugin.
    second_try = config.pluginmanager.hasplugin("rerunfailures") and not config.getoption("--once")
    for item in items:
        if item.get_closest_marker("long") and not config.getoption("--long"):
            item.add_marker(pytest.mark.skip(reason="takes minutes: run with --long"))
        if second_try and is_live(item):
            item.add_marker(pytest.mark.flaky(reruns=1))  # The summary names those that needed it.
    items[:] = in_order(items)


def _is_quick(item: pytest.Item) -> bool:
    parameters = item.callspec.params if hasattr(item, "callspec") else {}
    wanted = not is_slow(item) and not item.get_closest_marker("long")
    return wanted and parameters.get("database") != "postgresql"


@pytest.fixture
def fake_search(monkeypatch: pytest.MonkeyPatch) -> FakeModule:
    """The search is faked in this test: always there and always quick."""
    from fake_search import FakeModule  # found only from the tests beside it

    module = FakeModule()
    monkeypatch.setitem(sys.modules, "azulejos.search", module)
    return module
