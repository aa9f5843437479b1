"""What can't be analysed."""

from __future__ import annotations

from typing import ClassVar

from ..rules.errors import Reasons, UsageError


class AnalysisError(UsageError):
    """A position that can't be analysed, or a search without an end."""

    reasons: ClassVar[Reasons] = {
        "score_too_high": ("a score in this position is too high to analyse it", ""),
        "no_limit": (
            "an analysis needs a limit, or it would go on for ever: movetime, nodes or depth",
            "",
        ),
        "bad_limit": ("{limit} is a whole number from 1 up, not {value!r}", ""),
        "bad_deals": ("deals is a whole number from 2 up, not {value!r}", ""),
    }
