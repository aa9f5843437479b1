"""Options and profiles for all tests."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from azulejos.rules.preview import _best_tiling

settings.register_profile(
    "default", deadline=None, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.register_profile("mutation", settings.get_profile("default"), max_examples=5)
settings.load_profile("default")


@pytest.fixture(autouse=True)
def _no_previews_from_other_tests() -> None:
    """The preview's memory must not carry results over from one test, or mutant, to the next."""
    _best_tiling.cache_clear()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long tests too")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    for item in items:
        if "long" in item.keywords:
            item.add_marker(pytest.mark.skip(reason="takes minutes: run with --long"))
