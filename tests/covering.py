"""`@pytest.mark.covering(n)`: a covering array of strength n instead of a whole product.

Where values of one parameter do not change what another one's mean, the product proves little more
than this: with n = 1 every value of every parameter occurs in some test, with n = 2 every pair of
values of two parameters does. `--long` runs the product.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest

Choice = frozenset[tuple[str, str]]
"""Some parameters, each with a value."""


def choices_in(parameters: dict[str, Any], strength: int) -> set[Choice]:
    values = [(name, repr(value)) for name, value in parameters.items()]
    return {frozenset(some) for some in combinations(values, min(strength, len(values)))}


def covering(products: list[dict[str, Any]], strength: int) -> list[int]:
    """The places of those that are enough, found greedily: always the one that adds most."""
    adds = [choices_in(parameters, strength) for parameters in products]
    missing = set().union(*adds)
    chosen = []
    while missing:
        best = max(range(len(adds)), key=lambda place: len(adds[place] & missing))
        missing -= adds[best]
        chosen.append(best)
    return sorted(chosen)


def strength_of(mark: pytest.Mark, corners: bool) -> int:
    """By default every value of every parameter is enough."""
    strength: int = mark.args[0] if corners else 1
    return strength


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    corners = config.getoption("--corners")
    families: dict[tuple[str, int], list[pytest.Function]] = {}
    for item in items:
        mark = item.get_closest_marker("covering")
        if item.get_closest_marker("long"):  # It is skipped, and so covers nothing.
            continue
        if mark is not None and isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            family = item.nodeid.removesuffix(f"[{item.callspec.id}]")
            families.setdefault((family, strength_of(mark, corners)), []).append(item)
    left_out: set[pytest.Item] = set()
    for (_, strength), members in families.items():
        kept = covering([member.callspec.params for member in members], strength)
        left_out.update(set(members) - {members[place] for place in kept})
    if left_out:
        config.hook.pytest_deselected(items=[item for item in items if item in left_out])
        items[:] = [item for item in items if item not in left_out]
