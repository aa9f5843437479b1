"""What a training run refuses."""

from __future__ import annotations

from typing import ClassVar

from ..rules.errors import Reasons, UsageError


class TrainingFolderError(UsageError):
    """A folder whose run can't be gone on with."""

    reasons: ClassVar[Reasons] = {
        "other_plan": (
            "{folder} holds a run with another plan: take another folder, or that run's options",
            "",
        ),
        "damaged_plan": (
            "{file} is damaged: take another folder, or remove it and give that run's options",
            "",
        ),
        "damaged_games": ("{file} is damaged: remove it, and it is played again", ""),
        "other_calibration": (
            "{folder} holds games of another network, or with other nodes: take another folder",
            "",
        ),
    }


class RoundingError(UsageError):
    """A network that is not made smaller."""

    reasons: ClassVar[Reasons] = {
        "network_is_small": ("{file} is rounded already: take the one that it was made from", ""),
    }
