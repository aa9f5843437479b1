"""What a host in a browser tells besides what the server tells too."""

from __future__ import annotations

from typing import ClassVar

from ..rules import AzulejosError
from ..rules.errors import Reasons


class HostError(AzulejosError):
    """Something that is done less well than it should be."""

    reasons: ClassVar[Reasons] = {
        "bot_steps_in": ("what the bot knows can't be fetched now: a simple one moves for it", ""),
        "no_engine": ("the game could not be loaded", ""),
        "no_hint_now": ("what hints are found with can't be fetched now", ""),
        "no_review_now": ("what games are reviewed with can't be fetched now", ""),
    }
