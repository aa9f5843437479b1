"""A search that is always there and always quick."""

import sys

import pytest
from fake_search import FakeModule


@pytest.fixture
def fake_search(monkeypatch: pytest.MonkeyPatch) -> FakeModule:
    """The search is faked in this test."""
    module = FakeModule()
    monkeypatch.setitem(sys.modules, "azulejos.search", module)
    return module
