"""What can't be reviewed."""

from __future__ import annotations

from typing import ClassVar

from ..rules.errors import Reasons, UsageError


class ReviewError(UsageError):
    """A record without anything to judge, or a question that makes no sense."""

    reasons: ClassVar[Reasons] = {
        "nothing_to_review": ("nobody has moved in this record: there is nothing to review", ""),
        "no_such_player": ("there is no player {player}: {players} play", ""),
    }
