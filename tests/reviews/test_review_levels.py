"""The level that a measure of play looks like, and what kind of mistake it was."""

from __future__ import annotations

import pytest

from azulejos.bots import level_names
from azulejos.reviews import MistakeKind, PartKind, mistake_kind
from azulejos.reviews import levels as levels_module
from azulejos.reviews.levels import LevelLoss, level_losses, place
from azulejos.reviews.values import Explanation, Part, Sight
from azulejos.statistics import Estimate, Interval

MEASURED = (
    LevelLoss("novice", 0.16, 0.01, 400),
    LevelLoss("casual", 0.08, 0.01, 400),
    LevelLoss("master", 0.01, 0.01, 400),
)


def measured(mean: float, low: float, high: float) -> Estimate:
    return Estimate(mean, Interval(low, high), 20)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_levels_that_come_along(players: int) -> None:
    found = level_losses(players, "std")
    assert [level.level for level in found] == list(level_names())
    losses = [level.loss for level in found]
    assert losses == sorted(losses, reverse=True)
    assert losses[0] > 5 * losses[-1]


@pytest.mark.parametrize(
    ("mean", "below", "above", "nearest"),
    [
        (0.30, None, "novice", "novice"),
        (0.14, "novice", "casual", "novice"),
        (0.09, "novice", "casual", "casual"),
        (0.05, "casual", "master", "casual"),
        (0.0, "master", None, "master"),
    ],
)
def test_between_levels(
    monkeypatch: pytest.MonkeyPatch, mean: float, below: str, above: str, nearest: str
) -> None:
    monkeypatch.setattr(levels_module, "level_losses", lambda players, rules: MEASURED)
    found = place(measured(mean, mean / 9, 3 * mean), 2, "std")
    assert found is not None
    assert (found.below, found.above, found.nearest) == (below, above, nearest)


def test_what_the_interval_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(levels_module, "level_losses", lambda players, rules: MEASURED)
    found = place(measured(0.08, 0.012, 0.15), 2, "std")
    assert found is not None
    assert (found.weakest, found.strongest) == ("novice", "master")


def test_levels_in_the_wrong_order_share_their_mean() -> None:
    rows = [LevelLoss("a", 0.1, 0, 100), LevelLoss("b", 0.04, 0, 100), LevelLoss("c", 0.07, 0, 200)]
    found = levels_module._never_rising(rows)
    assert [level.level for level in found] == ["a", "b", "c"]
    assert [level.loss for level in found] == pytest.approx([0.1, 0.06, 0.06])


def test_a_kind_of_game_that_was_not_measured_has_no_levels() -> None:
    assert place(measured(0.05, 0.02, 0.1), 9, "std") is None


def explained(ends: tuple[bool, bool] = (False, False), **parts: float) -> Explanation:
    found = tuple(Part(PartKind(kind), points) for kind, points in parts.items())
    gap = sum(parts.values())
    return Explanation((), (), found, gap, ends, (1, 1), Sight.ROUND)


@pytest.mark.parametrize(
    ("found", "kind"),
    [
        (explained(floor=4, tiles=1), MistakeKind.FLOOR),
        (explained(tiles=2, wall=3, floor=4), MistakeKind.WALL),
        (explained(rival=4, wall=1), MistakeKind.COLOURS),
        (explained(start=2.5, floor=-1), MistakeKind.TEMPO),
        (explained(bonus=7, rival=3), MistakeKind.END),
        (explained((True, False), floor=9), MistakeKind.END),
        (explained(floor=-2), MistakeKind.WALL),
    ],
)
def test_kinds_of_mistakes(found: Explanation, kind: MistakeKind) -> None:
    assert mistake_kind(found) is kind
