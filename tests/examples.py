"""How much is tried: a share of it by default, twice that with `--corners`, all with `--long`."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import settings

SHARE, SHARE_WITH_CORNERS = 20, 10  # one in so many
USUAL = "default"  # the profile of conftest.py


class _Extent:
    """What `conftest.py` found among the options, before any test is collected."""

    corners = False
    long = False


def extent(*, corners: bool, long: bool) -> None:
    """How much is tried from now on."""
    _Extent.corners, _Extent.long = corners, long


def share_of(number: int) -> int:
    """As many of these as this run should try."""
    if _Extent.long:
        return number
    return -(-number // (SHARE_WITH_CORNERS if _Extent.corners else SHARE))


def either(usual: int, long: int) -> int:
    """So many by default, or with `--long`."""
    return long if _Extent.long else usual


def usually(values: Iterable[object], *usual: object) -> list[object]:
    """For one parameter whose values are all treated alike: the usual ones, all with `--long`."""
    return [
        value if value in usual else pytest.param(value, marks=pytest.mark.long) for value in values
    ]


def examples(number: int) -> settings:
    """Hypothesis tries so many with `--long`; never more than a profile for less allows."""
    profile = settings.get_current_profile_name()
    if profile != USUAL:
        return settings.get_profile(profile)
    return settings(max_examples=share_of(number))
